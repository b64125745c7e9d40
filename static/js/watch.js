// The loop that needs no hands, in the browser: waits for a new, still scene without a hand. The twin of vision/capture.py.

import { hands } from "./hands.js"
import { restless } from "./restless.js"
import { change, FURTHEST, SLOWLY, small } from "./still.js"

const REST = 200 // milliseconds without movement
const FIRST_REST = 300 // before anything is known of the table: a waiting hand looks at rest
const GLIMPSE = 120 // stillness that shows what the table is like, if nothing else has
const PATIENCE = 3_000 // what lies at the edge for so long belongs to the table
const LOOK_FOR_HANDS = 100 // until a hand that lay still is looked for again
const ANCHOR_AGE = 1_000 // stillness is measured from a newer frame then: daylight changes

// `see(pixels, now)` returns "hands" while something moves, "waiting" while nothing is new, "rest" when a new scene can
// be read, once.
export function watcher() {
  const table = hands()
  const places = restless()
  let never = null // where something moves whatever happens: nobody waits for that
  let anchor = null
  let taken = 0
  let since = 0
  let calm = null // the last frame that was still, and when
  let waved = -PATIENCE // when a hand was last seen lying there
  let told = null
  let fresh = true
  let far = [0, 0]
  let between = [0, 0]

  function see(pixels, now) {
    const frame = small(pixels)
    if (!liesStill(frame, now)) return "hands"
    if (!fresh) return "waiting"
    if (now - since < (table.knows() ? REST : FIRST_REST) || now - waved < LOOK_FOR_HANDS) return "hands"
    if (now - since < PATIENCE && table.inside(frame)) {
      waved = now
      return "hands"
    }
    fresh = false
    table.gone(frame)
    if (told && lookOn(frame)) return "waiting"
    told = frame
    between = far
    far = [0, 0]
    return "rest"
  }

  // Compares with the frame since which nothing moved; begins anew if it did.
  function liesStill(frame, now) {
    const seen = anchor && change(anchor, frame, SLOWLY, never)
    if (seen) never = places.note(now, seen.moving, frame.width, frame.height)
    if (!seen?.still) {
      if (calm && calm.at - since >= GLIMPSE) table.glimpse(calm.frame)
      calm = null
      anchor = frame
      taken = since = now
      fresh = true
      return false
    }
    calm = { at: now, frame }
    if (now - taken > ANCHOR_AGE) {
      anchor = frame
      taken = now
      if (!fresh && told && lookOn(frame)) table.follow(frame)
    }
    return true
  }

  // Whether only what was told lies there; it is kept in sight, however far the camera drifts.
  function lookOn(frame) {
    const { still, shift } = change(told, frame, FURTHEST, never)
    if (!shift[0] && !shift[1]) return still // a drift too small to be measured yet must not be lost
    far = [far[0] + shift[0] / frame.width, far[1] + shift[1] / frame.width]
    told = frame
    return still
  }

  // By how much the picture drifted between the last two rests, as shares of its width.
  const drifted = () => between

  function again() {
    told = null
    fresh = true
  }

  return { see, again, drifted }
}
