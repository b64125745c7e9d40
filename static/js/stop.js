// Says stop for whoever plays now, without a touch: by the card under the camera, or by voice.

import { oneTimeId } from "./act.js"
import { ask } from "./patience.js"

const page = document.body.dataset
const address = (what) => `/api/tables/${page.table}/${what}?as=${page.as}`
const headers = { "Content-Type": "application/json", Accept: "application/json" }

// Tells whether the table took it: stop may mean nothing now.
export async function sayStop() {
  const reply = await ask(address("camera"), { headers })
  const { stop } = reply.ok ? await reply.json() : {}
  if (!stop) return false
  const body = JSON.stringify({ action: stop, seen: Number(page.version), id: oneTimeId() })
  return (await ask(address("actions"), { method: "POST", headers, body })).ok
}
