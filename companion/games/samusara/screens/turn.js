// A turn while it is being tapped: where a disc may go next. The server has the last word.

export class Turn {
  constructor(lines, discs, colour) {
    this.lines = lines
    this.discs = discs
    this.colour = colour
    this.clear()
  }

  clear() {
    this.source = null
    this.path = []
    this.captured = new Set()
  }

  // Returns "done" when nothing can follow, so that the turn can be sent at once.
  tap(name) {
    if (!this.path.length && this.discs.get(name) === this.colour) {
      const again = this.source === name
      this.clear()
      if (!again) this.source = name
      return "chosen"
    }
    if (!this.source) return "nothing"
    if (!this.path.length && this.#steps().has(name)) {
      this.path = [name]
      this.stepping = true
      return "done"
    }
    if (this.path.at(-1) === name && this.action()) return "done"
    const over = this.#hops().get(name)
    if (!over) {
      this.clear()
      return "nothing"
    }
    this.stepping = false
    this.path.push(name)
    if (this.discs.get(over) !== this.colour) this.captured.add(over)
    return this.#hops().size ? "on" : "done"
  }

  targets() {
    if (!this.source) return new Set()
    const steps = this.path.length ? [] : this.#steps()
    return new Set([...steps, ...this.#hops().keys()])
  }

  action() {
    if (!this.source || !this.path.length) return null
    if (this.stepping) return { type: "step", source: this.source, target: this.path[0] }
    if (this.path.at(-1) === this.source && !this.captured.size) return null
    return { type: "jump", source: this.source, path: this.path }
  }

  #stands(name) {
    return name !== this.source && this.discs.has(name) && !this.captured.has(name)
  }

  #steps() {
    const found = new Set()
    for (const [one, two] of this.#runs(2)) if (one === this.source && !this.discs.has(two)) found.add(two)
    return found
  }

  #hops() {
    const here = this.path.at(-1) ?? this.source
    const found = new Map()
    if (this.stepping && this.path.length) return found
    for (const [one, over, land] of this.#runs(3)) {
      if (one === here && this.#stands(over) && !this.#stands(land)) found.set(land, over)
    }
    return found
  }

  // Every run of so many neighbouring cells, in both directions.
  *#runs(length) {
    for (const line of this.lines) {
      for (const way of [line, [...line].reverse()]) {
        for (let at = 0; at + length <= way.length; at += 1) yield way.slice(at, at + length)
      }
    }
  }
}
