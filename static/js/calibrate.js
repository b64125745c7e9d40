// Calibrate your box: a file fills a long field; every piece of a part has a colour of its own, so colours swap.

import { mountAll, onMount } from "./mount.js"

onMount("calibrate", (form) => {
  const chosen = new Map([...form.querySelectorAll(".swatches")].map((row) => [row, row.querySelector("input:checked").value]))

  form.addEventListener("change", async ({ target }) => {
    if (target.dataset.fills) {
      const [file] = target.files
      if (file) form.querySelector(`#${target.dataset.fills}`).value = await file.text()
      return
    }
    const row = target.closest(".swatches")
    if (!row) return
    const before = chosen.get(row)
    const other = [...row.parentElement.querySelectorAll(".swatches")]
      .find((one) => one !== row && chosen.get(one) === target.value)
    chosen.set(row, target.value)
    if (!other) return
    other.querySelector(`[value="${before}"]`).checked = true
    chosen.set(other, before)
  })
})

mountAll()
