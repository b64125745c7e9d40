// The table screen: follows the table and stays awake.

import { followTable } from "./live.js"
import { mountAll } from "./mount.js"
import { rememberRegions, showFresh } from "./regions.js"
import { setting } from "./settings.js"
import { tell } from "./speak.js"
import { stayAwake } from "./wake.js"
import { word } from "./words.js"

const SEATING = 3_000 // taking a seat is no entry of the log, so the screen looks

const page = document.body.dataset

async function refresh() {
  const reply = await fetch(page.live, { headers: { Accept: "text/html" } })
  if (!reply.ok) return showState("soon")
  const fresh = showFresh(await reply.text())
  if (!fresh) return
  if (fresh.version !== page.version) {
    const event = document.querySelector("[data-entry]")
    tell(`${event.textContent.trim()} — ${fresh.prompt}`)
  }
  page.version = fresh.version
  showState("live")
  document.getElementById("live").toggleAttribute("data-seating", "seating" in fresh)
}

function showState(state) {
  const dot = document.getElementById("dot")
  dot.dataset.state = state
  dot.querySelector(".dot-word").textContent = word(state)
}

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
const look = () => refresh().catch(() => showState("soon"))
followTable(page, { onChange: look, onState: showState })
setInterval(() => { if (document.querySelector("[data-seating]")) look() }, SEATING)
