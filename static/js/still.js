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
export const BLACK = 16 // added before the logarithm, so that grain in the dark does not count

export const SLOWLY = 1.5 // small pixels by which a drifting camera moves while a scene comes to rest
export const FURTHEST = 7 // ... and between one scene and the next

// A frame as it is compared: log light without what is smooth in it, how much edges may tremble, how much darker than
// usual it is, and its pixels for whoever asks for colours.
export function small({ data, width, height }) {
  const light = new Float32Array(width * height)
  for (let at = 0; at < light.length; at++) {
    light[at] = Math.log(0.299 * data[4 * at] + 0.587 * data[4 * at + 1] + 0.114 * data[4 * at + 2] + BLACK)
  }
  const shape = blurred(less(light, blurred(light, width, height, SMOOTH)), width, height, 1)
  const slack = blurred(steep(shape, width, height), width, height, PATCH)
  const dim = new Float32Array(light.length)
  const usual = median(light)
  for (let at = 0; at < light.length; at++) {
    slack[at] *= EDGE_SLACK
    dim[at] = Math.max(1, Math.min(DIMMEST, Math.exp(usual - light[at])))
  }
  return { data, dim, shape, slack, width, height }
}

export function less(values, others) {
  const out = new Float32Array(values.length)
  for (let at = 0; at < out.length; at++) out[at] = values[at] - others[at]
  return out
}

// The mean over squares, by running sums: first along the rows, then down the columns.
export function blurred(values, width, height, reach) {
  const rows = new Float32Array(values.length)
  const out = new Float32Array(values.length)
  for (let y = 0; y < height; y++) {
    const row = y * width
    let sum = 0
    for (let x = 0; x < Math.min(reach, width); x++) sum += values[row + x]
    for (let x = 0; x < width; x++) {
      if (x + reach < width) sum += values[row + x + reach]
      if (x > reach) sum -= values[row + x - reach - 1]
      rows[row + x] = sum / (Math.min(width, x + reach + 1) - Math.max(0, x - reach))
    }
  }
  const sums = new Float64Array(width)
  for (let at = 0; at < Math.min(reach, height) * width; at++) sums[at % width] += rows[at]
  for (let y = 0; y < height; y++) {
    const part = 1 / (Math.min(height, y + reach + 1) - Math.max(0, y - reach))
    const [row, below, above] = [y * width, (y + reach) * width, (y - reach - 1) * width]
    for (let x = 0; x < width; x++) {
      if (y + reach < height) sums[x] += rows[below + x]
      if (y > reach) sums[x] -= rows[above + x]
      out[row + x] = sums[x] * part
    }
  }
  return out
}

export function steep(values, width, height) {
  const out = new Float32Array(values.length)
  for (let y = 0, at = 0; y < height; y++) {
    const [up, down] = [y > 0 ? width : 0, y < height - 1 ? width : 0]
    for (let x = 0; x < width; x++, at++) {
      const across = values[at + (x < width - 1 ? 1 : 0)] - values[at - (x > 0 ? 1 : 0)]
      out[at] = (Math.abs(across) + Math.abs(values[at + down] - values[at - up])) / 2
    }
  }
  return out
}

// What differs once the camera's own movement, of at most `furthest` small pixels, is undone; places that never rest
// are left out of `still`.
export function change(old, now, furthest, never = null) {
  if (old.width !== now.width || old.height !== now.height) {
    return { still: false, shift: STAYED, rest: Infinity, moving: new Uint8Array(now.shape.length).fill(1) }
  }
  const stayed = differs(old, now, STAYED, never)
  if (stayed.still) return stayed
  const shift = drifted(old, now, furthest)
  if (!shift[0] && !shift[1]) return stayed
  // By how well it fits, never by how little then moves: a pattern laid on itself wrongly differs everywhere.
  const other = differs(old, now, shift, never)
  return other.rest < stayed.rest ? other : stayed
}

function differs(old, now, shift, never) {
  const { width, height, shape } = now
  const before = moved(old.shape, width, height, shift)
  const slack = moved(old.slack, width, height, shift)
  const apart = new Float32Array(shape.length)
  for (let at = 0; at < apart.length; at++) apart[at] = Math.abs(shape[at] - before[at])
  const gaps = blurred(apart, width, height, PATCH)
  const noise = ABOVE_NOISE * median(gaps)
  // What a drifting camera sees for the first time did not move.
  const lost = shift === STAYED ? 0 : Math.ceil(Math.max(Math.abs(shift[0]), Math.abs(shift[1]))) + 1
  const moving = new Uint8Array(shape.length)
  let count = 0, rest = 0, weights = 0
  for (let y = lost; y < height - lost; y++) {
    for (let x = lost; x < width - lost; x++) {
      const at = y * width + x
      const room = Math.max(now.slack[at], slack[at])
      const limit = Math.max(LEAST, Math.min(noise * now.dim[at], MOST_NOISE))
      if (gaps[at] > limit + room) {
        moving[at] = 1
        if (!never?.[at]) count += 1
      }
      const weight = now.slack[at] + 1e-4 // only edges tell by how far a picture moved
      rest += weight * Math.min(gaps[at], 2 * LEAST)
      weights += weight
    }
  }
  return { still: count < SPECKS, shift, rest: rest / weights, moving }
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
  const within = (value, most) => Math.max(0, Math.min(most, value))
  const out = new Float32Array(values.length)
  for (let y = 0, at = 0; y < height; y++) {
    const [c, d] = [within(y + y0, height - 1) * width, within(y + y0 + 1, height - 1) * width]
    for (let x = 0; x < width; x++, at++) {
      const [a, b] = [within(x + x0, width - 1), within(x + x0 + 1, width - 1)]
      out[at] = (1 - v) * ((1 - u) * values[c + a] + u * values[c + b]) + v * ((1 - u) * values[d + a] + u * values[d + b])
    }
  }
  return out
}

export function median(values) {
  const some = new Float32Array(Math.ceil(values.length / 7))
  for (let at = 0; at < some.length; at++) some[at] = values[7 * at]
  return some.sort()[some.length >> 1]
}
