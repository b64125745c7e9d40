// Keeps the page at the table's newest version: from answers, else by asking, once at a time.

import { goOn, NEXT } from "./evening.js"
import { ask } from "./patience.js"
import { showFresh } from "./regions.js"
import { word } from "./words.js"

const page = document.body.dataset

export function keepFresh(onFresh) {
  let asking = null
  let again = false
  let saying = null // our own word is on its way: its answer brings the news along

  function show(html) {
    const before = Number(page.version)
    const fresh = showFresh(html, before)
    if (!fresh) return false
    page.version = fresh.version
    showState("live")
    onFresh(fresh, before)
    return true
  }

  async function fetchIt(url) {
    const reply = await ask(url, { headers: { Accept: "text/html" } })
    if (reply.headers.get(NEXT)) goOn(page)
    if (reply.status === 200) show(await reply.text())
    showState(reply.ok ? "live" : "soon")
    return reply.ok
  }

  async function askUntilFresh(url) {
    let answered
    do {
      again = false
      answered = await fetchIt(url)
    } while (again)
    return answered
  }

  function failed() {
    showState("soon")
    return false
  }

  // Tells whether the server answered; without a version it only sends what is new.
  function look(version) {
    again = asking !== null
    const url = version === undefined ? `${page.live}&seen=${page.version}` : page.live
    asking ??= askUntilFresh(url).catch(failed).finally(() => { asking = null })
    return asking
  }

  async function refresh(version) {
    await saying
    return version <= Number(page.version) || look(version)
  }

  // A page that came with the news; one that is older than ours is not shown.
  async function take(version, html) {
    await saying
    if (version > Number(page.version) && !show(html)) look(version)
  }

  function answering(said) {
    const ended = said.catch(() => null).finally(() => { if (saying === ended) saying = null })
    saying = ended
  }

  return { show, look, refresh, take, answering }
}

export function showState(state) {
  const dot = document.getElementById("dot")
  dot.dataset.state = state
  dot.querySelector(".dot-word").textContent = word(state)
}
