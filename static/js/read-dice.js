// Dice of a photo: a tap corrects a face, one question when in doubt, one tap to agree.

import { answerOf, valuesIn } from "./answer.js"
import { dieButton, showFace } from "./die.js"
import { closeUp } from "./picture.js"
import { accept, takeReadings } from "./proposal.js"
import { word } from "./words.js"

takeReadings("dice", ({ sheet, slot, proposal, form }) => {
  const awaited = [...form.querySelectorAll("[data-die]")].map(({ dataset }) => ({
    colour: dataset.die, faces: JSON.parse(dataset.faces), called: dataset.called,
  }))
  const told = (proposal.candidates ?? []).map(({ action }) => valuesIn(form, action))
  const faces = awaited.map((_, at) => told[0]?.[at] ?? 0)
  const right = slot("right")
  const buttons = awaited.map(({ colour, called }, at) => dieButton(colour, faces[at], called))

  function agree() {
    right.disabled = faces.includes(0)
    right.textContent = word("confirm", { what: faces.map((face) => face || "–").join(" ") })
  }

  function set(at, face) {
    faces[at] = face
    buttons[at].classList.remove("unsure")
    showFace(buttons[at], face)
    agree()
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
  agree()
  right.onclick = () => accept(sheet, proposal, answerOf(form, faces), right)
})

function likelyFaces(told, possible, at) {
  return [...new Set([...told.map((faces) => faces[at]).filter(Boolean), ...possible])]
}

// Readings come as they lie on the table; `place` says which of the awaited dice each one is.
function ask(slot, { certain, question, readings = [], ...picture }, awaited, set) {
  const place = slot("question")
  place.hidden = true
  const at = readings[question?.piece]?.place ?? -1
  if (certain || !question?.options?.length || at < 0) return -1
  closeUp(place.querySelector("svg"), picture, question.box)
  place.querySelector("[data-slot=choices]").replaceChildren(...question.options.map((face) => {
    const button = dieButton(awaited[at].colour, face)
    button.addEventListener("click", () => set(at, face))
    return button
  }))
  place.hidden = false
  return at
}
