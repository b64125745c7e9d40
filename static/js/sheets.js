// Sheets from below: opened by data-open="id", closed by data-close or a tap outside.

document.addEventListener("click", (event) => {
  const opener = event.target.closest?.("[data-open]")
  if (opener) {
    opener.closest("dialog")?.close()
    document.getElementById(opener.dataset.open)?.showModal()
  }
  const closer = event.target.closest?.("[data-close]")
  if (closer) closer.closest("dialog")?.close()
  if (event.target.nodeName === "DIALOG" && outside(event)) event.target.close()
})

function outside({ target, clientX, clientY }) {
  const { left, right, top, bottom } = target.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
