"""The host's corrections: the table as it really is, no die lost or doubled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from companion.core.colours import Colour
from companion.core.errors import Impossible, Malformed
from companion.core.seats import Seat
from companion.core.turn import advance
from companion.games.karma_dice.box import CHAKRA, TRACK
from companion.games.karma_dice.dice import Dice, sort_dice, without
from companion.games.karma_dice.questions import (
    Fall,
    KeepTrait,
    SettleRoll,
    ThrowOrStop,
    asked,
)
from companion.games.karma_dice.questions.drafting import cut_short
from companion.games.karma_dice.rounds import begin_turn
from companion.games.karma_dice.state import (
    Die,
    KarmaDiceState,
    Turn,
    Zone,
    hand_of,
)


def correct(state: KarmaDiceState, patch: Mapping[str, Any]) -> KarmaDiceState:
    """Return the state with the host's corrections.

    Known keys: `scores`, `score {seat, points}`, `dice {seat, has}` or a list of
    these, `yogi`, `turn`, `zones [{dice, total}]`, `last`, `round`, `first`, `eye`.

    Raises:
        Malformed: for a key or a value that cannot be read.
        Impossible: if a die would be lost or doubled.
    """
    if not patch:
        raise Malformed("A correction names what is different.")
    for key, value in patch.items():
        if key not in _CORRECTED:
            raise Malformed("There is nothing called {key} to correct.", key=str(key))
        state = _CORRECTED[key](state, value)
    return state


def not_now() -> Impossible:
    """Return the refusal of what has no meaning at this moment."""
    return Impossible("That cannot be done now, not even by the host.")


def at_turn(state: KarmaDiceState) -> KarmaDiceState:
    """Return the state with any open roll taken back into the hand.

    Raises:
        Impossible: if no turn is being played.
    """
    match asked(state):
        case ThrowOrStop():
            return state
        case Fall() | SettleRoll():
            turn = state.turn
            left = sort_dice((*turn.left, *(die.colour for die in turn.roll)))
            return state.at(Turn(turn.seat, left, turn.zones), state.todo[:-1])
    raise not_now()


def _whole(value: Any, least: int = -999, most: int = 999) -> int:
    if type(value) is not int or not least <= value <= most:
        raise Malformed(
            "Expected a whole number from {least} to {most}.", least=least, most=most
        )
    return value


def _seat(state: KarmaDiceState, value: Any) -> Seat:
    return Seat(_whole(value, 0, state.setup.players - 1))


def _colours(value: Any) -> Dice:
    if not isinstance(value, list | tuple):
        raise Malformed("Expected a list of colours.")
    try:
        return sort_dice(tuple(Colour(item) for item in value))
    except ValueError:
        raise Malformed("Expected a list of colours.") from None


def _part(value: Any, *names: str) -> tuple[Any, ...]:
    if not isinstance(value, Mapping) or set(value) != set(names):
        raise Malformed("Expected an object with: {names}.", names=", ".join(names))
    return tuple(value[name] for name in names)


def _scores(state: KarmaDiceState, value: Any) -> KarmaDiceState:
    if not isinstance(value, list | tuple) or len(value) != state.setup.players:
        raise Malformed("Expected one score for each player.")
    for seat, points in enumerate(value):
        state = _put_score(state, Seat(seat), _whole(points))
    return state


def _score(state: KarmaDiceState, value: Any) -> KarmaDiceState:
    seat, points = _part(value, "seat", "points")
    return _put_score(state, _seat(state, seat), _whole(points))


def _put_score(state: KarmaDiceState, seat: Seat, points: int) -> KarmaDiceState:
    return state.with_points(seat, points - state.players[seat].score)


def _dice(state: KarmaDiceState, value: Any) -> KarmaDiceState:
    """Give seats exactly these dice; the reserve keeps the rest."""
    if isinstance(asked(state), KeepTrait):
        raise Impossible("Everyone keeps a trait card first.")
    hands = _hands(state, value)
    held = [die for seat in hands for die in state.players[seat].dice]
    reserve = sort_dice((*state.reserve, *held))
    for seat, dice in hands.items():
        left = without(reserve, dice)
        if left is None or not set(dice) <= set(CHAKRA):
            raise Impossible("These dice are not all free.")
        reserve = left
        state = state.with_player(seat, state.players[seat]._replace(dice=dice))
    return _refresh(cut_short(state._replace(reserve=reserve)))


def _hands(state: KarmaDiceState, value: Any) -> dict[Seat, Dice]:
    """Read whose dice are named: one seat, or a list of several."""
    named = list(value) if isinstance(value, list | tuple) else [value]
    parts = [_part(one, "seat", "has") for one in named]
    hands = {_seat(state, seat): _colours(has) for seat, has in parts}
    if not hands:
        raise Malformed("A correction names what is different.")
    if len(hands) < len(parts):
        raise Malformed("A seat is named twice.")
    return hands


def _refresh(state: KarmaDiceState) -> KarmaDiceState:
    """Return the state with the dice of the turn counted again."""
    turn = state.turn
    used = [die.colour for zone in turn.zones for die in zone.dice]
    used += [die.colour for die in turn.roll]
    left = without(hand_of(state, turn.seat), sort_dice(tuple(used)))
    if left is None:
        raise Impossible("A die of this turn would be lost.")
    if isinstance(asked(state), ThrowOrStop) and not left:
        raise Impossible("No die would be left for this turn: stop instead.")
    # A draft for which no dice are left is over.
    return advance(state._replace(turn=turn._replace(left=left)))


def _yogi(state: KarmaDiceState, value: Any) -> KarmaDiceState:
    if not state.setup.yogi:
        raise Impossible("This table plays without the Yogi die.")
    holder = None if value is None else _seat(state, value)
    return _refresh(state._replace(yogi=holder))


def _turn(state: KarmaDiceState, value: Any) -> KarmaDiceState:
    """Let this seat play now; whoever sat before it counts as having played."""
    seat = _seat(state, value)
    if isinstance(asked(state), KeepTrait):
        raise Impossible("Everyone keeps a trait card first.")
    played = (seat - state.first) % state.setup.players
    return begin_turn(state._replace(played=played), seat)


def _zones(state: KarmaDiceState, value: Any) -> KarmaDiceState:
    """Lay the zones of the present turn anew; the other dice are back in hand."""
    if not isinstance(value, list | tuple) or len(value) >= len(TRACK):
        raise Malformed("Expected the validated zones, fewer than {n}.", n=len(TRACK))
    state = at_turn(state)
    zones = [_part(zone, "dice", "total") for zone in value]
    laid = tuple(
        Zone(tuple(Die(die, 0) for die in _colours(dice)), _whole(total, 0))
        for dice, total in zones
    )
    turn = Turn(state.turn.seat, (), _rising(laid))
    return _refresh(state._replace(turn=turn))


def _last(state: KarmaDiceState, value: Any) -> KarmaDiceState:
    if not state.turn.zones:
        raise Impossible("No roll has been validated in this turn.")
    zone = state.turn.zones[-1]._replace(total=_whole(value, 0))
    zones = _rising((*state.turn.zones[:-1], zone))
    return state._replace(turn=state.turn._replace(zones=zones))


def _rising(zones: tuple[Zone, ...]) -> tuple[Zone, ...]:
    if any(later.total <= zone.total for zone, later in pairwise(zones)):
        raise Impossible("Each validated roll is higher than the one before.")
    return zones


def _round(state: KarmaDiceState, value: Any) -> KarmaDiceState:
    return state._replace(round=_whole(value, 1, 99))


def _first(state: KarmaDiceState, value: Any) -> KarmaDiceState:
    return state._replace(first=_seat(state, value))


def _eye(state: KarmaDiceState, value: Any) -> KarmaDiceState:
    if not state.setup.solo:
        raise Impossible("The Evil Eye only plays against one player.")
    return state._replace(eye=_whole(value, 0))


_CORRECTED: dict[str, Callable[[KarmaDiceState, Any], KarmaDiceState]] = {
    "scores": _scores,
    "score": _score,
    "dice": _dice,
    "yogi": _yogi,
    "turn": _turn,
    "zones": _zones,
    "last": _last,
    "round": _round,
    "first": _first,
    "eye": _eye,
}
