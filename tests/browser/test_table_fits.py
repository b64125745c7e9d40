"""The table screen is seen whole: nobody scrolls a screen that stands across the room.

One seeded game per game and number of players is driven over the API; at each new kind
of question, and at the end, the screen is drawn once.
"""

import pytest

from companion.games import GAMES
from tests.browser.test_fits import kind_of
from tests.live import Walk

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NAMES = ["Ana", "Ben", "Cleo", "Dario", "Eva"]
SEED = 5
STEPS = 120
KINDS = 12
"""Kinds of questions looked at per game."""

READABLE = 88
"""Pixels a QR code needs at least, to be scanned at arm's length."""

FAULTS = """(READABLE) => {
  const faults = []
  const page = document.documentElement
  if (page.scrollHeight > innerHeight) faults.push(`too high: ${page.scrollHeight}`)
  if (page.scrollWidth > innerWidth) faults.push(`too wide: ${page.scrollWidth}`)
  const main = document.querySelector(".screen-main")
  const over = main.scrollHeight - main.clientHeight
  if (over > 0) faults.push(`the board is cut off by ${over}`)
  for (const one of document.querySelectorAll(".screen-foot > *")) {
    const { bottom } = one.getBoundingClientRect()
    if (bottom > innerHeight + 1) faults.push(`below: ${one.className} ${bottom}`)
  }
  const event = document.querySelector(".screen-event")
  const { lineHeight, webkitLineClamp: most } = getComputedStyle(event)
  const lines = Math.round(event.clientHeight / parseFloat(lineHeight))
  const told = event.firstElementChild.getClientRects().length
  if (told > most && lines > most) faults.push("words after the dots")
  for (const code of document.querySelectorAll(".qr")) {
    const { width, height } = code.getBoundingClientRect()
    const least = code.checkVisibility() ? Math.min(width, height) : READABLE
    if (least < READABLE) faults.push(`code of ${least}`)
  }
  return faults
}"""


def tables():
    """Yield each game with as few and as many players as it takes."""
    for game, about in sorted(GAMES.items()):
        for players in {about.players[0], about.players[-1]}:
            yield pytest.param(game, players, id=f"{game}-{players}")


@pytest.mark.timeout(120)
@pytest.mark.parametrize(("game", "players"), list(tables()))
def test_the_table_screen_is_seen_whole(server, device, game, players):
    page = device(1280, 800, way=None, reduced_motion="reduce")
    walk, met, faults = Walk(server.port, game, NAMES[:players], seed=SEED), set(), []
    own = {"Authorization": f"Bearer {walk.host.ticket}"}
    page.context.set_extra_http_headers(own)
    for _ in range(STEPS):
        view = walk.host.look()
        if kind_of(view) not in met:
            met.add(kind_of(view))
            page.goto(f"{server.url}/t/{walk.host.table}/screen")
            page.wait_for_selector("#dot[data-state=live]")
            found = page.evaluate(FAULTS, READABLE)
            faults += [(view["version"], view["prompt"], one) for one in found]
        if view["outcome"] or len(met) == KINDS:
            break
        walk.step(view)
    assert met
    assert faults == []
    assert page.complaints == []
