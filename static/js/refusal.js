// The sheet that says which rule speaks against it, and what can be done.

const sheet = document.getElementById("refusal")

// `anyway` is missing where not even the host's word would be carried out.
export function refuse(error, anyway) {
  sheet.querySelector("[data-slot=message]").textContent = error.message
  const link = sheet.querySelector("[data-slot=rule]")
  link.href = error.rule.url
  const form = sheet.querySelector("form")
  if (form) {
    form.hidden = !anyway
    form.reset()
    form.onsubmit = (event) => {
      event.preventDefault()
      sheet.close()
      anyway(new FormData(form).get("reason"))
    }
  }
  sheet.showModal()
}
