"""Every question of every game is whole on every screen, and nothing moves underneath.

One seeded game per game is driven over the API; at each new kind of question the phone
of whoever is asked is drawn once and turned through the sizes. axe looks at each of
these pages, and at the phone of somebody who waits. The first round is a guided one, so
that its longer prompts are seen too.
"""

from random import Random

import pytest
from playwright.sync_api import expect

from companion.games import GAMES
from tests.browser.axe import violations
from tests.live import Walk, lay_out

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SIZES = [(390, 844), (390, 664), (320, 568), (844, 390), (820, 1180), (1280, 800)]
STEPS = 160
SEED = 5
KINDS = 18
"""Kinds of questions looked at per game: the common ones come within this many."""

NAMES = ["Ana", "Ben", "Cleo", "Dario"]

WHOLE = (
    ".roll .die, .chooser .die, .pad button, .score-pad button, .draft-die .die,"
    " .again > :first-child .icon, .roll-row:first-child .die, .told-so-far button"
)
"""What is looked at or tapped die by die: no edge of it may be cut off or covered."""

FITS = """(WHOLE) => {
  const shown = (one) => one.checkVisibility({ visibilityProperty: true })
  const all = (query) => [...document.querySelectorAll(query)].filter(shown)
  const parts = [
    ...all(".prompt h1"), ...all(".actions .undo"), ...all(".tabs"),
    ...all(".actions .primary, .thumb > button, .other-ways > *"),
  ]
  const name = (one) => one.textContent.trim().slice(0, 40) || one.className
  const faults = []
  const boxes = parts.map((one) => one.getBoundingClientRect())
  parts.forEach((one, at) => {
    const { left, right, top, bottom } = boxes[at]
    const inside = left >= -1 && top >= -1
      && right <= innerWidth + 1 && bottom <= innerHeight + 1
    if (!inside) faults.push(`outside: ${name(one)} ${left},${top},${right},${bottom}`)
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    const hit = one.contains(there) || one.matches(".prompt h1, .tabs")
    if (!hit) faults.push(`covered: ${name(one)} by ${there?.className}`)
    boxes.slice(at + 1).forEach((other, later) => {
      const second = parts[at + 1 + later]
      if (one.contains(second) || second.contains(one)) return
      const wide = Math.min(right, other.right) - Math.max(left, other.left)
      const high = Math.min(bottom, other.bottom) - Math.max(top, other.top)
      if (wide > 1 && high > 1) faults.push(`overlap: ${name(one)} / ${name(second)}`)
    })
  })
  const page = document.documentElement
  if (page.scrollWidth > innerWidth) faults.push(`too wide: ${page.scrollWidth}`)
  if (page.scrollHeight > innerHeight) faults.push(`too high: ${page.scrollHeight}`)
  const dock = document.querySelector(".actions").getBoundingClientRect()
  const pressed = ".actions :is(button, label.button, summary):not(.undo)"
  const reach = all(pressed).filter((one) => {
    const { top, bottom } = one.getBoundingClientRect()
    return top >= dock.top - 1 && bottom <= dock.bottom + 1
  })
  const room = document.querySelector(".board").getBoundingClientRect()
  for (const one of all(".zone-points, .zone:is(.done, .next) .zone-total")) {
    const { bottom } = one.getBoundingClientRect()
    if (bottom > room.bottom + 1) faults.push(`cut off: ${name(one)}`)
  }
  for (const one of all(WHOLE)) {
    const { left, right, top, bottom } = one.getBoundingClientRect()
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    const edges = [[x, top + 2], [x, bottom - 2], [left + 2, y], [right - 2, y]]
    const owner = one.closest("button, .roll")
    const free = (edge) => owner.contains(document.elementFromPoint(...edge))
    if (!edges.every(free)) faults.push(`not whole: ${owner.ariaLabel} ${top}`)
  }
  const taps = all(".board [data-action], .board [data-mount]")
  if (!reach.length && !taps.length) faults.push("nothing to press without scrolling")
  return faults
}"""

PLACES = """() => Object.fromEntries(
  [...document.querySelectorAll(".actions [data-key], .actions [data-letter]")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => [one.dataset.key ?? one.dataset.letter, one.getBoundingClientRect()])
    .map(([key, { x, y, width, height }]) => [key, [x, y, width, height]]))"""


def kind_of(view):
    """Return what is being asked, told by the answers it takes."""
    awaited = (view["awaiting"] or {}).get("kind")
    return awaited, frozenset(action["type"] for action in view["legal"])


def states_of(port, game):
    """Yield the host's view and the phone that is asked, once per kind of question."""
    most = min(len(NAMES), GAMES[game].players[-1])
    walk, met = Walk(port, game, NAMES[:most], seed=SEED, guide=True), set()
    for _ in range(STEPS):
        view = walk.host.look()
        if view["outcome"] or len(met) == KINDS:
            return
        if kind_of(view) not in met:
            met.add(kind_of(view))
            asked = view["turn"] or 0
            yield view, walk.seats[asked], walk.seats[asked - 1]
        walk.step(view)


def open_phone(page, url, phone):
    page.context.set_extra_http_headers({"Authorization": f"Bearer {phone.ticket}"})
    page.goto(f"{url}/t/{phone.table}")
    page.wait_for_selector("#dot[data-state=live]")


def resize(page, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})


def one_headline(page):
    """Return what is wrong with the headlines: a page has exactly one of the first."""
    count = page.locator("h1:visible").count()
    return [] if count == 1 else [f"{count} headlines"]


def stays_put(page, key):
    """Enter something; return which controls stand elsewhere afterwards."""
    before = page.evaluate(PLACES)
    page.locator(key).first.click()
    after = page.evaluate(PLACES)
    both = before.keys() & after.keys()
    assert both, "there is something to compare"
    return [
        name
        for name in both
        if any(abs(a - b) > 1 for a, b in zip(before[name], after[name], strict=True))
    ]


@pytest.mark.timeout(180)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_question_is_whole_on_every_screen(server, device, game):
    page = device(way=None, reduced_motion="reduce")
    faults = []
    for at, (view, phone, idle) in enumerate(states_of(server.port, game)):
        # Those who wait see much the same each time: every sixth question will do.
        for one in (phone, idle) if at % 6 == 0 else (phone,):
            open_phone(page, server.url, one)
            for size in SIZES:
                resize(page, size)
                found = page.evaluate(FITS, WHOLE)
                faults += [f"{size} {view['prompt']}: {fault}" for fault in found]
            resize(page, SIZES[0])
            found = [*violations(page), *one_headline(page)]
            faults += [f"{view['prompt']}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)
    assert page.complaints == []


def handful_states(port):
    """Yield the phones of one late turn of Karma Dice: every die is thrown at once."""
    host, seats = lay_out(port, "karma-dice", NAMES, entry="dice")
    rng = Random(2)

    def say(**action):
        version = host.look()["version"]
        status, told = host.say("actions", version, f"w{version}", action=action)
        assert status == 201, told
        return host.look()

    view = host.look()
    while view["board"]["phase"] != "throw" or view["board"]["round"] < 6:
        drafts = view["board"]["phase"] == "draft"
        pick = rng.choice(view["legal"]) if drafts else {}
        view = say(**(pick or {"type": "score", "points": rng.choice((4, 7))}))
    turn = view["turn"]
    yield view, seats[turn]
    view = say(type="rolled", dice=["red"], faces=[1])
    yield view, seats[turn]
    view = say(type="throw", dice=view["board"]["now"]["left"])
    yield view, seats[turn]
    yield view, seats[turn - 1]
    threes = [min(3, max(die["faces"])) for die in view["awaiting"]["dice"]]
    view = say(type="landed", faces=threes)
    assert view["board"]["phase"] == "settle"
    assert len(threes) > 9
    yield view, seats[turn]
    yield view, seats[turn - 1]


@pytest.mark.timeout(120)
def test_a_roll_of_many_dice_is_seen_to_the_last(server, device):
    page, faults = device(way=None, reduced_motion="reduce"), []
    for view, phone in handful_states(server.port):
        open_phone(page, server.url, phone)
        for size in SIZES:
            resize(page, size)
            found = page.evaluate(FITS, WHOLE)
            faults += [f"{size} {view['prompt']}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)


SCREEN_FITS = """() => {
  const faults = []
  const { bottom } = document.querySelector(".screen-prompt").getBoundingClientRect()
  if (bottom > innerHeight + 1) faults.push(`prompt ends at ${bottom}`)
  const drawn = document.querySelectorAll(".screen-board :is(svg, .amulet, .kcard, b)")
  if (!drawn.length) faults.push("nothing on the table")
  for (const one of drawn) {
    const { left, right, width } = one.getBoundingClientRect()
    if (width && (right > innerWidth + 1 || left < -1)) {
      faults.push(`cut off: ${one.className.baseVal ?? one.className} ${left},${right}`)
    }
  }
  const board = document.querySelector(".screen-board svg.wheel")
  if (board && board.getBoundingClientRect().width < 150) faults.push("a tiny wheel")
  return faults
}"""


@pytest.mark.timeout(120)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_table_screen_shows_the_table_and_what_is_asked(server, device, game):
    walk = Walk(server.port, game, NAMES[:2], seed=3)
    host = walk.host
    for _ in range(14):
        walk.step(host.look())
    page, faults = device(reduced_motion="reduce"), []
    page.context.set_extra_http_headers({"Authorization": f"Bearer {host.ticket}"})
    page.goto(f"{server.url}/t/{host.table}/screen")
    page.wait_for_selector("#dot[data-state=live]")
    for size in SIZES:
        resize(page, size)
        faults += [f"{size}: {fault}" for fault in page.evaluate(SCREEN_FITS)]
    assert not faults, "\n".join(faults)


ENTERED = {"karma-dice": '[data-face-pad="2"]', "samsara": '[data-letter="J"]'}
"""What is tapped first where something is entered in several taps."""


@pytest.mark.timeout(120)
@pytest.mark.parametrize("game", sorted(ENTERED))
def test_nothing_moves_while_something_is_entered(server, device, game):
    page = device()
    for view, phone, _ in states_of(server.port, game):
        if not view["awaiting"]:
            continue
        for size in SIZES[:4]:
            resize(page, size)
            open_phone(page, server.url, phone)
            page.wait_for_selector(ENTERED[game])
            assert stays_put(page, ENTERED[game]) == [], (size, view["prompt"])
        return
    raise AssertionError("nothing had to be entered")


@pytest.mark.timeout(60)
@pytest.mark.parametrize("size", [(390, 844), (320, 568), (1280, 800)])
def test_names_and_start_are_on_the_first_screen(server, device, size):
    page = device(*size)
    page.goto(f"{server.url}/new/samsara")
    page.fill("#name-1", "Ben")
    box = page.locator("main form button.primary").bounding_box()
    assert box["y"] + box["height"] <= size[1]
    expect(page.locator("#o-first"), "options are folded").not_to_be_visible()
    page.locator(".options > summary").click()
    page.locator("#o-first").select_option(label="Ben")
    expect(page.locator("#o-first option:enabled")).to_have_count(2)
    expect(page.locator(".options .chosen")).to_contain_text("Ben")
    page.locator("input[name=players][value='1']").check(force=True)
    expect(page.locator("#o-first"), "alone nobody asks who begins").not_to_be_visible()
    offered = page.locator("#o-length option:enabled").all_inner_texts()
    assert [one.partition(":")[0] for one in offered] == ["Normal", "Easy"]
    assert page.complaints == []


def pages_of(port):
    """Return the pages around a game: what is shown, and the ticket it needs."""
    host, _ = lay_out(port, "samsara", NAMES)
    _, plan = host.get(f"/api/tables/{host.table}/seats")
    own = [f"/t/{host.table}/{part}" for part in ("ready", "screen")]
    anyone = ["/", "/connection", "/rules/", "/teach/karmaka", "/box/samsara"]
    anyone += ["/box/karma-dice", "/no"]
    anyone += [f"/new/{game}" for game in sorted(GAMES)]
    links = (plan["play_url"], plan["seats"][1]["join_url"])
    anyone += [link.partition(str(port))[2] for link in links]
    return [(path, host.ticket) for path in own] + [(path, "") for path in anyone]


@pytest.mark.timeout(180)
def test_the_pages_around_a_game_keep_nobody_out(server, device):
    page, faults = device(320, 568), []
    for path, ticket in pages_of(server.port):
        own = {"Authorization": f"Bearer {ticket}"} if ticket else {}
        page.context.set_extra_http_headers(own)
        page.goto(server.url + path)
        found = [*violations(page), *one_headline(page)]
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        faults += [f"{path}: {fault}" for fault in found]
        faults += [f"{path}: {wide} px too wide"] if wide > 0 else []
    assert not faults, "\n".join(faults)
    assert page.complaints == []
