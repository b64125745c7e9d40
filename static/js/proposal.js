// What a reader believes: put right where there is a form for it, else chosen from what fits.

import { send } from "./act.js"
import { showPicture } from "./picture.js"
import { showDifferences } from "./repairs.js"

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

export function chooseCandidate(sheet, place, proposal) {
  const { candidates = [] } = proposal
  place.replaceChildren(...candidates.map(({ action, label }) => {
    const button = document.createElement("button")
    button.className = "wide"
    button.textContent = label
    button.addEventListener("click", () => accept(sheet, proposal, action, button))
    return button
  }))
}
