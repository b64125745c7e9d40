// The rules of a game, fetched once and kept on the phone for when there is no network.

const KEY = "karma-table-rules:"

export async function shelfAt(url) {
  try {
    const reply = await fetch(url)
    if (!reply.ok) throw new Error(reply.statusText)
    const text = await reply.text()
    keep(url, text)
    return JSON.parse(text)
  } catch (problem) {
    const kept = kepts(url)
    if (kept) return JSON.parse(kept)
    throw problem
  }
}

function keep(url, text) {
  try {
    localStorage.setItem(KEY + url, text)
  } catch {
    // full or forbidden: the rules then last as long as the page
  }
}

function kepts(url) {
  try {
    return localStorage.getItem(KEY + url)
  } catch {
    return null
  }
}
