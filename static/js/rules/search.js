// The search of companion/rulebook/search.py, for phones that are alone with the rules.

import { Asked } from "./asked.js"
import { wordsOf } from "./fold.js"
import { Meant, Sheet } from "./meant.js"

const STEM = 4 // words that share fewer letters at the start are never the same word
const SMALL_TALK = 3 // telling words of an everyday sentence
const [K1, B] = [1.2, 0.75] // as in SQLite's bm25
const RARE = 1e-6
const BETWEEN_NAMES = /[,:()]/ // what stands between the names of a thing in its title

export class Index {
  #shelf
  #fillers
  #rows = []
  #vocabulary = new Map() // word -> [row, weighted count] pairs
  #average
  #asked
  #meant
  #everyday

  constructor(shelf) {
    this.#shelf = shelf
    this.#fillers = new Set(shelf.fillers)
    for (const entry of shelf.entries) this.#add(entry)
    const total = this.#rows.reduce((sum, row) => sum + row.length, 0)
    this.#average = total / Math.max(1, this.#rows.length)
    this.#asked = new Asked(this.#rows)
    this.#meant = new Meant(shelf)
    this.#everyday = new Sheet(shelf.everyday, shelf.meant.ending)
  }

  search(question, most = 20) {
    const code = question.trim().toUpperCase()
    const coded = this.#shelf.entries.filter((entry) => entry.code === code)
    if (coded.length) return coded
    const words = this.#telling(question)
    if (words.length <= SMALL_TALK && this.#everyday.speaks(question)) return []
    const meanings = words.map((word) => this.#expansions(word))
    if (!this.#makesSense(words, meanings)) return []
    const scores = new Map()
    for (const worth of [...meanings.map((meaning) => this.#word(meaning)), this.#answers(meanings)]) {
      for (const [entry, score] of worth) scores.set(entry, (scores.get(entry) ?? 0) + score)
    }
    const [typed, asked] = [[wordsOf(question), words], sorted(words.join(" "))]
    return [...this.#meant.likelihood(this.#mended(question))]
      .filter(([entry, worth]) => worth > 0 || scores.has(entry))
      .map(([entry, worth]) => [
        entry,
        (scores.get(entry) ?? 0) + this.#likeness(asked, entry) + this.#exactness(typed, entry) + this.#shelf.settings.meant * worth,
      ])
      .sort((one, other) => other[1] - one[1])
      .slice(0, most)
      .map(([entry]) => entry)
  }

  // Whether enough of these words are known, or a thing is named.
  #makesSense(words, meanings) {
    const named = (row) => row.lang === this.#shelf.lang && row.parts.some((part) => part.every((word) => words.includes(word)))
    if (this.#rows.some(named)) return true
    const { sense, typo } = this.#shelf.settings
    const unsure = words.map((word) => (this.#meant.knows(word) ? typo : 0))
    const sure = meanings.reduce((sum, meaning, place) => sum + Math.max(unsure[place], ...meaning.values()), 0)
    return sure >= sense[Number(words.length > 2)] * words.length
  }

  #add(entry) {
    for (const [lang, [title, names, short, text, example, asks]] of Object.entries(entry.words)) {
      const row = { entry, lang, length: 0 }
      row.names = [title, ...names].map((name) => sorted(this.#telling(name).join(" ")))
      row.phrases = [title, ...names, ...asks].map((phrase) => new Set(this.#telling(phrase)))
      row.parts = entry.thing ? title.split(BETWEEN_NAMES).filter((part) => part.trim()).map((part) => this.#telling(part)) : []
      row.calls = this.#calls(title, names, row.parts)
      const counts = new Map()
      for (const [place, field] of [title, names.join(" "), short, text, example, asks.join(" ")].entries()) {
        for (const word of wordsOf(field)) {
          counts.set(word, (counts.get(word) ?? 0) + this.#shelf.settings.fields[place])
          row.length += 1
        }
      }
      for (const [word, count] of counts) {
        if (!this.#vocabulary.has(word)) this.#vocabulary.set(word, [])
        this.#vocabulary.get(word).push([row, count])
      }
      this.#rows.push(row)
    }
  }

  // What an entry is called, with how much each set of words is its own.
  #calls(title, names, parts) {
    const calls = new Map(names.map((name) => [setOf(this.#telling(name)), 0.5]))
    for (const part of parts) calls.set(setOf(part), 0.9)
    return calls.set(setOf(this.#telling(title)), 0.9).set(setOf(wordsOf(title)), 1)
  }

  #telling(text) {
    const words = wordsOf(text)
    const telling = words.filter((word) => !this.#fillers.has(word) && (word.length > 1 || /\d/.test(word)))
    return telling.length ? telling : words
  }

  // The known words that a typed word may mean, with how surely.
  #expansions(word) {
    const known = this.#vocabulary.has(word)
    const found = new Map()
    for (const term of this.#vocabulary.keys()) {
      const quality = this.#quality(word, term, known)
      if (quality) found.set(term, quality)
    }
    return found
  }

  // A question with every word nobody knows as the nearest known one.
  #mended(question) {
    return question.split(/\s+/).map((word) => {
      const [folded, ...more] = wordsOf(word)
      const lost = folded && !more.length && !this.#meant.knows(folded) && !this.#vocabulary.has(folded)
      return (lost && this.#nearest(folded)) || word
    }).join(" ")
  }

  #nearest(word) {
    let [best, slips] = [null, allowedSlips(word)]
    for (const term of slips ? this.#vocabulary.keys() : []) {
      if (term[0] !== word[0]) continue
      const far = distance(word, term, slips)
      if (far < slips || (far === slips && !best)) [best, slips] = [term, far]
    }
    return best
  }

  #answers(meanings) {
    const best = new Map()
    for (const [row, alike] of this.#asked.likeness(meanings)) {
      const worth = this.#shelf.settings.ask * this.#foreign(row) * alike ** 2
      if (worth > (best.get(row.entry) ?? 0)) best.set(row.entry, worth)
    }
    return best
  }

  #word(meaning) {
    const best = new Map()
    for (const [term, quality] of meaning) {
      const postings = this.#vocabulary.get(term)
      const idf = Math.max(RARE, Math.log((this.#rows.length - postings.length + 0.5) / (postings.length + 0.5)))
      for (const [row, count] of postings) {
        const rank = idf * count * (K1 + 1) / (count + K1 * (1 - B + B * row.length / this.#average))
        const score = quality * this.#foreign(row) * rank
        if (score > (best.get(row.entry) ?? 0)) best.set(row.entry, score)
      }
    }
    return best
  }

  // A word we know is meant: guesses at others would only outweigh it.
  #quality(word, term, known) {
    const { prefix, ending, typo } = this.#shelf.settings
    if (word === term) return 1
    if (!known && word.length > 1 && term.startsWith(word)) return prefix
    if (sameStem(word, term)) return ending
    if (known || word[0] !== term[0]) return 0
    const slips = allowedSlips(word)
    return slips && distance(word, term, slips) <= slips ? typo : 0
  }

  #likeness(asked, entry) {
    let best = 0
    for (const row of this.#rows) {
      if (row.entry !== entry) continue
      for (const name of row.names) best = Math.max(best, this.#foreign(row) * ratio(asked, name))
    }
    return this.#shelf.settings.name * best ** 3
  }

  #exactness(typed, entry) {
    let best = 0
    for (const row of this.#rows) {
      if (row.entry !== entry) continue
      for (const words of typed) best = Math.max(best, this.#foreign(row) * (row.calls.get(setOf(words)) ?? 0))
      if (row.lang === this.#shelf.lang && row.parts.some((part) => isInside(part, typed[1]))) {
        best = Math.max(best, this.#shelf.settings.inside)
      }
    }
    return this.#shelf.settings.exact * best
  }

  #foreign(row) {
    return row.lang === this.#shelf.lang ? 1 : this.#shelf.settings.other_language
  }
}

const setOf = (words) => [...new Set(words)].sort().join(" ")

const isInside = (part, words) => part.every((word) => words.includes(word)) && words.some((word) => !part.includes(word))

const sorted = (text) => text.split(" ").sort().join(" ")

function allowedSlips(word) {
  if (/^\d+$/.test(word) || word.length < 4) return 0
  return word.length < 7 ? 1 : 2
}

function sameStem(word, term) {
  let shared = 0
  while (shared < word.length && word[shared] === term[shared]) shared += 1
  const longest = Math.max(word.length, term.length)
  return shared >= STEM && longest - shared <= 3 && shared >= longest * 0.6
}

// Insertions, deletions, changes and swapped neighbours; stops counting above `most`.
function distance(one, other, most) {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let before = []
  let last = Array.from({ length: other.length + 1 }, (_, place) => place)
  for (let i = 1; i <= one.length; i += 1) {
    const now = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1
      now[j] = Math.min(last[j] + 1, now[j - 1] + 1, last[j - 1] + same)
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      if (swapped) now[j] = Math.min(now[j], before[j - 2] + 1)
    }
    if (Math.min(...now) > most) return most + 1
    before = last
    last = now
  }
  return last[other.length]
}

// Twice the longest common subsequence over both lengths.
function ratio(one, other) {
  if (!one.length || !other.length) return 0
  let last = new Array(other.length + 1).fill(0)
  for (let i = 1; i <= one.length; i += 1) {
    const now = [0]
    for (let j = 1; j <= other.length; j += 1) {
      now[j] = one[i - 1] === other[j - 1] ? last[j - 1] + 1 : Math.max(last[j], now[j - 1])
    }
    last = now
  }
  return 2 * last[other.length] / (one.length + other.length)
}
