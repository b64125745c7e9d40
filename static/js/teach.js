// Teach the app your cards: a photo is sent, and the page asks for the next card.

import { mountAll, onMount } from "./mount.js"
import { smaller, upload } from "./photo.js"
import { word } from "./words.js"

onMount("teach", (place) => {
  const label = place.querySelector("[data-url]")
  const input = label?.querySelector("input")
  input?.addEventListener("change", async () => {
    const [photo] = input.files
    input.value = ""
    if (!photo) return
    input.disabled = true
    tell(place, word("preparing"))
    try {
      const { message } = await upload(await smaller(photo), label.dataset.url, (text) => tell(place, text))
      await next(message)
    } catch (problem) {
      tell(place, problem.message || word("went-wrong"))
    } finally {
      input.disabled = false
    }
  })
})

function tell(place, text) {
  const told = place.querySelector("[data-told]")
  told.textContent = text
  told.hidden = !text
}

async function next(message) {
  const page = await (await fetch(location.pathname)).text()
  const fresh = new DOMParser().parseFromString(page, "text/html")
  for (const id of ["asked", "all-cards"]) {
    document.getElementById(id).replaceWith(document.adoptNode(fresh.getElementById(id)))
  }
  history.replaceState(null, "", location.pathname)
  mountAll()
  const place = document.getElementById("asked")
  place.querySelector("h2").focus()
  tell(place, message)
}

mountAll()
