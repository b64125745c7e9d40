"""Two Karmakas side by side: ours and one written from the facts alone.

More of it by hand: `python -m tests.games.karmaka.test_second_model 200000`.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random

import pytest

from companion.games.karmaka import GAME
from companion.games.karmaka.box import DECK, DESIGNS
from tests.games.karmaka.second_model import FACES, Books, Person
from tests.games.karmaka.test_random_games import TABLES

STEPS = 700
"""Per table: two or three whole games each."""


def books_of(state):
    """Return what everybody can count in a position of ours, by its public board."""
    view = GAME.view(state, None)
    board, seat = view["board"], view["turn"]
    asked = {"main": "turn", "death": "death", "offer": "offer"}
    kind = asked.get(board["asking"], "power")
    if kind == "turn" and getattr(state.todo[-1], "extra", False):
        kind = "again"
    middle = board["middle"] or {"card": {"card": ""}, "victim": None}
    return Books(
        people=[
            Person(
                *(one[pile] for pile in ("hand", "deck", "future")),
                [card["card"] for card in one["deeds"]],
                one["level"],
                one["rings"],
            )
            for one in board["players"]
        ],
        well=board["well"],
        ruins=list(state.ruins),
        middle=middle["card"]["card"],
        victim=middle["victim"],
        turn=board["player"],
        asked=None if seat is None else (kind, seat),
        sides=sides_of(state.setting),
    )


def sides_of(setting):
    if setting.teams:
        return [{0, 2}, {1, 3}]
    if setting.wolf >= 0:
        return [{0, 1, 2} - {setting.wolf}]
    return []


def compare(options, rng, steps):
    """Play at random; return what the second model has foretold, by kind."""
    met = Counter()
    state = GAME.start(options)
    for _ in range(steps):
        if GAME.outcome(state):
            state = GAME.start(options)
        chance = GAME.chance(state)
        action = chance.sample(rng) if chance else wise(state, rng)
        before, word = books_of(state), GAME.to_json(action)
        state = GAME.apply(state, action)
        after = books_of(state)
        foretold = before.foretold(word)
        if foretold is None:
            continue
        met[before.asked[0]] += 1
        met["refill"] += foretold.well > before.well
        met["climbed"] += sum(p.level for p in after.people) > sum(
            p.level for p in before.people
        )
        met["spent"] += word.get("rings", 0) > 0
        if foretold.asked is None:
            assert GAME.outcome(state), word
        else:
            assert after == foretold, word
    return met


def wise(state, rng):
    """Any answer, but Deeds often enough for lives to be worth something."""
    legal = GAME.legal_actions(state)
    deeds = [one for one in legal if getattr(one, "use", "") == "deed"]
    return rng.choice(deeds if deeds and rng.random() < 0.5 else legal)


@pytest.mark.parametrize("name", TABLES)
def test_both_models_agree_step_by_step(name):
    met = compare(TABLES[name], Random(f"second {name}"), STEPS)
    for kind in ("turn", "again", "offer", "death", "refill"):
        assert met[kind] >= 3, (kind, met)


def test_rings_are_spent_and_pawns_climb_before_both_models():
    met = sum((compare(TABLES["two"], Random(n), STEPS) for n in range(3)), Counter())
    assert met["spent"] >= 3
    assert met["climbed"] >= 10


def test_both_boxes_hold_the_same_cards():
    ours = {card: (one.colour.value, one.points) for card, one in DESIGNS.items()}
    assert ours == FACES
    sums = Counter(FACES[card][0] for card in DECK)
    assert sums == {"red": 19, "green": 19, "blue": 19, "mosaic": 7}
    points = Counter()
    for card in DECK:
        points[FACES[card][0]] += FACES[card][1]
    assert points == {"red": 36, "green": 36, "blue": 36, "mosaic": 7}


if __name__ == "__main__":
    for table, options in TABLES.items():
        each = int(sys.argv[1]) // len(TABLES)
        print(table, dict(compare(options, Random(f"by hand {table}"), each)))
