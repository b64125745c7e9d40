// Whether a hand lies in a still picture: something that came in over the edge. The twin of vision/watching/hands.py.

import { coloursOf, lightOf, lost } from "./colours.js"
import { above, parts, thick } from "./masks.js"
import { isNew } from "./outline.js"
import { blurred, change, FURTHEST, less, median, moved } from "./still.js"

const TINT = 0.13 // another colour, as a log ratio between channels: no shadow does that
const SHADE = 0.4 // lighter or darker than any shadow of somebody who leans over
const FAINT = 0.33 // share of these by which the rest of a thing differs at least
const SURELY = 0.3 // share of the least hand that must be lighter or darker by all of SHADE: the rest may be faint
const LEAST_AREA = 0.02 // share of the picture below which something at the edge is no hand in the way
const ANOTHER_VIEW = 0.5 // where more is new, the camera was moved: no hand is so large
const ACROSS = 0.35 // an arm crosses the edge so many times the root of its area; a die near the edge only touches it
const LEAST_REACH = 0.06 // a hand reaches further in than this share of the shorter side
const ELSEWHERE = 0.5 // other lines than those of a hand: so many times as much at most, for dice
const CLEARER = 1.15 // the picture in which a thing stands out so many times as much has it in it
const PLAINLY = 0.67 // ... as a factor for what is known by its lines alone: now by half as much again
const REMEMBERED = 5 // scenes without a hand: dice lie elsewhere in each of them

// Remembers how the table looks without hands.
export function hands() {
  const without = []

  // Whether a hand, an arm or a sleeve lies in this still picture.
  function inside(now) {
    const { width, height } = now
    const known = without.filter((one) => one.width === width && one.height === height)
    if (!known.length) return false
    const found = unlike(known, now)
    if (!found) return false
    const { gap, shade, nearest, redrawn } = found
    const foreign = thick(above(gap, 1), width, height)
    if (covered(foreign) > ANOTHER_VIEW * foreign.length) {
      without.length = 0
      return false
    }
    const faint = parts(thick(above(gap, FAINT), width, height), width, height)
    const isOne = (part, clearer) => isHand(part, faint, nearest, now, clearer)
    if (parts(foreign, width, height).some((part) => isOne(part, CLEARER))) return true
    // In a small picture of grey things a hand falls apart where the table happens to match it; all of it is faint.
    const surely = (part) => part.filter((at) => shade[at] > 1).length > SURELY * LEAST_AREA * shade.length
    const shaded = parts(thick(above(shade, FAINT), width, height), width, height)
    if (shaded.some((part) => surely(part) && isOne(part, CLEARER))) return true
    // A hand of the table's colour is known by its lines, all in one place: where they are all over the picture, it is
    // the camera that moved.
    const lines = parts(thick(redrawn, width, height), width, height).reduce((a, b) => (b.length > a.length ? b : a), [])
    const here = lines.reduce((sum, at) => sum + redrawn[at], 0)
    return covered(redrawn) - here <= ELSEWHERE * lines.length && isOne(lines, PLAINLY)
  }

  const knows = () => without.length > 0

  // A picture that was still for a moment stands for the table, for want of others; should a hand be in it, it is known
  // later by what stands out in which picture.
  function glimpse(now) {
    if (!without.length) without.push(now)
  }

  function gone(now) {
    without.push(now)
    if (without.length > REMEMBERED) without.shift()
  }

  // The newest of these as it lies now: the camera drifts on.
  function follow(now) {
    if (without.length) without[without.length - 1] = now
  }

  return { inside, knows, glimpse, gone, follow }
}

const covered = (mask) => mask.reduce((sum, one) => sum + one, 0)

// How unlike every known picture it is, the nearest of them, and where other lines are drawn than in each; null as soon
// as too little is left for a hand, mostly after the newest.
function unlike(known, now) {
  const { width, height } = now
  const gap = new Float32Array(now.shape.length).fill(Infinity)
  const shade = gap.slice()
  const redrawn = new Uint8Array(gap.length).fill(1)
  let nearest = null
  let least = Infinity
  for (const one of [...known].reverse()) {
    const { shift, moving } = change(one, now, FURTHEST)
    const before = coloursOf(one).map((channel) => moved(channel, width, height, shift))
    const { found, light } = apart(before, coloursOf(now), width, height)
    let sum = 0
    let left = 0
    for (let at = 0; at < gap.length; at++) {
      sum += Math.min(found[at], 1)
      if (found[at] < gap[at]) gap[at] = found[at]
      shade[at] = Math.min(shade[at], Math.abs(light[at]) / SHADE)
      redrawn[at] &= moving[at]
      if (gap[at] > 1 || shade[at] > 1 || redrawn[at]) left += 1
    }
    if (left <= SURELY * LEAST_AREA * gap.length) return null
    if (sum < least) [nearest, least] = [before, sum]
  }
  return { gap, shade, nearest, redrawn }
}

// How unlike a picture is at each place, one being another thing: by colour, by light, or because a pattern is gone. A
// brown hand on brown wood has its colour and brightness, not its pattern.
function apart(before, now, width, height) {
  const [red, green, blue] = now.map((channel, which) => less(channel, before[which]))
  const exposure = [red, green, blue].map(median)
  const light = new Float32Array(red.length)
  const gap = new Float32Array(red.length)
  for (let at = 0; at < gap.length; at++) {
    const [r, g, b] = [red[at] - exposure[0], green[at] - exposure[1], blue[at] - exposure[2]]
    const mean = (r + g + b) / 3
    const tint = Math.max(Math.abs(r - mean), Math.abs(g - mean), Math.abs(b - mean))
    light[at] = mean
    gap[at] = Math.max(tint / TINT, Math.abs(mean) / SHADE)
  }
  const covers = lost(lightOf(before), lightOf(now), width, height)
  const found = blurred(gap, width, height, 1).map((value, at) => Math.max(value, 2 * covers[at]))
  return { found, light }
}

function isHand(part, faint, before, now, clearer) {
  const { width, height } = now
  if (part.length < LEAST_AREA * width * height) return false
  const { reach, crossing } = fromTheEdge(part, width, height)
  if (reach < LEAST_REACH * Math.min(width, height) || crossing < ACROSS * Math.sqrt(part.length)) return false
  const cover = new Uint8Array(width * height)
  for (const at of part) cover[at] = 1
  // What the table's pattern happens to match belongs to the thing as well.
  const whole = faint.filter((other) => other.some((at) => cover[at])).flat()
  if (whole.length < ANOTHER_VIEW * cover.length) for (const at of whole) cover[at] = 1
  return isNew(cover, before, coloursOf(now), width, height, clearer)
}

// How far a part reaches in from the edges it lies at, and how much of it lies on them.
function fromTheEdge(part, width, height) {
  let [left, right, top, bottom, crossing] = [width, 0, height, 0, 0]
  for (const at of part) {
    const x = at % width, y = (at - x) / width
    ;[left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)]
    crossing += (x === 0) + (x === width - 1) + (y === 0) + (y === height - 1)
  }
  const across = left <= 1 || right >= width - 2 ? right - left + 1 : 0
  const down = top <= 1 || bottom >= height - 2 ? bottom - top + 1 : 0
  return { reach: Math.max(across, down), crossing }
}
