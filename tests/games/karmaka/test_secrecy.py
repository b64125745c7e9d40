"""Nobody learns from the app what the rules do not show."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.karmaka import GAME
from companion.games.karmaka import actions as a
from companion.games.karmaka.box import CARDS
from companion.games.karmaka.questions.blind import KeepOne
from companion.games.karmaka.state import State, asked, with_life
from tests.games.karmaka.dealer import Dealer
from tests.games.karmaka.shared import FUTURE, PARTNER, do, hand, table, use

TABLES = [
    {"players": 2},
    {"players": 3},
    {"players": 4},
    {"players": 4, "teams": True},
    {"players": 3, "wolf": "1", "pair_future": True},
]


def reached(seed: int, options: dict, steps: int) -> State:
    """A position of a game with real cards, shown to the app now and then."""
    dealer = Dealer(Random(seed), options, 0.3)
    for _ in range(steps):
        before = dealer.state
        dealer.step()
        if GAME.outcome(dealer.state):
            return before
    return dealer.state


def forgotten(state: State, seat: int) -> State:
    """The same table, had this seat shown the app nothing."""
    life = state.lives[seat]
    row = (*life.hand.seen, *("",) * life.hand.unseen)
    blank = ("",) * len(life.dreams)
    return with_life(state, seat, life._replace(row=row, dreams=blank, look=()))


def told_anew(state: State, seat: int, rng: Random) -> State:
    """The same table, had this seat shown the app other cards."""
    life = forgotten(state, seat).lives[seat]
    free = list(state.pool)
    rng.shuffle(free)
    row = [card or (free.pop() if rng.random() < 0.7 else "") for card in life.row]
    dreams = tuple(
        "" if there else (free.pop() if rng.random() < 0.7 else "")
        for there in life.future
    )
    rng.shuffle(row)
    state = with_life(state, seat, life._replace(row=tuple(row), dreams=dreams))
    assert GAME.faults(state) == ()
    return state


def attempts(eyes: int) -> list:
    """Things this seat may try, sensible and not."""
    tries: list = [a.Play(card, use) for card in (*CARDS, "") for use in a.Use]
    tries += [kind(card) for card in CARDS for kind in (a.Put, a.Copy, a.Keep)]
    tries += [a.Aim(n) for n in range(5)] + [a.Pick(n) for n in range(4)]
    tries += [a.Draw(n) for n in range(5)] + [a.Destine(n) for n in range(4)]
    tries += [a.Turned((card,)) for card in CARDS] + [a.Picked(), a.Sow(), a.Reborn()]
    tries += [a.Turned((x, "peek")) for x in CARDS]
    tries += [a.Picked((x, x, "peek")) for x in CARDS]
    tries += [a.Pass(), a.Accept(), a.Refuse(), a.Enough()]
    tries += [a.Show(eyes, a.Place.HAND, (x,) * n) for x in CARDS for n in (1, 2, 3)]
    return tries


def seen_by(state: State, eyes: int | None, heard: list) -> str:
    """Everything the app tells this pair of eyes, as one text."""
    mine = [
        action
        for action in GAME.legal_actions(state)
        if eyes is not None and GAME.actor(state, action) == eyes
    ]
    chance, top, refusals = GAME.chance(state), asked(state), []
    if eyes is not None:
        tries = [
            x
            for x in attempts(eyes)
            if isinstance(x, a.Show) or (top and top.seat == eyes)
        ]
        rules = [GAME.broken_rule(state, x) for x in tries]
        refusals = [rule.id if rule else None for rule in rules]
    return json.dumps(
        {
            "view": GAME.view(state, eyes),
            "legal": [GAME.to_json(action) for action in mine],
            "labels": [GAME.label(state, action).to_json() for action in mine],
            "awaited": chance.to_json() if chance else None,
            "refusals": refusals,
            "expects": repr(GAME.expects(state, eyes)),
            "heard": [step_by(state, action, eyes) for action in heard],
        },
        sort_keys=True,
    )


def step_by(state: State, action, eyes: int | None) -> list:
    """What a pair of eyes sees of a step."""
    after = GAME.apply(state, action)
    doings = GAME.doings(state, action, after, eyes)
    return [
        GAME.tell(state, action, after, eyes).to_json(),
        [[x.seat, x.words.to_json(), x.piece, x.count, x.source] for x in doings],
        GAME.view(after, eyes),
    ]


def spoken(one: State, other: State) -> list:
    """What could be said in both positions alike, chance included."""
    common = set(GAME.legal_actions(one)) & set(GAME.legal_actions(other))
    if chance := GAME.chance(one):
        samples = [chance.sample(Random(n)) for n in range(3)]
        common.update(x for x in samples if GAME.chance(other).admits(x))
    return sorted(common, key=repr)[:12]


@pytest.mark.slow
@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    seed=st.integers(0, 10_000),
    options=st.sampled_from(TABLES),
    steps=st.integers(1, 160),
)
def test_what_a_seat_may_not_see_changes_nothing_it_is_told(seed, options, steps):
    state, rng = reached(seed, options, steps), Random(seed)
    secret = rng.randrange(options["players"])
    top = asked(state)
    for variant in (told_anew(state, secret, rng), forgotten(state, secret)):
        for eyes in (None, *range(options["players"])):
            if eyes == secret:
                continue
            heard = spoken(state, variant)
            if isinstance(top, KeepOne):
                heard = []  # both who see the card may hear which one it is
            assert seen_by(state, eyes, heard) == seen_by(variant, eyes, heard)


def test_the_secret_test_can_fail():
    """Owners do see the difference, so the comparison above compares something."""
    state = table({"hand": "spite peek", "future": "panic"}, {"hand": "?"})
    plain = forgotten(state, 0)
    assert seen_by(state, 0, []) != seen_by(plain, 0, [])
    assert seen_by(state, 1, []) == seen_by(plain, 1, [])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (a.Play("spite", FUTURE), a.Play("", FUTURE)),
        (a.Play("spite", FUTURE), a.Play("peek", FUTURE)),
        (a.Play("spite", PARTNER), a.Play("peek", PARTNER)),
        (
            a.Show(0, a.Place.HAND, ("spite",)),
            a.Show(0, a.Place.HAND, ("peek", "spite")),
        ),
    ],
)
def test_hidden_words_sound_alike_to_the_others(one, other):
    others = [{"hand": "?"}] * 3
    state = table({"hand": "spite peek !panic"}, *others, teams=True)
    for eyes in (None, 1, 2, 3):
        assert step_by(state, one, eyes) == step_by(state, other, eyes)
    assert step_by(state, one, 0) != step_by(state, other, 0), "the owner knows"


def test_sown_and_destined_cards_sound_alike():
    sown = use(table({"hand": "sowing spite peek"}, {"hand": "?"}), "sowing")
    pair = a.Sow(("spite", "peek"))
    assert step_by(sown, pair, 1) == step_by(sown, a.Sow(), 1)
    look = use(table({"hand": "destiny"}, {"hand": "?"}), "destiny")
    look = do(look, a.Show(0, a.Place.WELL, ("spite", "peek", "panic")))
    one, other = a.Destine(1, ("spite",)), a.Destine(1)
    assert step_by(look, one, 1) == step_by(look, other, 1)


def test_a_swindle_is_a_secret_of_two():
    others = {"hand": "? ? ?"}, {"hand": "?"}
    state = use(table({"hand": "swindle"}, *others), "swindle", a.Aim(1))
    one = a.Picked(("spite", "peek", "panic"))
    other = a.Picked(("crisis", "denial", "panic"))
    assert step_by(state, one, 2) == step_by(state, other, 2)
    assert step_by(state, one, 1) != step_by(state, other, 1)
    told = do(state, one)
    kept = [a.Keep("spite"), a.Keep("peek")]
    assert step_by(told, kept[0], 2) == step_by(told, kept[1], 2)
    assert "Spite" in str(GAME.tell(told, kept[0], told, 0))


def test_a_look_at_the_table_overrules_what_was_told_by_mistake():
    state = table({"hand": "? ?"}, {"hand": "spite spite"})
    after = do(state, a.Play("spite", a.Use.DEED))
    assert hand(after, 1) == "? spite", "one of the two was a mistake"
    state = use(table({"hand": "spite"}, {"hand": "peek panic"}), "spite")
    after = do(state, a.Turned(("crisis", "denial")))
    assert GAME.faults(after) == ()


def test_no_question_is_asked_or_spared_because_of_what_only_one_seat_told():
    for told in ("spite", "?"):
        state = use(table({"hand": "dwindle ?"}, {"hand": told}), "dwindle", a.Aim(1))
        assert type(asked(state)).__name__ == "Discard"


def test_a_public_card_may_slip_away_unseen():
    state = table({"hand": "!spite ?"}, {"hand": "? ?"})
    after = do(state, a.Play("", FUTURE))
    assert after.lives[0].hand.seen == (), "nobody knows which one it was"
    assert Counter(after.pool)["spite"] == 2
    sure = do(table({"hand": "!spite !spite"}, {"hand": "?"}), a.Play("", FUTURE))
    assert sure.lives[0].future == ("spite",), "everybody can count to two"


@pytest.mark.parametrize(
    ("mine", "heap", "fits"),
    [
        ({"hand": "? ?"}, "", True),
        ({"hand": "? ?", "deeds": "spite"}, "", True),
        ({"hand": "? ?", "deeds": "spite"}, "spite", False),
        ({"hand": "? !spite"}, "spite", True),
        ({"hand": "peek panic"}, "", False),
        ({"hand": "peek ?"}, "", True),
        ({"hand": "peek ?", "future": "spite spite"}, "", False),
        ({"hand": "peek ?", "future": "!spite"}, "spite", False),
        ({"hand": "peek ?", "future": "? ?"}, "spite", True),
    ],
)
def test_a_card_is_accepted_if_and_only_if_it_can_be_there(mine, heap, fits):
    state = table(mine, {"hand": "? ?", "deck": 3}, ruins=heap)
    play = a.Play("spite", a.Use.DEED)
    assert (GAME.broken_rule(state, play) is None) is fits
    assert (play in GAME.legal_actions(state)) is fits
