"""After a game: the phones follow to the next one, and everything is remembered."""

import re

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.browser.conftest import ARTEFACTS
from tests.browser.players import lay_out

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def say(page, table, action):
    """Say something as the host of this browser."""
    path = f"{page.url.split('/t/')[0]}/api/tables/{table}"
    seen = page.request.get(f"{path}?as=host").json()["version"]
    body = {"action": action, "seen": seen, "id": f"{seen}"}
    reply = page.request.post(f"{path}/actions?as=host", data=body)
    assert reply.ok, reply.text()
    return reply.json()


def play_out(page, table):
    """Play one round of Karma Dice by its scores; return the last view."""
    view = {"outcome": None, "legal": []}
    points = iter((7, 4))
    while view["outcome"] is None:
        drafts = [one for one in view["legal"] if one["type"] == "draft"]
        word = drafts[0] if drafts else {"type": "score", "points": next(points)}
        view = say(page, table, word)
    return view


@pytest.mark.timeout(180)
def test_phones_follow_a_rematch_and_the_evening_is_remembered(server, device):
    screen = device(1280, 800)
    lay_out(screen, server.url, end="rounds", rounds=1)
    table = screen.url.split("/t/")[1].split("/")[0]
    play_url = screen.request.get(
        f"{server.url}/api/tables/{table}/seats?as=host"
    ).json()["play_url"]
    phone = device()
    phone.goto(play_url)
    phone.get_by_role("button", name="Ana").click()
    phone.wait_for_url(f"**/t/{table}**")
    screen.goto(f"{server.url}/t/{table}/screen")
    play_out(screen, table)

    phone.wait_for_selector(".podium")
    victory = phone.locator("#moment[data-kind=victory]")
    victory.wait_for(state="visible")
    victory.evaluate("it => Promise.all(it.getAnimations().map((a) => a.finished))")
    told, asked = victory.bounding_box(), phone.locator(".prompt").bounding_box()
    assert told["y"] + told["height"] <= asked["y"] + 1, "it covers no prompt"
    phone.screenshot(path=ARTEFACTS / "evening-told.png")
    phone.get_by_role("button", name="Seen").click()
    victory.wait_for(state="hidden")
    expect(phone.locator(".prompt .kicker")).to_have_text(
        "You have won!", ignore_case=True
    )
    phone.screenshot(path=ARTEFACTS / "evening-won.png")
    phone.locator(".share > summary").click()
    with phone.expect_download() as shared:
        phone.get_by_role("button", name="A picture to share").click()
    with Image.open(shared.value.path()) as picture:
        assert picture.size == (1080, 1080)
        assert len(picture.convert("L").getcolors(256) or [0] * 256) > 20, "it is drawn"
    screen.get_by_role("button", name="Rematch").click()
    screen.wait_for_url(re.compile(rf"/t/(?!{table})\w+/screen"))
    new = screen.url.split("/t/")[1].split("/")[0]
    phone.wait_for_url(f"**/t/{new}**")
    expect(phone.locator(".score.mine .who")).to_have_text("Ana")
    expect(phone.locator(".score .who")).to_have_text(["Ben", "Ana"])

    phone.goto(f"{server.url}/t/{table}")
    expect(phone.get_by_role("link", name="Go to the next game")).to_be_visible()
    phone.get_by_role("link", name="Watch the game again").click()
    phone.wait_for_selector("[data-at='0']")
    phone.get_by_role("link", name="After").click()
    phone.wait_for_selector("[data-at='1']")
    phone.keyboard.press("ArrowLeft")
    phone.wait_for_selector("[data-at='0']")
    phone.get_by_role("button", name="Play the film").click()
    phone.wait_for_selector("[data-at='2']")

    screen.goto(f"{server.url}/history")
    screen.get_by_role("link", name="Ana").first.click()
    screen.wait_for_selector("h1:has-text('Ana')")
    screen.goto(f"{server.url}/new/karma-dice")
    screen.get_by_role("button", name="Ben").click()
    expect(screen.locator("#name-0")).to_have_value("Ben")
    assert screen.complaints == []
    assert phone.complaints == []
