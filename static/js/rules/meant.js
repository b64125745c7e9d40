// Which entry a question most likely means, whatever words it is asked in: meanings.py and
// meant.py of companion/rulebook for the phone. The shelf brings the words of its language
// with their meanings, and how often an entry says a meaning in the other languages.

import { fold } from "./fold.js"

export class Meant {
  #sheet
  #words
  #fillers
  #said = new Map() // meaning or root -> entry -> how often
  #length = new Map()
  #expected = new Map()

  constructor(shelf) {
    this.#sheet = shelf.meant
    this.#fillers = new Set(shelf.fillers)
    this.#words = new Sheet(this.#sheet.words, this.#sheet.ending)
    for (const entry of shelf.entries) this.#add(entry, shelf.lang)
    const everything = sum(this.#length.values())
    for (const [token, where] of this.#said) {
      this.#expected.set(token, this.#sheet.doubt * sum(where.values()) / everything)
    }
  }

  // How much likelier a question makes each entry (a logarithm).
  likelihood(question) {
    const known = [...this.#of(question)].filter(([token]) => this.#said.has(token))
    const weight = sum(known.map(([, sure]) => sure))
    const { doubt } = this.#sheet
    const likely = new Map([...this.#length].map(([entry, length]) => [entry, weight * Math.log(doubt / (doubt + length))]))
    for (const [token, sure] of known) {
      for (const [entry, often] of this.#said.get(token)) {
        likely.set(entry, likely.get(entry) + sure * Math.log(1 + often / this.#expected.get(token)))
      }
    }
    return likely
  }

  // Whether a single folded word has a meaning.
  knows(word) {
    return this.#words.lines(word, word).length > 0
  }

  #add(entry, lang) {
    const [title, names, short, text, , asks] = entry.words[lang]
    const [ofTitle, ofName, ofShort, ofText, ofAsk] = this.#sheet.weights
    const said = new Map()
    const hear = (token, often) => said.set(token, (said.get(token) ?? 0) + often)
    const phrases = [[[title], ofTitle], [names, ofName], [[short], ofShort], [[text], ofText], [asks, ofAsk]]
    for (const [phrase, weight] of phrases.flatMap(([some, weight]) => some.map((one) => [one, weight]))) {
      for (const [token, sure] of this.#of(phrase)) hear(token, sure * weight)
    }
    for (let place = 0; place < entry.elsewhere.length; place += 2) {
      hear(`=${entry.elsewhere[place]}`, entry.elsewhere[place + 1])
    }
    for (const [token, often] of said) {
      if (!this.#said.has(token)) this.#said.set(token, new Map())
      this.#said.get(token).set(entry, often)
    }
    this.#length.set(entry, sum(said.values()))
  }

  // What a text says: meanings, and the roots of its telling words.
  #of(text) {
    const spelled = spelledOut(text)
    const folded = spelled.map(fold)
    const filled = folded.every((word) => this.#fillers.has(word))
    const said = new Map()
    const hear = (token, sure) => said.set(token, Math.max(sure, said.get(token) ?? 0))
    for (const [place, word] of folded.entries()) {
      const lines = this.#words.lines(spelled[place], word)
      for (const line of this.#words.inARow(folded.slice(place))) if (!lines.includes(line)) hear(`=${line}`, 1)
      for (const line of lines) hear(`=${line}`, lines.length ** -0.5)
      const telling = filled || !this.#fillers.has(word)
      if (telling && (word.length > 1 || /^\d$/.test(word))) {
        hear(word.slice(0, this.#sheet.root), lines.length ? this.#sheet.aside : 1)
      }
    }
    return said
  }
}

// Words with the lines they stand in, as meanings.txt and everyday.txt of companion/rulebook write them.
export class Sheet {
  #words
  #ending
  #longest

  constructor(words, ending) {
    this.#words = words
    this.#ending = ending
    this.#longest = Math.max(1, ...Object.keys(words).map((word) => word.split("_").length))
  }

  // Whether a text says anything that stands on this sheet.
  speaks(text) {
    const spelled = spelledOut(text)
    const folded = spelled.map(fold)
    return folded.some((word, place) => this.lines(spelled[place], word).length || this.inARow(folded.slice(place)).length)
  }

  lines(spelled, word) {
    const exact = this.#of(spelled) ?? this.#of(word) ?? []
    for (let length = word.length; length > Math.max(1, word.length - this.#ending - 1); length -= 1) {
      const lines = this.#of(`${word.slice(0, length)}*`)
      // A whole word outdoes what only begins like it.
      if (lines) return length === word.length || !exact.length ? [...new Set([...exact, ...lines])] : exact
    }
    return exact
  }

  inARow(words) {
    const lines = []
    for (let length = 2; length <= Math.min(this.#longest, words.length); length += 1) {
      lines.push(...(this.#of(words.slice(0, length).join("_")) ?? []))
    }
    return lines
  }

  // An own property only: "constructor" is no word of the sheet.
  #of(word) {
    return Object.hasOwn(this.#words, word) ? this.#words[word] : undefined
  }
}

const sum = (numbers) => [...numbers].reduce((total, one) => total + one, 0)

// The words of a text in small letters, with their accents.
function spelledOut(text) {
  const plain = text.toLowerCase().replace(/œ/g, "oe").replace(/æ/g, "ae").replace(/n['\u2019]t\b/g, "nt")
  return plain.normalize("NFC").match(/[\p{L}\p{N}]+/gu) ?? []
}
