// Pages outside a game: setting up, taking seats, what the connection allows.

import { bindSettings } from "./settings.js"
import { installable, register } from "./install.js"
import { mountAll, onMount } from "./mount.js"
import "./sheets.js"
import { toast } from "./toast.js"
import { canStayAwake } from "./wake.js"
import { word } from "./words.js"

const LOOK_AGAIN = 3_000 // until everyone is seated

onMount("setup", (form) => {
  function fit() {
    const count = new FormData(form).get("players")
    form.querySelector("[data-many]").hidden = count === "1"
    for (const row of form.querySelectorAll("[data-seat-row]")) {
      row.hidden = Number(row.dataset.seatRow) >= Number(count)
    }
    for (const option of form.querySelectorAll("[data-for]")) {
      const counts = option.dataset.for.split(" ").filter(Boolean)
      option.hidden = (counts.length > 0 && !counts.includes(count)) || !chosen(option.dataset.option) || idle(option.dataset.unless)
    }
    nameSeats(Number(count))
    dropChoices(count)
    sayChosen()
    markSeated()
  }
  // Who begins is a name: the one just typed, else the one the empty field shows.
  function nameSeats(count) {
    for (const seat of form.querySelectorAll("[data-seats] option")) {
      const field = form.elements[`name-${seat.value - 1}`]
      if (!field) continue // a choice that names nobody
      seat.textContent = field.value.trim() || field.placeholder
      seat.hidden = seat.disabled = Number(seat.value) > count
    }
  }
  function dropChoices(count) {
    for (const choice of form.querySelectorAll("option[data-only]")) {
      choice.hidden = choice.disabled = !choice.dataset.only.split(" ").includes(count)
    }
    for (const list of form.querySelectorAll("select:has(option:checked:disabled)")) {
      list.value = [...list.options].find(({ defaultSelected, disabled }) => defaultSelected && !disabled)?.value
        ?? list.querySelector("option:enabled").value
    }
  }
  function sayChosen() {
    const said = [...form.querySelectorAll("[data-option]:not([hidden])")].map((option) => {
      const field = option.querySelector("select, input")
      const label = option.querySelector("label").textContent.trim()
      if (field.type === "checkbox") return field.checked && label
      return field.nodeName === "SELECT" && !("seats" in field.dataset)
        ? field.selectedOptions[0]?.textContent : word("chosen", { label, value: field.selectedOptions?.[0].textContent ?? field.value })
    })
    form.querySelector("[data-slot=chosen]").textContent = said.filter(Boolean).join(" · ")
  }
  function idle(unless) {
    const [key, value] = (unless ?? "").split("=")
    return key !== "" && form.elements[key]?.value === value
  }
  // An option named like a choice of another one only matters with that choice.
  function chosen(key) {
    const choice = form.querySelector(`select option[value="${key}"]`)
    return !choice || choice.selected
  }
  // A tap on somebody who has played before seats them, a second tap takes them away.
  function seat({ target }) {
    const person = target.closest("[data-person]")
    if (!person) return
    const fields = [...form.querySelectorAll("[data-seat-row] input")]
    const sits = fields.find((field) => field.value.trim() === person.dataset.person)
    const free = fields.find((field) => !field.value.trim())
    if (sits) sits.value = ""
    else if (free) free.value = person.dataset.person
    const seated = fields.filter((field) => field.value.trim()).length
    const counts = [...form.querySelectorAll("[name=players]")]
    const enough = counts.find((count) => Number(count.value) >= seated)
    if (enough && Number(new FormData(form).get("players")) < seated) enough.checked = true
    fit()
  }
  function markSeated() {
    const names = [...form.querySelectorAll("[data-seat-row] input")].map((field) => field.value.trim())
    for (const person of form.querySelectorAll("[data-person]")) {
      person.setAttribute("aria-pressed", names.includes(person.dataset.person))
    }
  }
  form.addEventListener("click", seat)
  form.addEventListener("change", fit)
  fit()
})

onMount("seating", (place) => {
  place.addEventListener("click", async (event) => {
    const copy = event.target.closest("[data-copy]")
    if (copy) await copyFrom(copy)
    const post = event.target.closest("[data-post]")
    if (post) await fetch(post.dataset.post, { method: "POST" }).then(lookAgain)
  })
  async function lookAgain() {
    const reply = await fetch(location.href)
    const fresh = new DOMParser().parseFromString(await reply.text(), "text/html").querySelector("[data-mount=seating]")
    if (reply.ok && fresh) place.replaceChildren(...fresh.childNodes)
  }
  setInterval(async () => {
    const reply = await fetch(`/api/tables/${place.dataset.table}/seats?as=host`).catch(() => null)
    const { seats } = reply?.ok ? await reply.json() : {}
    const taken = seats?.filter((seat) => seat.taken).length
    if (seats && taken !== place.querySelectorAll("[data-post]").length) await lookAgain().catch(() => null)
  }, LOOK_AGAIN)
})

onMount("connection", (place) => {
  show(place.querySelector("[data-needs=secure]"), canStayAwake())
  show(place.querySelector("[data-needs=camera]"), Boolean(navigator.mediaDevices?.getUserMedia))
  show(place.querySelector("[data-needs=install]"), installable())
})

function show(line, works) {
  line.querySelector("[data-yes]").hidden = !works
  line.querySelector("[data-no]").hidden = works
}

async function copyFrom(button) {
  const text = button.dataset.copy
  try {
    await navigator.clipboard.writeText(text)
    toast(word("copied"))
  } catch {
    const field = byHand(text, button.textContent)
    button.replaceWith(field) // plain http has no clipboard
    field.focus()
  }
}

function byHand(text, label) {
  const field = Object.assign(document.createElement("input"), { className: "by-hand", value: text, readOnly: true })
  field.setAttribute("aria-label", label)
  field.addEventListener("focus", () => field.select())
  return field
}

bindSettings()
mountAll()
register()
