// The table screen: follows the table and stays awake.

import "./eyes.js"
import { keepFresh, showState } from "./fresh.js"
import { followTable } from "./live.js"
import { showMoments } from "./moments.js"
import { mountAll } from "./mount.js"
import { rememberRegions } from "./regions.js"
import { setting } from "./settings.js"
import { tell } from "./speak.js"
import { stayAwake } from "./wake.js"

const SEATING = 3_000 // taking a seat is no entry of the log, so the screen looks

const page = document.body.dataset

const { refresh } = keepFresh((fresh, before) => {
  document.getElementById("live").toggleAttribute("data-seating", "seating" in fresh)
  if (Number(fresh.version) === before) return
  const lines = [...document.querySelectorAll("[data-entry], [data-doing]")].map((line) => line.textContent.trim())
  tell([...lines, fresh.prompt].join(" — "))
  showMoments()
})

document.addEventListener("click", (event) => {
  if (!event.target.closest?.("[data-fullscreen]")) return
  if (document.fullscreenElement) document.exitFullscreen()
  else document.documentElement.requestFullscreen?.()
})

document.documentElement.dataset.dice = setting("digits") ? "digits" : "pips"
rememberRegions()
mountAll()
showState("soon")
stayAwake()
followTable(page, { onChange: refresh, onState: showState })
setInterval(() => { if (document.querySelector("[data-seating]")) refresh(Infinity) }, SEATING)
