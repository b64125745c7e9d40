// Elements with data-mount="name" are brought to life once by the function of that name.

const mounts = new Map()
const alive = new WeakSet()

export function onMount(name, bring) {
  mounts.set(name, bring)
}

export function mountAll(root = document) {
  for (const element of root.querySelectorAll("[data-mount]")) {
    const bring = mounts.get(element.dataset.mount)
    if (!bring || alive.has(element)) continue
    alive.add(element)
    bring(element)
  }
}
