// The host's word: what is wrong is set right, with a reason, in the log.

import { send } from "./act.js"
import { onMount } from "./mount.js"
import { typed } from "./regions.js"
import { word } from "./words.js"

const filled = (field) => field.value !== "" && typed(field)

function corrections(form) {
  const patch = {}
  const scores = [...form.querySelectorAll("[data-score]")]
  if (scores.some(typed)) patch.scores = scores.map((field) => Number(field.value))
  for (const field of form.querySelectorAll("[data-patch]")) {
    if (filled(field)) put(patch, field.dataset.patch.split("."), JSON.parse(field.value))
  }
  for (const move of form.querySelectorAll("[data-move]")) {
    const parts = [...move.querySelectorAll("select")]
    if (parts.every(filled)) patch[move.dataset.move] = [Object.assign({}, ...parts.map((part) => JSON.parse(part.value)))]
  }
  // A game's own script may add what only it can read from the form.
  form.dispatchEvent(new CustomEvent("corrections", { detail: patch }))
  return patch
}

// data-patch="turn" is one value, data-patch="pawns.2" one seat's value among several.
function put(patch, [key, seat], value) {
  patch[key] = seat === undefined ? value : { ...patch[key], [seat]: value }
}

onMount("correct", (form) => {
  const told = form.querySelector("[data-slot=told]")
  form.addEventListener("change", ({ target }) => {
    told.textContent = ""
    const parts = [...(target.closest("[data-move]")?.querySelectorAll("select") ?? [])]
    for (const part of parts) part.required = parts.some(filled)
  })
  form.addEventListener("invalid", ({ target }) => {
    const folded = target.closest("details")
    if (folded) folded.open = true
  }, true)
  const sheet = form.closest("dialog")
  let sending = false
  sheet.addEventListener("close", () => { if (!sending) form.reset() })
  form.addEventListener("submit", async (event) => {
    event.preventDefault()
    const patch = corrections(form)
    const reason = new FormData(form).get("reason")
    if (!Object.keys(patch).length) {
      told.textContent = word("unchanged")
      return
    }
    sending = true
    sheet.close()
    if (await send("override", { patch, reason })) form.reset()
    sending = false
  })
})
