"""Photos: what one can show now, and what a reading of it suggests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from companion.core.seats import Seat
from companion.core.turn import Question
from companion.games.karmaka.actions import (
    Action,
    Picked,
    Place,
    Play,
    Put,
    Show,
    Turned,
    Use,
)
from companion.games.karmaka.engine import TURNS
from companion.games.karmaka.piles import choices, told
from companion.games.karmaka.questions.base import FromHand
from companion.games.karmaka.questions.blind import PickBlind, TurnUp, in_sight
from companion.games.karmaka.questions.hidden import Foresee
from companion.games.karmaka.questions.playing import Main
from companion.games.karmaka.rival import HUMAN, ByRival, unknown
from companion.games.karmaka.state import State, asked
from vision.readings import CardReading, CardsPrior, Report

MOST_SUGGESTED = 5
LEXICON = "karmaka"


def expects(state: State, seat: Seat | None) -> CardsPrior | None:
    """Return what a photo taken now by this seat can show."""
    top = asked(state)
    if isinstance(top, TurnUp):
        may = in_sight(state, top.owner, top.place)
        return CardsPrior(LEXICON, may, count=top.count(state))
    if _for_row(state, seat):
        return _prior(_free(state, state.setting.rival), 1)
    if top is None or seat is None:
        return None
    if isinstance(top, PickBlind) and top.seat == seat:
        seen = Counter(state.lives[top.owner].hand.seen)
        return _prior(_free(state, seat) + seen, top.count(state))
    if isinstance(top, Foresee) and top.seat == seat:
        return _prior(_free(state, seat), min(top.seen, state.well))
    life = state.lives[seat]
    if not life.row or seat == state.setting.rival:
        return None
    may = Counter(life.row)
    del may[""]
    if "" in life.row:
        may.update(_free(state, seat))
    return CardsPrior(LEXICON, dict(may), most=len(life.row))


def _prior(may: Counter[str], count: int) -> CardsPrior:
    return CardsPrior(LEXICON, dict(may), count=count)


def _free(state: State, seat: int) -> Counter[str]:
    """Return the unseen cards that this seat has not told to lie elsewhere."""
    return Counter(state.pool) - told(state.lives[seat])


def _for_row(state: State, seat: Seat | None) -> bool:
    """Tell whether a photo of the app's own next unknown card is awaited.

    Against the app the host is the person: one device is enough for the game.
    """
    top = state.todo[-1] if state.todo else None
    return isinstance(top, ByRival) and seat in (None, HUMAN) and bool(unknown(state))


def observe(
    state: State, seat: Seat | None, report: Report[CardReading]
) -> tuple[tuple[Action, float], ...]:
    """Return what a report suggests, best first; only what can be."""
    top = asked(state)
    if top is None:
        return ()
    found = [
        (action, whole.chance * share)
        for whole in report.wholes
        for action, share in _meant(
            state, top, seat, tuple(str(piece.card) for piece in whole.pieces)
        )
    ]
    possible = [one for one in found if TURNS.broken_rule(state, one[0]) is None]
    possible.sort(key=lambda pair: -pair[1])
    return tuple(possible[:MOST_SUGGESTED])


def _meant(
    state: State,
    top: Question[State, Any],
    seat: Seat | None,
    cards: tuple[str, ...],
) -> Iterator[tuple[Action, float]]:
    """Yield what these cards in a photo can mean, with how likely that is."""
    if isinstance(top, TurnUp):
        yield Turned(cards), 1.0
    elif _for_row(state, seat):
        row = filter(None, state.lives[state.setting.rival].row)
        yield Show(state.setting.rival, Place.HAND, (*row, *cards)), 1.0
        return
    if seat is None:
        return
    if isinstance(top, PickBlind) and top.seat == seat:
        yield Picked(cards), 1.0
    elif isinstance(top, Foresee) and top.seat == seat:
        yield Show(seat, Place.WELL, cards), 1.0
    elif not isinstance(top, TurnUp):
        yield from _own(state, top, seat, cards)


def _own(
    state: State, top: Question[State, Any], seat: Seat, cards: tuple[str, ...]
) -> Iterator[tuple[Action, float]]:
    """Yield what a photo of own cards means: one card is played, more are a Hand."""
    alone = len(cards) == 1 and top.seat == seat and cards[0] in choices(state, seat)
    if alone and isinstance(top, Main):
        # Laid down alone it is a Deed or a power: a person decides.
        yield Play(cards[0], Use.DEED), 0.5
        yield Play(cards[0], Use.POWER), 0.5
    elif alone and isinstance(top, FromHand):
        yield Put(cards[0]), 1.0
    else:
        yield Show(seat, Place.HAND, cards), 1.0
