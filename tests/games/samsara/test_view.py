"""What the screens are told."""

from __future__ import annotations

import json

import msgspec
import pytest

from companion.games.samsara import GAME
from companion.games.samsara import actions as a
from companion.games.samsara.box import BAD, GOOD
from companion.rulebook import catalogue
from tests.games.play import random_states
from tests.games.samsara.shared import (
    QUESTIONS,
    at,
    do,
    fresh,
    hold,
    lay,
    now,
    own,
    ready,
)


def board(state, seat=None):
    return GAME.view(state, seat)["board"]


def test_the_wheel_shows_pawns_stacks_and_reach():
    state = do(hold(at(ready(3), "jann", "maut"), evanescent="kaam-kar"), a.Move(2))
    zones = board(state)["wheel"]["zones"]
    assert [z["pawns"] for z in zones] == [[], [], [0], [], [], [], [], [1]]
    assert [z["zone"] for z in zones if z["reach"]] == [1, 2, 3]
    assert zones[2]["cards"] == 6
    assert board(state)["wheel"]["start"] == [2]


def test_gaps_lie_between_neighbours():
    gaps = board(ready(4))["gaps"]
    assert [gap["between"] for gap in gaps] == [[0, 1], [1, 2], [2, 3], [3, 0]]
    amulet = gaps[0]["amulets"][0]
    assert amulet["metal"] == "gold"
    assert sum(symbol["count"] for symbol in amulet["symbols"]) == 8


def test_payable_amulets_come_with_the_cheapest_payment():
    state = lay(hold(ready(3), hand=f"jann vikaas maut {GOOD}"), 0, "J2V2M2")
    offer = next(o for o in board(state, 0)["me"]["payable"] if o["sure"])
    assert offer["action"] == {
        "type": "buy",
        "gap": 0,
        "face": "J2V2M2",
        "hand": ["jann", "maut", "vikaas"],
        "reserve": [],
    }
    assert (offer["dark"], offer["jokers"]) == (0, 0)
    assert GAME.from_json(offer["action"]) in GAME.legal_actions(now(state, "act"))


def test_unseen_hands_are_offered_what_they_may_hold():
    deck = {"hand": "3", "draw": "2", "pool": "jann vikaas maut maut jann"}
    state = lay(hold(ready(3), **deck), 0, "J2V2M2")
    offers = board(state, 0)["me"]["payable"]
    assert offers
    assert not any(offer["sure"] for offer in offers)


def test_my_cards_are_mine_to_see():
    state = hold(
        ready(2), hand="jann 1", discard="maut", draw="1", pool=f"{BAD} {GOOD}"
    )
    me = board(state, 0)["me"]
    assert me["hand"]["unseen"] == 1
    assert [c["card"] for c in me["hand"]["seen"]] == ["jann"]
    assert {c["card"] for c in me["unseen"]} == {BAD, GOOD}
    assert board(state)["me"] is None


def texts(data):
    """A view as people get it: every phrase is a text."""
    if isinstance(data, dict):
        return "words" if "say" in data else {k: texts(v) for k, v in data.items()}
    return [texts(one) for one in data] if isinstance(data, list) else data


@pytest.mark.parametrize("players", [1, 3])
def test_the_board_is_what_its_type_says(players):
    parts = dict.fromkeys(("bhaga", "durmangala", "ancestral", "characters"), True)
    states, _ = random_states(GAME, {"players": players, **parts}, seed=9, most=2000)
    for state in (*states[::9], states[-1]):
        for eyes in (None, 0):
            shown = texts(board(state, eyes))
            assert msgspec.convert(shown, GAME.board) == shown


def test_the_end_is_announced():
    state = own(ready(3), 1, 5)._replace(ended=1)
    view = GAME.view(state, 0)
    assert view["board"]["ended"] == 1
    assert "Last round" in json.dumps(view["prompt"])


@pytest.mark.parametrize("players", [1, 2, 3, 5])
def test_setup_says_what_to_take_out(players):
    parts = {"bhaga": True, "durmangala": True, "ancestral": True}
    lines = [str(line) for line in GAME.setup(fresh(players, **parts))]
    sizes = {1: 4, 2: 5, 3: 7, 5: 9}
    assert any(f"Lay {sizes[players]} cards" in line for line in lines)
    assert any("Bhaga and its Durmangala" in line for line in lines)
    assert any("Good Karma" in line for line in lines)
    assert len(GAME.setup(fresh(players))) < len(lines)


def test_every_question_has_a_prompt_and_a_rule_of_the_catalogue():
    ids = {entry.id for entry in catalogue().of_game("samsara")}
    for kind in QUESTIONS:
        state = at(now(ready(3), kind), "jann", "jann")
        assert board(state)["task"] == kind
        for eyes in (0, 1, None):
            view = GAME.view(state, eyes)
            assert view["prompt"]["say"], kind
            assert view["why"] in ids, kind
            assert view["turn"] == 0


def test_every_rule_and_every_touched_rule_is_in_the_catalogue():
    ids = {entry.id for entry in catalogue().of_game("samsara")}
    assert {rule.id for rule in GAME.rules} <= ids
    state = now(hold(ready(3), hand="jann yugal"), "act")
    for action in (*GAME.legal_actions(state), a.Show(0, ("jann",)), a.Move(3)):
        assert set(GAME.touches(state, action)) <= ids
    crossing = at(ready(3), "maut")
    assert "samsara.reincarnation" in GAME.touches(crossing, a.Move(1))
    power = now(ready(3), "power")
    assert "samsara.bikkhu" in GAME.touches(power, a.ChoosePower("purge"))


def test_labels_warn_of_tolls_and_reincarnations():
    state = at(ready(3), "dhyann", "vikaas")
    labels = {m.steps: str(GAME.label(state, m)) for m in GAME.legal_actions(state)}
    assert labels[1] == "1 → Maut"
    assert labels[2] == "2 → Jann, reincarnation"
    assert labels[3] == "3 → Vikaas, reincarnation, toll"


@pytest.mark.parametrize(
    ("left", "said"),
    [
        (9, "take 2 Bad Karma"),
        (1, "take 1 Bad Karma"),
        (0, "take no Bad Karma, as none is left"),
    ],
)
def test_nobody_is_told_to_take_more_bad_karma_than_there_is(left, said):
    state = do(hold(at(ready(5), "jann", "yugal"), hand="jann"), a.Move(3))
    state = state._replace(bad=left)
    assert str(GAME.label(state, a.TakeBad())) == said.capitalize().replace(
        "bad k", "Bad K"
    )
    assert f"or {said}." in str(state.asked.prompt(state, 0))


@pytest.mark.parametrize(("left", "said"), [(2, "as many Bad"), (1, "1 Bad Karma")])
def test_a_bill_counts_the_bad_karma_that_is_left(left, said):
    state = now(hold(ready(3), hand="kaam-kar yugal", reserve="yugal"), "act")
    state = lay(own(state, 0, 1), 0, "K4Y4")._replace(bad=left)
    buy = a.Buy(0, "K4Y4", ("kaam-kar", "yugal"), ("yugal",))
    assert f"2 dark: {said}" in str(GAME.label(state, buy))
