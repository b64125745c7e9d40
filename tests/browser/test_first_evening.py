"""A first evening: words in sight, thumbs that hit, a board seen whole."""

import pytest
from playwright.sync_api import expect

from tests.live import Walk, lay_out

pytestmark = [pytest.mark.browser, pytest.mark.slow]

THREE = ["Ana", "Ben", "Cleo"]
SIZES = [(390, 844), (390, 664), (320, 568), (844, 390)]
THUMB = 44
"""Pixels a thumb needs."""

HIT = """(one) => {
  const { left, top, right, bottom, width, height } = one.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  const spots = [[x, top + 1], [x, bottom - 1], [left + 1, y], [right - 1, y]]
  const mine = (spot) => one.contains(document.elementFromPoint(...spot))
  return width >= 44 && height >= 44 && spots.every(mine)
}"""
"""Whether a thumb has 44 pixels, and hits this wherever it presses them."""

IN_SIGHT = """(one) => {
  const { top, bottom } = one.getBoundingClientRect()
  const room = one.closest(".board, .actions").getBoundingClientRect()
  return Math.min(bottom, room.bottom) - Math.max(top, room.top)
}"""
"""How much of the height of something its room shows."""


WHOLE = """(all) => all.map((one) => {
  const { left, bottom, width } = one.getBoundingClientRect()
  const there = document.elementFromPoint(left + width / 2, bottom - 2)
  return one.parentElement.contains(there) || one.contains(there)
})"""
"""Whether the sign at the lower edge of each die is seen."""


def show(page, server, phone, size=(390, 844)):
    own = {"Authorization": f"Bearer {phone.ticket}"}
    page.context.set_extra_http_headers(own)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{server.url}/t/{phone.table}")
    page.wait_for_selector("#dot[data-state=live]")


def walk_to(server, game, names, pleases):
    """Play a seeded game until the view pleases whoever looks."""
    walk = Walk(server.port, game, names, seed=5)
    for _ in range(60):
        view = walk.host.look()
        if pleases(view):
            return walk
        walk.step(view)
    raise AssertionError(f"{game} never came to this state")


@pytest.mark.parametrize("size", SIZES)
def test_a_thumb_asks_why_and_opens_a_move_of_the_log(server, device, size):
    page = device(way=None)
    walk = walk_to(server, "karma-dice", THREE, lambda view: view["version"] > 3)
    show(page, server, walk.seats[0], size)
    assert page.locator("a.why").evaluate(HIT)
    page.locator(".tabs button").last.click()
    for number in page.locator(".log .number").all()[:3]:
        assert number.evaluate(HIT)


def test_links_at_the_edges_of_a_page_are_wide_enough(server, device):
    page = device(320, 568)
    page.goto(f"{server.url}/kit")
    for one in page.locator(".languages button, footer a").all():
        assert one.bounding_box()["width"] >= THUMB


@pytest.mark.parametrize(
    ("page_of", "link"), [("kit", "address"), ("connection", "know")]
)
def test_a_link_in_a_sentence_takes_a_thumb(server, device, page_of, link):
    page = device()
    page.goto(f"{server.url}/{page_of}")
    found = page.locator(f'main a[href^="/{link}"]').first
    found.scroll_into_view_if_needed()
    assert found.evaluate(HIT)


@pytest.mark.parametrize("way", ["app", "score"])
def test_a_small_phone_says_what_its_numbers_are(server, device, way):
    """Six bare numbers are taken for the faces of a die."""
    page = device(way=None)
    _, seats = lay_out(server.port, "karma-dice", THREE)
    show(page, server, seats[0], (320, 568))
    page.locator(f"[data-key=way-{way}]").click()
    expect(page.locator(f"[data-way={way}] > p")).to_be_in_viewport(ratio=1)
    for key in page.locator(f"[data-way={way}] .score-pad button").all():
        assert key.evaluate(HIT)


def test_who_waits_on_a_small_phone_sees_the_signs_of_every_die(server, device):
    page = device(way=None, locale="fr-FR")
    walk = walk_to(server, "karma-dice", THREE, lambda view: view["version"] == 2)
    show(page, server, walk.seats[1], (320, 568))
    whole = page.locator(".meanwhile .die").evaluate_all(WHOLE)
    assert len(whole) > len(THREE)
    assert all(whole)


def test_a_host_finds_the_table_in_the_menu_before_settings(server, device):
    page = device(way=None)
    host, _ = lay_out(server.port, "karma-dice", THREE)
    show(page, server, host, (320, 568))
    page.locator("[data-key=menu]").click()
    correct = page.get_by_role("button", name="Correct the table")
    expect(correct).to_be_in_viewport(ratio=1)


def test_the_board_stays_whole_when_the_app_has_moved(server, device):
    """What its disc does comes before a tip, and one's own discs are not cut off."""
    page = device(way=None)
    walk = walk_to(server, "samusara", ["Ana"], lambda view: view["version"] == 2)
    show(page, server, walk.seats[0])
    page.get_by_text("Move the Brown disc").wait_for()
    expect(page.locator("#teacher")).to_be_hidden()
    taught = page.evaluate("localStorage.getItem('karma-table-taught')")
    assert taught is None, "a tip nobody saw comes another time"
    board = page.locator(".samusara-board")
    high = board.bounding_box()["height"]
    assert board.evaluate(IN_SIGHT) == pytest.approx(high, abs=1)


def test_alone_on_the_wheel_of_lives_the_wheel_is_seen(server, device):
    page = device(way=None)
    moves = [{"type": "move", "steps": 1}]
    walk = walk_to(server, "samsara", ["Ana"], lambda view: moves[0] in view["legal"])
    show(page, server, walk.seats[0])
    assert page.locator("svg.wheel").evaluate(IN_SIGHT) >= 2 * THUMB


def test_no_word_is_broken_on_a_phone_on_its_side(server, device):
    def is_reborn(view):
        return view["version"] > 4 and any(a["type"] == "move" for a in view["legal"])

    page = device(way=None)
    walk = walk_to(server, "samsara", ["Ana"], is_reborn)
    show(page, server, walk.seats[0], (844, 390))
    words = page.locator(".zone-button > :last-child").filter(has_text="reincarnation")
    assert words.count()
    for one in words.all():
        wide = one.evaluate(
            """(one) => {
              one.style.overflowWrap = "normal"
              return one.scrollWidth - one.clientWidth
            }"""
        )
        assert wide <= 0


@pytest.mark.parametrize(("players", "first"), [(1, "Play"), (2, "Open")])
def test_whoever_plays_alone_is_sent_on_to_play(server, device, players, first):
    page = device(way=None)
    page.goto(f"{server.url}/new/samsara")
    page.locator(f'input[name=players][value="{players}"]').check(force=True)
    page.get_by_role("button", name="Lay out the table").click()
    page.wait_for_url("**/ready")
    expect(page.locator("a.primary")).to_contain_text(first)
