// Whether a scene lies still, whatever light and camera do: small pictures, compared. The twin of vision/watching/still.py.

const SMOOTH = 9 // light that changes over more small pixels than this is the lamp's
const PATCH = 2 // differences are averaged over squares reaching so far: grain goes away, the smallest die stays
const LEAST = 0.05 // a patch that changes less, relative to its surroundings, is still
const ABOVE_NOISE = 5 // ... and less than so many times the usual patch
const MOST_NOISE = 0.15 // no film is so bad that a change above this is noise
const DIMMEST = 4 // grain weighs so many times as much, relatively, where it is dark
const EDGE_SLACK = 0.35 // pixels by which an edge may tremble without having moved
const SPECKS = 5 // fewer moving pixels are no die
const STAYED = [0, 0]

export const SLOWLY = 1.5 // small pixels by which a drifting camera moves while a scene comes to rest
export const FURTHEST = 7 // ... and between one scene and the next

// A frame as it is compared: log light, the same without what is smooth in it, how much edges
// may tremble, and how much darker than usual it is.
export function small({ data, width, height }) {
  const light = new Float32Array(width * height)
  for (let at = 0; at < light.length; at++) {
    light[at] = Math.log(0.299 * data[4 * at] + 0.587 * data[4 * at + 1] + 0.114 * data[4 * at + 2] + 16)
  }
  const around = blurred(light, width, height, SMOOTH)
  const shape = blurred(light.map((value, at) => value - around[at]), width, height, 1)
  const slack = blurred(steep(shape, width, height), width, height, PATCH).map((value) => value * EDGE_SLACK)
  const usual = median(light)
  const dim = light.map((value) => Math.max(1, Math.min(DIMMEST, Math.exp(usual - value))))
  return { light, dim, shape, slack, width, height }
}

// The mean over squares, by running sums.
export function blurred(values, width, height, reach) {
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

export function steep(values, width, height) {
  return values.map((_, at) => {
    const x = at % width, y = (at - x) / width
    const across = values[at + (x < width - 1 ? 1 : 0)] - values[at - (x > 0 ? 1 : 0)]
    const down = values[at + (y < height - 1 ? width : 0)] - values[at - (y > 0 ? width : 0)]
    return (Math.abs(across) + Math.abs(down)) / 2
  })
}

// What differs once the camera's own movement, of at most `furthest` small pixels, is undone.
export function change(old, now, furthest) {
  if (old.width !== now.width || old.height !== now.height) return { still: false, shift: STAYED, rest: Infinity }
  const stayed = differs(old, now, STAYED)
  if (stayed.still) return stayed
  const shift = drifted(old, now, furthest)
  if (!shift[0] && !shift[1]) return stayed
  // By how well it fits, never by how little then moves: a pattern laid on itself wrongly differs everywhere.
  const other = differs(old, now, shift)
  return other.rest < stayed.rest ? other : stayed
}

function differs(old, now, shift) {
  const { width, height } = now
  const before = moved(old.shape, width, height, shift)
  const slack = moved(old.slack, width, height, shift)
  const gaps = blurred(now.shape.map((value, at) => Math.abs(value - before[at])), width, height, PATCH)
  const noise = ABOVE_NOISE * median(gaps)
  // What a drifting camera sees for the first time did not move.
  const lost = shift === STAYED ? 0 : Math.ceil(Math.max(Math.abs(shift[0]), Math.abs(shift[1]))) + 1
  let moving = 0, rest = 0, weights = 0
  for (let y = lost; y < height - lost; y++) {
    for (let x = lost; x < width - lost; x++) {
      const at = y * width + x
      const room = Math.max(now.slack[at], slack[at])
      const limit = Math.max(LEAST, Math.min(noise * now.dim[at], MOST_NOISE))
      if (gaps[at] > limit + room) moving += 1
      const weight = now.slack[at] + 1e-4 // only edges tell by how far a picture moved
      rest += weight * Math.min(gaps[at], 2 * LEAST)
      weights += weight
    }
  }
  return { still: moving < SPECKS, shift, rest: rest / weights }
}

// By how much the picture lies further right and down: searched for at half the size, then closer.
function drifted(old, now, furthest) {
  const reach = Math.ceil(furthest / 2)
  let best = STAYED
  let least = Infinity
  const from = halved(old), to = halved(now)
  for (let y = -reach; y <= reach; y++) {
    for (let x = -reach; x <= reach; x++) {
      const found = misfit(from, to, x, y)
      if (found < least) [best, least] = [[x, y], found]
    }
  }
  const [x, y] = closest(old, now, 2 * best[0], 2 * best[1])
  const fit = (u, v) => misfit(old, now, x + u, y + v)
  const here = fit(0, 0)
  const shift = [x + valley(fit(-1, 0), here, fit(1, 0)), y + valley(fit(0, -1), here, fit(0, 1))]
  return Math.max(Math.abs(shift[0]), Math.abs(shift[1])) <= furthest ? shift : STAYED
}

function closest(old, now, x0, y0) {
  let best = [x0, y0]
  let least = Infinity
  for (let y = y0 - 1; y <= y0 + 1; y++) {
    for (let x = x0 - 1; x <= x0 + 1; x++) {
      const found = misfit(old, now, x, y)
      if (found < least) [best, least] = [[x, y], found]
    }
  }
  return best
}

// Where a curve through three neighbours is lowest.
function valley(left, middle, right) {
  const bend = left - 2 * middle + right
  return bend > 1e-9 ? Math.max(-0.5, Math.min(0.5, (left - right) / (2 * bend))) : 0
}

// How badly a picture moved by whole pixels fits; what is quite another thing, a hand or a die, counts for little.
function misfit(old, now, x, y) {
  const { width, height } = now
  let sum = 0, count = 0
  for (let row = Math.max(0, y); row < Math.min(height, height + y); row += 2) {
    for (let column = Math.max(0, x); column < Math.min(width, width + x); column += 2) {
      const gap = now.shape[row * width + column] - old.shape[(row - y) * width + column - x]
      sum += Math.min(gap * gap, 4 * LEAST * LEAST)
      count += 1
    }
  }
  return sum / count
}

function halved(frame) {
  if (frame.half) return frame.half
  const width = frame.width >> 1, height = frame.height >> 1
  const shape = new Float32Array(width * height)
  for (let at = 0; at < shape.length; at++) {
    const x = at % width, y = (at - x) / width
    const corner = 2 * y * frame.width + 2 * x
    const { shape: full } = frame
    shape[at] = (full[corner] + full[corner + 1] + full[corner + frame.width] + full[corner + frame.width + 1]) / 4
  }
  frame.half = { shape, width, height }
  return frame.half
}

// A small picture moved by a shift; its edge is drawn out.
export function moved(values, width, height, [right, down]) {
  if (!right && !down) return values
  const [x0, y0] = [Math.floor(-right), Math.floor(-down)]
  const [u, v] = [-right - x0, -down - y0]
  const column = (x) => Math.max(0, Math.min(width - 1, x))
  const row = (y) => Math.max(0, Math.min(height - 1, y)) * width
  return values.map((_, at) => {
    const x = at % width, y = (at - x) / width
    const [a, b] = [column(x + x0), column(x + x0 + 1)]
    const [c, d] = [row(y + y0), row(y + y0 + 1)]
    return (1 - v) * ((1 - u) * values[c + a] + u * values[c + b]) + v * ((1 - u) * values[d + a] + u * values[d + b])
  })
}

export function median(values) {
  const some = values.filter((_, at) => at % 7 === 0).sort()
  return some[some.length >> 1]
}
