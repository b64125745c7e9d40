// The first time a rule is about to matter on this phone, its short form is offered once.

import { keep, setting } from "./settings.js"

const KEY = "karma-table-taught"
const LITTLE = matchMedia("(max-height: 37rem)") // no room: the style sheet shows no tip there
const sheet = document.getElementById("teacher")

function taught() {
  try {
    return new Set(JSON.parse(localStorage.getItem(KEY) || "[]"))
  } catch {
    return new Set()
  }
}

function remember(rule) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...taught(), rule]))
  } catch {
    // without storage the tip may come again; harmless
  }
}

export function teach() {
  const tips = document.getElementById("tips")
  if (!sheet) return
  const now = tips ? JSON.parse(tips.textContent) : []
  if (!now.some(({ id }) => id === sheet.dataset.rule)) sheet.hidden = true
  if (!sheet.hidden || !setting("teacher") || LITTLE.matches) return
  const known = taught()
  const tip = now.find(({ id }) => !known.has(id))
  if (tip) show(tip)
}

function show(tip) {
  sheet.dataset.rule = tip.id
  slot("title").textContent = tip.title
  slot("text").textContent = tip.short
  slot("link").href = `/rules/${tip.id}`
  sheet.open = false
  sheet.hidden = false
  if (sheet.checkVisibility()) remember(tip.id)
  else sheet.hidden = true // there are hands to be told first: another time
}

function slot(name) {
  return sheet.querySelector(`[data-slot=${name}]`)
}

if (sheet) {
  slot("thanks").addEventListener("click", () => { sheet.hidden = true })
  slot("never").addEventListener("click", () => {
    sheet.hidden = true
    keep("teacher", false)
    const box = document.querySelector("input[data-setting=teacher]")
    if (box) box.checked = false
  })
}
