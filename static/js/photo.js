// A photo on its way: made smaller, then sent, telling how far it is.

import { word } from "./words.js"

const LONGEST = 1_800 // enough pixels for the reader, few enough for the Wi-Fi
const QUALITY = 0.88
const TOO_LARGE = 413

export async function smaller(photo) {
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

// Given up through `signal`, what has not been sent whole goes nowhere; else it is answered.
export function upload(photo, url, say, more = {}, signal = null) {
  if (!photo.size) throw new Error(word("empty-photo")) // a picture that the phone keeps elsewhere
  const body = new FormData()
  body.append("photo", photo, "photo.jpg")
  for (const [name, value] of Object.entries(more)) body.append(name, value)
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest()
    request.open("POST", url)
    request.setRequestHeader("Accept", "application/json")
    request.responseType = "json"
    let sent = false
    signal?.addEventListener("abort", () => { if (!sent) request.abort() })
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      sent = loaded === total
      say(word("sending", { percent: `${Math.floor((100 * loaded) / total)} %` }))
    })
    request.upload.addEventListener("load", () => {
      sent = true
      say(word("looking"))
    })
    request.addEventListener("load", () => {
      if (request.status < 300) done(request.response)
      else fail(new Error(request.status === TOO_LARGE ? word("too-large") : request.response?.error?.message))
    })
    request.addEventListener("abort", () => fail(new Error()))
    request.addEventListener("error", () => fail(new Error(word("not-sent"))))
    request.send(body)
  })
}
