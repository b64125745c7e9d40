"""Karmaka by touch: a whole game counted in taps, a death, a rival, a rule."""

import json
from itertools import count
from random import Random

import pytest
from playwright.sync_api import expect

from companion.games.karmaka import GAME
from companion.games.karmaka import actions as a
from companion.games.karmaka.box import CARDS, DESIGNS, NEED, TOP, Colour, score
from companion.games.karmaka.questions.dying import Death
from companion.games.karmaka.questions.playing import Main
from companion.games.karmaka.state import asked
from tests.browser.conftest import ARTEFACTS
from tests.browser.players import is_live, press, version
from tests.games.karmaka.duel import Duel

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TAPS = 2.5
"""What a turn may cost on average, without photos."""

SEED = 21
"""A short game in which eleven kinds of questions are asked: played on a real page."""

SEEDS = range(SEED, SEED + 20)
"""The other games are counted as the page would ask for their words."""


ONCE = count()


class Table:
    """A table laid out by the device whose page is given, which plays for everybody."""

    def __init__(self, page, server, **options):
        self.page, self.url = page, server.url
        usual = {"first": "1", "rival": "nobody", "wolf": "nobody"}
        form = {"players": "2", "name-0": "Ana", "name-1": "Ben", **usual, **options}
        made = page.request.post(f"{self.url}/new/karmaka", form=form)
        assert made.ok, made.text()
        self.name = made.url.split("/")[-2]
        page.goto(f"{self.url}/t/{self.name}?as=host")
        is_live(page)

    def ask(self, what):
        address = f"{self.url}/api/tables/{self.name}{what}?as=host"
        return self.page.request.get(address).json()

    def say(self, what, **body):
        """Say something as the host, and wait until the page has heard it."""
        reply, seen = self._said(what, body)
        assert reply.ok, reply.text()
        arrived(self.page, seen + 1)

    def try_to_say(self, what, **body):
        """Say something that may be refused; return whether it was not."""
        return self._said(what, body)[0].ok

    def _said(self, what, body):
        seen = self.ask("")["version"]
        address = f"{self.url}/api/tables/{self.name}/{what}?as=host"
        once = f"said-{next(ONCE)}"
        said = {**body, "seen": seen, "id": once}
        return self.page.request.post(address, data=said), seen

    def correct(self, **patch):
        self.say("override", patch=patch, reason="a test")

    def sit(self, page, seat):
        page.goto(self.ask("/seats")["seats"][seat]["join_url"])
        page.get_by_role("button", name="Take this seat").click()
        page.wait_for_selector("body.phone")
        is_live(page)


def arrived(page, newest):
    page.wait_for_function(
        "newest => Number(document.body.dataset.version) >= newest", arg=newest
    )


class Thumb:
    """Says on a page what players decide, by what the page offers, and counts."""

    def __init__(self, page):
        self.page, self.taps = page, 0

    def say(self, action):
        told = _unnamed(action)
        whole = self._button(told)
        if whole.count():
            self._press(whole)
            return
        for card in told["cards"]:
            self.page.locator(f'.actions [data-name="{card}"]').click()
            self.taps += 1
        self._press(self.page.locator(".actions form button.primary"))

    def _button(self, told):
        offered = self.page.locator(".actions [data-action]")
        said = offered.evaluate_all("all => all.map(({ dataset }) => dataset.action)")
        places = [at for at, one in enumerate(said) if json.loads(one) == told]
        return offered.nth(places[0]) if places else self.page.locator(".none-such")

    def _press(self, target):
        self.taps += 1
        press(self.page, target)


def _unnamed(action):
    """Return what is said of an action at a table that tells the app no secrets."""
    told = GAME.to_json(action)
    if isinstance(action, a.Play) and action.use is a.Use.FUTURE:
        told["card"] = ""
    if isinstance(action, a.Sow | a.Destine | a.Picked):
        told["cards"] = []
    return told


class Counted:
    """Counts the taps that a page asks for, without a page."""

    def __init__(self):
        self.taps = 0

    def say(self, action):
        cards = _unnamed(action).get("cards", ())
        self.taps += 1 + (len(cards) if len(cards) > 1 else 0)


class Watched(Duel):
    """Two players with real cards who say aloud what they do."""

    def __init__(self, rng, names, thumb):
        super().__init__(rng, names)
        self.thumb, self.turns = thumb, 0

    def answer(self):
        top, action = asked(self.state), super().answer()
        fresh = isinstance(top, Main) and not top.extra
        self.turns += fresh or isinstance(top, Death)
        if not isinstance(action, a.Keep):  # an unnamed pick is not asked about again
            self.thumb.say(action)
        return action


def whole_game(seed, thumb):
    duel = Watched(Random(seed), ("normal", "strong"), thumb)
    assert duel.play()
    return duel.turns


@pytest.mark.timeout(240)
def test_games_for_two_take_few_taps(server, device, capsys):
    page = device(reduced_motion="reduce")
    Table(page, server)
    thumb = Thumb(page)
    whole_game(SEED, thumb)
    page.wait_for_selector(".podium .won")
    games = {seed: (whole_game(seed, c := Counted()), c.taps) for seed in SEEDS}
    assert games[SEED][1] == thumb.taps, "counted as the page asks for them"
    turns, taps = (sum(column) for column in zip(*games.values(), strict=True))
    with capsys.disabled():
        each = sorted(m / n for n, m in games.values())
        print(f"\nkarmaka: {taps} taps in {turns} turns of {len(games)} games for two,")
        print(f"{taps / turns:.2f} each ({each[0]:.2f} to {each[-1]:.2f} by game)")
    assert taps / turns <= TAPS
    assert page.complaints == []


@pytest.mark.timeout(120)
def test_a_life_is_counted_and_the_pawn_climbs(server, device):
    page = device(reduced_motion="reduce")
    table = Table(page, server)
    dies(table, 0)
    press(page, page.locator(".actions [data-action*=reborn]"))
    climbed = page.locator(".kboard .rung", has=page.locator(".pawn.climbs"))
    expect(climbed.locator(".rung-name")).to_have_text(["Snake"])
    expect(climbed.locator(".pawn")).to_have_text(["Ana"])
    deeds = dies(table, TOP - 1)
    expect(page.locator(".kcount .counts")).to_have_count(len(deeds))
    expect(page.locator(".kdeath")).to_contain_text("Enough to climb.")
    press(page, page.locator(".actions [data-action*=reborn]"))
    page.wait_for_selector(".podium .won")
    assert page.complaints == []


def dies(table, level):
    """Let the host leave Ana only Deeds, enough for this rung; return these."""
    first = table.ask("")["board"]["players"][0]
    away = [
        {"card": "", "from": f"{pile}:0", "to": "well"}
        for pile in ("hand", "deck")
        for _ in range(first[pile])
    ]
    undone = [
        {"card": one["card"], "from": "deeds:0", "to": "ruins"}
        for one in reversed(first["deeds"])
    ]
    deeds: list[str] = []
    for card in (one for one in CARDS if DESIGNS[one].colour is Colour.RED):
        if score(tuple(deeds)) < NEED[level]:
            deeds.append(card)
    laid = [{"card": card, "from": "well", "to": "deeds:0"} for card in deeds]
    table.correct(levels={"0": level}, cards=away + undone + laid, turn=0)
    return deeds


@pytest.mark.timeout(120)
def test_the_app_plays_a_seat_and_its_cards_stay_its_own(server, device):
    page = device(reduced_motion="reduce")
    table = Table(page, server, rival="normal")
    press(page, page.locator(".actions [data-action*='\"future\"']"))
    row = page.locator(".krow li")
    expect(row).to_have_count(5)
    expect(page.locator(".krow li", has_text="?")).to_have_count(5)
    page.locator("summary", has_text="Without a camera").click()
    for card in ("panic", "spite", "spite", "peek", "recycle"):
        press(page, page.locator(f'[data-key="row-{card}"]'))
    expect(row).to_have_text(["1", "2", "3", "4", "5"])
    expect(page.locator(".kplay, .krow a")).to_have_count(0)
    phone = device()
    table.sit(phone, 0)
    expect(phone.locator(".krow li")).to_have_count(5)
    seen = phone.content()
    secret = ("karmaka.panic", "karmaka.spite", "karmaka.recycle", "karmaka.peek")
    assert not any(f'href="/rules/{card}"' in seen for card in secret)
    phone.screenshot(path=ARTEFACTS / "karmaka-rival.png")
    for _ in range(6):
        if phone.locator(".krival").count() == 0:
            break
        press(phone, phone.locator(".krival [data-say=chance]"))
    expect(phone.locator(".krival")).to_have_count(0)
    expect(phone.locator(".actions [data-action]").first).to_be_attached()
    assert page.complaints == phone.complaints == []


@pytest.mark.timeout(120)
def test_a_card_is_read_while_others_are_being_named(server, device):
    host, phone = device(), device(320, 568)
    table = Table(host, server)
    table.sit(phone, 1)
    phone.locator("nav [data-tab=me]").click()
    phone.locator("summary", has_text="Tell the app your Hand").click()
    for card in ("spite", "spite"):
        phone.locator(f'[data-panel=me] [data-name="{card}"]').click()
    phone.locator('[data-panel=me] [data-name="panic"]').click(button="right")
    phone.locator("dialog#rule[open]", has_text="Panic").wait_for()
    phone.keyboard.press("Escape")
    phone.locator(".knamed a").first.click()
    sheet = phone.locator("dialog#rule[open]")
    sheet.wait_for()
    expect(sheet).to_contain_text("Ruin two cards picked blindly", use_inner_text=True)
    press(host, host.locator(".actions [data-action*='\"deed\"']").first)
    arrived(phone, version(host))
    sheet.get_by_role("button", name="Back").click()
    expect(phone.locator(".knamed a")).to_have_count(2)
    press(phone, phone.locator("[data-panel=me] form button.primary"))
    expect(phone.locator("[data-panel=me] .kcards .kcard.red")).to_have_count(2)
    expect(host.locator("[data-panel=log]")).not_to_contain_text("Spite")
    wide = phone.evaluate("document.documentElement.scrollWidth")
    assert wide <= 320
    assert host.complaints == phone.complaints == []
