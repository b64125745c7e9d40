"""The Samsara screens: every task can be answered by touch, and hands stay private."""

import random
import re

import pytest

from app import create_app
from companion.games.samsara.drawing import wheel_middle
from tests.games.samsara.shared import hold, lay, now, ready

ZONES = ["Jann", "Vikaas", "Kaam Kar", "Yugal", "Bachcha", "Gyaan", "Dhyann", "Maut"]
EVERYTHING = {"bhaga": "on", "durmangala": "on", "ancestral": "on", "characters": "on"}


class Evening:
    """A table of Samsara, its host, and a phone for each seat."""

    def __init__(self, app, players=2, **options):
        self.app, self.host, self.said = app, app.test_client(), 0
        form = {f"name-{seat}": f"Player{seat}" for seat in range(players)}
        form |= {"players": str(players), "length": "normal", "first": "1"}
        reply = self.host.post(
            "/new/samsara", data=form | {"hands": "private"} | options
        )
        assert reply.status_code == 303, reply.text
        self.table = reply.location.split("/")[2]

    def phones(self):
        seats = self.host.get(f"/api/tables/{self.table}/seats").json["seats"]
        phones = [self.app.test_client() for _ in seats]
        for phone, seat in zip(phones, seats, strict=True):
            phone.post(f"/j/{seat['join_url'].rsplit('/', 1)[1]}")
        return phones

    def view(self, client=None, as_="host"):
        return (client or self.host).get(f"/api/tables/{self.table}?as={as_}").json

    def say(self, what, **body):
        self.said += 1
        body |= {"seen": self.view()["version"], "id": f"word-{self.said}"}
        reply = self.host.post(f"/api/tables/{self.table}/{what}?as=host", json=body)
        assert reply.status_code == 201, reply.text

    def play(self, until, rng=None, limit=400):
        rng = rng or random.Random(1)
        for _ in range(limit):
            view = self.view()
            if view["outcome"] or until(view):
                return view
            if view["awaiting"]:
                self.say("chance")
            else:
                self.say("actions", action=rng.choice(view["legal"]))
        raise AssertionError("it never came to that")

    def page(self, client=None, as_="host", path=""):
        address = f"/t/{self.table}{path}?as={as_}"
        reply = (client or self.host).get(address, headers={"Accept": "text/html"})
        assert reply.status_code == 200, reply.text
        return reply.text


@pytest.fixture
def app(tmp_path):
    return create_app({"DATA": str(tmp_path), "TESTING": True})


def at(kind):
    return lambda view: view["board"]["task"] == kind


def test_the_wheel_runs_clockwise_from_the_rift_on_top():
    right = [wheel_middle(zone)[0] > 0 for zone in range(8)]
    down = [wheel_middle(zone)[1] > 0 for zone in range(8)]
    assert right == [True] * 4 + [False] * 4
    assert down == [False, False, True, True, True, True, False, False]


def test_a_zone_has_colour_sign_name_and_can_be_tapped_or_read(app):
    evening = Evening(app)
    evening.play(at("move"))
    page = evening.page()
    assert re.findall(r'class="zone-name"[^>]*>([^<]+)<', page) == ZONES
    colours = re.findall(r'class="zone[^"]*" data-colour="([^"]+)"', page)
    assert len(set(colours)) == 8
    drawn = page.split('class="wheel"')[1].split("</svg>")[0]
    assert len(set(re.findall(r'href="#sign-(\w+)"', drawn))) == 8
    assert len(re.findall(r'data-zone="\d" data-action=', drawn)) == 8
    spoken = re.findall(r"<li>(\w[^<]*): 5 cards", page)
    assert [words.split(" (")[0] for words in spoken] == ZONES


@pytest.mark.slow
def test_everything_that_may_be_done_is_on_the_page_and_sorted(app):
    """Whatever the task, each open action and each joined one is one button."""
    evening = Evening(app, 4, **EVERYTHING)
    rng, seen = random.Random(7), set()
    for _ in range(90):
        view = evening.play(lambda view: view["legal"], rng)
        if view["outcome"]:
            break
        task = view["board"]["task"]
        if task not in seen:
            seen.add(task)
            buttons = evening.page().count("data-action=")
            on_wheel = {"move", "take", "place-ancestral"}
            twice = sum(action["type"] in on_wheel for action in view["legal"])
            joined = [one["actions"] for one in view["together"]]
            # A power that takes from a stack is said with the stack, never alone.
            with_stack = {
                words[0]["power"]
                for words in joined
                if words[0]["type"] == "choose-power" and words[1]["type"] == "take"
            }
            alone = len(view["legal"]) - len(with_stack)
            assert buttons == alone + twice + len(joined), task
        evening.say("actions", action=rng.choice(view["legal"]))
    assert len(seen) > 10


def test_a_shown_hand_is_seen_by_its_own_phone_alone(app):
    evening = Evening(app)
    ana, ben = evening.phones()
    evening.play(at("move"))
    action = {"type": "show", "seat": 0, "cards": ["bad-karma", "good-karma"]}
    before = [evening.page(ben, "seat-1", path) for path in ("", "/screen")]
    evening.say("actions", action=action)
    own = evening.page(ana, "seat-0").split("<h3>Hand</h3>")[1]
    assert "2 cards not shown to the app" in own
    assert own.index("Good Karma") < own.index("not shown to the app")
    after = [evening.page(ben, "seat-1", path) for path in ("", "/screen")]
    assert [boards(page) for page in after] == [boards(page) for page in before]
    assert "<h3>Hand</h3>" not in evening.page(as_="host")


def boards(page):
    """Return what a page shows of the table: not how often somebody spoke."""
    shown = page.split('data-region="log"')[0]
    told = r'<ol (?:data-region="recent"|class="bare doings").*?</ol>\s*'
    shown = re.sub(told, "", shown, flags=re.DOTALL)
    kept = re.sub(
        r'data-version="\d+"|data-entry.*|<p class="[^"]*undo-told.*', "", shown
    )
    return kept.split()


def test_a_lone_player_needs_no_second_device(app):
    evening = Evening(app, 1, length="easy")
    evening.play(at("move"))
    page = evening.page()
    assert "<h3>Hand</h3>" in page
    assert "17 turns left of 17" in page
    evening.play(lambda view: view["board"]["round"] == 2)
    page = evening.page()
    assert "Move the neutral pawn to Jann." in page, "it moved by itself"
    assert "The neutral pawn moves to Jann; turns left: 16" in page


def test_the_table_screen_shows_amulets_by_colour_sign_number_and_word(app):
    evening = Evening(app, 3, length="fast")
    evening.play(at("character"))
    screen = evening.page(path="/screen")
    legend = 1
    assert screen.count('class="amulet gold"') == 12 + legend
    assert screen.count('class="amulet copper"') == 6 + legend
    assert "Between Player0 and Player1" in screen
    one = screen.split('class="amulet copper"')[2].split('class="metal"')[0]
    assert len(re.findall(r'data-colour="[a-z-]+".*?sign-\w+.*?>2<', one)) == 3


def test_no_samsara_page_has_inline_script_or_style(app):
    evening = Evening(app)
    evening.play(at("act"))
    for path in ("", "/screen", "/ready"):
        page = evening.page(path=path)
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", page), path


def test_an_amulet_is_only_spoken_of_where_one_can_be_paid():
    state = now(hold(ready(2), hand="jann", draw="2", pool="yugal yugal"), "act")
    asked = "Play a card (1 action), or end your turn."
    assert str(state.asked.prompt(state, 0)) == asked
    done = state._replace(turn=state.turn._replace(actions=0))
    assert str(done.asked.prompt(done, 0)) == "End your turn."
    rich = lay(hold(done, hand="jann maut"), 0, "J4M4")
    assert str(rich.asked.prompt(rich, 0)) == "Win an amulet, or end your turn."


def test_a_zone_of_the_wheel_says_what_it_shows_and_what_a_tap_does(app):
    evening = Evening(app)
    evening.play(at("move"))
    assert 'aria-label="Vikaas ×5: 2 → Vikaas"' in evening.page()


def test_alone_the_phone_tells_what_is_missing_and_the_coach_waits_to_be_asked(app):
    evening = Evening(app, 1, hands="every-draw", coach="on")
    (phone,) = evening.phones()
    evening.play(at("character"))
    assert "our bot wins" in evening.page(phone, "seat-0")
    evening.play(at("move"))
    page = evening.page(phone, "seat-0")
    assert "17 turns left" in page
    assert "5 amulets to go" in page
    assert "light symbols missing" in page
    hint, why = re.findall(r'<details data-key="coach-(\w+)-\d+">', page)
    assert (hint, why) == ("hint", "why"), "two taps, both closed"
    assert "rating" in page
    watcher = evening.page(path="/screen")
    assert "Coach" not in watcher


def test_without_the_hand_the_coach_asks_for_it(app):
    evening = Evening(app, 1, coach="on")
    (phone,) = evening.phones()
    evening.play(at("move"))
    page = evening.page(phone, "seat-0")
    assert "Show the app your hand and the coach can help." in page
    assert "Counted without the cards you have not shown." in page
