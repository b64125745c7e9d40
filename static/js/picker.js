// Cards entered by tapping their names, never more of a kind than there can be.

import { send } from "./act.js"
import { answerOf } from "./answer.js"
import { onMount } from "./mount.js"

let kept = { what: "", counts: {} } // taps survive when somebody else acts meanwhile

onMount("picker", (form) => {
  const { answer, count, exact } = form.dataset
  const rows = [...form.querySelectorAll("[data-card]")]
  const what = [answer, count, ...rows.map((row) => row.dataset.card + row.dataset.most + row.dataset.seen)].join()
  if (kept.what !== what) {
    kept = { what, counts: Object.fromEntries(rows.map(({ dataset }) => [dataset.card, Number(dataset.seen)])) }
  }
  const { counts } = kept
  const total = () => Object.values(counts).reduce((sum, n) => sum + n, 0)
  const go = form.querySelector("button.primary")

  function show() {
    const full = total() >= Number(count)
    for (const row of rows) {
      const n = counts[row.dataset.card]
      row.querySelector("[data-slot=count]").textContent = n
      row.querySelector("[data-less]").disabled = n === 0
      row.querySelector("[data-more]").disabled = full || n >= Number(row.dataset.most)
      row.classList.toggle("some", n > 0)
    }
    form.querySelector("[data-slot=total]").textContent = `${total()} / ${count}`
    go.disabled = exact ? !full : total() === 0
  }

  form.addEventListener("click", (event) => {
    const row = event.target.closest("[data-card]")
    const step = event.target.closest("[data-more]") ? 1 : event.target.closest("[data-less]") ? -1 : 0
    if (!row || !step) return
    counts[row.dataset.card] += step
    show()
  })
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    const cards = Object.entries(counts).flatMap(([card, n]) => Array(n).fill(card))
    send("actions", { action: answerOf(form, cards) }, go)
  })
  show()
})
