"""Taps are counted: a turn must cost about as much as paper."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.players import lay_out, on_this_device, press, version

pytestmark = pytest.mark.browser


@pytest.fixture
def table(device, server):
    """A table for two on one device that chooses its own way to tell a turn."""

    def make(**options):
        page = device(way=None)
        lay_out(page, server.url, **options)
        on_this_device(page)
        return page

    return make


SHORT = {"end": "rounds", "rounds": "2"}
"""A whole game of two rounds: four turns and a draft."""


class Thumb:
    """Plays a game by taps, and counts them by what they are for."""

    def __init__(self, page, seed):
        self.page, self.rng = page, Random(seed)
        self.spent = Counter()

    def tap(self, what, target, *, moves_on=True):
        self.spent[what] += 1
        press(self.page, target) if moves_on else target.click()

    def there(self, selector):
        return self.page.locator(f"{selector}:visible")

    def play(self, throw):
        """Play to the end; `throw` tells one throw."""
        while not self.page.locator(".podium").count():
            stop = self.there('[data-key="stop"]')
            if self.page.locator(".draft-die[data-action]").count():
                self.tap("draft", self.there(".draft-die[data-action]").first)
            elif self.there(".result").count():
                self.tap("choice", self.there(".result").last)
            elif stop.count() and self.rng.random() < 0.6:
                self.tap("stop", stop)
            else:
                throw()

    def by_hand(self):
        """Throw up to three dice and tap how they lie."""
        expect(self.there("[data-less]"), "every throw starts empty").to_have_count(0)
        rows = self.there(".roll-row")
        left = [
            int(n) for n in rows.evaluate_all("all => all.map(x => x.dataset.most)")
        ]
        dice = [row for row, most in enumerate(left) for _ in range(most)]
        thrown = self.rng.sample(dice, self.rng.randint(1, min(3, len(dice))))
        for row in thrown:
            keys = rows.nth(row).locator("[data-roll-face]")
            key = keys.nth(self.rng.randrange(keys.count()))
            self.tap("dice", key, moves_on=False)
        self.tap("throws", self.there("[data-confirm]"))

    def rolls_told(self):
        """Return how many throws the log tells."""
        lines = self.page.locator(".log [data-entry]").all_text_contents()
        return sum(" rolls " in line for line in lines)

    def by_the_app(self):
        """Let the app throw some of the dice that are left."""
        keys, before = self.there("[data-throw]"), version(self.page)
        self.tap("throws", keys.nth(self.rng.randrange(keys.count())), moves_on=False)
        self.page.wait_for_function(
            "before => Number(document.body.dataset.version) >= before + 2", arg=before
        )


def test_a_throw_by_hand_is_a_tap_a_die_and_one_more(table):
    page = table(**SHORT)
    thumb = Thumb(page, 4)
    thumb.play(thumb.by_hand)
    spent = thumb.spent
    print(f"Karma Dice by hand, a game of four turns: {dict(spent)}")
    assert spent["throws"] == thumb.rolls_told() >= 4, "one tap confirms a throw"
    assert spent.keys() <= {"dice", "throws", "stop", "choice", "draft"}
    assert spent["draft"] == 2
    assert page.complaints == []


def test_a_throw_by_the_app_is_one_tap(table):
    page = table(**SHORT)
    page.locator("[data-show-way=app]").click()
    thumb = Thumb(page, 4)
    thumb.play(thumb.by_the_app)
    print(f"Karma Dice, the app rolls, a game of four turns: {dict(thumb.spent)}")
    assert thumb.spent["throws"] == thumb.rolls_told() >= 4
    assert thumb.spent["dice"] == 0, "nothing is entered"
    assert page.complaints == []


def test_a_turn_by_its_score_is_one_tap_and_the_die_another(table):
    page = table(entry="score", **SHORT)
    thumb, turns = Thumb(page, 4), []

    def score():
        turns.append(thumb.rng.choice((0, 1, 2, 4, 7, 10, 15)))
        thumb.tap("scores", thumb.there(f'[data-key="score-{turns[-1]}"]'))

    thumb.play(score)
    taps = thumb.spent.total()
    print(f"Karma Dice by score, a game of {len(turns)} turns: {dict(thumb.spent)}")
    assert len(turns) == 4
    assert taps <= 2 * len(turns), "a score and a die; none is taken at the end"
    assert page.complaints == []


def test_what_was_tapped_outlives_what_others_do(table):
    page = table()
    page.locator('[data-roll-face="4"]').first.click()
    page.reload()
    page.wait_for_selector("[data-confirm]")
    expect(
        page.locator("[data-confirm]"), "a fresh page starts afresh"
    ).to_be_disabled()
    page.locator('[data-roll-face="6"]').first.click()
    page.locator("[data-less]").click()
    expect(page.locator("[data-confirm]"), "one can be taken back").to_be_disabled()
