// Faces of amulets are tapped together from the signs of the zones, in the colours chosen above.

import { mountAll, onMount } from "/static/js/mount.js"

const MOST = 9 // one digit is written for each sign

onMount("face-pad", (pad) => {
  const form = document.querySelector("form.calibrate")
  const told = pad.querySelector(".sign-face")
  const signs = [...pad.querySelectorAll("[data-pad]")]
  let field = null
  let counts = {}

  function written() {
    return signs.map(({ dataset }) => dataset.pad).filter((sign) => counts[sign]).map((sign) => sign + counts[sign]).join("")
  }

  function recolour() {
    for (const row of form.querySelectorAll(".swatches")) {
      const chosen = row.querySelector("input:checked")
      const sign = pad.querySelector(`[data-pad="${row.dataset.sign}"]`)
      sign.dataset.colour = chosen.value
      sign.querySelector("svg").replaceWith(chosen.nextElementSibling.querySelector("svg").cloneNode(true))
    }
  }

  form.addEventListener("click", ({ target }) => {
    if (!target.matches(".face-field input")) return
    field = target
    counts = Object.fromEntries([...field.value.matchAll(/([A-Z])(\d)/g)].map(([, sign, n]) => [sign, Number(n)]))
    recolour()
    told.textContent = written()
    pad.showModal()
  })
  pad.addEventListener("click", ({ target }) => {
    const sign = target.closest("[data-pad]")?.dataset.pad
    if (sign) counts[sign] = Math.min(MOST, (counts[sign] ?? 0) + 1)
    if (target.closest("[data-empty]")) counts = {}
    told.textContent = written()
  })
  pad.addEventListener("close", () => { if (written()) field.value = written() })
})

mountAll()
