"""A single possible choice is taken by itself, is said, and gives no hand away."""

from __future__ import annotations

from random import Random

import pytest

from companion.core.errors import Malformed
from companion.games.samsara import GAME
from companion.games.samsara import actions as a
from companion.games.samsara.state import HAND
from tests.games.samsara.shared import at, do, hold, now, ready
from tests.games.samsara.test_secrecy import (
    EVERYTHING,
    dealt_anew,
    reached,
    spoken,
)


def itself(players=3, **options):
    """A table as they are laid out today, at its first move."""
    return ready(players, single="taken", **options)


def kinds(before, action):
    """Which answers came, the given one first."""
    after = GAME.apply(before, action)
    chain = GAME.turns.follow(before, action, after)
    return [type(one.answer) for one in chain]


def test_the_only_card_in_reach_is_taken_with_the_move_and_said():
    state = now(at(itself(), "maut", None, None), "move")
    after = do(state, a.Move(2))
    assert after.asked.key == "rebirth", "what needs a decision comes first"
    state = now(at(itself(), "jann", None, None), "move")
    after = do(state, a.Move(2))
    assert after.asked.key == "act"
    assert "kaam-kar" in after.players[0].cards.zones[HAND].seen
    assert str(GAME.tell(state, a.Move(2), after, None)) == (
        "player 1 moves 2 to Kaam Kar – nothing to choose: player 1 takes Kaam Kar"
    )
    told = [str(d.words) for d in GAME.doings(state, a.Move(2), after, None)]
    assert told == ["Move your pawn to Kaam Kar.", "Take Kaam Kar into your hand."]


def test_a_choice_of_two_stacks_is_asked():
    state = now(at(itself(), "jann", None, None), "move")
    state = hold(state, evanescent="kaam-kar", hand="jann")
    assert do(state, a.Move(2)).asked.key == "take"


def test_an_amulet_ends_the_turn_when_nothing_else_is_left():
    state = at(itself(2), "jann", "maut")
    state = hold(state, hand="jann jann vikaas vikaas", discard="yugal yugal")
    state = now(state, "power")
    end = do(state, a.ChoosePower("three-good"))
    assert end.seat == 1
    assert end.asked.key == "move"


def test_alone_the_neutral_pawn_moves_by_itself():
    state = now(at(itself(1), "jann"), "act", actions=0)
    state = hold(state, hand="jann maut", draw="4", pool="good-karma " * 4)
    after = do(state, a.EndTurn())
    assert (after.neutral, after.asked.key, after.round) == (1, "move", 2)
    assert kinds(state, a.EndTurn()) == [a.EndTurn, a.MoveNeutral]
    told = [str(d.words) for d in GAME.doings(state, a.EndTurn(), after, None)]
    assert told[-1] == "Move the neutral pawn to Jann."


@pytest.mark.parametrize(("players", "asked"), [(1, "act"), (3, "rebirth")])
def test_what_only_an_owner_knows_is_answered_by_the_owner(players, asked):
    state = now(at(itself(players), "maut", *(None,) * (players - 1)), "move")
    state = hold(state, hand="bad-karma bad-karma", discard="good-karma")
    assert do(state, a.Move(2)).asked.key in (asked, "toll")
    empty = hold(state, discard="good-karma bad-karma")
    assert do(empty, a.Move(2)).asked.key != "rebirth", "everybody sees an empty hand"


def test_a_hand_shown_beside_the_turn_answers_nothing():
    state = now(at(itself(1), "maut"), "rebirth")
    state = hold(state, hand="2", pool="bad-karma good-karma", draw="")
    shown = do(state, a.Show(0, ("bad-karma", "good-karma")))
    assert shown.asked.key == "rebirth", "its owner asks to be seen, not to move"


@pytest.mark.parametrize("hands", ["private", "every-draw"])
@pytest.mark.parametrize("seed", range(12))
def test_what_answers_itself_does_not_depend_on_secrets(seed, hands):
    players = 2 + seed % 4
    state = reached(seed, players, 30 + 7 * seed, hands=hands, **EVERYTHING)
    rng = Random(seed)
    variant = dealt_anew(state, rng.randrange(players), rng)
    for action in spoken(state, variant):
        if isinstance(action, a.Buy | a.BuyAncestral | a.Play | a.EndTurn | a.Move):
            assert kinds(state, action) == kinds(variant, action)


def test_tables_of_before_are_asked_for_everything():
    assert GAME.before[1] == {"single": "asked"}
    state = now(at(ready(3), "jann", None, None), "move")
    assert do(state, a.Move(2)).asked.key == "take"
    with pytest.raises(Malformed):
        GAME.start({"players": 2, "single": "maybe"})
