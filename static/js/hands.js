// Whether a hand lies in a still picture: something that came in over the edge. The twin of vision/watching/hands.py.

import { change, FURTHEST, median, moved } from "./still.js"

const SHADE = 0.35 // lighter or darker than any shadow of somebody who leans over
const HAND = 0.015 // share of the picture that something at the edge must cover
const REMEMBERED = 5 // scenes without a hand

// Remembers how the table looks without hands.
export function hands() {
  const without = []

  function foreign(known, now) {
    const mask = new Uint8Array(now.light.length).fill(1)
    for (const one of known) {
      const { shift } = change(one, now, FURTHEST)
      const before = moved(one.light, now.width, now.height, shift)
      const exposure = median(now.light.map((value, at) => value - before[at]))
      for (let at = 0; at < mask.length; at++) {
        if (Math.abs(now.light[at] - before[at] - exposure) < SHADE) mask[at] = 0
      }
    }
    return mask
  }

  // Whether something unlike every scene so far reaches in over the edge.
  function inside(now) {
    const known = without.filter(({ width, height }) => width === now.width && height === now.height)
    if (!known.length) return false
    const mask = foreign(known, now)
    const { width, height } = now
    const seen = new Uint8Array(mask.length)
    for (let at = 0; at < mask.length; at++) {
      const x = at % width, y = (at - x) / width
      const edge = x === 0 || y === 0 || x === width - 1 || y === height - 1
      if (edge && mask[at] && !seen[at] && area(mask, seen, at, width) > HAND * mask.length) return true
    }
    return false
  }

  function gone(now) {
    without.push(now)
    if (without.length > REMEMBERED) without.shift()
  }

  // The newest of these as it lies now: the camera drifts on.
  function follow(now) {
    if (without.length) without[without.length - 1] = now
  }

  return { inside, gone, follow }
}

function area(mask, seen, start, width) {
  const open = [start]
  let count = 0
  seen[start] = 1
  while (open.length) {
    const at = open.pop()
    count += 1
    const x = at % width
    for (const next of [x > 0 && at - 1, x < width - 1 && at + 1, at - width, at + width]) {
      if (next === false || next < 0 || next >= mask.length || !mask[next] || seen[next]) continue
      seen[next] = 1
      open.push(next)
    }
  }
  return count
}
