"""Several words with one tap: only what belongs together, and nothing else."""

from random import Random

import pytest

from companion.core.cards import EMPTY, Spread, Zone
from companion.games.samsara import GAME
from companion.games.samsara import actions as a
from companion.games.samsara.likely import held, held_only
from companion.games.samsara.state import Stack
from companion.games.samsara.together import PAIRS, together
from tests.games.samsara.company import whole_game
from tests.games.samsara.shared import at, hold, now, ready


def said(state, seat=0):
    """Return what one tap may say, without the words."""
    return [tuple(action for action, _ in words) for words in together(state, seat)]


def test_a_card_takes_along_the_card_it_asks_for_and_the_end_of_the_turn():
    state = now(hold(ready(2), hand="gyaan maut bad-karma good-karma"), "act")
    gyaan, end = a.Play("gyaan"), a.EndTurn()
    kept = [words for words in said(state) if words[0] == gyaan]
    assert kept == [
        (gyaan, a.Reserve("good-karma")),
        (gyaan, a.Reserve("good-karma"), end),
        (gyaan, a.Reserve("maut")),
        (gyaan, a.Reserve("maut"), end),
    ]
    assert (a.Play("maut"), a.PutBack("bad-karma"), end) in said(state)


def test_with_another_action_left_the_turn_does_not_end_with_it():
    state = now(hold(ready(2), hand="dhyann bachcha"), "act", actions=2)
    assert said(state) == []
    last = now(hold(ready(2), hand="dhyann bachcha"), "act")
    assert said(last) == [
        (a.Play("bachcha"), a.EndTurn()),
        (a.Play("dhyann"), a.EndTurn()),
    ]


def test_who_draws_looks_at_the_cards_before_going_on():
    deck = {"hand": "jann", "draw": "3", "pool": "good-karma good-karma bad-karma"}
    assert said(now(hold(ready(2), **deck), "act")) == []


def test_a_power_takes_along_the_stack_it_takes_from():
    state = now(hold(ready(2, ("ibah", "dehnu")), hand="maut"), "power")
    stacks = [words for words in said(state) if len(words) == 2]
    powers = {words[0].power for words in stacks}
    assert powers == {"samsara-reserve", "two-samsara"}
    assert len(stacks) == 2 * 8


def test_the_likeliest_pairs_are_put_back_with_one_tap():
    many = "good-karma good-karma good-karma bad-karma jann maut"
    state = hold(ready(2), hand="4", draw="2", pool=many)
    pairs = said(now(state, "rebirth"))
    assert pairs[0] == (a.PutBack("good-karma"), a.PutBack("good-karma"))
    assert len(pairs) <= PAIRS
    alone = hold(ready(2), hand="good-karma bad-karma bad-karma")
    assert said(now(alone, "rebirth")) == [(a.PutBack("good-karma"), a.Lack())]


def test_a_move_takes_the_toll_of_bad_karma_along():
    state = now(at(hold(ready(3), hand="dhyann"), "jann", "yugal", "maut"), "move")
    assert said(state) == [
        (a.Move(3), a.TakeBad()),
        (a.Move(7), a.TakeBad()),
    ]


def test_among_five_a_move_lets_each_occupant_take_the_good_karma():
    zones = ("jann", "yugal", "yugal", "maut", "maut")
    state = now(at(hold(ready(5), hand="dhyann"), *zones), "move")
    assert said(state) == [
        (a.Move(3), a.Grant(1)),
        (a.Move(3), a.Grant(2)),
        (a.Move(7), a.Grant(3)),
        (a.Move(7), a.Grant(4)),
    ]


def test_a_move_to_an_empty_stack_takes_the_good_karma_along():
    state = at(hold(ready(3), hand="dhyann"), "jann", "jann", "jann")
    state = now(state.with_stack(2, Stack(0, ())), "move")
    assert said(state) == [(a.Move(2), a.TakeGood())]


def test_only_whoever_is_asked_may_say_it():
    state = now(hold(ready(2), hand="dhyann"), "act")
    assert said(state, 0)
    assert said(state, 1) == []


def test_whatever_is_offered_is_legal_to_its_end():
    checked = 0
    for state, _ in whole_game(2, 3):
        if state.asked is None or state.asked.chance:
            continue
        for words in said(state, state.asked.seat):
            after = state
            for action in words:
                after = GAME.apply(after, action)
            checked += 1
    assert checked > 100


@pytest.mark.parametrize(
    ("named", "kinds"), [(("jann", "maut"), ("jann", "maut")), (("jann",), ("jann",))]
)
def test_how_likely_a_hand_is_agrees_with_drawing_it(named, kinds):
    pool = ("bad-karma", "bad-karma", "jann", "jann", "maut", "yugal")
    zones = (Zone((), 3), *(EMPTY,) * 6)
    cards = Spread(pool, (zones[0], Zone((), 3), *zones[2:]))
    rng, tries, only, times = Random(1), 20_000, 0, 0
    for _ in range(tries):
        hand = rng.sample(pool, 3)
        counts = [hand.count(kind) for kind in kinds]
        only += counts == [named.count(kind) for kind in kinds]
        product = 1
        for kind in named:
            product *= hand.count(kind)
        times += product
    assert held_only(cards, named, kinds) == pytest.approx(only / tries, abs=0.015)
    assert held(cards, named) == pytest.approx(times / tries, abs=0.03)
