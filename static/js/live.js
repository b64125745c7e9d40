// Follows one table: the server says "changed", the page asks for its own view.

import { goOn } from "./evening.js"

const GRACE = 5_000 // a phone in a pocket is not offline until this has passed
const ASK = 4_000 // without a stream the page asks this often: slower than a turn is not live
const AGAIN = 15_000 // and tries to get a stream this often, so that a full server can breathe

// Brought along packed; a browser that cannot unpack asks for its page instead.
const unpacks = "DecompressionStream" in window

async function unpacked(text) {
  const packed = new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))])
  return new Response(packed.stream().pipeThrough(new DecompressionStream("gzip"))).text()
}

export function followTable(page, { onChange, onPage, onState }) {
  let source = null
  let offline = null
  let again = null
  let asking = null

  function open() {
    clearTimeout(again)
    source?.close()
    const pages = onPage && unpacks ? "&pages=1" : ""
    source = new EventSource(`/api/tables/${page.table}/events?as=${page.as}&seen=${page.version}${pages}`)
    source.addEventListener("open", followed)
    source.addEventListener("changed", ({ lastEventId }) => onChange(Number(lastEventId)))
    source.addEventListener("page", brought)
    source.addEventListener("proposal", pass)
    source.addEventListener("moved", () => goOn(page))
    source.addEventListener("error", lost)
  }

  async function brought({ data, lastEventId }) {
    const version = Number(lastEventId)
    try {
      await onPage(version, await unpacked(JSON.parse(data)))
    } catch {
      onChange(version)
    }
  }

  // Photos are told to whoever on the page shows them.
  function pass({ data }) {
    document.dispatchEvent(new CustomEvent("proposal", { detail: JSON.parse(data) }))
  }

  function followed() {
    clearInterval(asking)
    asking = null
    live()
  }

  function live() {
    clearTimeout(offline)
    offline = null
    onState("live")
  }

  function gone() {
    onState("soon")
    offline ??= setTimeout(() => onState("offline"), GRACE)
  }

  function lost() {
    if (source.readyState === EventSource.CLOSED) askInstead()
    else gone() // the browser tries again by itself
  }

  // Every stream is in use, or something between us does not let one through.
  function askInstead() {
    clearTimeout(again)
    again = setTimeout(open, AGAIN)
    if (asking) return
    asking = setInterval(look, ASK)
    look()
  }

  async function look() {
    if (await onChange()) live()
    else gone()
  }

  function wake() {
    if (document.visibilityState !== "visible") return
    if (source.readyState === EventSource.OPEN) onChange()
    else open()
  }

  document.addEventListener("visibilitychange", wake)
  window.addEventListener("pageshow", wake)
  window.addEventListener("online", open)
  window.addEventListener("offline", gone)
  open()
}
