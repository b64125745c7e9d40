"""Samusara by touch: a game on two phones, and alone against the app with photos."""

import json
import math

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.browser.conftest import ARTEFACTS
from tests.browser.players import (
    lay_out,
    on_this_device,
    press,
    sit_down,
    version,
)
from tests.games.samusara.test_photographed import board_photo

pytestmark = [pytest.mark.browser, pytest.mark.slow]

YELLOW = ["E3", "C1", "D2", "A1", "B1", "B2", "C2", "C3"]
BROWN = ["F3", "H3", "M1", "L1", "L2", "K1", "K2", "K3"]


CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1))


def shot(page, name):
    page.screenshot(path=ARTEFACTS / f"samusara-{name}.png")


def fits(page):
    wide = page.evaluate("document.documentElement.scrollWidth")
    return wide <= page.viewport_size["width"]


def tap(page, cell):
    page.locator(f'.samusara-board [data-cell="{cell}"] .reach').click()


def in_sight(page, other):
    """Wait until one page has seen what another one did."""
    page.wait_for_function(
        "now => Number(document.body.dataset.version) >= now", arg=version(other)
    )


def near_a_win(host):
    """Lay the board by the host's word: Yellow has five captures, one is to be had."""
    address = host.url.split("/t/")[1].split("?")[0]
    answer = host.evaluate(
        """async ([table, patch]) => {
          const seen = Number(document.body.dataset.version)
          const body = { patch, reason: "we go on from last week", seen, id: "laid" }
          const said = await fetch(`/api/tables/${table}/override?as=host`, {
            method: "POST", headers: { "Content-Type": "application/json" },
            body: JSON.stringify(body) })
          return said.status
        }""",
        [
            address,
            {
                "discs": {"yellow": YELLOW, "brown": BROWN},
                "piles": {"yellow": 4, "brown": 2},
                "cubes": {"yellow": 4, "brown": 1},
                "turn": "yellow",
            },
        ],
    )
    assert answer in (200, 201), answer


@pytest.mark.timeout(180)
def test_two_phones_play_to_the_win_by_tapping(server, device):
    host, ana, ben = device(1280, 800), device(390, 844), device(320, 568)
    address = lay_out(host, server.url, game="Samusara")
    on_this_device(host)
    sit_down(ana, address, "Ana")
    sit_down(ben, address, "Ben")

    before = version(ana)
    tap(ana, "D1")
    shot(ana, "targets")
    tap(ana, "E1")
    in_sight(ana, ana)
    ana.wait_for_function(
        "seen => Number(document.body.dataset.version) > seen", arg=before
    )
    in_sight(ben, ana)
    expect(ben.locator(".samusara-board .arrow")).to_have_count(1)
    shot(ben, "small")
    before = version(ben)
    tap(ben, "J1")
    tap(ben, "I1")
    ben.wait_for_function(
        "seen => Number(document.body.dataset.version) > seen", arg=before
    )
    in_sight(host, ben)

    near_a_win(host)
    ana.wait_for_selector('[data-cell="F3"].taken')
    shot(ana, "series")
    tap(ana, "E3")  # a disc, then one tap for each landing: the second one wins
    tap(ana, "G3")
    tap(ana, "I3")
    ana.wait_for_selector(".podium .won")
    expect(ana.locator("main")).to_contain_text(
        "the cube has reached the centre", use_inner_text=True
    )
    ben.wait_for_selector(".podium")
    for page in (ana, ben, host):
        assert fits(page)
        assert page.complaints == []
    shot(ana, "won")
    shot(host, "table")


def lying(page):
    """Return the cells of the board and what the app believes lies on them."""
    table = page.url.split("/t/")[1].split("?")[0]
    return page.evaluate(
        """async (table) => {
          const view = await (await fetch(`/api/tables/${table}?as=host`)).json()
          return Object.fromEntries(view.board.cells.map((one) => [one.id, one.disc]))
        }""",
        table,
    )


def photograph(page, seed, **changes):
    """Photograph the board as the app believes it lies, but for a few cells."""
    position = [what or "" for what in (lying(page) | changes).values()]
    photo = {
        "name": "board.jpg",
        "mimeType": "image/jpeg",
        "buffer": board_photo(position, seed),
    }
    page.set_input_files(".photo input", photo)
    page.wait_for_selector(
        "#reading[open] .reading-progress[hidden]", state="attached", timeout=40_000
    )


@pytest.mark.timeout(180)
def test_alone_with_photos_the_app_reads_answers_and_helps_to_put_it_right(
    server, device
):
    page = device(320, 568)
    lay_out(page, server.url, ["Ana"], "Samusara", strength="easy")
    on_this_device(page)
    for source, target in (("D1", "E1"), ("D4", "E5")):
        before = version(page)
        photograph(page, 1, **{source: "", target: "yellow"})
        shot(page, "read")
        page.locator("#reading [data-slot=candidates] button").first.click()
        # The own turn, and the app's answer by itself.
        page.wait_for_function(
            "seen => Number(document.body.dataset.version) >= seen + 2", arg=before
        )
        # Discs that it returns have no arrow, but are marked as all that came.
        page.wait_for_selector(".samusara-board .moved.brown", state="attached")
    brown = [cell for cell, disc in lying(page).items() if disc == "brown"]
    photograph(page, 2, **{brown[0]: "", brown[1]: ""})
    steps = page.locator("#reading .repairs li")
    expect(steps).to_have_text([f"Put a brown disc on {cell}." for cell in brown[:2]])
    page.get_by_role("button", name="By hand instead").click()
    photograph(page, 3, **{brown[1]: ""})
    done = page.locator("#reading .repairs .done")
    expect(done).to_have_text(f"Put a brown disc on {brown[0]}.")
    shot(page, "repair")
    page.get_by_role("button", name="By hand instead").click()
    photograph(page, 4)
    expect(page.get_by_text("The table lies as it should.")).to_be_visible()
    page.get_by_role("button", name="By hand instead").click()
    assert fits(page)
    assert page.complaints == []


def from_the_side(x, y, tilt=0.7, lens=1.2):
    """Return where a camera that looks down at a slant sees a place of a square."""
    up, away = (0.5 - y) * math.cos(tilt), (0.5 - y) * math.sin(tilt)
    near = lens / (1.8 + away)
    return 0.5 + near * (x - 0.5), 0.5 - near * up


def assert_straight(cells):
    """Rows and columns stand at right angles, as far apart as on the board."""
    at = np.array([(cell["x"], cell["y"]) for cell in cells]).reshape(4, 3, 2)
    step = at[0, 2] - at[0, 0]
    down = at[3, 0] - at[0, 0]
    # A finger meets its cell within a few pixels of a phone.
    assert abs(step @ down) < 0.03 * np.linalg.norm(step) * np.linalg.norm(down)
    assert np.allclose(at[1] - at[0], (at[1] - at[0]).mean(0), atol=0.03 * abs(down[1]))
    assert np.linalg.norm(step) == pytest.approx(np.linalg.norm(down), rel=0.04)


@pytest.mark.timeout(120)
def test_an_own_board_is_tapped_together_on_a_photo(server, device, tmp_path):
    """From the side too: the four corners of the board straighten what is drawn."""
    page = device()
    page.goto(f"{server.url}/box/samusara")
    page.get_by_role("button", name="5 by 7").click()
    expect(page.locator("#board"), "what was taken is seen").to_be_in_viewport()
    torn = {"name": "torn.jpg", "mimeType": "image/jpeg", "buffer": b"torn"}
    page.set_input_files("[data-photo]", torn)
    page.get_by_text("This file is not a picture we can read").wait_for()
    photo = tmp_path / "board.jpg"
    Image.new("RGB", (600, 600), "#c9a98b").save(photo)
    page.set_input_files("[data-photo]", photo)
    draft = page.locator("svg.samusara-draft")
    draft.wait_for()
    box = draft.bounding_box()

    def touch(x, y):
        x, y = from_the_side(x, y)
        draft.click(position={"x": box["width"] * x, "y": box["height"] * y})

    rows = {"yellow_power": 0.85, "plain": 0.6, "hilltop": 0.4, "brown_power": 0.15}
    taps = {kind: [(x, y) for x in (0.15, 0.5, 0.85)] for kind, y in rows.items()}
    for kind, spots in ({"corner": CORNERS} | taps).items():
        page.locator(f'[name=tap-does][value="{kind}"]').check()
        for spot in spots:
            touch(*spot)
    page.locator('[name=tap-does][value="line"]').check()
    for x in (0.15, 0.5, 0.85):
        for y in rows.values():
            touch(x, y)
        page.locator("[data-end-line]").click()
    for y in rows.values():
        for x in (0.15, 0.5, 0.85):
            touch(x, y)
        page.locator("[data-end-line]").click()
    expect(page.locator("[data-told]")).to_have_text("12 cells, 7 lines")
    told = draft.locator("[data-sign]").evaluate_all(
        "all => all.map(one => one.getAttribute('d'))"
    )
    assert len(set(told)) == len(rows), "a sign of its own for each kind of cell"
    assert_straight(json.loads(page.locator("#board").input_value())["cells"])
    page.get_by_role("button", name="Keep this box").click()
    page.get_by_text("fewer hilltops than a player must hold").wait_for()
    file = page.locator("#board")
    file.fill(
        file.input_value().replace('"lines"', '"win": {"hilltop_cells": 3}, "lines"')
    )
    page.get_by_role("button", name="Keep this box").click()
    page.get_by_text("Kept.").wait_for()
    expect(page.locator(".checked [data-cell]")).to_have_count(12)
    expect(page.get_by_text("not 22 in all")).to_have_count(1)
    shot(page, "own-board")
    assert fits(page)
    assert page.complaints == []


@pytest.mark.parametrize("way", [("D1", "E1"), ("C1", "E3")])
def test_a_turn_is_two_taps(server, device, way):
    """A step, and a jump from which there is only the way back."""
    page = device()
    lay_out(page, server.url, game="Samusara")
    on_this_device(page)
    page.evaluate(
        "addEventListener('click', () => { window.taps = (window.taps ?? 0) + 1 })"
    )
    press(page, _Taps(page, way))
    assert page.evaluate("window.taps") == 2


class _Taps:
    """Cells tapped one after the other, as something to press."""

    def __init__(self, page, cells):
        self.page, self.cells = page, cells

    def click(self):
        for cell in self.cells:
            tap(self.page, cell)


WHOLE = (
    "D4-E4, J2-I3, +D4, K3-I5, E4-F5, K2-J2, C3-E5-G5, I3-H4, "
    "C2-E4-G6-G4-I4-K2-I2, +J3, F5-F4, I5-H5, G5-I5-K3-I3"
)
"""A game from the first turn to the last: steps, returned discs, a series of six
jumps, and the one that wins."""


class _Turn(_Taps):
    """A whole turn; a series that could go on is ended by a tap on its last cell."""

    def click(self):
        if self.cells[0].startswith("+"):
            self.page.locator("[data-return-discs]").click()
            self.page.wait_for_selector("[data-return-discs][aria-pressed=true]")
            tap(self.page, self.cells[0][1:])
            self.page.locator("[data-send-move]").click()
            return
        before = version(self.page)
        super().click()
        self.page.wait_for_function(
            """([before, way]) => Number(document.body.dataset.version) > before ||
            document.querySelector("[data-send-move]")?.textContent.includes(way)""",
            arg=[before, "-".join(self.cells)],
        )
        if version(self.page) == before:
            tap(self.page, self.cells[-1])


@pytest.mark.timeout(240)
def test_a_whole_game_is_played_on_two_phones(server, device):
    ana, ben, host = device(390, 844), device(320, 568), device(1280, 800)
    address = lay_out(host, server.url, game="Samusara")
    on_this_device(host)
    sit_down(ana, address, "Ana")
    sit_down(ben, address, "Ben")
    for number, turn in enumerate(WHOLE.split(", ")):
        mover, other = ((ana, ben), (ben, ana))[number % 2]
        mover.wait_for_selector("[data-return-discs][aria-pressed]")
        press(mover, _Turn(mover, turn.split("-")))
        in_sight(other, mover)
    for page in (ana, ben, host):
        page.wait_for_selector(".podium")
        won = "Yellow wins: the cube has reached the centre of the track."
        expect(page.locator("main")).to_contain_text(won, use_inner_text=True)
        assert fits(page)
        assert page.complaints == []
    expect(ana.locator(".podium .won")).to_contain_text("Ana")
