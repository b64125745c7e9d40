// Keeps styles, scripts and rule pages at hand; the state of a table is never kept.

const SHELF = "karma-table-1"
const KEPT = [/^\/static\//, /^\/rooms\//, /^\/rules\//]

self.addEventListener("install", () => self.skipWaiting())

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== SHELF) await caches.delete(name)
    await self.clients.claim()
  })())
})

self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url)
  if (event.request.method !== "GET" || origin !== self.location.origin) return
  if (KEPT.some((pattern) => pattern.test(pathname))) event.respondWith(freshOrKept(event.request))
})

async function freshOrKept(request) {
  const shelf = await caches.open(SHELF)
  try {
    const reply = await fetch(request)
    if (mayKeep(reply)) await shelf.put(request, reply.clone())
    return reply
  } catch {
    return (await shelf.match(request)) ?? Response.error()
  }
}

// Pages with the state of a table in them say no-store.
function mayKeep(reply) {
  return reply.ok && !(reply.headers.get("Cache-Control") ?? "").includes("no-store")
}
