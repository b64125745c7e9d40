// Words as search compares them: no accents, no case (companion/rulebook/fold.py).

export function fold(text) {
  return text.toLowerCase().replace(/œ/g, "oe").replace(/æ/g, "ae").replace(/ß/g, "ss")
    .normalize("NFKD").replace(/\p{M}/gu, "")
}

export const wordsOf = (text) => fold(text).match(/[a-z0-9]+/g) ?? []
