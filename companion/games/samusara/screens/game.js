// Samusara: a disc is moved by tapping it and where it goes, a series landing by landing.

import { send } from "/static/js/act.js"
import { mountAll, onMount } from "/static/js/mount.js"
import { typed } from "/static/js/regions.js"
import { word } from "/static/js/words.js"
import "./read-board.js"
import { Turn } from "./turn.js"

const THINKING = 500 // a moment to see the own move before the app answers

let tapped = null // the board that is tapped now: its buttons are drawn anew without it, and it without them

onMount("move-disc", (place) => {
  const cells = new Map([...place.querySelectorAll("[data-cell]")].map((cell) => [cell.dataset.cell, cell]))
  const turn = new Turn(JSON.parse(place.dataset.lines), discsOf(cells), place.dataset.colour)
  const homes = new Set()
  let returns = false

  place.addEventListener("click", ({ target }) => {
    const cell = target.closest("[data-cell]")
    if (cell) tap(cell.dataset.cell)
  })
  place.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return
    event.preventDefault()
    tap(event.target.closest("[data-cell]")?.dataset.cell)
  })

  function turnToReturns() {
    returns = !returns
    homes.clear()
    turn.clear()
    show()
  }

  function tap(name) {
    if (!name) return
    if (returns) toggle(name)
    else if (turn.tap(name) === "done") return sendTurn()
    show()
  }

  function toggle(name) {
    if (homes.delete(name)) return
    if (isHome(cells.get(name)) && homes.size < Number(place.dataset.pile)) homes.add(name)
  }

  function isHome(cell) {
    return cell.classList.contains(`${place.dataset.colour}-power`) && !cell.classList.contains("taken")
  }

  async function sendTurn() {
    const action = turn.action()
    if (!action) return
    if (!(await send("actions", { action }, sending()))) turn.clear()
    show()
  }

  async function sendReturns() {
    await send("actions", { action: { type: "reinforce", cells: [...homes].sort() } }, sending())
  }

  function show() {
    const targets = returns ? new Set() : turn.targets()
    for (const [name, cell] of cells) {
      const home = returns && isHome(cell)
      const mine = cell.classList.contains(place.dataset.colour) && cell.classList.contains("taken")
      cell.classList.toggle("target", targets.has(name) || home)
      cell.classList.toggle("chosen", turn.source === name || turn.path.includes(name) || homes.has(name))
      cell.tabIndex = mine || targets.has(name) || home ? 0 : -1
    }
    document.querySelector("[data-return-discs]")?.setAttribute("aria-pressed", String(returns))
    const button = sending()
    if (!button) return
    button.disabled = returns ? !homes.size : !turn.action()
    button.textContent = words()
  }

  function words() {
    if (returns) {
      if (!homes.size) return word("tap-homes")
      return homes.size === 1 ? word("return-one") : word("return-many").replace("{n}", homes.size)
    }
    if (turn.path.length) return word("stop-here").replace("{way}", [turn.source, ...turn.path].join("-"))
    return turn.source ? word("choose-target") : word("choose-disc")
  }

  tapped = { show, turnToReturns, sendIt: () => (returns ? sendReturns() : sendTurn()) }
  show()
})

onMount("move-dock", (dock) => {
  dock.querySelector("[data-return-discs]").addEventListener("click", () => tapped?.turnToReturns())
  sending().addEventListener("click", () => tapped?.sendIt())
  tapped?.show()
})

function sending() {
  return document.querySelector("[data-send-move]")
}

function discsOf(cells) {
  const found = new Map()
  for (const [name, { classList }] of cells) {
    if (classList.contains("taken")) found.set(name, classList.contains("yellow") ? "yellow" : "brown")
  }
  return found
}

// The app answers by itself; the button stays for whoever comes back to a waiting page.
onMount("app-moves", (button) => {
  setTimeout(() => button.isConnected && button.click(), THINKING)
})

onMount("correct-side", (field) => {
  field.closest("form").addEventListener("corrections", ({ detail: patch }) => {
    const both = [...document.querySelectorAll(`[data-part="${field.dataset.part}"]`)]
    if (!field.isConnected || !both.some(typed)) return
    patch[field.dataset.part] = Object.fromEntries(both.map(({ dataset, value }) => [dataset.colour, Number(value)]))
  })
})

onMount("correct-discs", (part) => {
  part.closest("form").addEventListener("corrections", ({ detail: patch }) => {
    const both = [...part.querySelectorAll("input")]
    if (!part.isConnected || !both.some(typed)) return
    patch.discs = Object.fromEntries(both.map(({ dataset, value }) => [dataset.colour, value.split(/[\s,]+/).filter(Boolean)]))
  })
})

mountAll()
