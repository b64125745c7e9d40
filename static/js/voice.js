// Hears "stop" where the browser can listen; the app's own voice is not listened to.

import { word } from "./words.js"

const AGAIN = 300 // a browser stops listening after every silence
const ECHO = 700 // milliseconds a room still rings of what the app has said

const Listener = window.SpeechRecognition ?? window.webkitSpeechRecognition

export const canListen = () => Boolean(Listener) && window.isSecureContext

// Words with a blank on each side of each, so that one after another can be struck out.
const plain = (text) => text.toLowerCase().replace(/[^\p{L}]+/gu, " ").trim().split(" ").map((one) => ` ${one} `).join("")

// Whether somebody said stop and nothing else: "stop, I keep it" is, "never stop" is not.
export function isStop(text) {
  const phrases = word("voice-stop").split("/").map(plain).sort((a, b) => b.length - a.length)
  let rest = plain(text)
  if (!rest.trim()) return false
  for (const phrase of phrases) rest = rest.replaceAll(phrase, "")
  return !rest
}

// Calls `heard()` at every stop until `end()`; `refused()` if no microphone may be used.
export function listen(heard, refused) {
  let wanted = true
  let deaf = window.speechSynthesis?.speaking ?? false
  let ears = null
  let timer = null

  function begin() {
    clearTimeout(timer)
    if (!wanted || deaf || ears) return
    const now = new Listener()
    ears = now
    now.lang = document.documentElement.lang
    now.continuous = true
    now.addEventListener("result", (event) => {
      if (now !== ears) return
      const fresh = [...event.results].slice(event.resultIndex)
      if (fresh.some((result) => result.isFinal && isStop(result[0].transcript))) heard()
    })
    now.addEventListener("error", ({ error }) => {
      if (error !== "not-allowed" && error !== "service-not-allowed") return
      wanted = false
      refused()
    })
    now.addEventListener("end", () => {
      if (now === ears) ears = null
      timer = setTimeout(begin, AGAIN)
    })
    now.start()
  }

  function hush() {
    const old = ears
    ears = null // what it still hears is nobody's word
    old?.abort()
  }

  function own({ detail: speaking }) {
    deaf = speaking
    clearTimeout(timer)
    if (speaking) hush()
    else timer = setTimeout(begin, ECHO)
  }

  document.addEventListener("own-voice", own)
  begin()
  return {
    end() {
      wanted = false
      clearTimeout(timer)
      document.removeEventListener("own-voice", own)
      hush()
    },
  }
}
