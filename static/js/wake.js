// Keeps the screen on while a game is watched, where the browser allows it.

import { setting } from "./settings.js"

let lock = null

export const canStayAwake = () => "wakeLock" in navigator

export async function stayAwake() {
  if (!canStayAwake() || document.visibilityState !== "visible") return
  if (!setting("awake")) return lock?.release()
  try {
    lock = await navigator.wakeLock.request("screen")
  } catch {
    lock = null // a low battery may refuse it; the game goes on
  }
}

document.addEventListener("visibilitychange", stayAwake)
