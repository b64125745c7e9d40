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
    this.been = new Set()
  }

  // Returns "done" when nothing can follow, so that the turn can be sent at once.
  tap(name) {
    if (!this.path.length && this.discs.get(name) === this.colour) {
      const again = this.source === name
      this.clear()
      if (again) return "chosen"
      this.source = name
      this.been.add(this.#standing(name))
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
    this.been.add(this.#standing(name))
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
      if (one !== here || !this.#stands(over) || this.#stands(land)) continue
      // Back to where it stood with the same captures is no way on: most jumps end here.
      if (!this.been.has(this.#standing(land, over))) found.set(land, over)
    }
    return found
  }

  // A place of the disc together with what has been captured on the way.
  #standing(name, over) {
    const captured = new Set(this.captured)
    if (over && this.discs.get(over) !== this.colour) captured.add(over)
    return [name, ...[...captured].sort()].join()
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
