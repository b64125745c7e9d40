// The four parts of the phone page; the address remembers which one is open.

const NAMES = ["table", "me", "rules", "log"]

export function showTab(wanted) {
  const name = NAMES.includes(wanted) ? wanted : NAMES[0]
  for (const panel of document.querySelectorAll("[data-panel]")) {
    panel.hidden = panel.dataset.panel !== name
  }
  for (const tab of document.querySelectorAll("[data-tab]")) {
    if (tab.dataset.tab === name) tab.setAttribute("aria-current", "page")
    else tab.removeAttribute("aria-current")
  }
}

document.addEventListener("click", (event) => {
  const tab = event.target.closest?.("[data-tab]")
  if (!tab) return
  history.replaceState(null, "", `#${tab.dataset.tab}`)
  showTab(tab.dataset.tab)
  const panel = document.querySelector(`[data-panel="${tab.dataset.tab}"]`)
  panel.scrollTop = 0
  if (!tab.closest("[hidden]")) return
  panel.setAttribute("tabindex", "-1")
  panel.focus({ preventScroll: true })
})
