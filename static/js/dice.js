// Choosing dice to throw, and telling how they landed.

import { send } from "./act.js"
import { showFace } from "./die.js"
import { onMount } from "./mount.js"
import { word } from "./words.js"

onMount("throw", (form) => {
  const dice = [...form.querySelectorAll("[data-die]")]
  const go = form.querySelector("[data-go]")
  const chosen = () => dice.filter((die) => die.getAttribute("aria-pressed") === "true")

  function count() {
    const n = chosen().length
    go.disabled = n === 0
    go.querySelector("[data-slot=label]").textContent =
      n === 0 ? word("throw-none") : n === 1 ? word("throw-one") : word("throw-many", { n })
  }

  function choose(wanted) {
    for (const die of dice) {
      const at = wanted.indexOf(die.dataset.die)
      if (at >= 0) wanted.splice(at, 1)
      die.setAttribute("aria-pressed", at >= 0)
    }
  }

  form.addEventListener("click", (event) => {
    const die = event.target.closest("[data-die]")
    const handful = event.target.closest("[data-choose]")
    if (die) die.setAttribute("aria-pressed", die.getAttribute("aria-pressed") !== "true")
    if (handful) choose(JSON.parse(handful.dataset.choose))
    if (die || handful) count()
  })
  go.addEventListener("click", () => {
    if (go.closest(".resting")) return
    send("actions", { action: { type: "throw", dice: chosen().map((die) => die.dataset.die) } }, go)
  })
  count()
})

onMount("faces", (form) => {
  const dice = [...form.querySelectorAll("[data-die]")]
  const pad = [...form.querySelectorAll("[data-face-pad]")]
  const go = form.querySelector("[data-go]")
  const faces = dice.map(() => 0)
  let place = 0

  function show() {
    dice.forEach((die, at) => die.classList.toggle("chosen", at === place))
    const possible = JSON.parse(dice[place].dataset.faces)
    for (const key of pad) key.disabled = !possible.includes(Number(key.dataset.facePad))
    go.disabled = faces.includes(0)
    const begun = faces.some((face) => face > 0)
    go.hidden = !begun
    for (const other of form.querySelectorAll("[data-other-way]")) other.hidden = begun
  }

  function enter(face) {
    faces[place] = face
    showFace(dice[place], face)
    const open = faces.indexOf(0)
    if (open >= 0) place = open
    show()
  }

  form.addEventListener("click", (event) => {
    const die = event.target.closest("[data-die]")
    if (die) {
      place = dice.indexOf(die)
      show()
    }
    const key = event.target.closest("[data-face-pad]")
    if (key) enter(Number(key.dataset.facePad))
  })
  form.addEventListener("keydown", (event) => {
    const key = pad.find((button) => button.dataset.facePad === event.key)
    if (key && !key.disabled) enter(Number(event.key))
  })
  go.addEventListener("click", () => {
    if (go.closest(".resting")) return
    send("actions", { action: { type: "landed", faces } }, go)
  })
  show()
})
