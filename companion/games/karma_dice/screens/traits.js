// Keeping a trait card, and turning it over.

import { send } from "/static/js/act.js"
import { showFace } from "/static/js/die.js"
import { onMount } from "/static/js/mount.js"

const chosen = {} // by seat; the choice survives when somebody else acts meanwhile

onMount("trait-choice", (form) => {
  const { seat } = form.dataset
  const dice = [...form.querySelectorAll("[data-die]")]
  const keep = form.querySelector("button.primary")

  function show() {
    for (const one of dice) one.setAttribute("aria-checked", one.dataset.die === chosen[seat])
    keep.disabled = !dice.some((one) => one.dataset.die === chosen[seat])
  }

  form.addEventListener("click", (event) => {
    const die = event.target.closest("[data-die]")
    if (!die) return
    chosen[seat] = die.dataset.die
    show()
  })
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    const ability = new FormData(form).get("ability").trim()
    send("actions", { action: { type: "choose-trait", seat: Number(seat), die: chosen[seat], ability } }, keep)
  })
  show()
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
