// Know your table: photos of the own dice are tried, and what a person says of them is counted.

import { mountAll, onMount } from "./mount.js"
import { smaller, upload } from "./photo.js"
import { showPicture } from "./picture.js"
import { word } from "./words.js"

onMount("know", (place) => {
  const slot = (name) => place.querySelector(`[data-slot=${name}]`)
  const input = place.querySelector("input")
  const count = { photos: 0, right: 0, doubt: 0, wrong: 0 }
  const help = new Map()
  let tried = null

  function tell(text) {
    slot("told").textContent = text
    slot("told").hidden = !text
  }

  function judge(right) {
    count.photos += 1
    count.right += right
    count.doubt += !tried.certain
    count.wrong += tried.certain && !right
    for (const text of tried.help) help.set(text, (help.get(text) ?? 0) + 1)
    for (const name of ["right", "doubt", "wrong"]) slot(name).textContent = `${count[name]} / ${count.photos}`
    const often = [...help].sort(([, a], [, b]) => b - a)
    slot("help").replaceChildren(...often.map(([text]) => Object.assign(document.createElement("li"), { textContent: text })))
    slot("tally").hidden = false
    slot("asked").hidden = true
  }

  input.addEventListener("change", async () => {
    const [photo] = input.files
    input.value = ""
    if (!photo) return
    tell(word("preparing"))
    try {
      const sent = await smaller(photo)
      tried = await upload(sent, "/know", tell)
      showPicture(slot("picture"), { ...tried, picture_url: URL.createObjectURL(sent) }, () => !tried.certain)
      slot("asked").hidden = false
      tell("")
    } catch (problem) {
      tell(problem.message || word("went-wrong"))
    }
  })
  for (const button of place.querySelectorAll("[data-right]")) {
    button.addEventListener("click", () => judge(Boolean(button.dataset.right)))
  }
})

mountAll()
