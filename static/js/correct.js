// The host's word: scores set right, with a reason, as one entry of the log.

import { send } from "./act.js"
import { onMount } from "./mount.js"

onMount("correct", (form) => {
  form.addEventListener("submit", async (event) => {
    event.preventDefault()
    const scores = {}
    for (const field of form.querySelectorAll("[data-score]")) {
      if (field.value !== field.defaultValue) scores[field.dataset.score] = Number(field.value)
    }
    const reason = new FormData(form).get("reason")
    form.closest("dialog").close()
    if (Object.keys(scores).length) await send("override", { patch: { scores }, reason })
    form.reset()
  })
})
