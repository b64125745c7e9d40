// Shapes in masks of small pictures: made wider, freed of what is thin, taken apart.

// How many pixels of a mask lie within squares reaching so far, and how many there are in such a square.
function counted(mask, width, height, reach) {
  const rows = new Uint16Array(mask.length)
  const out = new Uint16Array(mask.length)
  for (let y = 0; y < height; y++) {
    const row = y * width
    let sum = 0
    for (let x = 0; x < Math.min(reach, width); x++) sum += mask[row + x]
    for (let x = 0; x < width; x++) {
      if (x + reach < width) sum += mask[row + x + reach]
      if (x > reach) sum -= mask[row + x - reach - 1]
      rows[row + x] = sum
    }
  }
  for (let x = 0; x < width; x++) {
    let sum = 0
    for (let y = 0; y < Math.min(reach, height); y++) sum += rows[y * width + x]
    for (let y = 0; y < height; y++) {
      if (y + reach < height) sum += rows[(y + reach) * width + x]
      if (y > reach) sum -= rows[(y - reach - 1) * width + x]
      out[y * width + x] = sum
    }
  }
  return out
}

export function widened(mask, width, height, reach) {
  const counts = counted(mask, width, height, reach)
  return mask.map((_, at) => (counts[at] ? 1 : 0))
}

// What lies beyond the picture's edge takes nothing away.
export function narrowed(mask, width, height, reach) {
  const holes = widened(mask.map((one) => 1 - one), width, height, reach)
  return holes.map((one) => 1 - one)
}

// A mask without its thin parts: edges that a drifting camera leaves.
export function thick(mask, width, height) {
  const opened = widened(narrowed(mask, width, height, 1), width, height, 1)
  return narrowed(widened(opened, width, height, 1), width, height, 1)
}

// The connected parts of a mask: the pixels of each.
export function parts(mask, width, height) {
  const open = mask.slice()
  const found = []
  for (let start = 0; start < open.length; start++) {
    if (!open[start]) continue
    const part = [start]
    open[start] = 0
    for (let next = 0; next < part.length; next++) {
      const x = part[next] % width, y = (part[next] - x) / width
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
          const at = v * width + u
          if (!open[at]) continue
          open[at] = 0
          part.push(at)
        }
      }
    }
    found.push(part)
  }
  return found
}

export function above(values, limit) {
  const mask = new Uint8Array(values.length)
  for (let at = 0; at < mask.length; at++) mask[at] = values[at] > limit ? 1 : 0
  return mask
}
