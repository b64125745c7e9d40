// The phone page: follows the table, shows what is fresh, says what a thumb says.

import { actWith } from "./act.js"
import "./camera.js"
import "./correct.js"
import "./dice.js"
import { followTable } from "./live.js"
import { mountAll } from "./mount.js"
import { rememberRegions, showFresh } from "./regions.js"
import { bindSettings, setting } from "./settings.js"
import "./sheets.js"
import { tell } from "./speak.js"
import { showTab } from "./tabs.js"
import { teach } from "./teacher.js"
import { canStayAwake, stayAwake } from "./wake.js"
import { word } from "./words.js"

const page = document.body.dataset
let asking = null

export async function refresh() {
  asking ??= ask().finally(() => { asking = null })
  return asking
}

async function ask() {
  const reply = await fetch(page.live, { headers: { Accept: "text/html" } })
  if (!reply.ok) return showState("soon")
  const fresh = showFresh(await reply.text())
  if (!fresh) return
  const before = Number(page.version)
  page.version = fresh.version
  showState("live")
  if (Number(fresh.version) !== before) announce(before, fresh.prompt)
  teach()
}

function announce(before, prompt) {
  const lines = [...document.querySelectorAll("[data-entry]")]
    .filter((line) => Number(line.dataset.entry) > before)
    .map((line) => line.lastElementChild.textContent.trim())
  tell([...lines.reverse(), prompt].join(" — "))
}

function showState(state) {
  const dot = document.getElementById("dot")
  if (!dot) return
  dot.dataset.state = state
  dot.querySelector(".dot-word").textContent = word(state)
}

function showDice() {
  document.documentElement.dataset.dice = setting("digits") ? "digits" : "pips"
}

actWith(refresh)
rememberRegions()
mountAll()
bindSettings()
showTab(location.hash.slice(1))
showDice()
showState("soon")
document.addEventListener("setting", () => { showDice(); stayAwake() })
document.querySelector("[data-awake-note]").hidden = canStayAwake()
stayAwake()
teach()
followTable(page, { onChange: () => refresh().catch(() => showState("soon")), onState: showState })
