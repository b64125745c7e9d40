// A few notes for each moment, made by the browser itself: nothing to fetch.

const NOTES = {
  bust: [[220, 0], [165, 0.14], [110, 0.3]],
  prize: [[523, 0], [659, 0.1], [784, 0.2]],
  rebirth: [[392, 0], [523, 0.15]],
  menace: [[147, 0], [139, 0.2]],
  death: [[196, 0], [147, 0.2], [98, 0.4]],
  capture: [[330, 0], [247, 0.08]],
  "last-round": [[440, 0], [440, 0.2]],
  victory: [[523, 0], [659, 0.12], [784, 0.24], [1047, 0.38]],
  defeat: [[262, 0], [208, 0.2], [175, 0.4]],
}
const LOUD = 0.12
const LONG = 0.22 // seconds a note rings

let house = null

export function play(kind) {
  if (!NOTES[kind] || !window.AudioContext) return
  house ??= new AudioContext()
  if (house.state === "suspended") house.resume().catch(() => null) // until this page was touched
  for (const [pitch, after] of NOTES[kind]) ring(pitch, house.currentTime + after)
}

function ring(pitch, at) {
  const voice = new OscillatorNode(house, { frequency: pitch, type: "triangle" })
  const fade = new GainNode(house, { gain: LOUD })
  fade.gain.setValueAtTime(LOUD, at)
  fade.gain.exponentialRampToValueAtTime(0.001, at + LONG)
  voice.connect(fade).connect(house.destination)
  voice.start(at)
  voice.stop(at + LONG)
}
