// Telling how dice landed: one tap on a face for each die.

import { send } from "./act.js"
import { answerOf } from "./answer.js"
import { showFace } from "./die.js"
import { onMount } from "./mount.js"
import { word } from "./words.js"

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
    go.classList.toggle("away", !begun)
    for (const other of form.querySelectorAll("[data-other-way]")) other.classList.toggle("away", begun)
    go.querySelector("[data-slot=told]").textContent = word("confirm", { what: faces.map((face) => face || "–").join(" ") })
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
  go.addEventListener("click", () => {
    if (go.closest(".resting")) return
    send("actions", { action: answerOf(form, faces) }, go)
  })
  show()
})
