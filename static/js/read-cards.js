// Cards of a photo: each with its picture, one tap from the likely names, or typed.

import { answerOf } from "./answer.js"
import { closeUp, showPicture } from "./picture.js"
import { accept, takeReadings } from "./proposal.js"

const LIKELY = 3 // names offered before anything is typed
const LETTERS = 3 // typed letters that are enough to offer names

takeReadings("cards", ({ sheet, slot, proposal, form }) => {
  const names = new Map([...form.querySelectorAll("[data-card]")].map(({ dataset }) => [dataset.card, dataset.name]))
  const read = (proposal.readings ?? []).map((reading) => ({ ...reading, box: around(reading.quad) }))
  const cards = read.map(({ card }) => (names.has(card) ? card : null))
  const right = slot("right")
  showPicture(slot("picture"), { ...proposal, readings: read.map(({ box }, at) => ({ box, face: at + 1 })) },
    (at) => cards[at] === null)

  function settle() {
    right.hidden = read.length === 0
    right.disabled = cards.includes(null) || cards.every((card) => card === undefined)
  }

  slot("cards").replaceChildren(...read.map((reading, at) => cardRow(reading, proposal, names, {
    now: cards[at],
    set(card) {
      cards[at] = card
      settle()
    },
  })))
  right.onclick = () => accept(sheet, proposal, answerOf(form, cards.filter(Boolean)), right)
  settle()
})

function around(quad) {
  const [xs, ys] = [quad.map(([x]) => x), quad.map(([, y]) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return [x, y, Math.max(...xs) - x, Math.max(...ys) - y]
}

function cardRow(reading, proposal, names, { now, set }) {
  const row = document.getElementById("card-row").content.firstElementChild.cloneNode(true)
  const name = row.querySelector("[data-name]")
  const choice = row.querySelector("[data-choice]")
  const typed = row.querySelector("input")
  closeUp(row.querySelector("svg"), proposal, reading.box)

  function choose(card) {
    name.textContent = names.get(card)
    name.classList.remove("unsure")
    choice.hidden = true
    set(card)
  }

  function offer(found) {
    row.querySelector("[data-likely]").replaceChildren(...found.map((card) => {
      const button = document.createElement("button")
      button.type = "button"
      button.textContent = names.get(card)
      button.addEventListener("click", () => choose(card))
      return button
    }))
  }

  const likely = (reading.candidates ?? []).map(({ card }) => card).filter((card) => names.has(card)).slice(0, LIKELY)
  typed.addEventListener("input", () => {
    const start = typed.value.trim().toLowerCase()
    const found = [...names.keys()].filter((card) => names.get(card).toLowerCase().includes(start))
    offer(start.length >= LETTERS || (start && found.length <= LIKELY) ? found : likely)
  })
  name.addEventListener("click", () => { choice.hidden = !choice.hidden })
  row.querySelector("[data-away]").addEventListener("click", () => {
    row.remove()
    set(undefined)
  })
  offer(likely)
  if (now) choose(now)
  else {
    name.classList.add("unsure")
    choice.hidden = false
  }
  return row
}
