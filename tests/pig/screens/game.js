// Pig: a full trough is greeted.

import { toast } from "/static/js/toast.js"
import { word } from "/static/js/words.js"

document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-key=hold]")) toast(word("oink"))
})
