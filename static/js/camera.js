// A photo for the table: sent, then shown with what was read.

import { onMount } from "./mount.js"
import { smaller, upload } from "./photo.js"
import { proposeIn } from "./proposal.js"
import "./read-cards.js"
import "./read-dice.js"
import { word } from "./words.js"

const page = document.body.dataset
const sheet = document.getElementById("reading")
const slot = (name) => sheet.querySelector(`[data-slot=${name}]`)

onMount("camera", (label) => watch(label.querySelector("input")))
if (sheet) watch(slot("again"))

function watch(input) {
  input.addEventListener("change", () => {
    const [photo] = input.files
    input.value = ""
    if (photo) take(photo)
  })
}

async function take(photo) {
  clear()
  if (!sheet.open) sheet.showModal()
  say(word("preparing"))
  try {
    const answer = await upload(await smaller(photo), `/api/tables/${page.table}/photos?as=${page.as}`, say)
    say("")
    proposeIn(sheet, answer)
  } catch (problem) {
    say(problem.message || word("no-photo"))
  }
}

function clear() {
  slot("picture").hidden = true
  slot("question").hidden = true
  slot("advice").hidden = true
  slot("right").hidden = true
  slot("hint").hidden = true
  slot("dice").replaceChildren()
  slot("cards").replaceChildren()
  slot("candidates").replaceChildren()
}

function say(text) {
  slot("progress").textContent = text
  slot("progress").hidden = !text
}
