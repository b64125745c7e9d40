// Reads aloud with the phone's own voice, and tells screen readers politely.

import { setting } from "./settings.js"

export const canSpeak = () => "speechSynthesis" in window

export function readAloud(text) {
  if (!canSpeak() || !text) return
  speechSynthesis.cancel()
  const speech = new SpeechSynthesisUtterance(text)
  speech.lang = document.documentElement.lang
  const tell = (speaking) => document.dispatchEvent(new CustomEvent("own-voice", { detail: speaking }))
  for (const over of ["end", "error"]) speech.addEventListener(over, () => { if (newest === speech) tell(false) })
  newest = speech
  tell(true)
  speechSynthesis.speak(speech)
}

let newest = null // one that was cut off by the next does not end the talk

let said = ""

export function tell(text) {
  if (!text || text === said) return
  said = text
  const place = document.getElementById("spoken")
  if (place) place.textContent = text
  if (setting("aloud")) readAloud(text)
}
