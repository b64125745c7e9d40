// Karmaka: cards named one after the other, one colour of a long list.

import { send } from "/static/js/act.js"
import { mountAll, onMount } from "/static/js/mount.js"

let begun = { what: "", cards: [] } // taps survive when somebody else acts meanwhile
let only = "" // the colour of the list that is shown, all of them when empty

onMount("in-order", (form) => {
  const { answer, count, fewer } = form.dataset
  const buttons = new Map([...form.querySelectorAll("[data-name]")].map((one) => [one.dataset.name, one]))
  // A Hand being told goes on when it grows; a question with other cards is another question.
  const what = fewer ? answer : [answer, count, ...buttons.keys()].join()
  const go = form.querySelector("button.primary")

  function cards() {
    return begun.what === what ? begun.cards.filter((name) => buttons.has(name)) : []
  }

  function show() {
    const full = cards().length >= Number(count)
    form.querySelector("[data-slot=named]").replaceChildren(...cards().map((name) => item(buttons.get(name))))
    form.querySelector("[data-slot=total]").textContent = `${cards().length} / ${count}`
    for (const one of buttons.values()) one.disabled = full
    go.disabled = fewer ? !cards().length : !full
  }

  form.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-name]")
    if (button) begun = { what, cards: [...cards(), button.dataset.name] }
    else if (target.closest("[data-again]")) begun = { what, cards: [] }
    else return
    show()
  })
  form.addEventListener("submit", async (event) => {
    event.preventDefault()
    const action = { ...JSON.parse(answer), cards: cards() }
    if ("count" in action) action.count = action.cards.length
    const said = begun
    begun = { what: "", cards: [] } // the answer brings the next list: it starts empty
    if (!(await send("actions", { action }, go))) begun = said
  })
  show()
})

// A named card is a way to its rule, like every card that is not a button.
function item(button) {
  const line = document.createElement("li")
  const card = wayTo(button.dataset.name)
  card.className = button.className
  card.append(...[...button.childNodes].map((node) => node.cloneNode(true)))
  line.append(card)
  return line
}

function wayTo(name) {
  const card = document.createElement("a")
  card.href = `/rules/karmaka.${name}`
  return card
}

onMount("one-colour", (filter) => {
  const rows = [...filter.parentElement.querySelectorAll(".kplay")]

  function show() {
    for (const row of rows) row.hidden = only !== "" && row.dataset.colour !== only
    for (const one of filter.children) one.setAttribute("aria-pressed", String(one.dataset.colour === only))
  }

  filter.addEventListener("click", ({ target }) => {
    const colour = target.closest("[data-colour]")?.dataset.colour
    if (!colour) return
    only = colour === only ? "" : colour
    show()
  })
  show()
})

// A card that is a button is read by holding it: a tap would say it.
document.addEventListener("contextmenu", (event) => {
  const button = event.target.closest?.("button.kcard")
  const name = button?.dataset.name ?? JSON.parse(button?.dataset.action ?? "{}").cards?.[0]
  if (!name) return
  event.preventDefault()
  const card = wayTo(name)
  document.body.append(card) // the page opens rules over itself where a link to one is tapped
  card.click()
  card.remove()
})

mountAll()
