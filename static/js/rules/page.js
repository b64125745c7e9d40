// Rule pages: search while typing, read a rule without a network, read it aloud.

import { register } from "../install.js"
import { mountAll, onMount } from "../mount.js"
import { canSpeak, readAloud } from "../speak.js"
import { Index } from "./search.js"
import { shelfAt } from "./shelf.js"
import { link, Sheet } from "./sheet.js"

const MOST = 8 // answers that fit a phone without scrolling far

onMount("rules-search", (form) => {
  const found = document.querySelector("[data-found]")
  const sheet = new Sheet(document.querySelector(".rule-sheet"))
  if (!form.dataset.index) return
  let index = null
  const ready = shelfAt(form.dataset.index).then((shelf) => {
    index = new Index(shelf)
    sheet.shelf = shelf
    form.dataset.ready = "true"
  }).catch(() => {}) // without the shelf the button still asks the server

  form.q.addEventListener("input", async () => {
    await ready
    if (index) show(form.q.value)
  })

  form.addEventListener("submit", (event) => {
    if (!index) return
    event.preventDefault()
    show(form.q.value)
  })

  document.addEventListener("click", (event) => {
    const rule = event.target.closest("[data-rule-id]")?.dataset.ruleId
    if (rule && !event.ctrlKey && !event.metaKey && sheet.open(rule)) event.preventDefault()
  })

  function show(question) {
    found.replaceChildren()
    if (!question.trim()) return
    const entries = index.search(question, MOST)
    if (!entries.length) {
      found.append(document.querySelector("[data-nothing]").content.cloneNode(true))
      return
    }
    const list = document.createElement("ul")
    list.className = "bare stack"
    list.append(...entries.map((entry) => link(entry, sheet.shelf)))
    found.append(list)
  }
})

for (const button of document.querySelectorAll("[data-aloud]")) {
  button.hidden = !canSpeak()
  button.addEventListener("click", () => {
    const rule = button.closest("[data-rule]")
    const parts = [...rule.querySelectorAll("[data-speak]")].map((part) => part.textContent.trim())
    readAloud(parts.filter(Boolean).join(". "))
  })
}

mountAll()
register()
