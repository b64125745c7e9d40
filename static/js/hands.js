// Whether a hand lies in a still picture: something that came in over the edge. The twin of vision/watching/hands.py.

import { blurred, change, FURTHEST, median, moved, steep } from "./still.js"

const SHADE = 0.35 // lighter or darker than any shadow of somebody who leans over
const HAND = 0.015 // share of the picture that something at the edge must cover
const PLAINLY = 0.3 // share of a hand that must differ so much
const FAINT = 0.33 // share of that by which the rest of a thing differs at least: the table's pattern may match it in places
const ANOTHER_VIEW = 0.5 // no hand covers more of the picture
const REMEMBERED = 5 // scenes without a hand
const CLEARER = 1.15 // the picture in which a thing stands out so many times as much has it in it
const BESIDE = 5 // pixels on both sides of an outline in which they are compared
const PATTERN_COUNTS = 3 // what a difference of patterns and an edge weigh against one of brightness
const EDGE_COUNTS = 4

// Remembers how the table looks without hands.
export function hands() {
  const without = []

  // Where a picture is unlike every known one, and the nearest of them as it lies now.
  function foreign(known, now) {
    const mask = new Uint8Array(now.light.length).fill(1)
    const faint = mask.slice()
    let nearest = null
    let least = Infinity
    for (const one of known) {
      const { shift } = change(one, now, FURTHEST)
      const before = moved(one.light, now.width, now.height, shift)
      const exposure = median(now.light.map((value, at) => value - before[at]))
      let unlike = 0
      for (let at = 0; at < mask.length; at++) {
        const gap = Math.abs(now.light[at] - before[at] - exposure)
        if (gap < SHADE * FAINT) faint[at] = 0
        if (gap < SHADE) mask[at] = 0
        else unlike += 1
      }
      if (unlike < least) [nearest, least] = [before, unlike]
    }
    return { mask, faint, nearest }
  }

  // Whether something unlike every scene so far reaches in over the edge.
  function inside(now) {
    const known = without.filter(({ width, height }) => width === now.width && height === now.height)
    if (!known.length) return false
    const { mask, faint, nearest } = foreign(known, now)
    const least = HAND * mask.length
    const parts = atEdge(faint, now.width).filter((part) => part.length < ANOTHER_VIEW * mask.length)
    return parts.some((part) => (
      part.length > least && part.filter((at) => mask[at]).length > PLAINLY * least && isNew(part, nearest, now)))
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

// The connected parts of a mask that lie at the picture's edge.
function atEdge(mask, width) {
  const seen = new Uint8Array(mask.length)
  const parts = []
  for (let at = 0; at < mask.length; at++) {
    const x = at % width
    const edge = x === 0 || x === width - 1 || at < width || at >= mask.length - width
    if (edge && mask[at] && !seen[at]) parts.push(grown(mask, seen, at, width))
  }
  return parts
}

function grown(mask, seen, start, width) {
  const open = [start]
  const part = []
  seen[start] = 1
  while (open.length) {
    const at = open.pop()
    part.push(at)
    const x = at % width
    for (const next of [x > 0 && at - 1, x < width - 1 && at + 1, at - width, at + width]) {
      if (next === false || next < 0 || next >= mask.length || !mask[next] || seen[next]) continue
      seen[next] = 1
      open.push(next)
    }
  }
  return part
}

// Whether a thing is there now rather than before: where it is not, the table goes on across its outline.
function isNew(part, before, { light, width, height }) {
  const cover = new Float32Array(light.length)
  for (const at of part) cover[at] = 1
  const near = blurred(cover, width, height, BESIDE)
  const close = blurred(cover, width, height, 1)
  const sides = { inside: [], outside: [], outline: [] }
  for (let at = 0; at < cover.length; at++) {
    if (cover[at] ? near[at] < 0.999 : near[at] > 0.001) sides[cover[at] ? "inside" : "outside"].push(at)
    if (close[at] > 0.1 && close[at] < 0.9) sides.outline.push(at)
  }
  if (!sides.inside.length || !sides.outside.length) return true
  const [was, is] = [before, light].map((one) => standsOut(one, sides, width, height))
  return is * CLEARER > was
}

// How unlike its surroundings a part of a picture is.
function standsOut(light, { inside, outside, outline }, width, height) {
  const smooth = blurred(light, width, height, 2)
  const pattern = light.map((value, at) => Math.abs(value - smooth[at]))
  const edges = steep(light, width, height)
  const mean = (values, where) => where.reduce((sum, at) => sum + values[at], 0) / Math.max(1, where.length)
  const gap = (values) => Math.abs(mean(values, inside) - mean(values, outside))
  return gap(light) + PATTERN_COUNTS * gap(pattern) + EDGE_COUNTS * mean(edges, outline)
}
