"""Nobody learns from the app what the rules do not show."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.samsara import GAME
from companion.games.samsara import actions as a
from companion.games.samsara.box import BAD, CARDS, GOOD
from companion.games.samsara.state import (
    DISCARD,
    HAND,
    NEXT,
    OFF_BOARD,
    State,
)
from tests.games.samsara.shared import at, do, hold, now, ready

EVERYTHING = {
    "bhaga": True,
    "durmangala": True,
    "ancestral": True,
    "characters": True,
}
PRIVATE = (HAND, DISCARD, NEXT)


def reached(seed: int, players: int, steps: int, **options) -> State:
    """A position of a random game, hands shown now and then."""
    rng = Random(seed)
    state = GAME.start({"players": players, **options})
    for _ in range(steps):
        if GAME.outcome(state):
            break
        chance = GAME.chance(state)
        action = chance.sample(rng) if chance else rng.choice(GAME.legal_actions(state))
        following = GAME.apply(state, action)
        if following.over:
            break
        state = shown_at_random(following, rng)
    return state


def shown_at_random(state: State, rng: Random) -> State:
    seat = rng.randrange(state.setting.seats)
    cards = state.players[seat].cards
    hand = cards.zones[HAND]
    if rng.random() > 0.2 or not hand.unseen:
        return state
    more = rng.sample(cards.pool, rng.randint(1, hand.unseen))
    show = a.Show(seat, (*hand.seen, *more))
    return state if GAME.broken_rule(state, show) else GAME.apply(state, show)


def forgotten(state: State, seat: int) -> State:
    """The same table, had this seat shown the app nothing."""
    cards = state.players[seat].cards
    for zone in PRIVATE:
        for card in cards.zones[zone].seen:
            cards = cards.hide(zone, card)
    return state.with_cards(seat, cards)


def dealt_anew(state: State, seat: int, rng: Random) -> State:
    """The same table with other cards in this seat's secret places.

    How many cards were reported is no secret where every draw must be.
    """
    before = state.players[seat].cards.zones
    cards = forgotten(state, seat).players[seat].cards
    for zone in PRIVATE:
        count = len(before[zone].seen)
        if not state.setting.open:
            count = rng.randint(0, cards.zones[zone].unseen)
        cards = cards.show(zone, rng.sample(cards.pool, count))
    return state.with_cards(seat, cards)


def exchanged(state: State, one: int, other: int) -> State:
    """The same table, had a card given face down been another one."""
    first, second = (forgotten(state, s).players[s].cards for s in (one, other))
    different = [c for c in first.pool if second.pool and c != second.pool[0]]
    if not different or not first.zones[HAND].unseen or not second.zones[HAND].unseen:
        return state
    mine, theirs = different[0], second.pool[0]
    first = first.take(HAND, mine).put(HAND, theirs)
    second = second.take(HAND, theirs).put(HAND, mine)
    return state.with_cards(one, first).with_cards(other, second)


def attempts(state: State, eyes: int) -> list:
    """Things this seat may try, sensible and not."""
    gap, face = 0, state.gaps[0][0] if state.gaps[0] else "J4V4"
    tries = [kind(card) for card in CARDS for kind in (a.Play, a.PutBack, a.Discard)]
    tries += [a.Give(card, to) for card in (GOOD, BAD, "jann") for to in range(3)]
    tries += [a.Take(zone) for zone in range(8)] + [a.Move(n) for n in range(9)]
    tries += [a.Target(seat) for seat in range(state.setting.seats)]
    tries += [a.Buy(gap, face, (GOOD,) * 4), a.EndTurn(), a.TakeBad(), a.Lack()]
    tries += [a.Show(eyes, (GOOD,)), a.Show(eyes, (GOOD,) * 9)]
    return tries


def seen_by(state: State, eyes: int | None, others_say: list) -> str:
    """Everything the app tells this pair of eyes, as one text."""
    mine = [
        action
        for action in GAME.legal_actions(state)
        if eyes is not None and GAME.actor(state, action) == eyes
    ]
    chance = GAME.chance(state)
    refusals = []
    if eyes is not None and state.asked.seat == eyes:
        rules = [GAME.broken_rule(state, act) for act in attempts(state, eyes)]
        refusals = [rule.id if rule else None for rule in rules]
    heard = [GAME.tell(state, act, state, eyes).to_json() for act in others_say]
    return json.dumps(
        {
            "view": GAME.view(state, eyes),
            "legal": [GAME.to_json(action) for action in mine],
            "labels": [GAME.label(state, action).to_json() for action in mine],
            "awaited": chance.to_json() if chance else None,
            "refusals": refusals,
            "expects": repr(GAME.expects(state, eyes)),
            "heard": heard,
        },
        sort_keys=True,
    )


def spoken(*states: State) -> list:
    """What the others could do in both positions alike."""
    common = set(GAME.legal_actions(states[0])) & set(GAME.legal_actions(states[1]))
    return sorted(common, key=repr)


@pytest.mark.slow
@settings(max_examples=40, deadline=None, derandomize=True)
@given(
    seed=st.integers(0, 10_000),
    players=st.integers(2, 5),
    steps=st.integers(10, 120),
    hands=st.sampled_from(["private", "every-draw", "open-report"]),
)
def test_what_a_seat_may_not_see_changes_nothing_it_is_told(
    seed, players, steps, hands
):
    state = reached(seed, players, steps, hands=hands, **EVERYTHING)
    rng = Random(seed)
    secret = rng.randrange(players)
    variants = [dealt_anew(state, secret, rng)]
    if hands == "private":
        variants.append(forgotten(state, secret))
    for eyes in (None, *(seat for seat in range(players) if seat != secret)):
        for variant in variants:
            words = [x for x in spoken(state, variant) if state.asked.seat != eyes]
            assert seen_by(state, eyes, words) == seen_by(variant, eyes, words)


@pytest.mark.slow
@settings(max_examples=30, deadline=None, derandomize=True)
@given(
    seed=st.integers(0, 10_000), players=st.integers(3, 5), steps=st.integers(10, 120)
)
def test_a_card_given_face_down_is_a_secret_of_two(seed, players, steps):
    state = reached(seed, players, steps, **EVERYTHING)
    one, other, *rest = Random(seed).sample(range(players), players)
    variant = exchanged(state, one, other)
    for eyes in (None, *rest):
        assert seen_by(state, eyes, []) == seen_by(variant, eyes, [])


def test_the_secret_test_can_fail():
    """Owners do see the difference, so the comparison above compares something."""
    state = hold(ready(3), hand="jann maut", draw="2", pool="yugal gyaan")
    assert seen_by(state, 0, []) != seen_by(forgotten(state, 0), 0, [])
    assert seen_by(state, 1, []) == seen_by(forgotten(state, 0), 1, [])


@pytest.mark.parametrize(
    ("one", "other", "task"),
    [
        (a.Give("jann", 1), a.Give("maut", 1), "toll"),
        (a.Give("jann", 1), a.Give("maut", 1), "asked"),
        (a.Drawn(("jann",)), a.Drawn(("maut",)), "drawn"),
        (a.Show(0, ("jann",)), a.Show(0, ("maut",)), "act"),
        (a.Pick("jann"), a.Pick(), "pick"),
        (a.Kept("jann"), a.Kept("maut"), "search"),
    ],
)
def test_log_lines_keep_the_secret(one, other, task):
    state = now(at(ready(3), "jann", "jann", "jann"), task)
    assert state.players[0].pawn != OFF_BOARD
    assert GAME.tell(state, one, state, 2) == GAME.tell(state, other, state, 2)
    assert GAME.tell(state, one, state, None) == GAME.tell(state, other, state, None)
    assert GAME.tell(state, one, state, 0) != GAME.tell(state, other, state, 0), (
        "the owner knows"
    )
    if isinstance(one, a.Give | a.Kept):
        assert "Jann" in str(GAME.tell(state, one, state, 1)), (
            "and so does the other of the two"
        )


def both_draw(hands: str):
    """What the others see of a draw from a uniform pile, and from a mixed one."""
    decks = (("maut " * 6, "yugal " * 3), ("maut yugal " * 3, "maut " * 3))
    for pool, discard in decks:
        for action in (a.Play("jann"), a.EndTurn()):
            deck = {"hand": "jann", "draw": "6", "pool": pool, "discard": discard}
            state = now(hold(ready(3, hands=hands), **deck), "act")
            after = do(state, action)
            said = [GAME.tell(state, action, after, eyes).to_json() for eyes in (1, 2)]
            yield [seen_by(after, eyes, []) for eyes in (None, 1, 2)], said


def test_a_draw_from_a_uniform_pile_is_reported_like_any_other():
    *uniform, mixed, mixed_too = both_draw("every-draw")
    assert uniform == [mixed, mixed_too]
    *skipped, asked, asked_too = both_draw("open-report")
    assert skipped != [asked, asked_too], "so the comparison compares something"


def test_a_partly_shown_hand_does_not_end_the_report():
    state = now(ready(3, hands="every-draw"), "act")
    state = do(hold(state, hand="jann", draw="6", pool="maut " * 6), a.Play("jann"))
    part = do(state, a.Show(0, ("maut",)))
    assert part.asked.key == "drawn"
    assert GAME.chance(part).to_json()["count"] == 1
    assert do(part, a.Drawn(("maut",))).asked.key == "act"


def test_tables_of_before_replay_without_the_report_they_did_not_ask_for():
    state = now(ready(3, hands="open-report"), "act")
    state = hold(state, hand="jann", draw="6", pool="maut " * 6)
    assert do(state, a.Play("jann")).asked.key == "act"


def test_a_look_into_a_pile_overrules_a_hand_shown_by_mistake():
    state = ready(3, ("muyarati", "bikkhu", "ibah"), characters=True)
    state = hold(state, 1, hand="jann", draw="2", pool="maut yugal")
    state = do(now(state, "power"), a.ChoosePower("search-pile"), a.Target(1))
    kept = do(state, a.Kept("jann"))
    assert kept.players[1].cards.zones[HAND].unseen == 1, "that was not it, then"
    plain = forgotten(state, 1)
    for card in CARDS:
        rules = {GAME.broken_rule(s, a.Kept(card)) for s in (state, plain)}
        assert len(rules) == 1, "so the answer tells nothing about the hand"
