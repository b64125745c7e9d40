// A game as a film: the next moment comes by itself; every button also works without this.

const PACE = 1_300 // long enough to read a line of the log, short enough for forty moves a minute

let film = null

document.addEventListener("click", (event) => {
  const step = event.target.closest("a[rel]")
  if (step) {
    event.preventDefault()
    stop()
    show(step.href)
  } else if (event.target.closest("[data-film]")) {
    if (film) stop()
    else start()
  }
})

document.addEventListener("keydown", ({ key }) => {
  const rel = { ArrowLeft: "prev", ArrowRight: "next" }[key]
  if (rel) document.querySelector(`a[rel=${rel}]`)?.click()
})

async function show(url) {
  const reply = await fetch(url).catch(() => null)
  if (!reply?.ok) return stop()
  const fresh = new DOMParser().parseFromString(await reply.text(), "text/html")
  const key = document.activeElement?.dataset.key
  document.getElementById("moment").replaceWith(fresh.getElementById("moment"))
  document.title = fresh.title
  history.replaceState(null, "", url)
  if (key) document.querySelector(`[data-key=${key}]`)?.focus()
  mark()
}

function start() {
  const next = document.querySelector("a[rel=next]")
  film = setInterval(onward, PACE)
  if (next) onward()
  else show(location.href.replace(/([?&]at=)\d+/, "$10")) // at the end: from the beginning
  mark()
}

function onward() {
  const next = document.querySelector("a[rel=next]")
  if (next) show(next.href)
  else stop()
}

function stop() {
  clearInterval(film)
  film = null
  mark()
}

function mark() {
  document.querySelector("[data-film]")?.setAttribute("aria-pressed", film !== null)
}
