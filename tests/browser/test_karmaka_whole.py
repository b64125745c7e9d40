"""Karmaka: a whole game alone against the app, and a table screen that always fits."""

import json
from random import Random

import pytest
from playwright.sync_api import expect

from companion.games.karmaka.box import DECK
from tests.browser.conftest import ARTEFACTS
from tests.browser.players import is_live, press
from tests.browser.test_karmaka import arrived
from tests.live import Walk, lay_out

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SIZE = """() => {
  const { scrollWidth, scrollHeight } = document.documentElement
  return [scrollWidth, scrollHeight]
}"""

SAID = """all => all.map(({ dataset }) => [JSON.parse(dataset.action), dataset.key])"""

BY_TOUCH = 30
"""Words said on the page; the rest of the game is said as a program would."""

MOST = 1500
"""More words than any game needs in which Deeds are laid whenever it helps."""


def wanted(legal):
    """Return the likeliest next words of somebody who wants points."""
    deeds = [one for one in legal if one.get("use") == "deed"]
    takes = [one for one in legal if one["type"] in ("accept", "reborn")]
    return deeds or takes[-1:] or legal


def unknown_in(view):
    awaited = view["awaiting"] or {}
    return awaited.get("unknown") if awaited.get("kind") == "rival" else None


class Alone:
    """A person with a phone against the app; what its cards are comes from a box."""

    def __init__(self, page, host, rng):
        self.page, self.host, self.rng = page, host, rng
        self.words = 0

    def step(self, view):
        self.words += 1
        if unknown_in(view):
            self.show(view)
        elif view["awaiting"]:
            self.say(view, ".actions [data-say=chance]", "chance")
        else:
            action = self.rng.choice(wanted(view["legal"]))
            self.say(view, self.button(action), "actions", action=action)

    def say(self, view, button, what, **word):
        """Say it by touch at first, then as a program; return whether it was taken."""
        if self.words <= BY_TOUCH and button:
            press(self.page, self.page.locator(button))
            return True
        once = f"{self.words}-{self.rng.random()}"
        status, told = self.host.say(what, view["version"], once, **word)
        assert status == 201 or word["action"]["type"] == "show", told
        return status == 201

    def button(self, action):
        """Return where the page says this, if one tap is enough."""
        if self.words > BY_TOUCH:
            return None
        offered = self.page.locator(".actions [data-action]")
        said = offered.evaluate_all(SAID)
        found = [key for told, key in said if told == action]
        return f".actions [data-key={json.dumps(found[0])}]" if found else None

    def show(self, view):
        """Let the app know the next card of its row, any that can still be there."""
        if self.words <= BY_TOUCH:
            details = self.page.locator(".krival details")
            if details.get_attribute("open") is None:
                details.locator("summary").click()
        for card in self.rng.sample(DECK, len(DECK)):
            show = {"type": "show", "seat": 1, "place": "row", "cards": [card]}
            if self.say(view, f'[data-key="row-{card}"]', "actions", action=show):
                return
        raise AssertionError("no card is left for the row")


@pytest.mark.timeout(240)
def test_a_game_alone_against_the_app_is_played_to_its_end(server, device):
    page = device(reduced_motion="reduce")
    host, _ = lay_out(server.port, "karmaka", ["Ana", "Ben"], rival="strong")
    sit_as(page, server, host, "")
    alone = Alone(page, host, Random(7))
    for _ in range(MOST):
        view = host.look()
        if view["outcome"]:
            break
        if alone.words < BY_TOUCH and unknown_in(view):
            unknown = page.locator(".krow li", has_text="?")
            expect(unknown).to_have_count(len(unknown_in(view)))
        alone.step(view)
    assert view["outcome"]["ending"] == "transcendence"
    assert alone.words > BY_TOUCH
    page.wait_for_selector(".podium .won")
    page.screenshot(path=ARTEFACTS / "karmaka-solo-over.png")
    assert page.complaints == []


def sit_as(page, server, phone, where):
    """Open a page with somebody's ticket."""
    page.context.set_extra_http_headers({"Authorization": f"Bearer {phone.ticket}"})
    page.goto(f"{server.url}/t/{phone.table}{where}")
    is_live(page)


@pytest.mark.timeout(180)
def test_the_table_screen_fits_whatever_is_asked(server, device):
    page = device(1280, 800)
    walk = Walk(server.port, "karmaka", ["Ana", "Ben", "Cleo", "Dario"], seed=3)
    host, faults, met = walk.host, [], set()
    sit_as(page, server, host, "/screen")
    for _ in range(260):
        view = host.look()
        if view["outcome"]:
            break
        crowd = sum(len(one["deeds"]) for one in view["board"]["players"]) // 6
        if (view["board"]["asking"], crowd) not in met:
            met.add((view["board"]["asking"], crowd))
            arrived(page, view["version"])
            size = page.evaluate(SIZE)
            if size != [1280, 800]:
                faults.append((size, view["prompt"]))
                page.screenshot(path=ARTEFACTS / "karmaka-too-high.png")
        walk.step(view, wanted)
    page.screenshot(path=ARTEFACTS / "karmaka-screen.png")
    assert not faults
    assert "death" in {asking for asking, _ in met}
    assert page.complaints == []
