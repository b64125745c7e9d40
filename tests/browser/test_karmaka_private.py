"""Karmaka by touch: what only one phone may know, and the camera where one looks."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ARTEFACTS
from tests.browser.players import press
from tests.browser.test_karmaka import Table, arrived

pytestmark = [pytest.mark.browser, pytest.mark.slow]

STUB = """
navigator.mediaDevices.getUserMedia = async (wanted) => {
  window.wanted = wanted
  const canvas = document.createElement("canvas")
  canvas.getContext("2d").fillRect(0, 0, 64, 48)
  return canvas.captureStream(10)
}
"""
"""A camera that sees something black: no picture of a card is needed to send one."""


def tells(phone, opened, cards):
    """Name cards in a form of the private page, and send it."""
    form = phone.locator("[data-panel=me] details", has_text=opened)
    if form.get_attribute("open") is None:
        form.locator("summary").click()
    for card in cards:
        form.locator(f'[data-name="{card}"]').click()
    press(phone, form.locator("button.primary"))


def laid(*cards, to):
    return [{"card": card, "from": "well", "to": to} for card in cards]


@pytest.mark.timeout(120)
def test_a_future_life_and_a_look_are_told_to_one_phone_alone(server, device):
    host, phone, other = device(), device(320, 568), device()
    table = Table(host, server)
    table.sit(phone, 0)
    table.sit(other, 1)
    table.correct(cards=laid("", "salvage", "", "", to="future:0"))
    arrived(phone, 1)
    phone.locator("nav [data-tab=me]").click()
    tells(phone, "Tell the app your Future Life", ["spite", "", "peek"])
    future = phone.locator("[data-panel=me] section", has_text="Your Future Life")
    shown = future.locator("> .kcards > .kcard .kname").all_inner_texts()
    assert shown == ["Peek", "Salvage", "Spite"], "the untold one is a back between"
    phone.screenshot(path=ARTEFACTS / "karmaka-future.png")
    table.say("actions", action={"type": "play", "card": "destiny", "use": "power"})
    arrived(phone, 3)
    tells(phone, "Tell the app what you see", ["panic", "mimic", "crisis"])
    phone.locator("nav [data-tab=table]").click()
    phone.locator("summary", has_text="Tell the app which cards").click()
    phone.locator('.actions [data-name="mimic"]').click()
    press(phone, phone.locator(".actions form button.primary"))
    phone.locator("nav [data-tab=me]").click()
    shown = future.locator("> .kcards > .kcard .kname").all_inner_texts()
    assert shown[-1] == "Mimic"
    arrived(other, 5)
    arrived(host, 5)
    for page in (other, host):
        told = page.locator("[data-panel=log], [data-region=board]").all_inner_texts()
        assert not any(card in " ".join(told) for card in ("Mimic", "Spite"))
    wide = phone.evaluate("document.documentElement.scrollWidth")
    assert wide <= 320
    assert host.complaints == phone.complaints == other.complaints == []


@pytest.mark.timeout(120)
def test_the_camera_is_where_the_question_is(server, device):
    host, phone = device(), device()
    table = Table(host, server)
    table.sit(phone, 0)
    table.correct(
        cards=laid("panic", "spite", "peek", to="ruins") + laid("panic", to="deeds:0")
    )
    table.say("actions", action={"type": "play", "card": "salvage", "use": "power"})
    for page in (phone, host):
        page.locator(".actions label", has_text="Photograph the Ruins").wait_for()
    expect(phone.locator("[data-panel=me] input[type=file]")).to_have_count(0)
    board = table.ask("")["board"]["players"][0]
    away = [
        {"card": "", "from": f"{pile}:0", "to": "well"}
        for pile in ("hand", "deck")
        for _ in range(board[pile])
    ]
    table.correct(cards=away, turn=0)
    for page in (phone, host):
        page.locator(".actions label", has_text="Photograph the Deeds").wait_for()
    assert host.complaints == phone.complaints == []


@pytest.mark.timeout(120)
def test_a_card_of_the_app_is_looked_at_without_a_picture(server, device):
    page = device(way=STUB)
    table = Table(page, server, rival="easy")
    press(page, page.locator(".actions [data-action*='\"future\"']"))
    sent, hidden = [], {"readings": [], "picture_url": "", "question": None}
    offered = [{"action": {}, "confidence": 1, "label": "A card for the row of Ben"}]
    proposal = {"id": "made-up", "candidates": offered, "reader": "cards", **hidden}

    def photographed(route):
        sent.append(route.request.method)
        route.fulfill(content_type="application/json", body=json.dumps(proposal))

    def accepted(route):
        sent.append(route.request.post_data_json["action"])
        route.fulfill(status=409, content_type="application/json", body="{}")

    page.route("**/photos?*", photographed)
    page.route("**/proposals/**", accepted)
    page.locator("[data-mount=blind]").evaluate("one => one.dataset.seconds = 0")
    page.locator("[data-mount=blind] label").click()
    sheet = page.locator("#reading[open]")
    button = sheet.locator("button", has_text="A card for the row of Ben")
    button.wait_for()
    assert page.evaluate("wanted.video.facingMode") == "user"
    expect(sheet.locator("[data-slot=picture]")).not_to_be_visible()
    expect(sheet.locator("[data-slot=cards] .card-row")).to_have_count(0)
    with page.expect_response("**/proposals/**"):
        button.click()
    page.wait_for_function("() => !document.querySelector('#reading[open]')")
    assert sent[:2] == ["POST", {}], "the app plays what nobody saw"
    assert table.ask("")["board"]["rival"] == 1
