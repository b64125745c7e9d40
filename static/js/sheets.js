// Sheets from below: opened by data-open="id", closed by data-close or a tap outside.

document.addEventListener("click", (event) => {
  const opener = event.target.closest?.("[data-open]")
  if (opener) {
    opener.closest("dialog")?.close()
    document.getElementById(opener.dataset.open)?.showModal()
  }
  const closer = event.target.closest?.("[data-close]")
  if (closer) closer.closest("dialog")?.close()
  if (event.target.nodeName === "DIALOG") event.target.close()
})
