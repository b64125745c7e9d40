"""A whole solo game of Samsara by touch, and two phones that keep their secrets."""

import re
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ARTEFACTS
from tests.browser.players import (
    is_live,
    lay_out,
    on_this_device,
    press,
    sit_down,
    version,
)
from tests.browser.samsara_thumb import Thumb

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ORDER = (
    ".way.marked",
    ".card-button[data-action*='\"play\"']:visible",
    ".way:visible",
    '[data-key="end-turn"]',
    ".character",
    ".zone-button",
    ".card-button:visible",
    '[data-key^="other-"]',
    '[data-say="chance"]',
)
"""What a thumb looks for, the most wanted first."""

MOST = 17 * 9
"""More presses than any game of seventeen turns needs."""

TAPS = 4
"""What a turn may cost on average: a move, a card, an amulet now and then, the end."""


def shot(page, name):
    page.screenshot(path=ARTEFACTS / f"samsara-{name}.png")


def fits(page):
    wide = page.evaluate("document.documentElement.scrollWidth")
    return wide <= page.viewport_size["width"]


def touch(page):
    """Press the most wanted thing on the page."""
    for wanted in ORDER:
        found = page.locator(f".actions {wanted}")
        if found.count():
            return press(page, found.first)
    raise AssertionError("nothing to press: " + page.locator("h1").inner_text())


@pytest.mark.timeout(240)
def test_a_solo_game_is_played_to_its_end_by_touch(server, device):
    page = device()
    lay_out(page, server.url, ["Ana"], "Samsara", length="easy")
    on_this_device(page)
    lay_by_hand(page)
    touch(page)
    expect(page.locator(".wheel [data-action]")).to_have_count(8)
    shot(page, "move")
    press(page, page.locator('.wheel [data-zone="0"]'))
    enter_hand(page)
    thumb, told = Thumb(page, looking(page), Random(1)), []
    while page.locator(".podium").count() == 0 and thumb.taps.total() < MOST:
        thumb.turn()
        told += page.locator("[data-doing]").all_inner_texts()
    expect(page.locator(".podium"), "the game did not end").to_have_count(1)
    shot(page, "over")
    taps, turns = thumb.taps.total() + 1, thumb.taps["move"] + 1
    print(f"Samsara alone: {taps} taps in {turns} turns, {dict(thumb.taps)}")
    moved = sum(text.startswith("Move the neutral pawn to") for text in told)
    assert moved >= turns - 1 >= 4, "each turn the neutral pawn moved on by itself"
    assert taps / turns <= TAPS
    assert page.complaints == []


def looking(page):
    """Return the way to see what the page's own ticket may see."""
    house, path = page.url.split("/t/")
    table = re.split(r"[/?#]", path)[0]
    return lambda: page.request.get(f"{house}/api/tables/{table}?as=host").json()


def lay_by_hand(page):
    """Enter four gold and two copper amulets with taps."""
    signs = page.locator(".sign-button")
    for first in range(4):
        signs.nth(first).click()
        signs.nth(first + 1).click()
    for first in range(2):
        for sign in range(first, first + 3):
            signs.nth(sign).click()
    expect(page.locator(".laid .amulet.gold")).to_have_count(4)
    expect(page.locator(".laid .amulet.copper")).to_have_count(2)
    shot(page, "lay")
    press(page, page.locator("[data-mount=lay] [data-go]"))


def enter_hand(page):
    """Name two cards of the hand under Me."""
    page.locator("nav [data-tab=me]").click()
    page.locator("summary", has_text="by tapping names").click()
    page.locator('[data-card="good-karma"] [data-more]').click()
    page.locator('[data-card="bad-karma"] [data-more]').click()
    shot(page, "hand")
    press(page, page.locator("[data-mount=picker] button.primary"))
    assert fits(page)
    page.locator("nav [data-tab=table]").click()


@pytest.mark.timeout(120)
def test_another_phone_does_not_see_the_hand(server, device):
    host = device(1280, 800)
    address = lay_out(host, server.url, game="Samsara")
    ana, ben = device(color_scheme="dark"), device(locale="fr-FR")
    sit_down(ana, address, "Ana")
    sit_down(ben, address, "Ben")
    press(ana, ana.locator("[data-say=chance]"))
    ben.wait_for_selector(".character")
    touch(ben)
    ana.wait_for_selector(".character")
    touch(ana)
    enter_hand(ana)
    expect(ana.locator("[data-panel=me] .cards").first).not_to_be_empty()
    seen = version(ana)
    ben.wait_for_function(
        "seen => Number(document.body.dataset.version) >= seen", arg=seen
    )
    ben.locator("nav [data-tab=me]").click()
    ben.wait_for_selector("text=4 cartes non montrées")
    expect(ben.locator("[data-panel=log]")).not_to_contain_text("Bon Karma")
    shot(ana, "dark")
    shot(ben, "french")
    host.goto(f"{server.url}/")
    host.locator("a.continue").first.click()
    is_live(host)
    shot(host, "screen")
    assert fits(host)
    for page in (ana, ben, host):
        assert page.complaints == []
