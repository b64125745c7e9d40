// Asking the house with limited patience: a request lost in the air must not block.

const PATIENCE = 8_000

export async function ask(url, options = {}) {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), PATIENCE)
  try {
    return await fetch(url, { ...options, signal: stop.signal })
  } finally {
    clearTimeout(timer)
  }
}
