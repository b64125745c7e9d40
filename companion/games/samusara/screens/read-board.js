// A photo of the board: its cells by name, and four taps where it was not found by itself.

import { take } from "/static/js/camera.js"
import { chooseCandidate, takeReadings } from "/static/js/proposal.js"
import { word } from "/static/js/words.js"

const SVG = "http://www.w3.org/2000/svg"
const CORNERS = 4
const MARK = 40 // marks on a photo are this part of its width

takeReadings("board", ({ sheet, slot, proposal }) => {
  const figure = slot("picture")
  const drawing = figure.querySelector("svg")
  const [width, height] = proposal.size
  drawing.replaceChildren(...proposal.readings.flatMap(named))
  slot("hint").textContent = word("tap-corners")
  slot("hint").hidden = false
  chooseCandidate(sheet, slot("candidates"), proposal)
  const taps = []
  figure.onclick = async ({ clientX, clientY }) => {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(drawing.getScreenCTM().inverse())
    taps.push([x / width, y / height])
    drawing.append(shape("circle", { cx: x, cy: y, r: width / MARK, class: "unsure" }))
    if (taps.length < CORNERS) return
    figure.onclick = null
    // The photo is kept by the table, large enough to be read again.
    const photo = await (await fetch(proposal.picture_url)).blob()
    take(photo, { taps: JSON.stringify(taps) })
  }
  sheet.addEventListener("close", () => { figure.onclick = null }, { once: true })
})

function named({ cell, what, box: [x, y, wide, high] }) {
  const name = shape("text", { transform: `translate(${x + wide * 0.2} ${y + high * 0.65}) scale(${high * 0.4})` })
  name.textContent = cell
  return [shape("rect", { x, y, width: wide, height: high, rx: high / 2, class: what ? "sure" : "halo" }), name]
}

function shape(kind, attributes) {
  const element = document.createElementNS(SVG, kind)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  return element
}
