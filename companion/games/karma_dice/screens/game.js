// Karma Dice: choosing a throw, trait cards, and what the host corrects of the dice.

import { mountAll, onMount } from "/static/js/mount.js"
import { typed } from "/static/js/regions.js"
import "./throw.js"
import "./traits.js"
import "./ways.js"

onMount("dice-counts", (hand) => {
  hand.closest("form").addEventListener("corrections", ({ detail: patch }) => {
    const counts = [...hand.querySelectorAll("[data-colour-count]")]
    if (!hand.isConnected || !counts.some(typed)) return
    const has = counts.flatMap((count) => Array(Number(count.value)).fill(count.dataset.colourCount))
    patch.dice = [...(patch.dice ?? []), { seat: Number(hand.dataset.seat), has }]
  })
})

mountAll()
