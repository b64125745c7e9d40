// Follows one table: the server says "changed", the page asks for its own view.

const GRACE = 5_000 // a phone in a pocket is not offline until this has passed
const AGAIN = 3_000 // a closed stream is opened again after this

export function followTable({ table, as }, { onChange, onState }) {
  let source = null
  let offline = null
  let again = null

  function open() {
    clearTimeout(again)
    source?.close()
    source = new EventSource(`/api/tables/${table}/events?as=${as}`)
    source.addEventListener("open", live)
    source.addEventListener("changed", onChange)
    source.addEventListener("proposal", pass)
    source.addEventListener("error", lost)
  }

  // Photos are told to whoever on the page shows them.
  function pass({ data }) {
    document.dispatchEvent(new CustomEvent("proposal", { detail: JSON.parse(data) }))
  }

  function live() {
    clearTimeout(offline)
    offline = null
    onState("live")
    onChange()
  }

  function lost() {
    onState("soon")
    offline ??= setTimeout(() => onState("offline"), GRACE)
    if (source.readyState === EventSource.CLOSED) again = setTimeout(open, AGAIN)
  }

  function wake() {
    if (document.visibilityState !== "visible") return
    if (source.readyState === EventSource.OPEN) onChange()
    else open()
  }

  document.addEventListener("visibilitychange", wake)
  window.addEventListener("pageshow", wake)
  window.addEventListener("online", open)
  window.addEventListener("offline", lost)
  open()
}
