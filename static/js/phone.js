// The phone page: follows the table, shows what is fresh, says what a thumb says.

import { actWith } from "./act.js"
import "./camera.js"
import "./correct.js"
import "./dice.js"
import { keepFresh, showState } from "./fresh.js"
import { numberKeys } from "./keys.js"
import { followTable } from "./live.js"
import { showMoments } from "./moments.js"
import { mountAll } from "./mount.js"
import { rememberRegions } from "./regions.js"
import { bindSettings, setting } from "./settings.js"
import "./rule-sheet.js"
import { reachScrolling } from "./scrolls.js"
import "./share.js"
import "./sheets.js"
import { tell } from "./speak.js"
import { showTab } from "./tabs.js"
import { teach } from "./teacher.js"
import { canStayAwake, stayAwake } from "./wake.js"

const page = document.body.dataset

let asked = document.getElementById("live").dataset.prompt

const kept = keepFresh((fresh, before) => {
  if (Number(fresh.version) !== before) {
    announce(before, fresh.prompt)
    showMoments()
  }
  if (fresh.prompt !== asked) bringIntoView()
  asked = fresh.prompt
  teach()
})

// A new question must not stay hidden above, where the thumb scrolled the last one away.
function bringIntoView() {
  document.querySelector("[data-region=actions]").scrollTop = 0
}

function announce(before, prompt) {
  const lines = [...document.querySelectorAll("[data-entry]")]
    .filter((line) => Number(line.dataset.entry) > before)
    .map((line) => line.lastElementChild.textContent.trim())
  const doings = [...document.querySelectorAll("[data-doing]")].map((doing) => doing.textContent.trim())
  tell([...lines.reverse(), ...doings, prompt].join(" — "))
}

function showDice() {
  document.documentElement.dataset.dice = setting("digits") ? "digits" : "pips"
}

actWith(kept)
rememberRegions()
reachScrolling()
mountAll()
numberKeys()
bindSettings()
showTab(location.hash.slice(1))
showDice()
showState("soon")
document.addEventListener("setting", () => { showDice(); stayAwake() })
document.querySelector("[data-awake-note]").hidden = canStayAwake()
stayAwake()
teach()
followTable(page, { onChange: kept.refresh, onPage: kept.take, onState: showState })
