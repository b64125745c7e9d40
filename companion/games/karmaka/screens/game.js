// Karmaka: cards named one after the other, in the order in which they lie or came.

import { send } from "/static/js/act.js"
import { mountAll, onMount } from "/static/js/mount.js"

let begun = { what: "", cards: [] } // taps survive when somebody else acts meanwhile

onMount("in-order", (form) => {
  const { answer, count, fewer } = form.dataset
  const buttons = new Map([...form.querySelectorAll("[data-name]")].map((one) => [one.dataset.name, one]))
  const what = [answer, count, ...buttons.keys()].join()
  if (begun.what !== what) begun = { what, cards: [] }
  const { cards } = begun
  const go = form.querySelector("button.primary")

  function show() {
    const full = cards.length >= Number(count)
    form.querySelector("[data-slot=named]").replaceChildren(...cards.map((name) => item(buttons.get(name))))
    form.querySelector("[data-slot=total]").textContent = `${cards.length} / ${count}`
    for (const one of buttons.values()) one.disabled = full
    go.disabled = fewer ? !cards.length : !full
  }

  form.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-name]")
    if (button) cards.push(button.dataset.name)
    else if (target.closest("[data-again]")) cards.length = 0
    else return
    show()
  })
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    send("actions", { action: { ...JSON.parse(answer), cards: [...cards] } }, go)
  })
  show()
})

function item(button) {
  const line = document.createElement("li")
  line.append(...[...button.childNodes].map((node) => node.cloneNode(true)))
  return line
}

mountAll()
