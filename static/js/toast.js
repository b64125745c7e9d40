// A quiet sentence that goes away by itself.

const STAYS = 5_000

let going = null

export function toast(text) {
  const place = document.getElementById("toast")
  if (!place) return
  clearTimeout(going)
  place.textContent = text
  place.hidden = false
  going = setTimeout(() => { place.hidden = true }, STAYS)
}
