// Dice drawn by script: the same drawing as the server's, with a face that can change.

import { word } from "./words.js"

const SIGNS = {
  red: "circle", orange: "triangle", yellow: "square", green: "heart",
  "light-blue": "diamond", "dark-blue": "star", violet: "hexagon", white: "ring",
}

export function showFace(button, face) {
  const die = button.querySelector(".die")
  const called = button.dataset.called ?? word("die", { colour: word(die.dataset.colour) })
  die.dataset.face = face
  die.querySelector(".pips").setAttribute("href", `#face-${face}`)
  die.querySelector(".digit").textContent = face || "?"
  button.setAttribute("aria-label", face
    ? word("die-face", { die: called, face })
    : word("die-open", { die: called }))
}

export function dieButton(colour, face, called) {
  const pattern = document.getElementById("die-button")
  const button = pattern.content.firstElementChild.cloneNode(true)
  const known = colour in SIGNS ? colour : "white"
  button.querySelector(".die").dataset.colour = known
  button.querySelector(".mark").setAttribute("href", `#sign-${SIGNS[known]}`)
  if (called) button.dataset.called = called
  showFace(button, face)
  return button
}
