// Ways to tell a turn: as the dice lie, announced, thrown by the app, or only the score.

import { send } from "/static/js/act.js"
import { onMount } from "/static/js/mount.js"
import { word } from "/static/js/words.js"

const KEPT = "karma-dice-way" // the way this phone used last

let chosen = sessionStorage.getItem(KEPT)
let begun = { what: "", dice: [] } // taps survive when somebody else acts meanwhile

onMount("ways", (form) => {
  const tabs = [...form.querySelectorAll("[data-show-way]")]
  const stop = form.querySelector('[data-key="stop"]')
  const known = tabs.map(({ dataset }) => dataset.showWay)

  function show(way) {
    for (const tab of tabs) tab.setAttribute("aria-pressed", String(tab.dataset.showWay === way))
    for (const part of form.querySelectorAll("[data-way]")) part.hidden = part.dataset.way !== way
    // One button for stopping, beside whatever confirms: the dock has no room for four.
    if (stop) form.querySelector(`[data-way="${way}"] .thumb`)?.append(stop)
  }

  form.addEventListener("click", ({ target }) => {
    const tab = target.closest("[data-show-way]")
    if (!tab) return
    chosen = tab.dataset.showWay
    sessionStorage.setItem(KEPT, chosen)
    show(chosen)
  })
  show(known.includes(chosen) ? chosen : form.dataset.first)
})

onMount("roll-pad", (pad) => {
  const keys = [...pad.querySelectorAll("[data-roll-face]")]
  const go = pad.querySelector("[data-confirm]")
  const what = keys.map(({ dataset }) => dataset.key).join()
  if (begun.what !== what) begun = { what, dice: [] }
  const { dice } = begun

  function show() {
    for (const row of pad.querySelectorAll(".roll-row")) {
      const colour = row.querySelector("[data-colour]").dataset.colour
      const full = dice.filter((die) => die.colour === colour).length >= Number(row.dataset.most)
      for (const key of row.querySelectorAll("button")) key.disabled = full
    }
    // Digits enter the first colour that has dice left.
    const row = keys.find((key) => !key.disabled)?.parentElement
    for (const key of keys) {
      if (key.parentElement === row) key.setAttribute("aria-keyshortcuts", key.dataset.rollFace)
      else key.removeAttribute("aria-keyshortcuts")
    }
    pad.querySelector("[data-slot=lying]").replaceChildren(...dice.map(({ key }) => drawn(key)))
    pad.querySelector("[data-slot=heard]").textContent = dice.map(({ key }) => nameOf(key)).join(", ")
    pad.querySelector("[data-less]").disabled = !dice.length
    pad.querySelector("[data-lying]").classList.toggle("away", !dice.length)
    pad.querySelector("[data-other-way]")?.classList.toggle("away", dice.length > 0)
    go.disabled = !dice.length
    const sum = dice.reduce((all, { face }) => all + face, 0)
    go.querySelector("[data-slot=label]").textContent = dice.length ? word("confirm-sum", { n: sum }) : word("confirm-none")
  }

  const buttonOf = (wanted) => keys.find(({ dataset }) => dataset.key === wanted)
  const nameOf = (key) => buttonOf(key).getAttribute("aria-label")

  function drawn(key) {
    const die = document.createElement("span")
    die.setAttribute("role", "img")
    die.setAttribute("aria-label", nameOf(key))
    die.append(buttonOf(key).firstElementChild.cloneNode(true))
    return die
  }

  pad.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-roll-face]")
    if (key) dice.push({ colour: key.dataset.colour, face: Number(key.dataset.rollFace), key: key.dataset.key })
    else if (target.closest("[data-less]")) dice.pop()
    else return
    show()
  })
  go.addEventListener("click", async () => {
    if (go.closest(".resting")) return
    const action = { type: "rolled", dice: dice.map((die) => die.colour), faces: dice.map((die) => die.face) }
    const said = begun
    begun = { what: "", dice: [] } // the answer brings a pad for the next throw: it starts empty
    if (!(await send("actions", { action }, go))) begun = said
  })
  show()
})

onMount("app-rolls", (form) => {
  form.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-throw]")
    if (key && !key.closest(".resting")) roll(JSON.parse(key.dataset.throw), key)
  })
})

// The throw and its fall are two entries of the log, but one tap.
async function roll(dice, pressed) {
  if (await send("actions", { action: { type: "throw", dice } }, pressed)) await send("chance")
}
