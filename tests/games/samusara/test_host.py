"""The host's word: what hands can do is done, no disc is lost or doubled."""

from __future__ import annotations

from random import Random

import pytest

from companion.core.errors import Impossible, Refusal
from companion.games.samusara import GAME
from companion.games.samusara.actions import (
    AcceptDraw,
    DeclineDraw,
    Jump,
    OfferDraw,
    Reinforce,
    Resign,
    Step,
)
from tests.games.play import random_states
from tests.games.samusara.shared import cells, play, start


def test_a_disc_can_be_moved_anywhere_by_the_hosts_word():
    after = GAME.force(start(), Step("D1", "G4"))
    assert "G4" in cells(after, "yellow")
    assert after.colour == 1
    assert GAME.faults(after) == ()


def test_a_forced_return_takes_from_the_pile():
    after = GAME.force(start(), Reinforce(("G4",)))
    assert after.piles == (0, 1)
    assert GAME.faults(after) == ()


@pytest.mark.parametrize(
    "action",
    [
        Step("G4", "G5"),
        Step("D1", "D2"),
        Step("Z1", "D2"),
        Jump("D1", ()),
        Reinforce(()),
        Reinforce(("G4", "G5")),
        Reinforce(("G4", "G4")),
        AcceptDraw(),
        OfferDraw(7),
        Resign(-1),
    ],
)
def test_what_hands_cannot_do_is_impossible(action):
    with pytest.raises(Impossible):
        GAME.force(start(), action)


def test_a_correction_lays_the_board_anew():
    state = start()
    mine = [*state.board.ids(state.discs[0])[1:], "G4"]
    other = list(state.board.ids(state.discs[1]))
    patch = {"discs": {"yellow": mine, "brown": other}, "turn": "brown"}
    after = GAME.correct(state, patch)
    assert "G4" in cells(after, "yellow")
    assert GAME.view(after, None)["board"]["to_move"] == "brown"
    assert GAME.faults(after) == ()


def test_a_correction_can_end_and_reopen_a_game():
    won = GAME.correct(start(), {"cubes": {"yellow": 6, "brown": 0}})
    assert won.winner == 0
    again = GAME.correct(won, {"cubes": {"yellow": 5, "brown": 0}})
    assert GAME.legal_actions(again)


@pytest.mark.parametrize(
    "patch",
    [
        {},
        {"lake": 1},
        {"turn": "red"},
        {"turn": 3},
        {"discs": {"yellow": ["G4"]}},
        {"discs": {"yellow": ["G4"], "brown": ["G4"]}},
        {"discs": {"yellow": ["G4", "G4"], "brown": []}},
        {"discs": {"yellow": [4], "brown": []}},
        {"piles": {"yellow": 2, "brown": 1}},
        {"piles": {"yellow": -1, "brown": 1}},
        {"cubes": {"yellow": 7, "brown": 1}},
        {"cubes": {"yellow": True, "brown": 1}},
    ],
)
def test_a_correction_that_cannot_be_is_refused(patch):
    with pytest.raises(Refusal):
        GAME.correct(start(), patch)


def test_nonsense_never_breaks_a_state():
    rng = Random("samusara nonsense")
    states, _ = random_states(GAME, {"players": 2}, seed=5, most=120)
    names = [*states[0].board.index, "Z9", "", "G44"]

    def some(most):
        return tuple(rng.choice(names) for _ in range(rng.randrange(most)))

    makers = [
        lambda: Step(rng.choice(names), rng.choice(names)),
        lambda: Jump(rng.choice(names), some(4), some(4)),
        lambda: Reinforce(some(4)),
        lambda: OfferDraw(rng.randrange(-2, 4)),
        lambda: Resign(rng.randrange(-2, 4)),
        AcceptDraw,
        DeclineDraw,
    ]
    kept = 0
    for number in range(1500):
        state = states[number % len(states)]
        try:
            after = GAME.force(state, rng.choice(makers)())
        except Refusal:
            continue
        kept += 1
        assert GAME.faults(after) == ()
        for seat in (None, 0, 1):
            GAME.view(after, seat)
    assert kept > 50


def test_what_the_host_forced_can_be_told():
    state = play(start(), "D1-E1")
    action = Step("J1", "G4")
    after = GAME.force(state, action)
    assert "J1-G4" in str(GAME.tell(state, action, after, None))
    assert str(GAME.tell(state, AcceptDraw(), state, None))
