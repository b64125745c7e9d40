"""Single corrections of a position, each from its JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.core.errors import Impossible, Malformed
from companion.core.seats import Seat
from companion.games.samsara.box import (
    BAD,
    CARDS,
    GOOD,
    SOLO_TURNS,
    ZONE_OF,
    ZONES,
    is_face,
)
from companion.games.samsara.box import EVANESCENT as STAYS
from companion.games.samsara.characters import POWERS
from companion.games.samsara.purchases import without
from companion.games.samsara.questions.acting import EndTurn
from companion.games.samsara.questions.base import Ask
from companion.games.samsara.questions.closing import begin_turn, phases
from companion.games.samsara.questions.setup import LayAmulets
from companion.games.samsara.state import (
    DRAW,
    EVANESCENT,
    OFF_BOARD,
    ZONE_NAMES,
    Stack,
    State,
)
from companion.games.samsara.supply import with_supplied

MOST_ACTIONS = 20
"""No turn has so many; a number mistyped with one key too many is refused."""


def _seat(state: State, text: Any) -> int:
    if str(text).isdecimal() and int(text) < state.setting.seats:
        return int(text)
    raise Malformed("There is no seat {seat}.", seat=str(text)[:20])


def _number(value: Any, least: int, most: int) -> int:
    if type(value) is int and least <= value <= most:
        return value
    raise Malformed(
        "Expected a whole number from {least} to {most}.", least=least, most=most
    )


def _entries(given: Any, *keys: str) -> Iterator[tuple[str, ...]]:
    """Read a list of objects with exactly these text fields."""
    for entry in given if isinstance(given, list) else [None]:
        if not isinstance(entry, dict) or set(entry) != set(keys):
            wanted = ", ".join(keys)
            raise Malformed("Expected a list of objects with {keys}.", keys=wanted)
        yield tuple(str(entry[key]) for key in keys)


def _by_seat(state: State, given: Any) -> Iterator[tuple[int, Any]]:
    if not isinstance(given, dict):
        raise Malformed("Expected an object with a value for each seat.")
    for seat, value in given.items():
        yield _seat(state, seat), value


def _pawns(state: State, given: Any) -> State:
    for seat, value in _by_seat(state, given):
        zone = OFF_BOARD if value is None else _number(value, 0, 7)
        state = state.with_player(seat, state.players[seat]._replace(pawn=zone))
    return state


def _cards(state: State, given: Any) -> State:
    for card, source, target in _entries(given, "card", "from", "to"):
        if card not in CARDS:
            raise Malformed("There is no card called {card}.", card=card)
        state = _into(_out_of(state, source, card), target, card)
    return state


def _place(state: State, text: str) -> tuple[int, int]:
    seat, _, zone = text.partition(":")
    if zone not in ZONE_NAMES:
        raise Malformed("There is no place called {place}.", place=text[:40])
    return _seat(state, seat), ZONE_NAMES.index(zone)


def _out_of(state: State, source: str, card: str) -> State:
    if source == "supply":
        return _from_supply(state, card)
    seat, zone = _place(state, source)
    return state.with_cards(seat, state.players[seat].cards.take(zone, card))


def _from_supply(state: State, card: str) -> State:
    if card == GOOD:
        return state._replace(good=state.good - 1)
    if card == BAD:
        return state._replace(bad=state.bad - 1)
    stack = state.stacks[ZONE_OF[card]]
    if card in ZONES:
        left = Stack(stack.normal - 1, stack.specials, max(1, stack.sure - 1))
    elif card in stack.specials:
        rest = tuple(other for other in stack.specials if other != card)
        left = Stack(stack.normal, rest)
    else:
        raise Impossible("There is no {card} there.", card=card)
    return state.with_stack(ZONE_OF[card], left)


def _into(state: State, target: str, card: str) -> State:
    if target != "supply":
        seat, zone = _place(state, target)
        if zone == EVANESCENT and card not in STAYS:
            raise Impossible("Only Kaam Kar and Bachcha cards stay in play.")
        cards = state.players[seat].cards.put(zone, card)
        if zone == DRAW:
            cards = cards.hide(DRAW, card)  # the pile lies face down
        return state.with_cards(seat, cards)
    return with_supplied(state, card)


def _amulets(state: State, given: Any) -> State:
    for face, source, target in _entries(given, "face", "from", "to"):
        state = _swap_face(_swap_face(state, source, face, ""), target, "", face)
    return state


def _swap_face(state: State, place: str, old: str, new: str) -> State:
    """Take an amulet face away from a place, put one there, or both."""
    kind, _, number = place.partition(":")
    if kind == "gap":
        if not number.isdecimal() or int(number) >= state.setting.gaps:
            raise Malformed("There is no place called {place}.", place=place[:40])
        gap = int(number)
        if any(isinstance(one, LayAmulets) and one.gap == gap for one in state.todo):
            raise Impossible("The amulets of this gap have not been laid yet.")
        return state.with_gap(gap, _swapped(state.gaps[gap], old, new))
    seat = _seat(state, kind)
    player = state.players[seat]
    if number == "held":
        player = player._replace(held=_swapped(player.held, old, new))
    else:
        player = player._replace(amulets=_swapped(player.amulets, old, new))
    return state.with_player(seat, player)


def _swapped(faces: tuple[str, ...], old: str, new: str) -> tuple[str, ...]:
    if old and old not in faces:
        raise Impossible("There is no {card} there.", card=old)
    left = without(faces, old) if old else faces
    return (*left, new) if new else left


def _faces(state: State, given: Any) -> State:
    for place, face, new in _entries(given, "at", "face", "is"):
        if not is_face(new):
            raise Malformed("A gold face has 8 symbols, a copper one 6.")
        state = _swap_face(state, place, face, new)
    return state


def _markers(state: State, given: Any) -> State:
    for seat, value in _by_seat(state, given):
        player = state.players[seat]
        powers = POWERS.get(player.character, ())
        if not isinstance(value, list) or any(one not in powers for one in value):
            raise Malformed(
                "A marker lies on one of: {powers}.", powers=", ".join(powers)
            )
        if powers and not set(powers) - set(value):
            raise Impossible("One power of a board is always free.")
        markers = tuple(sorted(value))
        state = state.with_player(seat, player._replace(markers=markers))
    return state


def _characters(state: State, given: Any) -> State:
    for seat, value in _by_seat(state, given):
        if not isinstance(value, str) or value not in POWERS:
            names = ", ".join(POWERS)
            raise Malformed("A character is one of: {names}.", names=names)
        player = state.players[seat]._replace(character=value, markers=())
        state = state.with_player(seat, player)
    return state


def _neutral(state: State, given: Any) -> State:
    return state._replace(neutral=_number(given, 0, SOLO_TURNS - 1))


def _turn(state: State, given: Any) -> State:
    _playing(state)
    return begin_turn(state, Seat(_number(given, 0, state.setting.seats - 1)))


def _phase(state: State, given: Any) -> State:
    _playing(state)
    finish, act, take, move = phases(state.seat)
    left = {
        "move": (finish, act, take, move),
        "take": (finish, act, take),
        "act": (finish, act),
        "close": (finish, EndTurn(state.seat)),
    }
    if not isinstance(given, str) or given not in left:
        raise Malformed("A phase is one of: {names}.", names=", ".join(left))
    return state.with_todo(left[given])


def _playing(state: State) -> None:
    if any(isinstance(one, Ask) and one.stage == "setup" for one in state.todo):
        raise Impossible("No turn is being played.")


def _actions(state: State, given: Any) -> State:
    actions = _number(given, 0, MOST_ACTIONS)
    return state._replace(turn=state.turn._replace(actions=actions))


READERS: dict[str, Callable[[State, Any], State]] = {
    "pawns": _pawns,
    "cards": _cards,
    "amulets": _amulets,
    "faces": _faces,
    "characters": _characters,
    "markers": _markers,
    "neutral": _neutral,
    "turn": _turn,
    "phase": _phase,
    "actions": _actions,
}
"""What a host can correct, in the order it is done."""
