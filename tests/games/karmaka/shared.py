"""Positions for the Karmaka tests, made without losing a card."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.core.cards import Zone, bag
from companion.core.errors import IllegalMove
from companion.core.seats import Seat
from companion.games.karmaka import GAME
from companion.games.karmaka import actions as a
from companion.games.karmaka.box import DECK
from companion.games.karmaka.options import read_setting
from companion.games.karmaka.questions.playing import Main, Turn
from companion.games.karmaka.state import Life, State, asked

DEED, POWER, FUTURE, PARTNER = a.Use.DEED, a.Use.POWER, a.Use.FUTURE, a.Use.PARTNER


def life(*, hand="", deck=0, future="", deeds="", level=0, rings=0) -> Life:
    """A player: `spite` is told to the app, `!spite` public, `?` unknown."""
    cards, dreams = hand.split(), future.split()
    public = [card[1:] for card in cards if card.startswith("!")]
    return Life(
        level=level,
        rings=rings,
        hand=Zone(bag(public), len(cards) - len(public)),
        row=tuple(card.strip("!?") for card in cards),
        deck=deck,
        future=tuple(c[1:] if c.startswith("!") else "" for c in dreams),
        dreams=tuple("" if c[0] in "!?" else c for c in dreams),
        deeds=tuple(deeds.split()),
    )


def table(*lives, ruins="", turn=0, rest="well", well=None, main=True, **options):
    """A position with these players, the first one about to play a card.

    Cards that are nowhere lie in the Well; with `well` given, the others are `rest`:
    at the bottom of the Ruins or in the last seat's Deck.
    """
    lives = tuple(one if isinstance(one, Life) else life(**one) for one in lives)
    setting = read_setting({"players": len(lives), **options})
    laid = ruins.split()
    for one in lives:
        laid += [*one.hand.seen, *filter(None, one.future), *one.deeds]
    assert not Counter(laid) - Counter(DECK), "no card is doubled"
    told = Counter(card for one in lives for card in (*one.row, *one.dreams) if card)
    pool = Counter(DECK) - Counter(laid)
    unseen = sum(x.hand.unseen + x.deck + x.future.count("") for x in lives)
    spare = sum(pool.values()) - unseen - (well or 0)
    heap = ruins.split()
    if well is not None and rest == "ruins":
        free = sorted((pool - told).elements())[:spare]
        pool -= Counter(free)
        heap, spare = free + heap, 0
    elif well is not None:
        last = lives[-1]
        lives, spare = (*lives[:-1], last._replace(deck=last.deck + spare)), 0
    state = State(
        setting=setting,
        lives=lives,
        well=spare if well is None else well,
        pool=bag(pool.elements()),
        ruins=tuple(heap),
        turn=Seat(turn),
        todo=(Turn(Seat((turn + 1) % len(lives))),),
    )
    if main:
        state = state.with_todo((*state.todo, Main(Seat(turn))))
    assert GAME.faults(state) == (), GAME.faults(state)
    return state


def do(state: State, *said) -> State:
    """Play actions one after the other; the books must balance after each."""
    for action in said:
        state = GAME.apply(state, action)
        assert GAME.faults(state) == (), action
    return state


def use(state: State, card: str, *said) -> State:
    """Play a card for its power and go on."""
    return do(state, a.Play(card, POWER), *said)


def refused(state: State, action) -> str:
    """Try an action that must be refused; return the slug of the rule."""
    with pytest.raises(IllegalMove) as refusal:
        GAME.apply(state, action)
    assert refusal.value.rule in GAME.rules
    return refusal.value.rule.id.removeprefix("karmaka.")


def listed(state: State, kind: type) -> list:
    """The legal actions of one kind."""
    return [action for action in GAME.legal_actions(state) if isinstance(action, kind)]


def question(state: State) -> str:
    """What is asked, and of whom: `Main 0`."""
    top = asked(state)
    return f"{type(top).__name__} {top.seat}" if top else "over"


def ruins(state: State) -> str:
    return " ".join(state.ruins)


def deeds(state: State, seat=0) -> str:
    return " ".join(state.lives[seat].deeds)


def hand(state: State, seat=0) -> str:
    """The Hand as the app and its owner know it, sorted."""
    return " ".join(sorted(card or "?" for card in state.lives[seat].row))


def future(state: State, seat=0) -> str:
    """The Future Life as the app and its owner know it, from bottom to top."""
    one = state.lives[seat]
    return " ".join(x or y or "?" for x, y in zip(one.future, one.dreams, strict=True))


def counts(state: State, seat=0) -> tuple[int, int, int]:
    """Hand, Deck and Future Life by number."""
    one = state.lives[seat]
    return len(one.row), one.deck, len(one.future)


def happened(state: State) -> list[str]:
    """What followed without a word."""
    return [event.kind for event in state.news]


ACCEPT, REFUSE, PASS, ENOUGH = a.Accept(), a.Refuse(), a.Pass(), a.Enough()
