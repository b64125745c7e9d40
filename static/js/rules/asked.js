// Titles, names and questions of entries, and how much a new question is like them:
// companion/rulebook/asked.py for the phone. A phrase is a set of words; rare ones weigh more.

export class Asked {
  #phrases
  #uses = new Map()
  #where = new Map()
  #lengths

  constructor(rows) {
    this.#phrases = rows.flatMap((row) => row.phrases.map((words) => ({ row, words })))
    for (const [place, { words }] of this.#phrases.entries()) {
      for (const word of words) {
        this.#uses.set(word, (this.#uses.get(word) ?? 0) + 1)
        if (!this.#where.has(word)) this.#where.set(word, [])
        this.#where.get(word).push(place)
      }
    }
    this.#lengths = this.#phrases.map(({ words }) =>
      Math.sqrt([...words].reduce((sum, word) => sum + this.#weight(word) ** 2, 0)))
  }

  // The best likeness (0 to 1) of each row; `meanings` holds, for each word typed, the
  // known words it may mean and how surely.
  likeness(meanings) {
    const shared = new Map()
    let length = 0
    for (const meaning of meanings) {
      const weighed = [...meaning].map(([word, sure]) => [word, sure * this.#weight(word)])
      const own = weighed.length ? Math.max(...weighed.map(([, weight]) => weight)) : this.#weight("")
      length += own ** 2
      for (const [place, weight] of this.#best(weighed)) shared.set(place, (shared.get(place) ?? 0) + own * weight)
    }
    const best = new Map()
    for (const [place, product] of shared) {
      const alike = product / (Math.sqrt(length) * this.#lengths[place])
      const { row } = this.#phrases[place]
      if (alike > (best.get(row) ?? 0)) best.set(row, alike)
    }
    return best
  }

  #best(weighed) {
    const best = new Map()
    for (const [word, weight] of weighed) {
      for (const place of this.#where.get(word) ?? []) {
        if (weight > (best.get(place) ?? 0)) best.set(place, weight)
      }
    }
    return best
  }

  #weight(word) {
    return Math.log(1 + this.#phrases.length / (1 + (this.#uses.get(word) ?? 0)))
  }
}
