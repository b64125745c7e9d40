// Karmaka: cards named one after the other, one colour of a long list, a look without a picture.

import { send } from "/static/js/act.js"
import { mountAll, onMount } from "/static/js/mount.js"

let begun = { what: "", cards: [] } // taps survive when somebody else acts meanwhile
let only = "" // the colour of the list that is shown, all of them when empty

onMount("in-order", (form) => {
  const { answer, count, fewer } = form.dataset
  const known = form.dataset.known && JSON.parse(form.dataset.known)
  const buttons = new Map([...form.querySelectorAll("[data-name]")].map((one) => [one.dataset.name, one]))
  // A Hand being told goes on when it grows; a question with other cards is another question.
  // A pile that grew has another top: what was named of it would be wrong.
  const what = fewer && !known ? answer : [answer, count, known, ...buttons.keys()].join()
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
    const action = { ...JSON.parse(answer), cards: known ? filled(known, cards()) : cards() }
    if ("count" in action) action.count = action.cards.length
    const said = begun
    begun = { what: "", cards: [] } // the answer brings the next list: it starts empty
    if (!(await send("actions", { action }, go))) begun = said
  })
  show()
})

// The bare places of a pile, named from the top down; piles are told from the bottom.
function filled(known, named) {
  const left = [...named]
  return [...known].reverse().map((card) => card || (left.shift() ?? "")).reverse()
}

// A named card is a way to its rule, like every card that is not a button.
function item(button) {
  const line = document.createElement("li")
  const card = button.dataset.name ? wayTo(button.dataset.name) : document.createElement("span")
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

// A card of the app's own: the camera looks at it, and nobody sees what it sees.
onMount("blind", (place) => {
  const input = place.querySelector("input")
  const note = (name) => place.querySelector(`[data-slot=${name}]`)
  let alone = Boolean(navigator.mediaDevices?.getUserMedia) // browsers give it to safe addresses only
  note("shows").hidden = alone

  place.addEventListener("click", async (event) => {
    if (!alone || !event.target.closest("label")) return
    event.preventDefault()
    if (!note("looking").hidden) return
    note("looking").hidden = false
    try {
      const seen = new DataTransfer()
      seen.items.add(await glimpse(Number(place.dataset.seconds)))
      input.files = seen.files
      input.dispatchEvent(new Event("change"))
    } catch {
      alone = false // no camera, or not allowed: the phone's own camera is left
      note("shows").hidden = false
    }
    note("looking").hidden = true
  })
})

async function glimpse(seconds) {
  // The phone lies on the table: the camera on the side of the screen looks up.
  const video = { facingMode: "user", width: { ideal: 1920 }, height: { ideal: 1080 } }
  const stream = await navigator.mediaDevices.getUserMedia({ video })
  try {
    const film = Object.assign(document.createElement("video"), { muted: true, playsInline: true, srcObject: stream })
    await film.play()
    await new Promise((done) => setTimeout(done, seconds * 1000))
    const still = Object.assign(document.createElement("canvas"), { width: film.videoWidth, height: film.videoHeight })
    still.getContext("2d").drawImage(film, 0, 0)
    const blob = await new Promise((done) => still.toBlob(done, "image/jpeg", 0.9))
    return new File([blob], "card.jpg", { type: "image/jpeg" })
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}

mountAll()
