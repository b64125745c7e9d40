"""What a player alone is told: what is missing, and the coach if asked."""

from __future__ import annotations

import pytest

from companion.games.samsara import GAME
from companion.games.samsara.coach import hint
from companion.games.samsara.missing import missing
from companion.games.samsara.solo_player import plans
from tests.games.samsara.shared import at, hold, now, own, ready


def solo(**options):
    return ready(1, ("bikkhu",), **{"hands": "every-draw", **options})


def position(*faces, hand, reserve="", amulets=0, **options):
    state = own(solo(**options), 0, amulets)._replace(gaps=(faces,))
    pool = "bad-karma bad-karma bad-karma good-karma good-karma"
    state = hold(state, hand=hand, reserve=reserve, draw="5", pool=pool)
    return now(at(state, "yugal"), "act")


def me(state):
    return GAME.view(state, 0)["board"]["me"]


@pytest.mark.parametrize(
    ("hand", "reserve", "lacks", "cards", "dark"),
    [
        ("jann", "", (2, 4, 0, 0, 0, 0, 0, 0), 3, None),
        ("jann", "vikaas", (2, 2, 0, 0, 0, 0, 0, 0), 2, 4),
        ("jann good-karma good-karma", "vikaas", (2, 2, 0, 0, 0, 0, 0, 0), 1, 2),
        ("jann jann", "vikaas vikaas", (0,) * 8, 0, 0),
    ],
    ids=["far", "only with dark symbols", "jokers help", "paid in light"],
)
def test_what_an_amulet_lacks(hand, reserve, lacks, cards, dark):
    (found,) = missing(position("J4V4", hand=hand, reserve=reserve))
    assert (found.lacks, found.cards, found.dark) == (lacks, cards, dark)


def test_the_fifth_amulet_is_not_payable_with_dark_symbols():
    state = position("J4V4", hand="jann vikaas", amulets=4)
    assert [one.dark for one in missing(state)] == [None]


def test_the_nearest_amulet_comes_first_on_the_phone():
    state = position("J4V4", "K4Y4", hand="jann jann vikaas")
    faces = [one["amulet"]["face"] for one in me(state)["missing"]]
    assert faces == ["J4V4", "K4Y4"]
    assert me(state)["missing"][0]["lacks"][0]["count"] == 2


def test_several_players_see_neither_list_nor_coach():
    mine = me(now(at(ready(2), "vikaas", "gyaan"), "move"))
    assert (mine["missing"], mine["coach"]) == ([], None)


def test_the_coach_gives_a_hint_and_numbers():
    state = position("J4V4", "K4Y4", hand="jann jann vikaas vikaas", amulets=4)
    advice = me(state)["coach"]
    assert advice["ready"]
    assert advice["hint"]["say"] == "You can win the fifth amulet in this turn."
    assert "Win {amulet}" in advice["steps"][0]["say"]
    (best,) = advice["ways"]
    assert (best["amulets"], best["bad"], best["cards"]) == (5, 3, 9)


def test_the_reasoning_compares_ways_the_best_first():
    state = position("J4V4", "K4Y4", hand="jann vikaas good-karma bad-karma")
    ways = me(state)["coach"]["ways"]
    ratings = [way["rating"] for way in ways]
    assert len(ways) == 3
    assert ratings == sorted(ratings, reverse=True)
    assert len({str(way["step"]) for way in ways}) == 3


def test_the_hint_names_what_to_collect_for_the_fifth():
    state = position("J4V4", hand="jann jann", amulets=4)
    words = str(hint(state, plans(state)[-1]))
    assert "Vikaas" in words
    assert "Only light symbols" in words


def test_the_coach_asks_for_the_hand_before_speaking():
    state = now(at(solo(hands="private"), "yugal"), "move")
    assert me(state)["coach"] == {"ready": False, "hint": None, "steps": [], "ways": []}


def test_a_table_may_play_without_a_coach():
    assert me(position("J4V4", hand="jann", coach=False))["coach"] is None


def test_watchers_and_the_table_screen_hear_nothing_of_it():
    state = position("J4V4", hand="jann")
    assert GAME.view(state, None)["board"]["me"] is None
