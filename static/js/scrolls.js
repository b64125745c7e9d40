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
  // Told in the frame in which a part or what lies in it changes its size, whatever made it.
  const sizes = new ResizeObserver(look)
  const watch = () => {
    sizes.disconnect()
    for (const part of document.querySelectorAll(PARTS)) for (const one of [part, ...part.children]) sizes.observe(one)
  }
  new MutationObserver(watch).observe(document.body, { childList: true, subtree: true })
  watch()
}
