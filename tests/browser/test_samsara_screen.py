"""The table screen of Samsara is seen whole, without scrolling."""

import json
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ARTEFACTS
from tests.browser.players import is_live

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NAMES = ["Anastasia", "Ben", "Cleopatra", "Dominique", "Eleonora"]
IN_SIGHT = """selector => [...document.querySelectorAll(selector)].every(one => {
  const main = document.querySelector('.screen-main').getBoundingClientRect();
  const box = one.getBoundingClientRect();
  return box.top >= main.top && box.bottom <= main.bottom && box.right <= main.right;
})"""


def ask(server, path, body, ticket=""):
    head = {"Content-Type": "application/json"}
    if ticket:
        head["Authorization"] = f"Bearer {ticket}"
    request = Request(f"{server.url}/api{path}", json.dumps(body).encode(), head)
    with urlopen(request, timeout=15) as reply:
        return json.load(reply)


def lay_out_in_full(server, players):
    """Lay every amulet of the game: the fullest the screen can be."""
    wish = {
        "game": "samsara",
        "players": NAMES[:players],
        "options": {"length": "fast"},
    }
    table = ask(server, "/tables", wish)
    path, version = f"/tables/{table['table']}/chance", table["version"]
    for gap in range(players if players > 2 else 1):
        said = {"seen": version, "id": f"lay-{gap}"}
        version = ask(server, path, said, table["host_ticket"])["version"]
    return table


@pytest.mark.timeout(60)
@pytest.mark.parametrize(("players", "amulets"), [(2, 12), (5, 30)])
def test_everything_is_in_sight(server, device, players, amulets):
    table = lay_out_in_full(server, players)
    page = device(1280, 800)
    page.goto(table["watch_url"])
    page.goto(f"{server.url}/t/{table['table']}/screen?as=watch")
    is_live(page)
    page.screenshot(path=ARTEFACTS / f"samsara-screen-{players}.png")
    assert page.evaluate("document.documentElement.scrollHeight") <= 800
    expect(page.locator(".screen-gaps .gap .amulet")).to_have_count(amulets)
    for part in (".gap .amulet", ".screen-player", ".screen-codes", ".wheel"):
        assert page.evaluate(IN_SIGHT, part), part
    for line in (".screen-prompt", ".screen-event"):
        box = page.locator(line).bounding_box()
        assert box["y"] + box["height"] <= 800
    assert page.complaints == []
