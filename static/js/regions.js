// Puts a fresh page into the old one, region by region; what did not change stays.

import { mountAll } from "./mount.js"

const REST = 300 // a button that changes its meaning is dead for a moment

const shown = new Map()
const waiting = new Map() // regions whose open sheet somebody is filling in

export function rememberRegions(root = document) {
  for (const region of root.querySelectorAll("[data-region]")) {
    shown.set(region.dataset.region, region.innerHTML)
  }
}

// An answer that was overtaken by a newer one on its way is not shown any more.
export function showFresh(html, newest) {
  const fresh = new DOMParser().parseFromString(html, "text/html")
  const live = fresh.getElementById("live")
  if (!live || Number(live.dataset.version) < newest) return null
  const kept = focusKey()
  for (const region of live.querySelectorAll("[data-region]")) swap(region)
  restoreFocus(kept)
  return live.dataset
}

// A field that says something else than what the page came with.
export function typed(field) {
  if (field.nodeName !== "SELECT") return field.value !== field.defaultValue
  return !field.selectedOptions[0]?.defaultSelected
}

function swap(fresh) {
  const name = fresh.dataset.region
  const old = document.querySelector(`[data-region="${name}"]`)
  waiting.delete(name)
  if (!old || shown.get(name) === fresh.innerHTML) return
  if (old.querySelector("dialog[open]")) return waiting.set(name, fresh)
  shown.set(name, fresh.innerHTML)
  for (const { name: attribute, value } of fresh.attributes) {
    if (attribute !== "hidden") old.setAttribute(attribute, value)
  }
  const begun = begunIn(old)
  old.replaceChildren(...fresh.childNodes)
  goOn(old, begun)
  rest(old)
  mountAll(old)
}

// What was begun and not yet said outlives what others do: open lists, typed words.
function begunIn(region) {
  const open = [...region.querySelectorAll("details[open] > summary")].map(({ textContent }) => textContent)
  const fields = [...region.querySelectorAll("[data-keep] :is(input, select, textarea)[id]")]
  return { open, typed: fields.filter(typed).map(({ id, value }) => [id, value]) }
}

function goOn(region, begun) {
  for (const summary of region.querySelectorAll("details > summary")) {
    if (begun.open.includes(summary.textContent)) summary.parentElement.open = true
  }
  for (const [id, value] of begun.typed) {
    const field = region.querySelector(`#${CSS.escape(id)}`)
    if (field) field.value = value
  }
}

document.addEventListener("close", () => {
  for (const fresh of [...waiting.values()]) swap(fresh)
}, true)

function rest(region) {
  if (!region.querySelector("button, .button")) return
  region.classList.add("resting")
  setTimeout(() => region.classList.remove("resting"), REST)
}

const FOCUSABLE = "button, a[href], summary, input, select, textarea, [tabindex='0']"
const reachable = (one) => !one.disabled && one.checkVisibility()

function focusKey() {
  const held = document.activeElement
  const region = held?.closest("[data-region]")
  if (!region) return null
  const place = [...region.querySelectorAll(FOCUSABLE)].filter(reachable).indexOf(held)
  return { id: held.id, key: held.dataset.key, region: region.dataset.region, place }
}

// Back to the same control; to the one before it while it cannot be used; else to the same place.
function restoreFocus(kept) {
  if (!kept || document.activeElement !== document.body) return
  const region = document.querySelector(`[data-region="${kept.region}"]`)
  const same =
    (kept.id && document.getElementById(kept.id)) ||
    (kept.key && region?.querySelector(`[data-key="${CSS.escape(kept.key)}"]`))
  const all = [...(region?.querySelectorAll(FOCUSABLE) ?? [])].filter(reachable)
  const before = same && all.filter((one) => same.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING)
  const next = (same && reachable(same) ? same : before?.at(-1)) ?? all[Math.min(Math.max(kept.place, 0), all.length - 1)] ?? region
  if (next === region) region?.setAttribute("tabindex", "-1")
  next?.focus({ preventScroll: true })
}
