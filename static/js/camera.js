// A photo for the table: sent, shown with what was read; photos of others come here too.

import { onMount } from "./mount.js"
import { ask } from "./patience.js"
import { smaller, upload } from "./photo.js"
import { accept, proposeIn } from "./proposal.js"
import "./read-cards.js"
import "./read-dice.js"
import { word } from "./words.js"

const page = document.body.dataset
const sheet = document.getElementById("reading")
const slot = (name) => sheet.querySelector(`[data-slot=${name}]`)
const address = (what) => `/api/tables/${page.table}/${what}?as=${page.as}`

const confirm = sheet && slot("right").textContent // a reader may have other words for it

let taking = 0 // photos of ours that are on their way: news of them says nothing new
let sending = null // the one that is still wanted
let shown = null // the proposal on the sheet

onMount("camera", (label) => watch(label.querySelector("input")))
if (sheet) {
  watch(slot("again"))
  sheet.addEventListener("close", forget)
  document.addEventListener("proposal", ({ detail }) => (detail.open ? meet(detail.id) : leave(detail.id)))
}

function watch(input) {
  input.addEventListener("change", () => {
    const [photo] = input.files
    input.value = ""
    if (photo) take(photo)
  })
}

// `more` are fields that go with the photo: what a person has pointed at on it.
export async function take(photo, more = {}) {
  forget()
  clear()
  if (!sheet.open) sheet.showModal()
  say(word("preparing"))
  const { signal } = (sending = new AbortController())
  taking += 1
  try {
    const small = await smaller(photo)
    if (signal.aborted) return
    const proposal = await upload(small, address("photos"), (text) => signal.aborted || say(text), more, signal)
    // Whoever goes on by hand, or takes another, does not want this one to count.
    if (signal.aborted || !sheet.open) return drop(proposal)
    show(proposal, true)
    if (proposal.counts) await accept(sheet, proposal, proposal.candidates[0].action) // undo stays in reach
  } catch (problem) {
    if (!signal.aborted) say(problem.message || word("no-photo"))
  } finally {
    taking -= 1
  }
}

function show(proposal, ours) {
  say("")
  shown = proposal
  shown.ours = ours
  proposeIn(sheet, proposal)
}

// Somebody else took a photo that waits for our answer: it is opened unless a sheet is open here.
async function meet(id) {
  const busy = () => taking || shown || document.querySelector("dialog[open]")
  if (busy()) return
  const reply = await ask(address(`proposals/${id}`), { headers: { Accept: "application/json" } })
  if (!reply.ok) return
  const proposal = await reply.json()
  if (!proposal.yours || busy()) return
  clear()
  sheet.showModal()
  show(proposal, false)
}

// It was answered elsewhere, dropped, or the table moved on.
function leave(id) {
  if (shown?.id !== id) return
  shown.answered = true
  sheet.close()
}

// A photo of ours that nobody answers is nobody's business any more.
function forget() {
  sending?.abort()
  if (shown?.ours && !shown.answered) drop(shown)
  shown = null
}

function drop({ id }) {
  ask(address(`proposals/${id}`), { method: "DELETE" }).catch(() => {}) // it falls away by itself
}

function clear() {
  slot("picture").hidden = true
  slot("question").hidden = true
  slot("advice").hidden = true
  slot("right").hidden = true
  slot("right").textContent = confirm
  slot("hint").hidden = true
  slot("differs").hidden = true
  slot("dice").replaceChildren()
  slot("cards").replaceChildren()
  slot("candidates").replaceChildren()
}

function say(text) {
  slot("progress").textContent = text
  slot("progress").hidden = !text
}
