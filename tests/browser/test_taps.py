"""Taps are counted: a turn must cost about as much as paper."""

from __future__ import annotations

import pytest

from tests.browser.players import lay_out, on_this_device, press

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


def test_a_throw_of_three_dice_by_hand_is_four_taps(table):
    page, taps = table(), 0
    for face in (4, 2, 5):
        page.locator(f'[data-roll-face="{face}"]').first.click()
        taps += 1
    assert "11" in page.locator("[data-confirm]").inner_text()
    press(page, page.locator("[data-confirm]"))
    taps += 1
    page.wait_for_selector("text=11 opens zone 1")
    assert taps == 3 + 1
    assert page.complaints == []


def test_a_throw_by_the_app_is_one_tap(table):
    page = table()
    page.locator("[data-show-way=app]").click()
    before = int(page.evaluate("document.body.dataset.version"))
    page.locator("[data-throw]").nth(1).click()
    page.wait_for_function(
        "before => Number(document.body.dataset.version) >= before + 2", arg=before
    )
    assert page.locator("[data-show-way=app][aria-pressed=true]").count() == 1
    assert page.complaints == []


def test_a_turn_by_its_score_is_one_tap_and_the_die_another(table):
    page, taps, turns = table(entry="score"), 0, 0
    for _ in range(2):
        for points in (7, 2):
            press(page, page.locator(f'[data-key="score-{points}"]'))
            taps, turns = taps + 1, turns + 1
        while page.locator(".draft-die[data-action]").count():
            press(page, page.locator(".draft-die[data-action]").first)
            taps += 1
    assert taps / turns == 2
    assert page.complaints == []


def test_what_was_tapped_outlives_what_others_do(table):
    page = table()
    page.locator('[data-roll-face="4"]').first.click()
    page.reload()
    page.wait_for_selector("[data-confirm]")
    assert page.locator("[data-confirm]").is_disabled(), "a fresh page starts afresh"
    page.locator('[data-roll-face="6"]').first.click()
    page.locator("[data-less]").click()
    assert page.locator("[data-confirm]").is_disabled(), "one can be taken back"
