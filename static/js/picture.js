// The photo with what was read drawn over it, and one die of it seen closely.

const SVG = "http://www.w3.org/2000/svg"
const AROUND = 0.35 // how much of its surroundings a die is shown with

function shape(kind, attributes) {
  const element = document.createElementNS(SVG, kind)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  return element
}

export function showPicture(figure, { picture_url: url, readings = [], size }, unsure = () => false) {
  figure.hidden = !url
  if (!url) return
  figure.querySelector("img").src = url
  const drawing = figure.querySelector("svg")
  if (size) drawing.setAttribute("viewBox", `0 0 ${size.join(" ")}`)
  const boxes = readings.filter(({ box }) => box).flatMap((reading, at) => frame(reading, size, unsure(at)))
  drawing.replaceChildren(...boxes)
}

function frame({ box: [x, y, width, height], face }, size, doubt) {
  const wide = size?.[0] ?? 1000
  const letter = Math.max(Math.min(height * 0.55, wide / 14), wide / 24)
  // Above the piece; inside it where the photo ends.
  const [left, base] = y < letter ? [x + letter * 0.15, y + letter * 0.9] : [x, y - letter * 0.15]
  const label = shape("text", { transform: `translate(${left} ${base}) scale(${letter})` })
  label.textContent = doubt ? "?" : face ?? ""
  const place = { x, y, width, height, rx: height / 8 }
  return [
    shape("rect", { ...place, class: "halo" }),
    shape("rect", { ...place, class: doubt ? "unsure" : "sure" }),
    label,
  ]
}

export function closeUp(drawing, { picture_url: url, size }, [x, y, width, height]) {
  const edge = Math.max(width, height) * AROUND
  drawing.setAttribute("viewBox", `${x - edge} ${y - edge} ${width + 2 * edge} ${height + 2 * edge}`)
  drawing.replaceChildren(shape("image", { href: url, width: size[0], height: size[1] }))
}
