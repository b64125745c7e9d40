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

let taking = false // our own photo is on its way: news of it says nothing new
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
  taking = true
  try {
    const proposal = await upload(await smaller(photo), address("photos"), say, more)
    show(proposal, true)
    if (proposal.counts) await accept(sheet, proposal, proposal.candidates[0].action) // undo stays in reach
  } catch (problem) {
    say(problem.message || word("no-photo"))
  } finally {
    taking = false
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
  if (shown?.ours && !shown.answered) {
    ask(address(`proposals/${shown.id}`), { method: "DELETE" }).catch(() => {}) // it falls away by itself
  }
  shown = null
}

function clear() {
  slot("picture").hidden = true
  slot("question").hidden = true
  slot("advice").hidden = true
  slot("right").hidden = true
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
