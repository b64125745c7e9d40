// Samsara: taps on the wheel by keyboard, a hand entered by name, amulets laid out.

import { mountAll } from "/static/js/mount.js"
import "/static/js/picker.js"
import "./lay.js"

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" && event.key !== " ") return
  const zone = event.target.closest?.(".wheel [data-action]")
  if (!zone) return
  event.preventDefault()
  zone.dispatchEvent(new MouseEvent("click", { bubbles: true }))
})

mountAll()
