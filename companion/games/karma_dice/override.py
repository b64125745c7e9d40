"""The host's word: actions that break a rule, and corrections of the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.core.colours import Colour
from companion.core.errors import Impossible, Malformed
from companion.core.seats import Seat
from companion.games.karma_dice import flow, legality
from companion.games.karma_dice.actions import (
    Action,
    ChooseTrait,
    Draft,
    Landed,
    Settle,
    Stop,
    Throw,
    UseTrait,
)
from companion.games.karma_dice.box import CHAKRA, TRACK
from companion.games.karma_dice.dice import Dice, is_within, sort_dice, without
from companion.games.karma_dice.engine import broken_rule, go_on, use_trait
from companion.games.karma_dice.state import (
    Die,
    KarmaDiceState,
    Phase,
    Trait,
    Turn,
    Zone,
    hand_of,
)


def force(state: KarmaDiceState, action: Action) -> KarmaDiceState:
    """Return the state after an action that a rule forbids but hands can do.

    Raises:
        Impossible: if a piece would be lost or doubled, or nothing can happen.
    """
    if broken_rule(state, action) is None:
        return go_on(state, action)
    forced = _FORCED.get(type(action))
    if forced is None or (state.phase is Phase.OVER and not isinstance(action, Draft)):
        raise Impossible("That cannot be done now, not even by the host.")
    return forced(state, action)


def _force_throw(state: KarmaDiceState, action: Throw) -> KarmaDiceState:
    """Dice used before are taken back out of their zones and thrown again."""
    state = _at_turn(state)
    seat = state.turn.seat
    if not action.dice or not is_within(action.dice, hand_of(state, seat)):
        raise Impossible("{dice} are not all in front of this player.", dice="Dice")
    left, zones = state.turn.left, []
    for zone in state.turn.zones:
        kept = list(zone.dice)
        for die in zone.dice:
            if not is_within(action.dice, left):
                kept.remove(die)
                left = sort_dice((*left, die.colour))
        zones.append(zone._replace(dice=tuple(kept)))
    turn = Turn(seat, left, tuple(zones))
    return flow.throw(state._replace(turn=turn), action.dice)


def _at_turn(state: KarmaDiceState) -> KarmaDiceState:
    """Return the state with any open roll taken back into the hand."""
    if state.phase is Phase.THROW:
        return state
    if state.phase not in (Phase.AIR, Phase.SETTLE):
        raise Impossible("That cannot be done now, not even by the host.")
    turn = state.turn
    left = sort_dice((*turn.left, *(die.colour for die in turn.roll)))
    return state._replace(phase=Phase.THROW, turn=Turn(turn.seat, left, turn.zones))


def _force_landed(state: KarmaDiceState, action: Landed) -> KarmaDiceState:
    """Faces entered again for the roll that lies there."""
    roll = state.turn.roll
    if not legality.fits(tuple(die.colour for die in roll), action.faces) or not roll:
        raise Impossible("These faces cannot lie there.")
    pairs = zip(roll, action.faces, strict=True)
    fixed = tuple(die._replace(face=face) for die, face in pairs)
    turn = state.turn._replace(roll=fixed, air=())
    return state._replace(turn=turn, phase=Phase.SETTLE)


def _force_settle(state: KarmaDiceState, action: Settle) -> KarmaDiceState:
    if state.phase is not Phase.SETTLE or action.total < 0:
        raise Impossible("There is no roll on the table that could be worth this.")
    return flow.settle(state, action.total)


def _force_stop(state: KarmaDiceState, action: Stop) -> KarmaDiceState:
    del action
    return flow.stop(_at_turn(state))


def _force_draft(state: KarmaDiceState, action: Draft) -> KarmaDiceState:
    """A die taken out of order goes to the seat in turn."""
    if action.die not in state.reserve:
        raise Impossible("There is no such die left in the reserve.")
    if state.phase is Phase.TRAITS:
        raise Impossible("That cannot be done now, not even by the host.")
    seat = state.turn.seat
    state = flow.take_die(state, seat, action.die)
    left = sort_dice((*state.turn.left, action.die))
    return state._replace(turn=state.turn._replace(left=left))


def _force_choose(state: KarmaDiceState, action: ChooseTrait) -> KarmaDiceState:
    """A card entered anew: its text changes, its die only before the game."""
    if not state.setup.traits or action.seat not in range(state.setup.players):
        raise Impossible("There are no trait cards at this table.")
    player = state.players[action.seat]
    if player.trait is None or state.phase is Phase.TRAITS:
        if action.die not in state.reserve:
            raise Impossible("There is no such die left in the reserve.")
        return flow.choose_trait(state, action.seat, Trait(action.die, action.ability))
    if action.die is not player.trait.die:
        raise Impossible("The die of this card has been taken already.")
    trait = player.trait._replace(ability=action.ability)
    return flow.put_player(state, action.seat, player._replace(trait=trait))


def _force_use(state: KarmaDiceState, action: UseTrait) -> KarmaDiceState:
    if action.seat not in range(state.setup.players) or not state.setup.traits:
        raise Impossible("There are no trait cards at this table.")
    if (action.faces or action.reroll or action.bonus) and not (
        legality.has_effect_room(state, action)
    ):
        raise Impossible("These faces cannot lie there.")
    return use_trait(state, action)


_FORCED: dict[type, Callable[[KarmaDiceState, Any], KarmaDiceState]] = {
    Throw: _force_throw,
    Landed: _force_landed,
    Settle: _force_settle,
    Stop: _force_stop,
    Draft: _force_draft,
    ChooseTrait: _force_choose,
    UseTrait: _force_use,
}


def correct(state: KarmaDiceState, patch: Mapping[str, Any]) -> KarmaDiceState:
    """Return the state with the host's corrections.

    Known keys: `scores`, `score {seat, points}`, `dice {seat, has}`, `yogi`, `turn`,
    `zones [{dice, total}]`, `last`, `round`, `first`, `eye`.

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
    return flow.add_points(state, seat, points - state.players[seat].score)


def _dice(state: KarmaDiceState, value: Any) -> KarmaDiceState:
    """Give a seat exactly these dice; the reserve keeps the rest."""
    who, has = _part(value, "seat", "has")
    seat, dice = _seat(state, who), _colours(has)
    free = sort_dice((*state.reserve, *state.players[seat].dice))
    reserve = without(free, dice)
    if reserve is None or not set(dice) <= set(CHAKRA):
        raise Impossible("These dice are not all free.")
    player = state.players[seat]._replace(dice=dice)
    state = flow.put_player(state._replace(reserve=reserve), seat, player)
    state = state._replace(picking=state.picking[: len(reserve)])
    return _refresh(state)


def _refresh(state: KarmaDiceState) -> KarmaDiceState:
    """Return the state with the dice of the turn counted again."""
    turn = state.turn
    used = [die.colour for zone in turn.zones for die in zone.dice]
    used += [die.colour for die in turn.roll]
    left = without(hand_of(state, turn.seat), sort_dice(tuple(used)))
    if left is None:
        raise Impossible("A die of this turn would be lost.")
    if state.phase is Phase.DRAFT and not state.picking:
        return flow.next_round(state)
    return state._replace(turn=turn._replace(left=left))


def _yogi(state: KarmaDiceState, value: Any) -> KarmaDiceState:
    if not state.setup.yogi:
        raise Impossible("This table plays without the Yogi die.")
    holder = None if value is None else _seat(state, value)
    return _refresh(state._replace(yogi=holder))


def _turn(state: KarmaDiceState, value: Any) -> KarmaDiceState:
    """Let this seat play now; whoever sat before it counts as having played."""
    seat = _seat(state, value)
    if state.phase is Phase.TRAITS:
        raise Impossible("Everyone keeps a trait card first.")
    played = (seat - state.first) % state.setup.players
    state = state._replace(played=played, picking=())
    return flow.begin_turn(state, seat)


def _zones(state: KarmaDiceState, value: Any) -> KarmaDiceState:
    """Lay the zones of the present turn anew; the other dice are back in hand."""
    if not isinstance(value, list | tuple) or len(value) >= len(TRACK):
        raise Malformed("Expected the validated zones, fewer than {n}.", n=len(TRACK))
    state = _at_turn(state)
    zones = [_part(zone, "dice", "total") for zone in value]
    laid = tuple(
        Zone(tuple(Die(die, 0) for die in _colours(dice)), _whole(total, 0))
        for dice, total in zones
    )
    turn = Turn(state.turn.seat, (), laid)
    state = _refresh(state._replace(turn=turn))
    if not state.turn.left:
        raise Impossible("No die would be left for this turn: stop instead.")
    return state


def _last(state: KarmaDiceState, value: Any) -> KarmaDiceState:
    if not state.turn.zones:
        raise Impossible("No roll has been validated in this turn.")
    zone = state.turn.zones[-1]._replace(total=_whole(value, 0))
    return state._replace(
        turn=state.turn._replace(zones=(*state.turn.zones[:-1], zone))
    )


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
