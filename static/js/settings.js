// What this phone prefers; kept on the phone only.

const ON_TABLE = document.body.classList.contains("screen") // quiet: it stands in the middle of the talk
const DEFAULTS = { teacher: true, awake: true, digits: false, aloud: false, voice: false, sound: !ON_TABLE, buzz: !ON_TABLE, keys: true }
const KEY = "karma-table"

function all() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) || "{}") }
  } catch {
    return { ...DEFAULTS } // private windows may forbid storage
  }
}

export function setting(name) {
  return all()[name]
}

export function keep(name, value) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), [name]: value }))
  } catch {
    // the choice then lasts as long as the page
  }
  document.dispatchEvent(new CustomEvent("setting", { detail: { name, value } }))
}

export function bindSettings(root = document) {
  for (const box of root.querySelectorAll("input[data-setting]")) {
    box.checked = setting(box.dataset.setting)
    box.addEventListener("change", () => keep(box.dataset.setting, box.checked))
  }
}
