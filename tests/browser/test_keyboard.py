"""A turn of each game by keyboard, everything found by what a screen reader says."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from companion.games import GAMES
from tests.browser.players import is_live
from tests.live import Walk

pytestmark = pytest.mark.browser

KEYS = 8
"""What a whole turn may cost."""

NAMES = ["Ana", "Ben"]


class Keyboard:
    """Somebody who hears names and the keys that belong to them, and counts keys."""

    def __init__(self, page):
        self.page, self.count = page, 0

    def key(self, name):
        """Press one key once nothing rests any more."""
        self.page.wait_for_selector(".resting", state="detached")
        self.page.keyboard.press(name)
        self.count += 1

    def press(self, name, role="button"):
        """Press the key that is told with a control of this name."""
        self.page.wait_for_selector(".resting", state="detached")
        found = self.page.get_by_role(role, name=name).and_(
            self.page.locator("[aria-keyshortcuts]")
        )
        found.first.wait_for()
        self.key(found.first.get_attribute("aria-keyshortcuts"))

    def hears(self, text):
        """Wait until the page tells this by itself."""
        spoken = self.page.locator("[aria-live=polite]", has_text=text)
        spoken.first.wait_for(state="attached")


@pytest.fixture
def seated(server, device):
    """The phone of whoever is in turn, at the first turn of a new table."""

    def make(game, until, **options):
        page, walk = device(way=None), Walk(server.port, game, NAMES, seed=2, **options)
        host = walk.host
        for _ in range(40):
            view = host.look()
            if until(view):
                break
            walk.step(view)
        ticket = walk.seats[view["turn"]].ticket
        page.context.set_extra_http_headers({"Authorization": f"Bearer {ticket}"})
        page.goto(f"{server.url}/t/{host.table}")
        is_live(page)
        return Keyboard(page), host

    return make


def offers(kind):
    return lambda view: any(action["type"] == kind for action in view["legal"])


def karma_dice(hand):
    """Three dice, their throw, and a stop."""
    hand.press("red 4")
    hand.press("red 2")
    hand.press("red 5")
    hand.press("Confirm 11")
    hand.hears("11 opens zone 1")
    hand.press(re.compile("^Stop"))


def samsara(hand):
    """A move that takes its card by itself, the card played, the end."""
    hand.press(re.compile("2 → Vikaas"))
    hand.hears("takes Vikaas")
    hand.press("Play Vikaas")
    hand.hears("plays Vikaas")
    hand.press(re.compile("^End the turn"))


def samusara(hand):
    """A disc and where it goes."""
    hand.press(re.compile(", yellow disc$"))
    hand.press(re.compile(", empty$"))


def karmaka(hand):
    """A card into the Future, face down."""
    hand.press(re.compile("Future"))


TURNS = {
    "karma-dice": (karma_dice, lambda view: True, {}),
    "karmaka": (karmaka, offers("play"), {}),
    "samsara": (samsara, offers("move"), {"length": "fast"}),
    "samusara": (samusara, offers("step"), {}),
}


def test_every_game_has_its_turn_here():
    assert TURNS.keys() == GAMES.keys()


@pytest.mark.timeout(120)
@pytest.mark.parametrize("game", sorted(TURNS))
def test_a_turn_is_played_by_keys_and_names_alone(seated, game):
    turn, until, options = TURNS[game]
    hand, host = seated(game, until, **options)
    first = host.look()["turn"]
    turn(hand)
    hand.page.get_by_text(f"{NAMES[1 - first]}'s turn").first.wait_for()
    print(f"{game}: a turn in {hand.count} keys")
    assert hand.count <= KEYS
    assert hand.page.complaints == []


@pytest.mark.timeout(60)
def test_focus_stays_near_and_equal_dice_have_names_of_their_own(seated):
    hand, _ = seated("karma-dice", lambda view: True)
    page = hand.page
    hand.press("red 4")
    page.get_by_role("button", name="Confirm 4").focus()
    hand.key("Enter")
    hand.hears("4 opens zone 1")
    focused = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert focused == "red 6", "the control before the one that rests now"
    page.get_by_role("button", name="Announce").click()
    dice = page.get_by_role("button", name=re.compile(r"^red die \d of \d$"))
    names = [die.get_attribute("aria-label") for die in dice.all()]
    assert len(set(names)) == len(names) > 1
    dice.last.focus()
    hand.key("Enter")
    hand.key("Tab")
    hand.key("Enter")
    page.get_by_role("group", name="Dice in the air").wait_for()
    hand.key("6")
    page.get_by_role("button", name="red die: 6").wait_for()
    expect(page.get_by_role("button", name="Confirm 6")).to_be_enabled()
    assert page.complaints == []


@pytest.mark.timeout(60)
def test_digits_can_be_switched_off(seated):
    hand, _ = seated("karma-dice", lambda view: True)
    page = hand.page
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("checkbox", name="Digits on a keyboard press buttons").uncheck()
    page.get_by_role("button", name="Close").click()
    hand.key("4")
    expect(page.get_by_role("button", name="Take one back")).to_have_count(0)
