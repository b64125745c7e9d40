// One rule, drawn from the shelf on the phone: at once, and without a network.

export class Sheet {
  shelf = null
  #dialog

  constructor(dialog) {
    this.#dialog = dialog
    dialog?.querySelector("[data-close]").addEventListener("click", () => dialog.close())
  }

  open(rule) {
    const entry = this.shelf?.entries.find(({ id }) => id === rule)
    if (!entry || !this.#dialog) return false
    const [title, , , text, example] = entry.words[this.shelf.lang]
    this.#slot("code").textContent = `${this.shelf.name} ${entry.code}`
    this.#slot("title").textContent = title
    this.#slot("text").textContent = text
    this.#slot("example").textContent = example
    this.#slot("example").hidden = !example
    this.#slot("provenance").textContent = provenance(entry)
    this.#slot("page").href = `/rules/${entry.id}`
    this.#slot("related").replaceChildren(...this.#related(entry))
    this.#now(entry.id)
    if (!this.#dialog.open) this.#dialog.showModal()
    this.#dialog.scrollTop = 0
    return true
  }

  // What the rule means at this table comes when the server can be reached.
  async #now(rule) {
    const place = this.#slot("now")
    place.replaceChildren()
    place.dataset.rule = rule
    const reply = await fetch(`/rules/${rule}/now`).catch(() => null)
    if (reply?.status === 200 && place.dataset.rule === rule) place.innerHTML = await reply.text()
  }

  #related(entry) {
    const known = this.shelf.entries.filter(({ id }) => entry.related.includes(id))
    return known.map((other) => {
      const item = document.createElement("li")
      item.append(anchor(other, this.shelf.lang))
      return item
    })
  }

  #slot(name) {
    return this.#dialog.querySelector(`[data-slot=${name}]`)
  }
}

export function link(entry, shelf) {
  const [title, , short] = entry.words[shelf.lang]
  const item = document.createElement("li")
  const card = anchor(entry, shelf.lang)
  card.className = "card rule-link"
  card.replaceChildren(line("span", shelf.name, "kicker"), line("strong", title), line("span", short, "small soft"))
  item.append(card)
  return item
}

function line(kind, text, look = "") {
  const made = document.createElement(kind)
  made.textContent = text
  made.className = look
  return made
}

function anchor(entry, lang) {
  const anchor = document.createElement("a")
  anchor.href = `/rules/${entry.id}`
  anchor.dataset.ruleId = entry.id
  anchor.textContent = entry.words[lang][0]
  return anchor
}

function provenance(entry) {
  return document.querySelector(`[data-provenances] [data-key="${entry.provenance}"]`)?.textContent ?? ""
}
