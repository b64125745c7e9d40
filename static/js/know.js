// Know your table: photos of the own dice are tried, and what a person says of them is learnt.

import { mountAll, onMount } from "./mount.js"
import { ask } from "./patience.js"
import { smaller, upload } from "./photo.js"
import { showPicture } from "./picture.js"
import { word } from "./words.js"

const ENOUGH = 3 // photos after which the light and the colours are known

onMount("know", (place) => {
  const slot = (name) => place.querySelector(`[data-slot=${name}]`)
  const input = place.querySelector("input[type=file]")
  const { path } = place.dataset
  const advice = new Map() // how often each was said of the photos of this visit
  let tried = null

  function tell(text) {
    slot("told").textContent = text
    slot("told").hidden = !text
  }

  function fill(list, lines) {
    list.replaceChildren(...lines.map((textContent) => Object.assign(document.createElement("li"), { textContent })))
  }

  function showDice() {
    const rows = tried.readings.map(({ face, colour }, at) => {
      const row = slot("die").content.cloneNode(true)
      row.querySelector("[data-slot=number]").textContent = `${at + 1}`
      row.querySelector("[name=face]").value = face
      const names = row.querySelector("[name=colour]")
      names.value = [...names.options].some(({ value }) => value === colour) ? colour : ""
      return row
    })
    slot("dice").replaceChildren(...rows)
    slot("question").textContent = slot(rows.length ? "read-word" : "none-word").textContent
    slot("asked").missed.checked = !rows.length
    slot("asked").hidden = false
  }

  function show({ photos, learnt, help, before, after }) {
    slot("standing").hidden = !photos
    fill(slot("learnt"), learnt)
    for (const name of ["right", "asked", "wrong"]) {
      slot(`before-${name}`).textContent = `${before[name]} / ${photos}`
      slot(`after-${name}`).textContent = after ? `${after[name]} / ${photos}` : "–"
    }
    const often = [...advice].sort(([, a], [, b]) => b - a).map(([text]) => text)
    fill(slot("help"), [...often, ...help])
    slot("helps").hidden = !often.length && !help.length
    const forget = document.getElementById("forget-dice")
    if (photos && forget) forget.hidden = false
  }

  async function confirm() {
    const rows = [...slot("dice").children].map((row) => ({
      face: Number(row.querySelector("[name=face]").value) || null,
      colour: row.querySelector("[name=colour]").value || null,
    }))
    const body = { trial: tried.trial, dice: rows, missed: slot("asked").missed.checked }
    const headers = { "Content-Type": "application/json", Accept: "application/json" }
    const reply = await ask(`${path}/learn`, { method: "POST", headers, body: JSON.stringify(body) })
    const answer = await reply.json()
    if (!reply.ok) throw new Error(answer.error?.message)
    slot("asked").hidden = true
    slot("picture").hidden = true
    show(answer)
    const next = slot(answer.photos < ENOUGH ? "next-word" : "enough-word").textContent
    tell(next.replace("{n}", answer.photos))
    scrollTo({ top: 0 })
    input.focus({ preventScroll: true })
  }

  input.addEventListener("change", async () => {
    const [photo] = input.files
    input.value = ""
    if (!photo) return
    slot("asked").hidden = true
    tell(word("preparing"))
    try {
      const sent = await smaller(photo)
      tried = await upload(sent, path, tell)
      for (const text of tried.help) advice.set(text, (advice.get(text) ?? 0) + 1)
      const shown = tried.readings.map(({ box }, at) => ({ box, face: at + 1 }))
      showPicture(slot("picture"), { size: tried.size, readings: shown, picture_url: URL.createObjectURL(sent) })
      showDice()
      fill(slot("help"), tried.help)
      slot("helps").hidden = !tried.help.length
      tell("")
      await slot("picture").querySelector("img").decode().catch(() => {}) // until then it has no height
      slot("picture").scrollIntoView()
      slot("question").focus({ preventScroll: true })
    } catch (problem) {
      tell(problem.message || word("went-wrong"))
    }
  })
  slot("asked").addEventListener("submit", async (event) => {
    event.preventDefault()
    try {
      await confirm()
    } catch (problem) {
      tell(problem.message || word("not-sent"))
    }
  })
  show(JSON.parse(place.dataset.standing))
})

mountAll()
