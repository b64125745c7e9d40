"""After the game, and in it for whoever asks: what the app would have done."""

from __future__ import annotations

from itertools import pairwise

import pytest

from companion.core.errors import IllegalMove
from companion.games.samusara import GAME, rules
from companion.games.samusara.actions import AskHint
from companion.games.samusara.recap import line
from tests.games.samusara.shared import at, move, play, start


def test_a_hint_is_shown_until_the_turn_is_made():
    state = at("E3 D1", "F3 M1 K1", cubes=(5, 0), hints=True)
    asked = GAME.apply(state, AskHint(0))
    assert asked.hint == ("E3", "G3"), "it wins"
    assert GAME.view(asked, 0)["board"]["advised"] == ["E3", "G3"]
    assert asked.discs == state.discs
    told = GAME.tell(state, AskHint(0), asked, None)
    assert str(told) == "player 1 asks for a hint: E3-G3."
    assert play(asked, "D1-C1").hint == ()


@pytest.mark.parametrize(
    ("options", "seat"), [({"hints": False}, 0), ({"hints": True}, 1)]
)
def test_a_hint_needs_the_word_of_the_table_and_the_turn(options, seat):
    with pytest.raises(IllegalMove) as refused:
        GAME.apply(start(**options), AskHint(seat))
    assert refused.value.rule == rules.HINTS


def lines(*states):
    found = (GAME.recap(before, after) for before, after in pairwise(states))
    return [one for one in found if one]


def test_a_turn_adds_a_line_and_words_add_none():
    state = start(hints=True)
    asked = GAME.apply(state, AskHint(0))
    after = play(asked, "D1-E1")
    (one,) = lines(state, asked, after)
    assert (one["turn"], one["colour"], one["way"]) == (1, "yellow", "D1-E1")
    assert abs(one["value"]) < 60, "nobody is ahead at the start"


def test_the_turning_point_is_the_turn_that_cost_most():
    # Yellow could have won with the sixth capture; Brown then does.
    state = at("E3 D1", "F3 J1 K1", cubes=(5, 5))
    missed = GAME.apply(state, move("D1-C1"))
    over = GAME.apply(missed, move("jump F3-D3"))
    assert over.winner == 1
    found = line(lines(state, missed, over))
    assert found["turning"]["way"] == "D1-C1"
    assert found["turning"]["better"] == "E3-G3"
    assert found["points"].split()[0].endswith(",0.0"), "Yellow was winning"
    assert found["points"].split()[-1].endswith(",30.0"), "Brown has won"


def test_a_game_without_a_mistake_has_no_turning_point():
    state = at("E3 D1", "F3 M1 K1", cubes=(5, 0))
    over = GAME.apply(state, move("jump E3-G3"))
    assert line(lines(state, over))["turning"] is None
    assert line([])["turning"] is None


def test_what_the_host_put_right_is_nobodys_mistake():
    state = at("E3 D1 A1", "F3 J1 K1", cubes=(0, 0))
    moved = GAME.apply(state, move("A1-B1"))
    laid = moved._replace(discs=(moved.discs[0], moved.board.bits(["M1"])))
    after = GAME.apply(laid, move("M1-L1"))
    assert "corrected" in lines(moved, laid)[0]
    assert line(lines(state, moved, laid, after))["turning"] is None
