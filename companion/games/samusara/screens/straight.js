// A board photographed from the side, as it lies: four corners say how.

// Focal length of a usual phone by the longer side of its picture, where the corners
// of a photo from straight above say nothing about it.
const LENS = 1.2

// Return a function from places in the photo to places on the board, of about the
// same size. `corners` are the four corners of a rectangle, in any order.
export function straightener(corners, { width, height }) {
  const middle = { x: width / 2, y: height / 2 }
  const [one, two, four, three] = clockwise(corners).map(({ x, y }) => [x - middle.x, y - middle.y, 1])
  // The sides of the rectangle in space, as far as one picture can tell (Zhang and He).
  const along = side(one, two, three, four)
  const down = side(one, three, two, four)
  const square = focalSquared(along, down, LENS * Math.max(width, height))
  const size = ([x, y, z]) => Math.sqrt((x * x + y * y) / square + z * z)
  // Columns: where a step along, a step down and the first corner are seen.
  const scale = Math.hypot(two[0] - one[0], two[1] - one[1]) / size(along)
  const seen = [along, down, one]
  const wide = size(along) * scale
  const high = size(down) * scale
  return ({ x, y }) => {
    const at = [x - middle.x, y - middle.y, 1]
    const whole = dot(cross(seen[0], seen[1]), at)
    return {
      x: (wide * dot(cross(seen[1], seen[2]), at)) / whole,
      y: (high * dot(cross(seen[2], seen[0]), at)) / whole,
    }
  }
}

function side(from, to, other, across) {
  const far = dot(cross(from, across), other) / dot(cross(to, across), other)
  return to.map((value, n) => far * value - from[n])
}

function focalSquared(along, down, usual) {
  const depth = along[2] * down[2]
  const square = -(along[0] * down[0] + along[1] * down[1]) / depth
  // Sides that seem parallel say nothing; nor does a focal length no phone has.
  return square > (usual / 4) ** 2 && square < (usual * 4) ** 2 ? square : usual ** 2
}

function clockwise(corners) {
  const x = corners.reduce((sum, one) => sum + one.x, 0) / 4
  const y = corners.reduce((sum, one) => sum + one.y, 0) / 4
  const angle = (one) => Math.atan2(one.y - y, one.x - x)
  return [...corners].sort((one, two) => angle(one) - angle(two))
}

const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
