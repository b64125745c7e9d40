// Sentences that scripts say come with the page, already in the phone's language.

export function word(key, values = {}) {
  const found = document.querySelector(`#words [data-word="${key}"]`)
  const text = found ? found.textContent : key
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole)
}
