// This device's own camera over the table: every new scene is sent like a photo; certain ones count at once.

import { oneTimeId } from "./act.js"
import { alike } from "./alike.js"
import { ask } from "./patience.js"
import { sayStop } from "./stop.js"
import { watcher } from "./watch.js"

const LOOK = 70 // milliseconds between two frames: a rest of a quarter of a second has three
const SMALL = 160 // longer side of the picture that is compared
const LONGEST = 1_600 // longer side of the picture that is sent
const QUALITY = 0.9

const page = document.body.dataset
const address = (what) => `/api/tables/${page.table}/${what}?as=${page.as}`

export const canLook = () => Boolean(navigator.mediaDevices?.getUserMedia)

// Shows the camera in `video` and tells `show({light, proposal})`; returns what ends it.
export async function lookWith(video, show) {
  const wanted = { video: { facingMode: "environment", width: { ideal: 1280 } }, audio: false }
  const stream = await navigator.mediaDevices.getUserMedia(wanted)
  video.srcObject = stream
  await video.play()
  const loop = watcher()
  const canvas = document.createElement("canvas")
  let busy = false
  let due = null // the photo of the newest rest, until the one before it was read
  let last = null // what was read last
  let card = false // whether the stop card lay there: left lying, it stops nobody else
  let early = null // the version at which something lay there that nobody awaited

  async function look() {
    if (document.hidden || !video.videoWidth) return
    if (early !== null && early !== page.version) {
      early = null
      loop.again()
    }
    const light = loop.see(pixels(video, canvas, SMALL), performance.now())
    // It looks on while a photo is read: a clock that runs is known by never having paused.
    if (light === "rest") due = taken()
    if (busy) return
    if (!due) return show({ light: light === "waiting" && last ? "read" : light })
    const { blob, drift } = due
    due = null
    busy = true
    show({ light: "reading" })
    try {
      await meet(await blob, drift)
    } finally {
      busy = false
    }
  }

  function taken() {
    const blob = photo(video)
    blob.catch(() => {}) // a newer rest may take its place before anybody asks for it
    return { blob, drift: loop.drifted() }
  }

  async function meet(blob, drift) {
    const body = new FormData()
    body.append("photo", blob, "table.jpg")
    body.append("watched", "1") // nobody looked at it: certain is what a second look agrees with
    const reply = await ask(address("photos"), { method: "POST", body, headers: { Accept: "application/json" } })
    if (!reply.ok) {
      early = page.version
      const { error } = await reply.json().catch(() => ({}))
      return show({ light: "waiting", advice: error?.code === "nothing_expected" ? "" : error?.message })
    }
    const proposal = await reply.json()
    const same = last && alike(last.readings, proposal.readings, drift.map((part) => part * proposal.size[0]))
    last = proposal
    show({ light: "read", proposal })
    const laid = proposal.stop_card && !card
    card = proposal.stop_card
    const stopped = laid && (await sayStop())
    if (stopped) return
    if (same || !proposal.candidates.length) await say(`proposals/${proposal.id}`, "DELETE")
    else if (proposal.counts) await say(`proposals/${proposal.id}/accept`, "POST", { seen: proposal.version, id: oneTimeId() })
  }

  const timer = setInterval(() => look().catch(() => { early = page.version }), LOOK)
  return {
    again: loop.again,
    end() {
      clearInterval(timer)
      for (const track of stream.getTracks()) track.stop()
      video.srcObject = null
    },
  }
}

function say(what, method, body) {
  const json = { "Content-Type": "application/json", Accept: "application/json" }
  return ask(address(what), { method, headers: json, body: body && JSON.stringify(body) })
}

function pixels(video, canvas, longest) {
  drawn(video, canvas, longest)
  return canvas.getContext("2d", { willReadFrequently: true }).getImageData(0, 0, canvas.width, canvas.height)
}

function drawn(video, canvas, longest) {
  const scale = Math.min(1, longest / Math.max(video.videoWidth, video.videoHeight))
  canvas.width = Math.round(video.videoWidth * scale)
  canvas.height = Math.round(video.videoHeight * scale)
  canvas.getContext("2d", { willReadFrequently: longest === SMALL }).drawImage(video, 0, 0, canvas.width, canvas.height)
}

function photo(video) {
  const canvas = document.createElement("canvas")
  drawn(video, canvas, LONGEST)
  return new Promise((done, fail) => canvas.toBlob(
    (blob) => (blob ? done(blob) : fail(new Error())), "image/jpeg", QUALITY))
}
