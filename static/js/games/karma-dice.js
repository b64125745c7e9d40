// Karma Dice: keeping a trait card, and turning it over.

import { send } from "../act.js"
import { showFace } from "../die.js"
import { mountAll, onMount } from "../mount.js"

onMount("trait-choice", (form) => {
  const dice = [...form.querySelectorAll("[data-die]")]
  const keep = form.querySelector("button.primary")
  let die = null
  form.addEventListener("click", (event) => {
    const chosen = event.target.closest("[data-die]")
    if (!chosen) return
    die = chosen.dataset.die
    for (const one of dice) one.setAttribute("aria-checked", one === chosen)
    keep.disabled = false
  })
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    const ability = new FormData(form).get("ability").trim()
    send("actions", { action: { type: "choose-trait", seat: Number(form.dataset.seat), die, ability } }, keep)
  })
})

onMount("trait-use", (form) => {
  const before = JSON.parse(form.dataset.roll)
  const faces = [...before]
  form.addEventListener("click", (event) => {
    const die = event.target.closest("[data-trait-die]")
    if (!die) return
    const place = Number(die.dataset.traitDie)
    faces[place] = (faces[place] % Number(die.dataset.most)) + 1
    showFace(die, faces[place])
  })
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    const told = new FormData(form)
    const changed = faces.some((face, place) => face !== before[place])
    form.closest("dialog").close()
    send("actions", { action: {
      type: "use-trait",
      seat: Number(form.dataset.seat),
      points: Number(told.get("points")),
      bonus: Number(told.get("bonus") ?? 0),
      faces: changed ? faces : [],
      reroll: told.getAll("reroll").map(Number),
    } })
  })
})

mountAll()
