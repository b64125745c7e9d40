// Choosing the dice of a throw, one by one or as the oracle says.

import { send } from "/static/js/act.js"
import { onMount } from "/static/js/mount.js"
import { word } from "/static/js/words.js"

onMount("throw", (form) => {
  const dice = [...form.querySelectorAll("[data-die]")]
  const go = form.querySelector("[data-go]")
  const chosen = () => dice.filter((die) => die.getAttribute("aria-pressed") === "true")

  function count() {
    const n = chosen().length
    go.disabled = n === 0
    go.querySelector("[data-slot=label]").textContent =
      n === 0 ? word("throw-none") : n === 1 ? word("throw-one") : word("throw-many", { n })
  }

  function choose(wanted) {
    for (const die of dice) {
      const at = wanted.indexOf(die.dataset.die)
      if (at >= 0) wanted.splice(at, 1)
      die.setAttribute("aria-pressed", at >= 0)
    }
  }

  form.addEventListener("click", (event) => {
    const die = event.target.closest("[data-die]")
    const handful = event.target.closest("[data-choose]")
    if (die) die.setAttribute("aria-pressed", die.getAttribute("aria-pressed") !== "true")
    if (handful) choose(JSON.parse(handful.dataset.choose))
    if (die || handful) count()
  })
  go.addEventListener("click", () => {
    if (go.closest(".resting")) return
    send("actions", { action: { type: "throw", dice: chosen().map((die) => die.dataset.die) } }, go)
  })
  count()
})
