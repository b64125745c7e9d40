"""What hands are told to do is what happened, and tells nobody a secret."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.games.samsara import GAME
from companion.games.samsara import actions as a
from companion.games.samsara.box import BAD, GOOD
from companion.games.samsara.questions.taking import Uncover
from companion.games.samsara.state import ZONE_NAMES
from tests.games.samsara.shared import at, do, hold, lay, now, own, ready
from tests.games.samsara.test_secrecy import EVERYTHING, shown_at_random

NOT_COUNTED = ("pawn", "neutral", "marker")


def lines(state, action, eyes=None):
    """The words of all doings, each with whose hands they are for."""
    after = GAME.apply(state, action)
    return [(d.seat, str(d.words)) for d in GAME.doings(state, action, after, eyes)]


def counted(state):
    """How many pieces lie at every place that a doing can name."""
    places = Counter({f"gap:{n}": len(gap) for n, gap in enumerate(state.gaps)})
    for seat, player in enumerate(state.players):
        for zone, name in enumerate(ZONE_NAMES):
            places[f"{seat}:{name}"] = player.cards.size(zone)
        places[f"{seat}:amulets"] = player.wins
        places[f"{seat}:held"] = len(player.held)
    cards = [len(stack) for stack in state.stacks]
    places["supply"] = state.good + state.bad + sum(cards)
    return +places


def carried_out(places, doings):
    for doing in doings:
        if doing.piece not in NOT_COUNTED:
            places[doing.source] -= doing.count
            places[doing.target] += doing.count
    for place in [place for place in places if place.endswith(("board", "box"))]:
        del places[place]
    for place in [place for place in places if place.startswith("edge")]:
        del places[place]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("hands", ["private", "every-draw"])
@pytest.mark.parametrize("players", [1, 2, 3, 5])
def test_hands_that_obey_end_with_the_same_table(players, hands, seed):
    """Piece by piece: whoever does what is said has what the app believes."""
    rng = Random(f"{players} {hands} {seed}")
    parts = EVERYTHING if seed else {}
    state = GAME.start({"players": players, "hands": hands, **parts})
    places = counted(state)
    for _ in range(400):
        chance = GAME.chance(state)
        action = chance.sample(rng) if chance else rng.choice(GAME.legal_actions(state))
        after = GAME.apply(state, action)
        doings = GAME.doings(state, action, after, None)
        carried_out(places, doings)
        if not any(isinstance(one, Uncover) for one in after.todo):
            assert +places == counted(after), GAME.to_json(action)
        check_same_for_all(state, action, after, doings)
        if GAME.outcome(after):
            break
        state = shown_at_random(after, rng)


def check_same_for_all(state, action, after, public):
    """Every pair of eyes sees the same pieces move; only their names may be hidden."""
    for eyes in range(state.setting.seats):
        own = GAME.doings(state, action, after, eyes)
        ways = [(d.seat, d.count, d.source, d.target) for d in own]
        assert ways == [(d.seat, d.count, d.source, d.target) for d in public]
        for told, known in zip(public, own, strict=True):
            assert told.piece in ("", known.piece)


def test_pawns_move():
    state = at(ready(3), "jann", "maut")
    assert lines(state, a.Move(2)) == [(0, "Move your pawn to Kaam Kar.")]
    alone = now(ready(1)._replace(neutral=3), "neutral")
    assert lines(alone, a.MoveNeutral()) == [(0, "Move the neutral pawn to Yugal.")]


def test_cards_are_played_put_back_and_drawn():
    deck = {"hand": f"jann kaam-kar {GOOD}", "draw": "1", "discard": "maut maut"}
    state = now(hold(ready(3), **deck, pool="yugal"), "act")
    assert lines(state, a.Play("kaam-kar")) == [(0, "Slide Kaam Kar under your board.")]
    assert lines(state, a.Play("jann")) == [
        (0, "Lay Jann in front of you."),
        (0, "Draw 1 card."),
        (0, "Shuffle your discard into a new draw pile."),
        (0, "Draw 1 card."),
    ]
    back = now(state, "put-back")
    assert lines(back, a.PutBack(GOOD)) == [(0, "Put Good Karma back on its supply.")]


def test_an_amulet_is_paid_and_taken():
    state = now(hold(ready(3), hand="kaam-kar yugal", reserve="yugal"), "act")
    state = lay(own(state, 0, 1), 0, "K4Y4")
    buy = a.Buy(0, "K4Y4", ("kaam-kar", "yugal"), ("yugal",))
    assert lines(state, buy) == [
        (0, "Lay Kaam Kar, Yugal in front of you."),
        (0, "Lay Yugal in front of you."),
        (0, "Take the gold amulet 4 Kaam Kar, 4 Yugal."),
        (0, "Put 2 Bad Karma on your discard."),
    ]
    rich = hold(state, hand="kaam-kar yugal yugal", evanescent="bachcha")
    won = do(rich, a.Buy(0, "K4Y4", ("kaam-kar", "yugal", "yugal")))
    assert lines(won, a.ChoosePower("three-good")) == [
        (0, "Put your marker on: 3 Good Karma into the discard."),
        (0, "Put your Evanescent cards on your discard."),
        (0, "Put 3 Good Karma on your discard."),
    ]


def test_karma_goes_to_whoever_gains_it():
    state = do(hold(at(ready(5), "jann", "yugal"), hand="jann"), a.Move(3))
    assert lines(state, a.Grant(1)) == [(1, "Take Good Karma into your hand.")]
    assert lines(state, a.TakeBad()) == [(0, "Take 2 Bad Karma into your hand.")]
    red = now(ready(3, ancestral=True), "trigger")
    red = red.with_todo((*red.todo[:-1], type(red.asked)(0, ("red-4",))))
    assert lines(red, a.Trigger("red-4")) == [
        (1, "Take Bad Karma into your hand."),
        (2, "Take Bad Karma into your hand."),
    ]


def test_the_end_of_a_turn_in_order():
    deck = {"hand": "jann", "play": "yugal", "next": "maut", "draw": "5"}
    state = now(hold(ready(3), **deck, pool="maut maut jann jann yugal"), "close")
    assert lines(state, a.EndTurn()) == [
        (0, "Put what you played on your discard."),
        (0, "Put your hand on your discard."),
        (0, "Take what was set aside into your hand."),
        (0, "Draw 4 cards."),
    ]


def test_a_stack_that_surely_shows_its_special_card():
    state = do(hold(at(ready(3, bhaga=True), "jann"), hand="maut"), a.Move(1))
    stack = state.stacks[1]
    last = state.with_stack(1, type(stack)(1, stack.specials))
    assert lines(last, a.Take(1)) == [(0, "Take Bhaga Vikaas into your hand.")]


@pytest.mark.parametrize(
    ("kind", "one", "other", "knowing"),
    [
        ("toll", a.Give("jann", 1), a.Give("maut", 1), (0, 1)),
        ("asked", a.Give("jann", 1), a.Give("maut", 1), (0, 1)),
        ("pick", a.Pick("jann"), a.Pick("maut"), (0,)),
        ("search", a.Kept("jann"), a.Kept("maut"), (0, 1)),
    ],
)
def test_a_secret_card_is_named_only_to_those_who_know_it(kind, one, other, knowing):
    state = at(ready(3), "jann", "jann", "jann")
    for seat in (0, 1):
        pool = {"draw": "2", "pool": "jann maut"}
        state = hold(state, seat, hand="jann maut", **pool)
    state = now(state, kind)
    for eyes in (None, 0, 1, 2):
        told = [
            GAME.doings(state, act, GAME.apply(state, act), eyes)
            for act in (one, other)
        ]
        assert (told[0] == told[1]) == (eyes not in knowing)


def test_a_shown_hand_moves_nothing():
    state = hold(ready(3), hand="jann 1", draw="1", pool=f"maut {BAD}")
    assert lines(state, a.Show(0, ("jann", "maut"))) == []
