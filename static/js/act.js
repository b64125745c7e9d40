// Says something to the table, once, against the version this page has seen; draws the answer.

import { ask } from "./patience.js"
import { refuse } from "./refusal.js"
import { toast } from "./toast.js"
import { word } from "./words.js"

const TRIES = [0, 400, 1_200, 3_000] // the same id each time: repeats are harmless

const page = document.body.dataset
let answering = null // the version whose answer is on its way: a second tap is no second word
let fresh = null

export function actWith(keptFresh) {
  fresh = keptFresh
}

// crypto.randomUUID does not exist on plain http.
export function oneTimeId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
}

// One tap may say several things: what follows waits until the word before it counts.
async function sayAll(actions, pressed) {
  const tap = oneTimeId()
  const first = Number(page.version)
  for (const [at, action] of actions.entries()) {
    // Somebody spoke in between: what was meant to follow may mean something else now.
    if (Number(page.version) !== first + at) return toast(word("others-first"))
    const id = actions.length > 1 ? `${tap}+${at + 1}` : tap
    if (!(await send("actions", { action }, pressed, id))) return
  }
}

export async function send(what, body = {}, pressed = null, id = oneTimeId()) {
  const seen = page.version
  if (answering === seen) return false
  answering = seen
  pressed?.classList.add("pressed")
  pressed?.setAttribute("aria-busy", "true")
  const said = say(what, body, seen, id)
  fresh.answering(said)
  try {
    return await said
  } catch {
    toast(word("not-sent"))
    return false
  } finally {
    if (answering === seen) answering = null
    pressed?.classList.remove("pressed")
    pressed?.removeAttribute("aria-busy")
  }
}

async function say(what, body, seen, id) {
  const said = { ...body, seen: Number(seen), id }
  const awaited = document.querySelector("[data-region=actions] [data-say=chance]") !== null
  return answer(await post(`/api/tables/${page.table}/${what}?as=${page.as}`, said), what, body, awaited && Number(seen) + 1)
}

async function post(url, body) {
  let failure = null
  for (const pause of TRIES) {
    if (pause) await new Promise((done) => setTimeout(done, pause))
    try {
      return await ask(url, {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "text/html, application/json;q=0.5" },
        body: JSON.stringify(body),
      })
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

// `ours` is the entry that this word would have been, if it reported what was awaited.
async function answer(reply, what, body, ours) {
  if (reply.ok) {
    fresh.show(await reply.text())
    return true
  }
  const { error = {}, drawn, anyway: helps } = await reply.json().catch(() => ({}))
  if (reply.status === 409) {
    if (drawn) fresh.show(drawn)
    else await fresh.look()
    const theirs = ours && document.querySelector(`.log [data-entry="${ours}"]:is(.action, .chance):not(.taken-back)`)
    toast(theirs ? word("already", { who: theirs.dataset.who }) : word("others-first"))
  } else if (reply.status === 422 && error.rule) {
    refuse(error, helps && ((reason) => send("override", { ...body, reason })))
  } else {
    toast(error.message || word("went-wrong"))
  }
  return false
}

function resting(element) {
  return element.closest(".resting") || element.getAttribute("aria-busy") === "true"
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-action], [data-say]")
  if (!button || resting(button)) return
  event.preventDefault()
  button.closest("dialog")?.close()
  if (button.dataset.action) sayAll([JSON.parse(button.dataset.action), ...JSON.parse(button.dataset.then ?? "[]")], button)
  else send(button.dataset.say, {}, button)
})
