// The colours and the pattern of a small picture, as logarithms: lamps and shadows only add to them.

import { BLACK, blurred, less } from "./still.js"

const LOGS = Float32Array.from({ length: 256 }, (_, value) => Math.log(value + BLACK))
const PATTERN = 0.03 // contrast of a table's pattern (log) that is no grain
const PATTERN_PATCH = 2 // small pixels around in which it is looked for: grain goes away, a finger's width stays
const LEFT = 0.3 // share of a pattern that shines through nothing: where less is left, it is covered

// Red, green and blue of a frame; few frames are asked for them.
export function coloursOf(frame) {
  frame.colours ??= [0, 1, 2].map((channel) => {
    const out = new Float32Array(frame.shape.length)
    for (let at = 0; at < out.length; at++) out[at] = LOGS[frame.data[4 * at + channel]]
    return out
  })
  return frame.colours
}

export function lightOf([red, green, blue]) {
  const out = new Float32Array(red.length)
  for (let at = 0; at < out.length; at++) out[at] = (red[at] + green[at] + blue[at]) / 3
  return out
}

export const patternOf = (light, width, height) => less(light, blurred(light, width, height, 1))

// Where a pattern that was there before is there no more.
export function lost(before, now, width, height) {
  const [was, is] = [before, now].map((light) => patternOf(light, width, height))
  const there = blurred(was.map((value) => value * value), width, height, PATTERN_PATCH)
  const still = blurred(was.map((value, at) => value * is[at]), width, height, PATTERN_PATCH)
  const mask = new Uint8Array(was.length)
  for (let at = 0; at < mask.length; at++) mask[at] = there[at] > PATTERN ** 2 && still[at] < LEFT * there[at] ? 1 : 0
  return mask
}
