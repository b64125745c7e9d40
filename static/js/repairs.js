// A table that fits no turn: what to put right, ticked off from photo to photo.

import { send } from "./act.js"
import { word } from "./words.js"

let open = [] // what the photos before this one asked for

export function showDifferences(sheet, slot, proposal) {
  const { differs } = proposal
  slot("differs").hidden = !differs
  if (!differs) return
  const { steps, rule, patch } = differs
  const done = open.filter((step) => !steps.includes(step))
  open = steps.length ? [...done, ...steps] : []
  slot("agrees").hidden = steps.length > 0
  slot("wrong").hidden = !steps.length
  slot("repairs").replaceChildren(...done.map((step) => line(step, true)), ...steps.map((step) => line(step, false)))
  slot("broken").hidden = !rule
  if (rule) {
    slot("broken").textContent = rule.title
    slot("broken").href = rule.url
  }
  const button = slot("as-it-lies")
  button.hidden = !patch
  button.onclick = async () => {
    proposal.answered = true
    sheet.close()
    if (await send("override", { patch, reason: word("as-it-lies") }, button)) open = []
  }
}

function line(text, done) {
  const item = document.createElement("li")
  item.textContent = text
  item.classList.toggle("done", done)
  return item
}
