"""Photos: what one can show now, and what a reading of it suggests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum

from companion.core.mismatch import Mismatch
from companion.core.seats import Seat
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
from companion.games.karmaka.lying import compared, lying, meant_by
from companion.games.karmaka.piles import choices, told
from companion.games.karmaka.questions.base import FromHand
from companion.games.karmaka.questions.blind import PickBlind, TurnUp, in_sight
from companion.games.karmaka.questions.hidden import Foresee, looked_at
from companion.games.karmaka.questions.playing import Main
from companion.games.karmaka.rival import HUMAN, ByRival, unknown
from companion.games.karmaka.state import State, asked
from vision.readings import CardReading, CardsPrior, Report, Whole

MOST_SUGGESTED = 5
"""More buttons than this under a photo are not read."""

LEXICON = "karmaka"

AS_READ = 0.7
"""How likely cards lie in the order they came, from left to right; a person decides.
More than twice as likely as the other way round, so that a sure reading stays sure."""


class Subject(StrEnum):
    """What a photo taken now shows."""

    TURNED = "turned"
    ROW = "row"
    PILE = "pile"
    PICKED = "picked"
    WELL = "well"
    PLAYED = "played"
    OWN = "own"


def subject(state: State, seat: Seat | None) -> Subject | None:
    """Return what a photo taken now by this seat (or over the table) shows."""
    top = asked(state)
    if isinstance(top, TurnUp):
        return Subject.TURNED
    if unshown(state, seat):
        return Subject.ROW
    if top is None or seat == state.setting.rival:
        return None
    people = not isinstance(state.todo[-1], ByRival)
    if people and seat in (None, top.seat) and lying(state):
        return Subject.PILE
    if seat is None:
        played = people and isinstance(top, Main | FromHand)
        return Subject.PLAYED if played else None
    if isinstance(top, PickBlind) and top.seat == seat:
        return Subject.PICKED
    if isinstance(top, Foresee) and top.seat == seat:
        return Subject.WELL
    life = state.lives[seat]
    return Subject.OWN if life.row or life.future else None


def unshown(state: State, seat: Seat | None) -> bool:
    """Tell whether a photo now is of the app's own next unknown card.

    Nobody but the app may see what it shows. Against the app the host is the person:
    one device is enough for the game.
    """
    top = state.todo[-1] if state.todo else None
    return isinstance(top, ByRival) and seat in (None, HUMAN) and bool(unknown(state))


def expects(state: State, seat: Seat | None) -> CardsPrior | None:
    """Return what a photo taken now by this seat can show."""
    shows, top = subject(state, seat), asked(state)
    if shows is None:
        return None
    if shows is Subject.ROW:
        return _prior(_free(state, state.setting.rival), 1)
    if shows is Subject.PILE:
        pile = lying(state)
        return CardsPrior(LEXICON, dict(Counter(pile)), most=len(pile))
    if isinstance(top, TurnUp):
        may = in_sight(state, top.owner, top.place)
        return CardsPrior(LEXICON, may, count=top.count(state))
    if seat is None:
        held = in_sight(state, top.seat if top else state.turn, "hand")
        return CardsPrior(LEXICON, held, count=1)
    if isinstance(top, PickBlind) and shows is Subject.PICKED:
        seen = Counter(state.lives[top.owner].hand.seen)
        return _prior(_free(state, seat) + seen, top.count(state))
    if shows is Subject.WELL:
        return _prior(_free(state, seat), looked_at(state))
    return _own_prior(state, seat)


def _prior(may: Counter[str], count: int) -> CardsPrior:
    return CardsPrior(LEXICON, dict(may), count=count)


def _own_prior(state: State, seat: Seat) -> CardsPrior:
    """Return what can be in a Hand or a Future Life, as its owner knows them."""
    life = state.lives[seat]
    known = Counter(life.row) + Counter(life.future) + Counter(life.dreams)
    del known[""]
    pairs = zip(life.future, life.dreams, strict=True)
    untold = "" in life.row or any(not (a or b) for a, b in pairs)
    if untold:
        known.update(_free(state, seat))
    return CardsPrior(LEXICON, dict(known), most=max(len(life.row), len(life.future)))


def _free(state: State, seat: int) -> Counter[str]:
    """Return the unseen cards that this seat has not told to lie elsewhere."""
    return Counter(state.pool) - told(state.lives[seat])


def observe(
    state: State, seat: Seat | None, report: Report[CardReading]
) -> tuple[tuple[Action, float], ...]:
    """Return what a report suggests, best first; only what can be."""
    shows, top = subject(state, seat), asked(state)
    if shows is None or top is None:
        return ()
    found = [
        (action, whole.chance * share)
        for whole in report.wholes
        for action, share in _meant(state, shows, seat, _as_they_lie(report, whole))
    ]
    possible = [one for one in found if TURNS.broken_rule(state, one[0]) is None]
    possible.sort(key=lambda pair: -pair[1])
    return tuple(possible[:MOST_SUGGESTED])


def mismatch(state: State, report: Report[CardReading]) -> Mismatch | None:
    """Return how open cards differ from what the app believes; None if it is unsure.

    Only of a pile that a question is about, and only if the reader is sure of it.
    """
    if not report.certain or subject(state, None) is not Subject.PILE:
        return None
    return compared(state, tuple(str(piece.card) for piece in report.readings))


def _as_they_lie(
    report: Report[CardReading], whole: Whole[CardReading]
) -> tuple[str, ...]:
    """Return the cards of a whole as they lie from left to right, if that is known."""
    cards = [str(piece.card) for piece in whole.pieces]
    laid = [str(piece.card) for piece in report.readings]
    return tuple(laid if sorted(laid) == sorted(cards) else cards)


def _meant(
    state: State, shows: Subject, seat: Seat | None, cards: tuple[str, ...]
) -> Iterator[tuple[Action, float]]:
    """Yield what these cards in a photo can mean, with how likely that is."""
    if shows is Subject.TURNED:
        yield Turned(cards), AS_READ
        yield Turned(cards[::-1]), 1 - AS_READ
    elif shows is Subject.ROW:
        yield Show(state.setting.rival, Place.ROW, cards), 1.0
    elif shows is Subject.PILE:
        yield from meant_by(state, cards)
    elif shows is Subject.PICKED:
        yield Picked(cards), 1.0
    elif seat is None:
        yield from _played(state, cards)
    elif shows is Subject.WELL:
        yield Show(seat, Place.WELL, cards), 1.0
    else:
        yield from _own(state, seat, cards)


def _played(state: State, cards: tuple[str, ...]) -> Iterator[tuple[Action, float]]:
    """Yield what a card laid down alone means for whoever is asked."""
    top = asked(state)
    if len(cards) != 1:
        return
    if isinstance(top, Main):
        # Laid down alone it is a Deed or a power: a person decides.
        yield Play(cards[0], Use.DEED), 0.5
        yield Play(cards[0], Use.POWER), 0.5
    elif isinstance(top, FromHand):
        yield Put(cards[0]), 1.0


def _own(
    state: State, seat: Seat, cards: tuple[str, ...]
) -> Iterator[tuple[Action, float]]:
    """Yield what a photo of own cards means: one is played, more are kept secret."""
    top, life = asked(state), state.lives[seat]
    alone = len(cards) == 1 and top is not None and top.seat == seat
    if alone and cards[0] in choices(state, seat) and isinstance(top, Main | FromHand):
        yield from _played(state, cards)
        return
    share = 0.5 if len(cards) == len(life.future) else 1.0
    yield Show(seat, Place.HAND, cards), share
    if len(cards) == len(life.future):
        yield Show(seat, Place.FUTURE, cards), share
