// What a reader believes: put right where there is a form for it, else chosen from what fits.

import { send } from "./act.js"
import { showPicture } from "./picture.js"
import { showDifferences } from "./repairs.js"
import { word } from "./words.js"

const takers = new Map()

// `take` fills the sheet for a form with data-takes="reader": dice, cards, or what a game's own script knows.
export function takeReadings(reader, take) {
  takers.set(reader, take)
}

// Plays what a photo suggests, or what it was corrected to.
export function accept(sheet, proposal, action, pressed) {
  proposal.answered = true
  sheet.close()
  return send(`proposals/${proposal.id}/accept`, { action }, pressed)
}

export function proposeIn(sheet, proposal) {
  const slot = (name) => sheet.querySelector(`[data-slot=${name}]`)
  const doubt = proposal.certain ? null : proposal.question
  showPicture(slot("picture"), proposal, (at) => at === doubt?.piece)
  slot("advice").textContent = proposal.problem ?? ""
  slot("advice").hidden = !proposal.problem
  showDifferences(sheet, slot, proposal)
  const form = document.querySelector(`[data-takes="${proposal.reader}"]`)
  const take = takers.get(proposal.reader)
  if (form && take) take({ sheet, slot, proposal, form })
  else chooseCandidate(sheet, slot("candidates"), proposal)
}

// What is sure is one tap away; in doubt the buttons answer a question.
export function chooseCandidate(sheet, place, proposal) {
  const { candidates = [], certain, picture_url: seen } = proposal
  const buttons = candidates.map(({ action, label }, at) => {
    const button = document.createElement("button")
    button.className = candidates.length === 1 || (certain && !at) ? "primary wide" : "wide"
    button.textContent = label
    button.addEventListener("click", () => accept(sheet, proposal, action, button))
    return button
  })
  if (seen && !certain && buttons.length) {
    const question = document.createElement("p")
    question.className = "asked"
    question.textContent = buttons.length > 1 ? word("which-is-right") : word("is-it-right")
    buttons.unshift(question)
  }
  place.replaceChildren(...buttons)
}
