// A photo on its way to the table: made smaller, sent, shown with what was read.

import { proposeIn } from "./proposal.js"
import { onMount } from "./mount.js"
import { word } from "./words.js"

const LONGEST = 1_800 // enough pixels for the reader, few enough for the Wi-Fi
const QUALITY = 0.88

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
    const answer = await upload(await smaller(photo))
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

async function smaller(photo) {
  try {
    const picture = await createImageBitmap(photo, { imageOrientation: "from-image" })
    const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height))
    if (scale === 1 && photo.type === "image/jpeg") return photo
    const canvas = document.createElement("canvas")
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height)
    return await new Promise((done, fail) => canvas.toBlob(
      (blob) => (blob ? done(blob) : fail(new Error())), "image/jpeg", QUALITY))
  } catch {
    return photo // an old browser: the server takes the photo as it is
  }
}

function upload(photo) {
  const body = new FormData()
  body.append("photo", photo, "photo.jpg")
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest()
    request.open("POST", `/api/tables/${page.table}/photos?as=${page.as}`)
    request.responseType = "json"
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      const part = Math.round((100 * loaded) / total)
      say(part < 100 ? word("sending", { percent: `${part} %` }) : word("looking"))
    })
    request.addEventListener("load", () => {
      if (request.status === 200) done(request.response)
      else fail(new Error(request.response?.error?.message))
    })
    request.addEventListener("error", () => fail(new Error(word("not-sent"))))
    request.send(body)
  })
}
