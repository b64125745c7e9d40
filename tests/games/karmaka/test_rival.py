"""The app as a rival: honest, quick, and with its real cards in a row."""

from __future__ import annotations

from random import Random

import pytest

from companion.core.seats import Seat
from companion.core.turn import push
from companion.games.karmaka import GAME, bot
from companion.games.karmaka import actions as a
from companion.games.karmaka.camera import expects, unshown
from companion.games.karmaka.questions.blind import TurnUp
from companion.games.karmaka.state import asked
from tests.games.karmaka.dealer import Dealer
from tests.games.karmaka.duel import Duel, match
from tests.games.karmaka.shared import FUTURE, do, question, table
from tests.games.karmaka.test_secrecy import forgotten, told_anew

LONG = pytest.mark.slow
SOLO = {"players": 2, "rival": "strong"}
PATIENCE = 1.5
"""Seconds a person waits for the rival."""


class Solo(Dealer):
    """One person carries out what the app decides for its row of cards."""

    def __init__(self, rng, options):
        super().__init__(rng, options, 0.0)
        self.hide()

    def hide(self):
        """Let the camera see the row, from left to right."""
        row = tuple(self.piles["hand:1"])
        self.show(a.Show(1, a.Place.HAND, row))

    def answer(self):
        chance = GAME.chance(self.state)
        if chance and chance.to_json()["kind"] == "rival":
            return chance.sample(self.rng)
        return super().answer()

    def step(self):
        super().step()
        if self.state.todo:
            for real, told in zip(self.piles["hand:1"], self.row, strict=True):
                assert told in ("", real), "the row lies as the app believes"
            self.hide()

    @property
    def row(self):
        return self.state.lives[1].row

    def _do(self, top, action):
        if top.seat == 1 and isinstance(action, a.Play | a.Put | a.Sow):
            self._by_place(action)
        elif isinstance(top, TurnUp) and top.place == "hand" and top.owner == 1:
            for card in action.cards:  # picked blind, so any of equal cards
                self._blindly(card, "ruins")
        else:
            super()._do(top, action)

    def _by_place(self, action):
        """Follow the app's words about the row, and nothing else."""
        for doing in GAME.doings(self.state, action, self.state, 0):
            values = dict(doing.words.values)
            if "place" in values:
                card = self.piles["hand:1"].pop(values["place"] - 1)
                assert doing.piece in ("", card)
                self.piles[doing.target].append(card)

    def _blindly(self, card, target):
        pile = self.piles["hand:1"]
        place = self.rng.choice([at for at, one in enumerate(pile) if one == card])
        self.piles[target].append(pile.pop(place))


@pytest.mark.parametrize("seed", range(6))
def test_the_row_lies_as_the_app_believes_through_a_whole_game(seed):
    solo = Solo(Random(seed), SOLO)
    assert solo.play()


@pytest.mark.parametrize("strength", bot.STRENGTHS)
def test_a_rival_that_is_shown_nothing_plays_on(strength):
    rng, state = Random(strength), GAME.start({"players": 2, "rival": strength})
    for _ in range(2000):
        if GAME.outcome(state):
            return
        chance = GAME.chance(state)
        legal = GAME.legal_actions(state)
        state = GAME.apply(state, chance.sample(rng) if chance else rng.choice(legal))
    pytest.fail("the game does not end")


def test_people_speak_for_the_rival_and_nobody_sees_its_cards():
    state = do(GAME.start(SOLO), a.Pass())
    assert question(state) == "Main 1"
    assert GAME.view(state, 0)["turn"] == 1
    assert GAME.legal_actions(state) == ()
    show = a.Show(1, a.Place.HAND, ("spite",) * 2 + ("peek",) * 3)
    assert GAME.actor(state, show) == 0
    state = do(state, show)
    played = GAME.chance(state).sample(Random(1))
    assert GAME.actor(state, played) == 0
    assert "Spite" not in str(GAME.tell(state, show, state, 0))
    assert GAME.view(state, 1)["board"]["me"] is None, "not even on its own seat"


def test_a_card_for_its_future_is_told_by_its_place_alone():
    state = do(GAME.start(SOLO), a.Pass())
    row = ("spite", "peek", "panic", "crisis", "denial")
    state = do(state, a.Show(1, a.Place.HAND, row))
    play = a.Play("panic", FUTURE)
    after = do(state, play)
    first = GAME.doings(state, play, after, 0)[0]
    assert (first.piece, dict(first.words.values)["place"]) == ("", 3)
    for eyes in (None, 0, 1):
        assert "Panic" not in str(GAME.tell(state, play, after, eyes))


def test_the_app_asks_for_the_card_it_does_not_know():
    state = do(GAME.start(SOLO), a.Pass())
    assert GAME.chance(state).to_json()["unknown"] == [1, 2, 3, 4, 5]
    assert "card 1 in the row" in str(asked_prompt(state))
    known = do(state, a.Show(1, a.Place.HAND, ("spite", "peek")))
    assert GAME.chance(known).to_json()["unknown"] == [3, 4, 5]


def asked_prompt(state):
    return GAME.view(state, 0)["prompt"]["say"].replace("{place}", "1")


@pytest.mark.parametrize(
    "seed", [*range(5), *(pytest.param(n, marks=LONG) for n in range(5, 25))]
)
def test_its_choice_does_not_depend_on_what_others_told_the_app(seed):
    duel = Duel(Random(seed), ("strong", "greedy"))
    for _ in range(seed * 2 + 1):
        duel.step()
        top = asked(duel.state)
        if top is None or top.chance:
            continue
        state, other = duel.state, 1 - top.seat
        choices = {
            bot.choose(variant, top.seat, "strong", Random(5))
            for variant in (
                state,
                forgotten(state, other),
                told_anew(state, other, Random(seed)),
            )
        }
        assert len(choices) == 1


def test_equal_seeds_choose_alike():
    state = table({"hand": "spite peek panic jubilee", "deck": 1}, {"hand": "? ?"})
    for strength in bot.STRENGTHS:
        both = [bot.choose(state, 0, strength, Random(3)) for _ in range(2)]
        assert both[0] == both[1]


def test_it_takes_the_points_that_make_it_climb():
    state = table({"hand": "panic", "deeds": "spite"}, {"hand": "? ?", "deck": 2})
    assert bot.choose(state, 0, "strong", Random(1)) == a.Play("panic", a.Use.DEED)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("one", "other", "least"),
    [("strong", "random", 0.85), ("strong", "greedy", 0.6), ("normal", "easy", 0.6)],
)
def test_a_stronger_player_wins_more_and_quickly(one, other, least):
    share, longest = match(one, other, 40)
    assert share >= least
    assert longest < PATIENCE


def test_the_person_speaks_for_the_cards_of_the_app():
    """Its cards are in a person's hands: what is shown or turned up, they say."""
    solo = GAME.start(SOLO)
    assert GAME.actor(solo, a.Show(1, a.Place.HAND, ("panic",))) == 0
    opened = push(solo, TurnUp(Seat(1), Seat(0), "deck", 1, "panic"))
    assert GAME.actor(opened, a.Turned(("spite",))) == 0


def test_the_host_of_a_game_against_the_app_may_show_it_its_cards():
    solo = do(GAME.start(SOLO), a.Play("", a.Use.FUTURE))
    assert expects(solo, None) == expects(solo, Seat(0))
    assert expects(solo, None).count == 1
    assert unshown(solo, None)
    assert unshown(solo, Seat(0))
    assert not unshown(solo, Seat(1))
    assert not unshown(GAME.start(SOLO), Seat(0))
