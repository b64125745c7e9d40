// The camera panel of the table screen: its picture with what it believes drawn in, and a light with words.

import { onMount } from "./mount.js"
import { canLook, lookWith } from "./own-camera.js"
import { ask } from "./patience.js"
import { showPicture } from "./picture.js"
import { bindSettings, keep, setting } from "./settings.js"
import { tell } from "./speak.js"
import { sayStop } from "./stop.js"
import { toast } from "./toast.js"
import { canListen, listen } from "./voice.js"
import { word } from "./words.js"

const ASK = 700 // the light of a camera must not be older than a glance
const DOUBT = 1_000 // what is certain is played before anybody could answer: it is no question
const page = document.body.dataset
const address = (what) => `/api/tables/${page.table}/${what}?as=${page.as}`

onMount("eyes", (panel) => {
  const slot = (name) => panel.querySelector(`[data-slot=${name}]`)
  const [figure, video] = [slot("picture"), slot("video")]
  let own = null
  let here = false // whether the house's own camera looks at this table
  let ears = null
  let lit = "waiting"
  let asked = false // whether a phone must answer before anything counts
  const open = new Map() // photos that wait for an answer: at which version, and since when

  function light(name) {
    lit = name
    slot("light").dataset.light = asked ? "asks" : lit
    const told = slot("light").querySelector("[data-slot=word]")
    const text = asked ? word("light-asks") : word(`light-${lit}`)
    if (told.textContent !== text) told.textContent = text // said once, however often it is looked at
  }

  function say(advice) {
    slot("advice").textContent = advice || ""
    slot("advice").hidden = !advice
  }

  function show(seen) {
    slot("counts").checked = seen.counts
    slot("throws").hidden = !seen.kept
    slot("kept").textContent = seen.kept
    const elsewhere = seen.there && !seen.here && own === null
    slot("elsewhere").hidden = !elsewhere
    slot("light").hidden = elsewhere
    slot("again").hidden = !(seen.here || own)
    here = seen.here
    hear()
    doubt()
    if (own || !seen.here) return
    light(seen.light)
    say(seen.advice)
    const picture = seen.picture ? `${address("camera.jpg")}&now=${seen.picture}` : ""
    showPicture(figure, { picture_url: picture, readings: seen.readings, size: seen.size }, () => !seen.certain)
  }

  // Whoever watches the screen is told that nothing counts until a phone has answered.
  function doubt() {
    for (const [id, { version, since }] of open) {
      if (version !== page.version) open.delete(id)
      else if (performance.now() - since < DOUBT) return
    }
    const asks = open.size > 0 && (own !== null || here)
    if (asks && !asked) tell(word("camera-asks"))
    asked = asks
    light(lit)
  }

  // Listens while no hand is needed and the table wants it.
  function hear() {
    const wanted = canListen() && setting("voice") && (own !== null || here)
    if (wanted === (ears !== null)) return
    if (wanted) ears = listen(() => sayStop().then((done) => done && toast(word("heard-stop"))).catch(() => {}), deaf)
    else {
      ears.end()
      ears = null
    }
    slot("listens").hidden = !wanted
  }

  function deaf() {
    keep("voice", false)
    bindSettings(panel)
    say(word("no-microphone"))
  }

  async function wish(body) {
    const json = { "Content-Type": "application/json", Accept: "application/json" }
    const reply = await ask(address("camera"), { method: body ? "POST" : "GET", headers: json, body: body && JSON.stringify(body) })
    if (reply.ok) show(await reply.json())
  }

  async function useOwn() {
    say("")
    try {
      own = await lookWith(video, ({ light: name, proposal, advice }) => {
        light(name)
        if (advice !== undefined) say(advice)
        if (!proposal) return
        say(proposal.problem)
        wish().catch(() => {})
        showPicture(figure, { ...proposal, picture_url: "data:," }, () => !proposal.certain)
      })
      figure.hidden = video.hidden = false
      panel.querySelector(".eyes-more").open = false // what is played is to be seen beside the camera
      figure.querySelector("img").hidden = true
    } catch {
      say(word("no-camera"))
    }
    slot("own").textContent = own ? word("camera-off") : word("camera-own")
    slot("again").hidden = !own
    hear()
  }

  function stopOwn() {
    own.end()
    own = null
    figure.hidden = video.hidden = true
    figure.querySelector("img").hidden = false
    slot("own").textContent = word("camera-own")
    light("waiting")
    hear()
  }

  document.addEventListener("proposal", ({ detail }) => {
    if (detail.open) open.set(detail.id, { version: page.version, since: performance.now() })
    else open.delete(detail.id)
    doubt()
    setTimeout(doubt, DOUBT)
  })
  slot("own").hidden = !canLook()
  slot("no-own").hidden = canLook()
  slot("voice").hidden = !canListen()
  document.addEventListener("setting", ({ detail }) => { if (detail.name === "voice") hear() })
  slot("own").addEventListener("click", () => (own ? stopOwn() : useOwn()))
  slot("here").addEventListener("click", () => wish({ here: true }))
  slot("again").addEventListener("click", () => (own ? own.again() : wish({ again: true })))
  slot("counts").addEventListener("change", ({ target }) => wish({ counts: target.checked }))
  slot("forget").addEventListener("click", async () => {
    await ask(address("throws"), { method: "DELETE" })
    slot("throws").open = false
    await wish()
  })
  bindSettings(panel)
  light("waiting")
  const look = () => { if (!document.hidden) wish().catch(() => {}) } // the dot says that the house is away
  look()
  if (panel.dataset.there) setInterval(look, ASK)
  panel.addEventListener("toggle", look)
})
