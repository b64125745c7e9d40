"""The host's word: actions that break a rule but that hands can do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from companion.core.errors import Impossible
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
from companion.games.karma_dice.dice import is_within, sort_dice
from companion.games.karma_dice.engine import broken_rule, go_on, use_trait
from companion.games.karma_dice.state import (
    KarmaDiceState,
    Phase,
    Trait,
    Turn,
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
    if forced is None or state.phase is Phase.OVER:
        raise Impossible("That cannot be done now, not even by the host.")
    return forced(state, action)


def _force_throw(state: KarmaDiceState, action: Throw) -> KarmaDiceState:
    """Dice used before are taken back out of their zones and thrown again."""
    state = at_turn(state)
    seat = state.turn.seat
    if not action.dice or not is_within(action.dice, hand_of(state, seat)):
        raise Impossible("These dice are not all in front of this player.")
    missing = Counter(action.dice) - Counter(state.turn.left)
    left = sort_dice((*state.turn.left, *missing.elements()))
    zones = []
    for zone in state.turn.zones:
        kept = []
        for die in zone.dice:
            if missing[die.colour]:
                missing[die.colour] -= 1
            else:
                kept.append(die)
        zones.append(zone._replace(dice=tuple(kept)))
    turn = Turn(seat, left, tuple(zones))
    return flow.throw(state._replace(turn=turn), action.dice)


def at_turn(state: KarmaDiceState) -> KarmaDiceState:
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
    return flow.stop(at_turn(state))


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
