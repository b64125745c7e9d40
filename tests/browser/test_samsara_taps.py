"""Samsara with two phones: the taps that are counted are those of the real pages."""

import pytest
from playwright.sync_api import expect

from app import create_app
from companion.games.samsara import GAME
from tests.browser.players import is_live
from tests.games.samsara.taps import TAPS, Phones, count
from tests.live import Walk, lay_out

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SEED = 1
"""A short game in which a payment is not offered and the hand is named."""

OFFERED = "[data-region=actions] [data-action]"


class Glass:
    """Two phones with real pages; every touch of the glass is counted by the page."""

    def __init__(self, server, device):
        self.host, seats = lay_out(
            server.port, "samsara", ["Ana", "Ben"], length="fast"
        )
        self.version, self.said, self.pages = 0, 0, []
        for seat in seats:
            page = device(reduced_motion="reduce", way="")
            page.context.set_extra_http_headers(
                {"Authorization": f"Bearer {seat.ticket}"}
            )
            page.goto(f"{server.url}/t/{seat.table}")
            is_live(page)
            page.evaluate(
                "addEventListener('pointerdown',"
                " () => { window.taps = (window.taps ?? 0) + 1 })"
            )
            self.pages.append(page)

    @property
    def touched(self):
        return sum(page.evaluate("window.taps ?? 0") for page in self.pages)

    def say(self, action):
        """Prepare the table as the host, over the API."""
        self.said += 1
        word = {"action": GAME.to_json(action)}
        status, told = self.host.say("actions", self.version, f"w{self.said}", **word)
        assert status == 201, told
        self.version += 1

    def page(self, seat):
        self._heard(self.pages[seat])
        return self.pages[seat].content()

    def tap(self, seat, button):
        page, before = self.pages[seat], self.touched
        target = page.locator(OFFERED).nth(button.place)
        for fold in target.locator("xpath=ancestor::details[not(@open)]").all():
            fold.locator("xpath=./summary").click()
        target.click()
        self.version += len(button.actions)
        self._heard(page)
        return self.touched - before

    def name_hand(self, seat, unseen, hand):
        page, before = self.pages[seat], self.touched
        page.locator("nav [data-tab=me]").click()
        page.locator("summary", has_text="by tapping names").click()
        for card in unseen:
            page.locator(f'[data-card="{card}"] [data-more]').click()
        page.locator("[data-mount=picker] button.primary").click()
        self.version += 1
        self._heard(page)
        page.locator("nav [data-tab=table]").click()
        return self.touched - before

    def _heard(self, page):
        page.wait_for_function(
            "newest => Number(document.body.dataset.version) >= newest",
            arg=self.version,
        )


@pytest.mark.timeout(300)
def test_the_taps_of_two_real_phones_are_those_that_are_counted(server, device, app):
    glass = Glass(server, device)
    real = count(glass, SEED, 2, "fast")
    expect(glass.pages[0].locator(".podium .won")).to_have_count(1)
    assert real.taps == count(Phones(app, 2, "fast"), SEED, 2, "fast").taps
    assert real.taps.total() == glass.touched
    assert real.taps["name the hand"], "somebody paid in a way nobody would guess"
    assert real.each <= TAPS
    assert [page.complaints for page in glass.pages] == [[], []]


@pytest.fixture
def app(tmp_path):
    return create_app({"DATA": str(tmp_path), "TESTING": True})


CUT_OFF = """
const really = window.fetch
let first = true
window.fetch = async (url, options) => {
  const reply = await really(url, options)
  if (!first || !String(url).includes("/actions")) return reply
  first = false
  await new Promise((go) => { window.goOn = go })
  throw new TypeError("the Wi-Fi is gone")
}
"""
"""The first word arrives, its answer does not."""


def test_a_tap_that_was_taken_back_meanwhile_says_no_more(server, device):
    walk = Walk(server.port, "samsara", ["Ana", "Ben"], seed=4, hands="every-draw")
    host = walk.host
    seat, seen = to_a_card_with_the_end(walk)
    page = device(reduced_motion="reduce", way=CUT_OFF)
    page.context.set_extra_http_headers({"Authorization": f"Bearer {seat.ticket}"})
    page.goto(f"{server.url}/t/{seat.table}")
    is_live(page)
    page.locator(".and-end").first.click()
    page.wait_for_function("() => window.goOn")
    assert host.say("undo", seen + 1, "back")[0] == 201
    page.evaluate("() => window.goOn()")
    page.locator("#toast", has_text="The table has moved on").wait_for()
    assert host.look()["version"] == seen + 2


def to_a_card_with_the_end(walk):
    """Play until a card may end the turn; return whose it is, and the version."""
    while True:
        view = walk.host.look()
        seat = walk.seats[view["turn"] or 0]
        along = seat.look()["together"]
        ends = [[one["type"] for one in words["actions"]] for words in along]
        if ["play", "end-turn"] in ends:
            return seat, view["version"]
        walk.step(view)
