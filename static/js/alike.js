// Whether a camera over the table sees the things it read before: dice, amulets, cells of a board or cards.

const NUDGE = 0.4 // what moved by less than this share of its size was not thrown

// The same things where they lay, as far as the camera stood still: a hand came and went.
export function alike(old, now, [right, down]) {
  return old.length === now.length && old.every((one) => now.some((other) => {
    const [[x, y, wide, high], [left, top]] = [boxOf(one), boxOf(other)]
    return named(one) === named(other) && Math.hypot(left - x - right, top - y - down) < NUDGE * Math.max(wide, high)
  }))
}

// What a die, an amulet, a cell of a board or a card shows, whichever of these it is.
const named = ({ face, symbols, cell, what, card }) => JSON.stringify([face, symbols, cell, what, card])

function boxOf({ box, quad }) {
  if (box) return box
  const [across, down] = [0, 1].map((axis) => quad.map((corner) => corner[axis]))
  const [left, top] = [Math.min(...across), Math.min(...down)]
  return [left, top, Math.max(...across) - left, Math.max(...down) - top]
}
