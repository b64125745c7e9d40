// Puts a fresh page into the old one, region by region; what did not change stays.

import { mountAll } from "./mount.js"

const REST = 300 // a button that changes its meaning is dead for a moment

const shown = new Map()

export function rememberRegions(root = document) {
  for (const region of root.querySelectorAll("[data-region]")) {
    shown.set(region.dataset.region, region.innerHTML)
  }
}

export function showFresh(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html")
  const live = fresh.getElementById("live")
  if (!live) return null
  const kept = focusKey()
  for (const region of live.querySelectorAll("[data-region]")) swap(region)
  restoreFocus(kept)
  return live.dataset
}

function swap(fresh) {
  const name = fresh.dataset.region
  const old = document.querySelector(`[data-region="${name}"]`)
  if (!old || shown.get(name) === fresh.innerHTML) return
  shown.set(name, fresh.innerHTML)
  for (const { name: attribute, value } of fresh.attributes) {
    if (attribute !== "hidden") old.setAttribute(attribute, value)
  }
  old.replaceChildren(...fresh.childNodes)
  rest(old)
  mountAll(old)
}

function rest(region) {
  if (!region.querySelector("button, .button")) return
  region.classList.add("resting")
  setTimeout(() => region.classList.remove("resting"), REST)
}

function focusKey() {
  const held = document.activeElement
  const region = held?.closest("[data-region]")
  if (!region) return null
  return { id: held.id, key: held.dataset.key, region: region.dataset.region }
}

function restoreFocus(kept) {
  if (!kept || document.activeElement !== document.body) return
  const region = document.querySelector(`[data-region="${kept.region}"]`)
  const same =
    (kept.id && document.getElementById(kept.id)) ||
    (kept.key && region?.querySelector(`[data-key="${CSS.escape(kept.key)}"]`))
  const next = same || region?.querySelector("button:not(:disabled), a[href]") || region
  if (next === region) region?.setAttribute("tabindex", "-1")
  next?.focus({ preventScroll: true })
}
