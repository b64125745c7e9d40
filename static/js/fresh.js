// Fetches the fresh page, once at a time, and once more if news came meanwhile.

import { ask } from "./patience.js"
import { showFresh } from "./regions.js"
import { word } from "./words.js"

const page = document.body.dataset

export function keepFresh(onFresh) {
  let asking = null
  let again = false

  async function look() {
    const reply = await ask(page.live, { headers: { Accept: "text/html" } })
    if (!reply.ok) return showState("soon")
    const fresh = showFresh(await reply.text())
    if (!fresh) return
    const before = Number(page.version)
    page.version = fresh.version
    showState("live")
    onFresh(fresh, before)
  }

  async function lookUntilFresh() {
    do {
      again = false
      await look()
    } while (again)
  }

  return function refresh() {
    again = asking !== null
    asking ??= lookUntilFresh().catch(() => showState("soon")).finally(() => { asking = null })
    return asking
  }
}

export function showState(state) {
  const dot = document.getElementById("dot")
  dot.dataset.state = state
  dot.querySelector(".dot-word").textContent = word(state)
}
