"""Several words of a turn that one tap may say: nothing is seen or drawn in between."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from companion.core.phrase import Phrase
from companion.core.seats import Seat
from companion.games.samsara import actions as a
from companion.games.samsara.deck import not_bad
from companion.games.samsara.engine import TURNS
from companion.games.samsara.hands import usable
from companion.games.samsara.likely import held, held_only
from companion.games.samsara.questions.acting import Act
from companion.games.samsara.questions.choosing import (
    DiscardCards,
    PutCardsBack,
    ReserveCard,
)
from companion.games.samsara.questions.moving import (
    BeReborn,
    MovePawn,
    PayToll,
    grants,
)
from companion.games.samsara.questions.powers import PickPower
from companion.games.samsara.questions.taking import TakeCard, TakeSamsara
from companion.games.samsara.state import DRAW, State

Words: TypeAlias = tuple[tuple[a.Action, Phrase], ...]
"""Actions in order, each with the words on its own button."""

STARTS = (
    MovePawn,
    Act,
    PickPower,
    BeReborn,
    PutCardsBack,
    ReserveCard,
    DiscardCards,
    TakeSamsara,
)
"""Questions whose answer may take the next one along."""

NAMES_A_CARD = (PutCardsBack, ReserveCard, DiscardCards, TakeSamsara)
"""What the action of a card or a power asks for at once."""

PAIRS = 8
"""Pairs offered for a reincarnation, the likeliest first: more than fit a small phone.
Any other pair is two taps, as before."""


def acts(state: State, seat: int) -> bool:
    """Tell whether this seat may play a card or win an amulet now."""
    return isinstance(state.asked, Act) and state.asked.seat == seat


def together(state: State, seat: Seat) -> list[Words]:
    """Return what this seat may say with one tap, beside each answer alone."""
    asked = state.asked
    if not isinstance(asked, STARTS) or asked.seat != seat:
        return []
    if isinstance(asked, BeReborn):
        return _reborn(state, asked)
    if isinstance(asked, MovePawn):
        return [words for move in asked.offers(state) for words in _moved(state, move)]
    found: list[Words] = []
    for first in asked.offers(state):
        if isinstance(first, a.Buy | a.BuyAncestral | a.EndTurn | a.Lack):
            continue
        found += _on(state, seat, first, ())
    return found


def _moved(state: State, move: a.Move) -> Iterator[Words]:
    """Return a move with what is nearly always said to what it costs or brings."""
    after = TURNS.apply(state, move)
    answers: tuple[a.Action, ...] = ()
    if isinstance(after.asked, PayToll):
        # What costs nothing oneself is what one says; else a card of the hand or this.
        paid = tuple(map(a.Grant, after.asked.occupants(after)))
        answers = paid if grants(after) else (a.TakeBad(),)
    elif isinstance(after.asked, TakeCard):
        # An empty stack: a Good Karma, unless another stack is in reach.
        first = next(iter(after.asked.offers(after)))
        answers = (first,) if isinstance(first, a.TakeGood) else ()
    for answer in answers:
        yield (move, TURNS.label(state, move)), (answer, TURNS.label(after, answer))


def _on(state: State, seat: Seat, action: Any, before: Words) -> Iterator[Words]:
    """Go on after an action as long as whoever plays learns nothing new."""
    said = (*before, (action, TURNS.label(state, action)))
    after = TURNS.apply(state, action)
    if _piles(after, seat) != _piles(state, seat):
        return
    asked = after.asked
    if isinstance(asked, Act) and asked.seat == seat and not after.turn.actions:
        end = a.EndTurn()
        yield (*said, (end, TURNS.label(after, end)))
    elif asked and _asks_at_once(action, after, seat):
        for answer in asked.offers(after):
            if not isinstance(answer, a.Lack):
                yield (*said, (answer, TURNS.label(after, answer)))
                yield from _on(after, seat, answer, said)


def _asks_at_once(action: Any, after: State, seat: Seat) -> bool:
    """Tell whether a card or a power asks for a card; what follows that is endless."""
    asked = after.asked
    own = isinstance(asked, NAMES_A_CARD) and asked.seat == seat
    return own and isinstance(action, a.Play | a.ChoosePower)


def _piles(state: State, seat: Seat) -> int:
    return state.players[seat].cards.size(DRAW)


def _reborn(state: State, asked: BeReborn) -> list[Words]:
    """Return the likeliest pairs to put back; the second may be that there is none."""
    if asked.count < 2:
        return []
    player = state.players[asked.seat]
    kinds = tuple(usable(player, not_bad))
    found: list[tuple[float, Words]] = []
    for place, card in enumerate(kinds):
        first = a.PutBack(card)
        after, said = TURNS.apply(state, first), (first, TURNS.label(state, first))
        if not isinstance(after.asked, BeReborn):
            continue
        for answer in after.asked.offers(after):
            if isinstance(answer, a.Lack):
                chance = held_only(player.cards, (card,), kinds)
            elif kinds.index(answer.card) < place:
                continue
            else:
                chance = held(player.cards, (card, answer.card))
            both = said, (answer, TURNS.label(after, answer))
            found.append((chance, both + _granted(TURNS.apply(after, answer))))
    found.sort(key=lambda pair: -pair[0])
    return [words for _, words in found[:PAIRS]]


def _granted(state: State) -> Words:
    """Return the toll that a reborn pawn pays at no cost, if one player is there."""
    asked = state.asked
    if not isinstance(asked, PayToll) or not grants(state):
        return ()
    there = asked.occupants(state)
    grant = a.Grant(there[0])
    return ((grant, TURNS.label(state, grant)),) if len(there) == 1 else ()
