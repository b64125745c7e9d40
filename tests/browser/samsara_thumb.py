"""Somebody who plays Samsara with real cards in one hand and a thumb on the phone."""

from __future__ import annotations

import json
from collections import Counter

from tests.browser.players import press, version

OFFERED = ".actions [data-action]"
CHOICES = """all => all.map((one) => ({
  actions: [JSON.parse(one.dataset.action), ...JSON.parse(one.dataset.then ?? "[]")],
  words: one.textContent,
}))"""

FIRST = ("buy", "play", "end-turn")
"""What is wanted most; everything else is answered as it comes."""


class Thumb:
    """Taps what the cards in the real hand allow, and counts the taps."""

    def __init__(self, page, look, rng):
        self.page, self.look, self.rng = page, look, rng
        self.taps = Counter()
        self.held, self.round = Counter(), 0

    def turn(self):
        """Look at the own hand, then tap once (or twice, if a list is folded)."""
        self._draw()
        found = self.page.locator(OFFERED).evaluate_all(CHOICES)
        fits = [one for one in found if self._holds(one["actions"])]
        chosen = min(fits, key=self._wish)
        kind = chosen["actions"][0]["type"]
        self.held -= self._named(chosen["actions"])
        target = self.page.locator(OFFERED).nth(found.index(chosen))
        folds = target.locator("xpath=ancestor::details[not(@open)]")
        while folds.count():
            self.taps["unfold"] += 1
            folds.first.locator("xpath=./summary").click()
        heard = version(self.page) + len(chosen["actions"])
        press(self.page, target)
        self.page.wait_for_function(
            "heard => Number(document.body.dataset.version) >= heard", arg=heard
        )
        self.taps[kind] += 1

    def _draw(self):
        """Hold as many unseen cards as the app believes, out of the whole deck."""
        board = self.look()["board"]
        me = board["me"]
        if board["round"] != self.round:
            self.round, self.held = board["round"], Counter()
        pool = Counter({one["card"]: one["count"] for one in me["unseen"]})
        self.held &= pool
        while self.held.total() > me["hand"]["unseen"]:
            self.held -= Counter([next(iter(self.held))])
        more = me["hand"]["unseen"] - self.held.total()
        left = sorted((pool - self.held).elements())
        self.held += Counter(self.rng.sample(left, more))
        self.seen = Counter({one["card"]: one["count"] for one in me["hand"]["seen"]})

    def _named(self, actions):
        """Return the unseen cards of the hand that a tap names."""
        named = Counter()
        for action in actions:
            one = [action["card"]] if "card" in action else []
            named.update(action.get("hand", one))
        return named - self.seen

    def _holds(self, actions):
        return self._named(actions) <= self.held

    def _wish(self, one):
        kind, words = one["actions"][0]["type"], one["words"]
        order = FIRST.index(kind) if kind in FIRST else len(FIRST)
        costs = "toll" in words, "reincarnation" in words, kind == "lack"
        return (
            order,
            *costs,
            kind == "take-bad",
            -len(one["actions"]),
            json.dumps(one["actions"]),
        )
