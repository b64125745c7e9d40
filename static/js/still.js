// Whether a scene lies still, and whether a hand is in it: small pictures, compared. The twin of vision/watching.

const SMOOTH = 9 // light that changes over more small pixels than this is the lamp's
const LEAST = 0.05 // a patch that changes less, relative to its surroundings, is still
const ABOVE_NOISE = 5 // ... and less than so many times the usual patch
const SPECKS = 5 // fewer moving pixels are no die
const SHADE = 0.35 // lighter or darker than any shadow of somebody who leans over
const HAND = 0.015 // share of the picture that something at the edge must cover
const REMEMBERED = 5 // scenes without a hand

// A frame as it is compared: log light, and the same without what is smooth in it.
export function small({ data, width, height }) {
  const light = new Float32Array(width * height)
  for (let at = 0; at < light.length; at++) {
    light[at] = Math.log(0.299 * data[4 * at] + 0.587 * data[4 * at + 1] + 0.114 * data[4 * at + 2] + 16)
  }
  const around = blurred(light, width, height, SMOOTH)
  const shape = light.map((value, at) => value - around[at])
  return { light, shape: blurred(shape, width, height, 1), width, height }
}

// The mean over squares, by running sums.
function blurred(values, width, height, reach) {
  const sums = new Float64Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y++) {
    for (let x = 0, row = 0; x < width; x++) {
      row += values[y * width + x]
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + row
    }
  }
  return values.map((_, at) => {
    const x = at % width, y = (at - x) / width
    const [x0, x1] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)]
    const [y0, y1] = [Math.max(0, y - reach), Math.min(height, y + reach + 1)]
    const corner = (row, column) => sums[row * (width + 1) + column]
    return (corner(y1, x1) - corner(y0, x1) - corner(y1, x0) + corner(y0, x0)) / ((x1 - x0) * (y1 - y0))
  })
}

export function isStill(old, now) {
  if (old.width !== now.width || old.height !== now.height) return false
  const gaps = blurred(now.shape.map((value, at) => Math.abs(value - old.shape[at])), now.width, now.height, 2)
  const limit = Math.max(LEAST, ABOVE_NOISE * median(gaps))
  let moving = 0
  for (const gap of gaps) if (gap > limit && ++moving >= SPECKS) return false
  return true
}

function median(values) {
  const some = values.filter((_, at) => at % 7 === 0).sort()
  return some[some.length >> 1]
}

// Remembers how the table looks without hands.
export function hands() {
  const without = []

  function foreign(now) {
    const mask = new Uint8Array(now.light.length).fill(1)
    for (const one of without) {
      const exposure = median(now.light.map((value, at) => value - one.light[at]))
      for (let at = 0; at < mask.length; at++) {
        if (Math.abs(now.light[at] - one.light[at] - exposure) < SHADE) mask[at] = 0
      }
    }
    return mask
  }

  // Whether something unlike every scene so far reaches in over the edge.
  function inside(now) {
    const known = without.filter(({ width, height }) => width === now.width && height === now.height)
    if (!known.length) return false
    const mask = foreign(now)
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

  return { inside, gone }
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
