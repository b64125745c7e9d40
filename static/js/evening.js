// The same people play on at another table: this page goes with them.

export const NEXT = "Next-Table" // said by answers when there is such a table

export function goOn(page) {
  // Somebody who came back to look at a game that is over wants to look at it.
  if ("next" in page) return
  const to = document.body.classList.contains("screen") ? "screen" : "phone"
  location.assign(`/t/${page.table}/follow?as=${page.as}&to=${to}`)
}
