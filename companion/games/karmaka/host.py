"""The host's word: actions against a rule, and corrections of the position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from typing import Any

from companion.core.cards import plus
from companion.core.errors import Impossible, Malformed
from companion.core.seats import Seat
from companion.core.turn import advance, push
from companion.games.karmaka import actions as a
from companion.games.karmaka.box import CARDS, RINGS, TOP
from companion.games.karmaka.engine import TURNS, faults
from companion.games.karmaka.piles import (
    dream,
    gain,
    gain_open,
    reveal,
    ruin,
    slip,
    spend,
    wake,
)
from companion.games.karmaka.pretending import pretend
from companion.games.karmaka.questions.dying import Death
from companion.games.karmaka.questions.playing import Main, Turn
from companion.games.karmaka.rival import entrusted
from companion.games.karmaka.state import Life, State, asked, with_life

ASIDE = (a.Put, a.Draw)
"""What the player in turn can be made to do while a card is awaited."""


def force(state: State, action: a.Action) -> State:
    """Return the state after an action that breaks a rule.

    Raises:
        Impossible: if a card would be lost or doubled, or it cannot be done now.
    """
    if not state.todo:
        raise Impossible("The game is over.")
    if isinstance(action, a.Show):
        if TURNS.broken_rule(state, action):
            raise Impossible("These cards cannot be there.")
        return TURNS.settle(state, action)
    _check_values(state, action)
    top = asked(state)
    if not top or not isinstance(action, top.answers):
        if not (isinstance(state.todo[-1], Main) and isinstance(action, ASIDE)):
            raise Impossible("This cannot be done now; correct the position instead.")
        state = push(state, pretend(state, action))
    elif isinstance(action, a.Picked) and "" in action.cards:
        raise Impossible("These cards cannot be there.")
    try:
        after = TURNS.settle(state, action)
    except (ValueError, KeyError, IndexError) as error:
        raise Impossible("This cannot be done with these cards.") from error
    return _sound(after)


def _check_values(state: State, action: a.Action) -> None:
    """Refuse seats, numbers and cards that do not exist."""
    for field in fields(action):
        value = getattr(action, field.name)
        most = state.setting.seats - 1 if field.name == "seat" else len(CARDS)
        if isinstance(value, int) and not 0 <= value <= most:
            raise Impossible("There is no such place.")
        named = (value,) if isinstance(value, str) else value
        if field.name in ("card", "cards"):
            for card in named:
                if card and card not in CARDS:
                    raise Impossible("There is no card called {card}.", card=card)


def _sound(state: State) -> State:
    if faults(state):
        raise Impossible("A card would be lost or doubled.")
    return state


def correct(state: State, patch: Mapping[str, Any]) -> State:
    """Return the state with the host's corrections; no card is lost or doubled.

    `{"levels": {"0": 2}, "rings": {"1": 3}, "cards": [{"card": "spite", "from":
    "hand:0", "to": "ruins"}], "turn": 1}`; a card without a name stays face down.

    Raises:
        Malformed: if it cannot be read.
        Impossible: if a card would be lost or doubled.
    """
    if not isinstance(patch, Mapping):
        raise Malformed("A correction is an object.")
    if not state.todo:
        raise Impossible("The game is over.")
    for key in patch:
        if key not in READERS:
            raise Malformed("There is nothing called {key} to correct.", key=str(key))
    state = state._replace(news=())
    for key, reader in READERS.items():
        if key in patch:
            state = reader(state, patch[key])
    return _sound(entrusted(advance(_living(state))))


def _living(state: State) -> State:
    """Return the state with the turn of a player who no longer dies begun anew."""
    top = asked(state)
    if not isinstance(top, Death):
        return state
    life = state.lives[top.seat]
    return state._replace(todo=(Turn(top.seat),)) if life.row or life.deck else state


def _seat(state: State, text: Any) -> Seat:
    for seat in range(state.setting.seats):
        if str(text) == str(seat):
            return Seat(seat)
    raise Malformed("There is no seat {seat}.", seat=str(text)[:20])


def _number(value: Any, most: int) -> int:
    if type(value) is int and 0 <= value <= most:
        return value
    raise Malformed(
        "Expected a whole number from {least} to {most}.", least=0, most=most
    )


def _by_seat(state: State, given: Any, most: int) -> Iterator[tuple[Seat, int]]:
    if not isinstance(given, Mapping):
        raise Malformed("Expected an object with a value for each seat.")
    for seat, value in given.items():
        yield _seat(state, seat), _number(value, most)


def _levels(state: State, given: Any) -> State:
    for seat, level in _by_seat(state, given, TOP - 1):
        state = with_life(state, seat, state.lives[seat]._replace(level=level))
    return state


def _rings(state: State, given: Any) -> State:
    for seat, rings in _by_seat(state, given, RINGS):
        state = with_life(state, seat, state.lives[seat]._replace(rings=rings))
    return state


def _cards(state: State, given: Any) -> State:
    for entry in given if isinstance(given, list) else [None]:
        if not isinstance(entry, Mapping) or set(entry) != {"card", "from", "to"}:
            raise Malformed(
                "Expected a list of objects with {keys}.", keys="card, from, to"
            )
        card, source, target = (str(entry[key]) for key in ("card", "from", "to"))
        if card and card not in CARDS:
            raise Malformed("There is no card called {card}.", card=card[:40])
        state, carried = _out_of(state, source, card)
        state = _into(state, target, carried)
    return state


def _place(state: State, text: str) -> tuple[str, Seat]:
    kind, _, seat = text.partition(":")
    if kind in ("well", "ruins") and not seat:
        return kind, Seat(0)
    if kind not in ("hand", "deck", "future", "deeds"):
        raise Malformed("There is no place called {place}.", place=text[:40])
    return kind, _seat(state, seat)


def _out_of(state: State, source: str, card: str) -> tuple[State, str]:
    """Take a card from a place; what is returned is out of the pool."""
    kind, seat = _place(state, source)
    life = state.lives[seat]
    if kind == "ruins":
        left, card = _topmost(state.ruins, card)
        return state._replace(ruins=left), card
    if kind == "deeds":
        left, card = _topmost(life.deeds, card)
        return with_life(state, seat, life._replace(deeds=left)), card
    if kind == "hand":
        if card:
            return spend(state, seat, card), card
        state, public, _ = slip(state, seat)
        return state, public
    if kind == "future":
        return _out_of_future(state, seat, card)
    return _out_of_count(state, kind, seat, card)


def _topmost(pile: tuple[str, ...], card: str) -> tuple[tuple[str, ...], str]:
    for at in range(len(pile) - 1, -1, -1):
        if card in ("", pile[at]):
            return pile[:at] + pile[at + 1 :], pile[at]
    raise Impossible("There is no {card} there.", card=card or "?")


def _out_of_future(state: State, seat: Seat, card: str) -> tuple[State, str]:
    life = state.lives[seat]
    top_first = life.future[::-1]
    if not top_first or (card and not {card, ""} & set(top_first)):
        raise Impossible("There is no {card} there.", card=card or "?")
    place = 0 if not card else top_first.index(card if card in top_first else "")
    life, public, _ = wake(life, place)
    state = with_life(state, seat, life)
    return (state, public) if public or not card else (reveal(state, card), card)


def _out_of_count(state: State, kind: str, seat: Seat, card: str) -> tuple[State, str]:
    if kind == "well":
        state = state._replace(well=state.well - 1)
    else:
        life = state.lives[seat]
        state = with_life(state, seat, life._replace(deck=life.deck - 1))
    return (reveal(state, card), card) if card else (state, "")


def _into(state: State, target: str, card: str) -> State:
    """Lay a card down; an unnamed one is still in the pool."""
    kind, seat = _place(state, target)
    life = state.lives[seat]
    if kind in ("ruins", "deeds") and not card:
        raise Malformed("A card that lies open needs a name.")
    if kind == "ruins":
        return ruin(state, card)
    if kind == "well":
        return _hidden(state._replace(well=state.well + 1), card)
    if kind == "deck":
        deeper = life._replace(deck=life.deck + 1)
        return _hidden(with_life(state, seat, deeper), card)
    return with_life(state, seat, _onto(life, kind, card))


def _onto(life: Life, kind: str, card: str) -> Life:
    if kind == "deeds":
        return life._replace(deeds=(*life.deeds, card))
    if kind == "future":
        return dream(life, card)
    return gain_open(life, card) if card else gain(life)


def _hidden(state: State, card: str) -> State:
    return state._replace(pool=plus(state.pool, card)) if card else state


def _turn(state: State, given: Any) -> State:
    seat = Seat(_number(given, state.setting.seats - 1))
    if state.using and state.using.card:
        state = ruin(state, state.using.card)
    lives = tuple(life._replace(look=()) for life in state.lives)
    return state._replace(using=None, lives=lives, todo=(Turn(seat),))


READERS: dict[str, Callable[[State, Any], State]] = {
    "levels": _levels,
    "rings": _rings,
    "cards": _cards,
    "turn": _turn,
}
"""What a host can correct, in the order it is done."""
