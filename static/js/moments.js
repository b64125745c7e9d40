// What everybody should notice: shown for a moment, or until somebody has seen it.

import { play } from "./sounds.js"
import { setting } from "./settings.js"

const LASTS = 1_150 // with its fading under 1.2 seconds, so that nobody waits for it
const TUMBLE = 600
const BUZZ = { bust: [90, 60, 200], prize: [40, 40, 40], victory: [60, 40, 60, 40, 160], death: [160], capture: [30], menace: [120] }
const SIGNS = { bust: "ring", prize: "star", rebirth: "circle", menace: "triangle", death: "hexagon", capture: "diamond", "last-round": "square", victory: "star", defeat: "ring" }

const place = document.getElementById("moment")
let leaving = null

place?.addEventListener("click", leave)

export function showMoments() {
  const told = [...document.querySelectorAll("[data-moment]")]
  leave() // the next action passes what was not tapped away
  if (told.some(({ dataset }) => dataset.moment === "throw")) tumble()
  const said = told.filter(({ textContent }) => textContent.trim())
  if (!said.length) return
  const loudest = said.at(-1)
  const { moment } = loudest.dataset
  show(said.map(({ textContent }) => textContent.trim()).join(" "), moment, said.some(({ dataset }) => dataset.stays === "yes"))
  if (setting("sound")) play(moment)
  if (setting("buzz")) navigator.vibrate?.(BUZZ[moment] ?? 40)
}

function show(words, kind, stays) {
  place.querySelector("p").textContent = words
  place.querySelector("use").setAttribute("href", `#sign-${SIGNS[kind]}`)
  place.querySelector("button").hidden = !stays
  place.dataset.kind = kind
  place.style.setProperty("--room", `${room()}px`)
  place.hidden = false
  if (!stays) leaving = setTimeout(leave, LASTS)
}

// It lies over the names and scores: what is asked and what can be done stay free.
function room() {
  const prompt = document.querySelector("[data-region=prompt]")
  const head = document.querySelector("[data-region=status]")?.getBoundingClientRect().bottom ?? 0
  return Math.floor(prompt ? Math.min(head, Math.max(0, prompt.getBoundingClientRect().top)) : head)
}

function leave() {
  clearTimeout(leaving)
  if (place) place.hidden = true
}

function tumble() {
  document.body.dataset.thrown = ""
  setTimeout(() => delete document.body.dataset.thrown, TUMBLE)
}
