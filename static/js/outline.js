// Whether a thing is in this picture or was in the one before: where it is not, the table goes on across its outline.

import { lightOf, patternOf } from "./colours.js"
import { narrowed, widened } from "./masks.js"
import { steep } from "./still.js"

const INNER = 3 // small pixels inside and outside of an outline in which they are compared
const OUTER = 5
const PATTERN_COUNTS = 3 // what a difference of patterns and an edge weigh against one of colours
const EDGE_COUNTS = 4

export function isNew(cover, before, now, width, height, clearer) {
  const core = narrowed(cover, width, height, INNER)
  const wide = widened(cover, width, height, OUTER)
  const close = widened(cover, width, height, 1)
  const tight = narrowed(cover, width, height, 1)
  const sides = { inside: [], outside: [], outline: [] }
  for (let at = 0; at < cover.length; at++) {
    if (cover[at] && !core[at]) sides.inside.push(at)
    if (wide[at] && !close[at]) sides.outside.push(at)
    const x = at % width
    const edge = x === 0 || x === width - 1 || at < width || at >= cover.length - width
    if (close[at] && !tight[at] && !edge) sides.outline.push(at)
  }
  if (!sides.inside.length || !sides.outside.length) return true
  const [was, is] = [before, now].map((colours) => standsOut(colours, sides, width, height))
  return is * clearer > was
}

// How unlike its surroundings a part of a picture is.
function standsOut(colours, { inside, outside, outline }, width, height) {
  const light = lightOf(colours)
  const pattern = patternOf(light, width, height).map(Math.abs)
  const gap = (values) => Math.abs(mean(values, inside) - mean(values, outside))
  const edge = mean(steep(light, width, height), outline)
  return Math.max(...colours.map(gap)) + PATTERN_COUNTS * gap(pattern) + EDGE_COUNTS * edge
}

function mean(values, where) {
  let sum = 0
  for (const at of where) sum += values[at]
  return sum / Math.max(1, where.length)
}
