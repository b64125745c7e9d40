// The result as a picture, drawn here and handed to whatever shares pictures on this device.

import { onMount } from "./mount.js"

const SIZE = 1080 // square, as most places show pictures
const COLOURS = ["#c62828", "#1a3f9c", "#2e7d32", "#7b1fa2", "#ef6c00"]
const DASHES = [[], [24, 12], [6, 10], [30, 8, 6, 8], [14, 14]] // told apart without colour too

onMount("share", (place) => {
  place.querySelector("[data-picture]").addEventListener("click", () => share(place.dataset))
})

async function share(told) {
  const canvas = draw(told)
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"))
  const file = new File([blob], "karma-table.png", { type: "image/png" })
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], title: told.title }).catch(() => null) // changed their mind
    return
  }
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: file.name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

export function draw({ house, title, names, series, standings, scores, reason }) {
  const canvas = Object.assign(document.createElement("canvas"), { width: SIZE, height: SIZE })
  const pen = canvas.getContext("2d")
  pen.fillStyle = "#faf6ee"
  pen.fillRect(0, 0, SIZE, SIZE)
  pen.fillStyle = "#24211c"
  text(pen, title, 80, 130, "700 72px Georgia, serif")
  text(pen, reason, 80, 200, "36px system-ui, sans-serif")
  const people = JSON.parse(standings)
  const points = JSON.parse(scores)
  people.forEach((name, n) => {
    const y = 310 + n * 84
    text(pen, `${n + 1}. ${name}`, 80, y, `${n ? 400 : 700} 56px system-ui, sans-serif`, SIZE - 400)
    pen.textAlign = "right"
    text(pen, String(points[n]), SIZE - 80, y, "700 56px system-ui, sans-serif", 200)
    pen.textAlign = "left"
  })
  curves(pen, JSON.parse(series), JSON.parse(names), 360 + people.length * 84)
  pen.fillStyle = "#655d52"
  text(pen, house, 80, SIZE - 40, "30px Georgia, serif")
  return canvas
}

function text(pen, words, x, y, font, widest = SIZE - x - 80) {
  pen.font = font
  pen.fillText(words, x, y, widest)
}

function curves(pen, series, names, top) {
  const every = series.flat()
  const last = Math.max(...every.map(([step]) => step))
  const most = Math.max(...every.map(([, score]) => score), 1)
  const least = Math.min(...every.map(([, score]) => score), 0)
  const height = SIZE - 110 - top
  if (last <= 0 || height < 100) return
  const at = ([step, score]) => [80 + (step / last) * 760, top + height - ((score - least) / (most - least)) * height]
  series.forEach((curve, seat) => {
    pen.strokeStyle = pen.fillStyle = COLOURS[seat % COLOURS.length]
    pen.setLineDash(DASHES[seat % DASHES.length])
    pen.lineWidth = 8
    pen.beginPath()
    let [, y] = at(curve[0])
    pen.moveTo(...at(curve[0]))
    for (const point of curve.slice(1)) {
      const [x, next] = at(point)
      pen.lineTo(x, y)
      pen.lineTo(x, next)
      y = next
    }
    pen.stroke()
    text(pen, names[seat], 860, y + 10, "600 32px system-ui, sans-serif")
  })
  pen.setLineDash([])
}
