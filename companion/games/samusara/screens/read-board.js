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
  drawing.replaceChildren(...proposal.readings.flatMap(marked))
  const steps = proposal.differs?.steps
  // What to put right says it cell by cell, and comes first on a small phone.
  if (steps?.length) slot("advice").hidden = true
  slot("hint").textContent = word("tap-corners")
  slot("hint").hidden = proposal.certain
  slot("candidates").after(slot("hint"))
  // Where nothing has moved, no turn is to be chosen.
  chooseCandidate(sheet, slot("candidates"), steps?.length === 0 ? { candidates: [] } : proposal)
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

// Every disc that was read has a ring; cells that look otherwise than on our board are named.
function marked({ cell, what, box: [x, y, wide, high] }) {
  const drawn = document.querySelector(`.samusara-board [data-cell="${CSS.escape(cell)}"]`)
  const other = drawn !== null && (what ? !drawn.matches(`.${CSS.escape(what)}`) : drawn.matches(".taken"))
  if (!what && !other) return []
  const ring = { x, y, width: wide, height: high, rx: high / 2, class: other ? "lies other" : `lies ${what}` }
  if (!other) return [shape("rect", ring)]
  const name = shape("text", { transform: `translate(${x + wide} ${y + high * 0.3}) scale(${high * 0.7})` })
  name.textContent = cell
  return [shape("rect", ring), name]
}

function shape(kind, attributes) {
  const element = document.createElementNS(SVG, kind)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  return element
}
