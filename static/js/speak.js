// Reads aloud with the phone's own voice, and tells screen readers politely.

import { setting } from "./settings.js"

export const canSpeak = () => "speechSynthesis" in window

export function readAloud(text) {
  if (!canSpeak() || !text) return
  speechSynthesis.cancel()
  const speech = new SpeechSynthesisUtterance(text)
  speech.lang = document.documentElement.lang
  speechSynthesis.speak(speech)
}

let said = ""

export function tell(text) {
  if (!text || text === said) return
  said = text
  const place = document.getElementById("spoken")
  if (place) place.textContent = text
  if (setting("aloud")) readAloud(text)
}
