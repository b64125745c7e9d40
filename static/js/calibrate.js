// Calibrate your box: colours swap, faces are tapped together from signs.

import { mountAll, onMount } from "./mount.js"

const LETTERS = "JVKYBGDM"

onMount("calibrate", (form) => {
  const pad = document.getElementById("face-pad")
  const told = pad.querySelector(".pad-face")
  const chosen = new Map([...form.querySelectorAll(".swatches")].map((row) => [row, colour(row)]))
  let field = null
  let counts = {}

  function colour(row) {
    return row.querySelector("input:checked").value
  }

  // Every zone has a colour of its own: the one that had it takes ours.
  form.addEventListener("change", ({ target }) => {
    const row = target.closest(".swatches")
    if (!row) return
    const before = chosen.get(row)
    const other = [...chosen].find(([one, had]) => one !== row && had === target.value)?.[0]
    chosen.set(row, target.value)
    if (other) {
      other.querySelector(`[value="${before}"]`).checked = true
      chosen.set(other, before)
    }
    for (const [one, now] of chosen) {
      const sign = pad.querySelector(`[data-pad="${one.dataset.letter}"]`)
      sign.dataset.colour = now
      sign.querySelector("svg").replaceWith(one.querySelector("input:checked + span svg").cloneNode(true))
    }
  })

  function written() {
    return [...LETTERS].filter((letter) => counts[letter]).map((letter) => letter + counts[letter]).join("")
  }

  form.addEventListener("click", ({ target }) => {
    if (!target.matches(".face-field input")) return
    field = target
    counts = Object.fromEntries([...field.value.matchAll(/([A-Z])(\d)/g)].map(([, letter, n]) => [letter, Number(n)]))
    told.textContent = written()
    pad.showModal()
  })
  pad.addEventListener("click", ({ target }) => {
    const sign = target.closest("[data-pad]")
    if (sign) counts[sign.dataset.pad] = Math.min(9, (counts[sign.dataset.pad] ?? 0) + 1)
    if (target.closest("[data-empty]")) counts = {}
    told.textContent = written()
  })
  pad.addEventListener("close", () => { if (written()) field.value = written() })
})

mountAll()
