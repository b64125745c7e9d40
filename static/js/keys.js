// Keys press what can be done now: digits in the order of the page, unless a control names its own.

import { setting } from "./settings.js"

// What stands under the thumb first, then the rest of the dock, then the board.
const PRESSED = ":is([data-action], [data-throw], [data-say=chance], button.primary)"
const NUMBERED = [
  `.actions .thumb ${PRESSED}`,
  `.actions ${PRESSED}`,
  ".board [data-action]",
  ".board .target",
  ".board [data-cell][tabindex='0']",
]
const OURS = /^([0-9]|Backspace|Enter)$/
const FIELDS = "input, textarea, select"

const live = document.getElementById("live")
const there = (one) => !one.disabled && one.checkVisibility()
const usable = (one) => there(one) && !one.closest(".resting")

function number() {
  for (const one of live.querySelectorAll("[data-numbered]")) {
    one.removeAttribute("aria-keyshortcuts")
    delete one.dataset.numbered
  }
  if (!setting("keys")) return
  const named = [...live.querySelectorAll("[aria-keyshortcuts]")].filter(there)
  const taken = new Set(named.map((one) => one.getAttribute("aria-keyshortcuts")))
  const free = [..."123456789"].filter((digit) => !taken.has(digit))
  for (const one of NUMBERED.flatMap((what) => [...live.querySelectorAll(what)])) {
    if (!free.length) return
    if (one.hasAttribute("aria-keyshortcuts") || !there(one)) continue
    one.setAttribute("aria-keyshortcuts", free.shift())
    one.dataset.numbered = ""
  }
}

function wants({ target, key }) {
  if (document.querySelector("dialog[open]") || target.closest?.(FIELDS)) return false
  // What has the focus keeps its own Enter.
  return key !== "Enter" || !target.closest?.("button, a[href], summary, [role=button]")
}

document.addEventListener("keydown", (event) => {
  document.documentElement.dataset.keys = "" // somebody has keys: from now on they are shown
  const { key, ctrlKey, metaKey, altKey, repeat } = event
  if (ctrlKey || metaKey || altKey || repeat || !OURS.test(key) || !setting("keys") || !wants(event)) return
  const found = [...live.querySelectorAll(`[aria-keyshortcuts="${key}"]`)].find(usable)
  if (!found) return
  event.preventDefault()
  found.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }))
})

export function numberKeys() {
  let waits = false
  new MutationObserver(() => {
    if (waits) return
    waits = true
    queueMicrotask(() => { waits = false; number() })
  }).observe(live, { subtree: true, childList: true, attributeFilter: ["hidden", "disabled", "tabindex", "open"] })
  document.addEventListener("setting", number)
  number()
}
