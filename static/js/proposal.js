// What the reader believes: dice to correct, one question when in doubt, one tap to agree.

import { send } from "./act.js"
import { correctCards, fillAmulets, handForm } from "./cards.js"
import { dieButton, showFace } from "./die.js"
import { closeUp, showPicture } from "./picture.js"

// Plays what a photo suggests, or what it was corrected to.
export function accept(sheet, proposal, action, pressed) {
  proposal.answered = true
  sheet.close()
  return send(`proposals/${proposal.id}/accept`, { action }, pressed)
}

export function proposeIn(sheet, proposal) {
  const slot = (name) => sheet.querySelector(`[data-slot=${name}]`)
  const awaited = awaitedDice()
  const doubt = proposal.certain ? null : proposal.question
  showPicture(slot("picture"), proposal, (at) => at === doubt?.piece)
  slot("advice").textContent = proposal.problem ?? ""
  slot("advice").hidden = !proposal.problem
  if (proposal.reader === "cards" && handForm()) correctCards(sheet, slot, proposal)
  else if (proposal.reader === "amulets" && document.querySelector("[data-mount=lay]")) fillAmulets(sheet, slot, proposal)
  else if (awaited.length) correctDice(sheet, slot, proposal, awaited)
  else chooseCandidate(sheet, slot("candidates"), proposal)
}

function awaitedDice() {
  return [...document.querySelectorAll("[data-mount=faces] [data-die]")].map((die) => ({
    colour: die.dataset.die, faces: JSON.parse(die.dataset.faces),
  }))
}

function correctDice(sheet, slot, proposal, awaited) {
  const told = (proposal.candidates ?? []).map(({ action }) => action.faces ?? [])
  const faces = awaited.map((_, at) => told[0]?.[at] ?? 0)
  const right = slot("right")
  const buttons = awaited.map(({ colour }, at) => dieButton(colour, faces[at]))

  function set(at, face) {
    faces[at] = face
    buttons[at].classList.remove("unsure")
    showFace(buttons[at], face)
    right.disabled = faces.includes(0)
    if (at === asked) slot("question").hidden = true
  }

  const asked = ask(slot, proposal, awaited, set)
  buttons.forEach((button, at) => {
    const likely = likelyFaces(told, awaited[at].faces, at)
    button.classList.toggle("unsure", at === asked || !faces[at])
    button.addEventListener("click", () => set(at, likely[(likely.indexOf(faces[at]) + 1) % likely.length]))
  })
  slot("dice").replaceChildren(...buttons)
  slot("hint").hidden = false
  right.hidden = false
  right.disabled = faces.includes(0)
  right.onclick = () => accept(sheet, proposal, { type: "landed", faces }, right)
}

function likelyFaces(told, possible, at) {
  return [...new Set([...told.map((faces) => faces[at]).filter(Boolean), ...possible])]
}

function ask(slot, proposal, awaited, set) {
  const place = slot("question")
  place.hidden = true
  const { certain, question, readings = [] } = proposal
  if (certain || !question?.options.length) return -1
  const at = readings[question.piece].place // readings come as they lie, faces in the order of the roll
  closeUp(place.querySelector("svg"), proposal, question.box)
  place.querySelector("[data-slot=choices]").replaceChildren(...question.options.map((face) => {
    const button = dieButton(awaited[at].colour, face)
    button.addEventListener("click", () => set(at, face))
    return button
  }))
  place.hidden = false
  return at
}

function chooseCandidate(sheet, place, proposal) {
  const { candidates = [], readings = [] } = proposal
  // What was read is also filled in by hand's form, to be put right there.
  document.querySelector("form[data-mount=lay]")?.dispatchEvent(new CustomEvent("readings", { detail: readings }))
  place.replaceChildren(...candidates.map(({ action, label }) => {
    const button = document.createElement("button")
    button.className = "wide"
    button.textContent = label
    button.addEventListener("click", () => accept(sheet, proposal, action, button))
    return button
  }))
}
