// A rule opens over the page, so that what was being entered is still there afterwards.

const sheet = document.getElementById("rule")
const place = sheet.querySelector("[data-slot=rule]")

document.addEventListener("click", (event) => {
  const link = event.target.closest?.('a[href^="/rules/"]')
  const aside = event.ctrlKey || event.metaKey || event.shiftKey
  if (!link || aside || link.getAttribute("href").includes("?")) return
  event.preventDefault()
  open(link.href)
})

async function open(address) {
  try {
    const reply = await fetch(address, { headers: { Accept: "text/html" } })
    const page = new DOMParser().parseFromString(await reply.text(), "text/html")
    place.replaceChildren(...page.querySelector("[data-rule]").childNodes)
  } catch {
    location.href = address // the page may be at hand offline, or says itself what is wrong
    return
  }
  settleIn()
  document.getElementById("refusal").close()
  if (!sheet.open) sheet.showModal()
  sheet.scrollTop = 0
}

// The prompt stays the one heading of the page; what only works on the rule's own page goes.
function settleIn() {
  const title = document.createElement("h2")
  const old = place.querySelector("h1")
  title.id = "rule-title"
  title.textContent = old.textContent
  old.replaceWith(title)
  place.querySelector("[data-aloud]")?.remove()
}
