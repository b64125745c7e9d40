// The host's word: what is wrong is set right, with a reason, in the log.

import { send } from "./act.js"
import { onMount } from "./mount.js"

const changed = (field) => {
  if (field.nodeName !== "SELECT") return field.value !== field.defaultValue
  return field.value !== "" && !field.selectedOptions[0].defaultSelected
}

function scoresAndMore(form) {
  const patch = {}
  const scores = [...form.querySelectorAll("[data-score]")]
  if (scores.some(changed)) patch.scores = scores.map((field) => Number(field.value))
  for (const field of form.querySelectorAll("[data-patch]")) {
    if (changed(field)) patch[field.dataset.patch] = JSON.parse(field.value)
  }
  return Object.keys(patch).length ? [patch] : []
}

function hands(form) {
  return [...form.querySelectorAll("[data-hand]")].flatMap((hand) => {
    const counts = [...hand.querySelectorAll("[data-colour-count]")]
    if (!counts.some(changed)) return []
    const has = counts.flatMap((count) => Array(Number(count.value)).fill(count.dataset.colourCount))
    return [{ dice: { seat: Number(hand.dataset.hand), has } }]
  })
}

onMount("correct", (form) => {
  form.addEventListener("submit", async (event) => {
    event.preventDefault()
    const reason = new FormData(form).get("reason")
    form.closest("dialog").close()
    for (const patch of [...scoresAndMore(form), ...hands(form)]) {
      if (!(await send("override", { patch, reason }))) return
    }
  })
})
