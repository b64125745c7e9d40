// Which amulets lie in a gap: signs are tapped, a full face joins the list.

import { send } from "/static/js/act.js"
import { onMount } from "/static/js/mount.js"
import { showPicture } from "/static/js/picture.js"
import { takeReadings } from "/static/js/proposal.js"
import { word } from "/static/js/words.js"

const LETTERS = "JVKYBGDM"
const SIGNS = { gold: 2, copper: 3 }
const EACH = { gold: 4, copper: 2 }

let kept = { gap: "", answer: "", faces: [] }

export function total(face) {
  return [...face.matchAll(/\d/g)].reduce((sum, [digit]) => sum + Number(digit), 0)
}

export function metalOf(face) {
  return { 8: "gold", 6: "copper" }[total(face)]
}

onMount("lay", (form) => {
  const need = { gold: Number(form.dataset.gold), copper: Number(form.dataset.copper) }
  const signs = [...form.querySelectorAll("[data-letter]")]
  const metals = [...form.querySelectorAll("[data-metal]")]
  const go = form.querySelector("[data-go]")
  const laid = form.querySelector("[data-slot=laid]")
  const { answer } = form.dataset
  if (kept.gap !== form.dataset.gap || kept.answer !== answer) kept = { gap: form.dataset.gap, answer, faces: [] }
  const { faces } = kept
  const left = (metal) => need[metal] - faces.filter((face) => metalOf(face) === metal).length
  const chosen = () => signs.filter((sign) => sign.getAttribute("aria-pressed") === "true")
  const metal = () => metals.find((one) => one.getAttribute("aria-checked") === "true")?.dataset.metal

  function choose(wanted) {
    for (const one of metals) one.setAttribute("aria-checked", one.dataset.metal === wanted)
  }

  function show() {
    if (left(metal()) < 1) choose(left("gold") > 0 ? "gold" : "copper")
    for (const one of metals) one.disabled = left(one.dataset.metal) < 1
    const full = left("gold") < 1 && left("copper") < 1
    for (const sign of signs) sign.disabled = full
    laid.replaceChildren(...faces.map(item))
    form.querySelector("[data-slot=total]").textContent = `${faces.length} / ${need.gold + need.copper}`
    go.disabled = !full
    go.classList.toggle("primary", full)
  }

  function item(face, at) {
    const button = document.createElement("button")
    button.type = "button"
    button.className = `amulet ${metalOf(face)}`
    for (const [letter, count] of face.match(/[A-Z]\d/g)) button.append(symbol(letter, count))
    button.append("×")
    button.setAttribute("aria-label", word("take-away", { face: spoken(face) }))
    button.addEventListener("click", () => { faces.splice(at, 1); show(); laid.focus() })
    const place = document.createElement("li")
    place.append(button)
    return place
  }

  function spoken(face) {
    return [...face.matchAll(/([A-Z])(\d)/g)].map(([, letter, count]) => `${count} ${signOf(letter).textContent.trim()}`).join(", ")
  }

  function signOf(letter) {
    return signs.find(({ dataset }) => dataset.letter === letter)
  }

  function symbol(letter, count) {
    const sign = signOf(letter)
    const mark = document.createElement("span")
    mark.className = "symbol"
    mark.dataset.colour = sign.dataset.colour
    mark.append(sign.querySelector("svg").cloneNode(true), count)
    return mark
  }

  function add(face) {
    if (left(metalOf(face)) > 0) faces.push(face)
    for (const sign of signs) sign.setAttribute("aria-pressed", false)
    show()
  }

  form.addEventListener("click", (event) => {
    const sign = event.target.closest("[data-letter]")
    const wanted = event.target.closest("[data-metal]")
    if (wanted) choose(wanted.dataset.metal)
    if (sign) sign.setAttribute("aria-pressed", sign.getAttribute("aria-pressed") !== "true")
    if (chosen().length === SIGNS[metal()]) add(chosen().map((one) => one.dataset.letter + EACH[metal()]).join(""))
    if (event.target.closest("[data-odd]")) odd(form.elements.odd)
  })

  function odd(field) {
    const face = field.value.toUpperCase().replace(/[^A-Z\d]/g, "")
    const good = new RegExp(`^([${LETTERS}][1-8])+$`).test(face) && metalOf(face)
    form.querySelector("[data-slot=odd-told]").textContent = good ? "" : word("no-face")
    if (!good) return field.focus()
    field.value = ""
    add(face)
  }

  form.addEventListener("readings", ({ detail }) => {
    faces.length = 0
    for (const { symbols = {} } of detail) {
      const face = signs.filter(({ dataset }) => symbols[dataset.colour])
        .map(({ dataset }) => dataset.letter + symbols[dataset.colour]).join("")
      if (metalOf(face) && left(metalOf(face)) > 0) faces.push(face)
    }
    show()
  })
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    send("actions", { action: { ...JSON.parse(answer), faces: [...faces] } }, go)
  })
  show()
})

takeReadings("amulets", ({ sheet, slot, proposal, form }) => {
  const readings = proposal.readings ?? []
  showPicture(slot("picture"), { ...proposal, readings: readings.map(({ box }, at) => ({ box, face: at + 1 })) })
  slot("right").hidden = readings.length === 0
  slot("right").disabled = false
  slot("right").textContent = word("enter-amulets") // nothing is played yet: they stand in the form, to be looked through
  slot("right").onclick = () => {
    form.dispatchEvent(new CustomEvent("readings", { detail: readings }))
    sheet.close()
  }
})
