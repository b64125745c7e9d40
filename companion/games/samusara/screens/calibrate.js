// The own board: from a file, from one of ours, or tapped together on a photo of it.

import { mountAll, onMount } from "/static/js/mount.js"
import { Draft } from "./draft.js"

const SVG = "http://www.w3.org/2000/svg"
const FINGER = 0.035 // how near a tap must be to a cell, as a share of the photo's width

onMount("draw-board", (place) => {
  const field = document.querySelector("form.calibrate textarea")
  const editor = place.querySelector("[data-editor]")
  const unread = place.querySelector("[data-unread]")
  const told = place.querySelector("[data-told]")
  const picture = place.querySelector("svg.samusara-draft")
  const draft = new Draft(place.dataset.name)
  let reach = 0

  place.addEventListener("click", ({ target }) => {
    const text = target.closest("[data-start-from]")?.dataset.startFrom
    if (!text) return
    field.value = text
    field.scrollIntoView({ block: "center" }) // what was taken, and the button that keeps it
  })
  place.querySelector("[data-photo]").addEventListener("change", async ({ target }) => {
    const [photo] = target.files
    if (!photo) return
    target.value = ""
    const seen = await createImageBitmap(photo).catch(() => null)
    unread.textContent = seen ? "" : unread.dataset.words
    unread.hidden = Boolean(seen)
    if (!seen) return
    const { width, height } = seen
    reach = width * FINGER
    draft.size = { width, height }
    picture.setAttribute("viewBox", `0 0 ${width} ${height}`)
    picture.dataset.photo = URL.createObjectURL(photo)
    editor.hidden = false
    show()
  })
  picture.addEventListener("click", ({ clientX, clientY }) => {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(picture.getScreenCTM().inverse())
    const kind = editor.querySelector("[name=tap-does]:checked").value
    if (kind === "line") draft.join(x, y, reach)
    else if (kind === "corner") draft.corner(x, y)
    else draft.put(kind, x, y, reach)
    show()
  })
  editor.querySelector("[data-take-back]").addEventListener("click", () => { draft.takeBack(); show() })
  editor.querySelector("[data-end-line]").addEventListener("click", () => { draft.endLine(); show() })

  // What kind a cell is, told by a sign too: the one that stands beside the words above.
  function signOf(kind) {
    return editor.querySelector(`.kind-sign[data-kind=${kind}] path`).getAttribute("d")
  }

  function show() {
    const image = drawn("image", { href: picture.dataset.photo, width: "100%", height: "100%" })
    const at = new Map(draft.cells.map((cell) => [cell.id, cell]))
    const lines = [...draft.lines, draft.line].map((line) =>
      drawn("polyline", { points: line.map((id) => `${at.get(id)?.x},${at.get(id)?.y}`).join(" "), "stroke-width": reach / 5 }))
    const cells = draft.cells.flatMap(({ id, x, y, kind }) => [
      drawn("circle", { cx: x, cy: y, r: reach / 1.6, "data-kind": kind, "data-cell": id, "stroke-width": reach / 8, ...(draft.line.at(-1) === id ? { class: "chosen" } : {}) }),
      drawn("path", { d: signOf(kind), "data-sign": kind, transform: `translate(${x} ${y}) scale(${reach / 1.6})` }),
    ])
    const corners = draft.corners.map(({ x, y }) =>
      drawn("rect", { x: x - reach / 2, y: y - reach / 2, width: reach, height: reach, class: "corner", "stroke-width": reach / 8 }))
    picture.replaceChildren(image, ...lines, ...cells, ...corners)
    told.textContent = told.dataset.words.replace("{cells}", draft.cells.length).replace("{lines}", draft.lines.length)
    if (draft.cells.length) field.value = draft.file()
  }
})

function drawn(name, attributes) {
  const made = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  return made
}

mountAll()
