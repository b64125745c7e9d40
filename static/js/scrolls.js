// What scrolls can be reached by keyboard, and is no stop on the way while it does not.

const PARTS = "#live .board, #live .actions, #live .recent"

function look() {
  for (const part of document.querySelectorAll(PARTS)) {
    const scrolls = part.scrollHeight > part.clientHeight + 1
    if (scrolls) part.tabIndex = 0
    else part.removeAttribute("tabindex")
  }
}

export function reachScrolling() {
  let asked = 0
  const soon = () => {
    cancelAnimationFrame(asked)
    asked = requestAnimationFrame(look)
  }
  new MutationObserver(soon).observe(document.body, { childList: true, subtree: true })
  addEventListener("resize", soon)
  soon()
}
