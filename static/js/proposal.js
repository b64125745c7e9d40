// What the reader believes: the picture with boxes, dice to correct, one tap to agree.

import { send } from "./act.js"
import { dieButton, showFace } from "./die.js"
import { word } from "./words.js"

const SVG = "http://www.w3.org/2000/svg"

export function proposeIn(sheet, proposal) {
  const slot = (name) => sheet.querySelector(`[data-slot=${name}]`)
  picture(slot("picture"), proposal)
  const advice = slot("advice")
  advice.textContent = proposal.problem || ""
  advice.hidden = !proposal.problem
  const awaited = awaitedDice()
  if (awaited.length) correctDice(sheet, slot, proposal, awaited)
  else chooseCandidate(sheet, slot("candidates"), proposal)
}

function awaitedDice() {
  const form = document.querySelector("[data-mount=faces]")
  if (!form) return []
  return [...form.querySelectorAll("[data-die]")].map((die) => ({
    colour: die.dataset.die, faces: JSON.parse(die.dataset.faces),
  }))
}

function picture(figure, { picture_url: url, readings = [] }) {
  if (!url) return
  const image = figure.querySelector("img")
  const drawing = figure.querySelector("svg")
  drawing.replaceChildren()
  image.onload = () => {
    drawing.setAttribute("viewBox", `0 0 ${image.naturalWidth} ${image.naturalHeight}`)
    for (const reading of readings) if (reading.box) drawing.append(...box(reading, image.naturalWidth))
  }
  image.src = url
  figure.hidden = false
}

function box({ box: [x, y, width, height], face, certain = true }, wide) {
  const frames = ["halo", certain ? "" : "unsure"].map((name) => {
    const frame = document.createElementNS(SVG, "rect")
    Object.entries({ x, y, width, height, class: name }).forEach(([key, value]) => frame.setAttribute(key, value))
    return frame
  })
  const label = document.createElementNS(SVG, "text")
  const size = Math.max(height * 0.5, wide / 22)
  Object.entries({ x: 0, y: 0, transform: `translate(${x} ${y - size * 0.15}) scale(${size})` })
    .forEach(([key, value]) => label.setAttribute(key, value))
  label.textContent = face ?? ""
  return [...frames, label]
}

function correctDice(sheet, slot, proposal, awaited) {
  const told = (proposal.candidates || []).map(({ action }) => action.faces || [])
  const faces = awaited.map((_, at) => told[0]?.[at] ?? 0)
  const likely = awaited.map(({ faces: possible }, at) => [
    ...new Set([...told.map((some) => some[at]).filter(Boolean), ...possible]),
  ])
  const right = slot("right")
  const buttons = awaited.map(({ colour }, at) => {
    const button = dieButton(colour, faces[at])
    button.classList.toggle("unsure", doubtful(proposal, told, at))
    button.addEventListener("click", () => {
      faces[at] = likely[at][(likely[at].indexOf(faces[at]) + 1) % likely[at].length]
      button.classList.remove("unsure")
      showFace(button, faces[at])
      right.disabled = faces.includes(0)
    })
    return button
  })
  slot("dice").replaceChildren(...buttons)
  ask(slot("question"), proposal, told)
  right.hidden = false
  right.disabled = faces.includes(0)
  right.onclick = () => {
    sheet.close()
    send("actions", { action: { type: "landed", faces } }, right)
  }
}

function doubtful({ certain }, told, at) {
  if (certain) return false
  return !told[0]?.[at] || told.some((some) => some[at] && some[at] !== told[0][at])
}

function ask(place, { certain, question }, told) {
  const [best = [], next = []] = told
  const at = best.findIndex((face, index) => next[index] && face !== next[index])
  const sentence = typeof question === "string" ? question : question?.text
  if (certain) place.textContent = word("tap-to-change")
  else if (sentence) place.textContent = sentence
  else if (at >= 0) {
    const faces = word("or", { one: best[at], other: next[at] })
    place.textContent = word("which", { place: at + 1, faces })
  } else place.textContent = word("tap-to-change")
  place.hidden = false
}

function chooseCandidate(sheet, place, { candidates = [] }) {
  place.replaceChildren(...candidates.map(({ action, label }) => {
    const button = document.createElement("button")
    button.className = "wide"
    button.textContent = label ?? JSON.stringify(action)
    button.addEventListener("click", () => {
      sheet.close()
      send("actions", { action }, button)
    })
    return button
  }))
}
