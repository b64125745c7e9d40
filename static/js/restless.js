// Places that never lie still: a running clock, a screen, a lamp that blinks. The twin of vision/watching/restless.py.

import { parts, widened } from "./masks.js"

const PAUSE = 500 // milliseconds without movement after which a place has come to rest
const LONG = 1_500 // movement without such a pause after which a place never rests
const LARGEST = 0.02 // share of the picture beyond which what moves so long is a hand that shakes dice
const AROUND = 2 // small pixels around that belong to such a place: another digit lights up beside it

// Remembers since when every place has been moving. `note` returns the places that never rest, or null.
export function restless() {
  let began = new Float64Array(0)
  let last = began

  function note(now, moving, width, height) {
    if (last.length !== moving.length) {
      began = new Float64Array(moving.length).fill(Infinity)
      last = new Float64Array(moving.length).fill(-Infinity)
    }
    let any = false
    const long = new Uint8Array(moving.length)
    for (let at = 0; at < moving.length; at++) {
      if (now - last[at] > PAUSE) began[at] = moving[at] ? now : Infinity
      if (moving[at]) last[at] = now
      if (now - began[at] > LONG) any = long[at] = 1
    }
    return any ? smallOnes(long, width, height) : null
  }

  return { note }
}

function smallOnes(mask, width, height) {
  const out = new Uint8Array(mask.length)
  for (const part of parts(widened(mask, width, height, AROUND), width, height)) {
    if (part.length <= LARGEST * mask.length) for (const at of part) out[at] = 1
  }
  return out
}
