"""The one predicate: which rule speaks against an action in a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.colours import Colour
from companion.core.rules import Rule
from companion.games.karma_dice import flow, rules
from companion.games.karma_dice.actions import (
    Action,
    ChooseTrait,
    CopyFirst,
    Draft,
    Landed,
    MoveEye,
    Reroll,
    Settle,
    Stop,
    Throw,
    UseTrait,
)
from companion.games.karma_dice.box import VALUES
from companion.games.karma_dice.dice import Dice, is_within
from companion.games.karma_dice.powers import totals
from companion.games.karma_dice.state import KarmaDiceState, Phase, Turn, hand_of

LONGEST_ABILITY = 200
FARTHEST = 99
"""The most points or pips a trait can give or take."""

_WAITS_FOR = {
    Phase.TRAITS: rules.TRAIT_CHOICE,
    Phase.AIR: rules.IN_THE_AIR,
    Phase.SETTLE: rules.SETTLE_FIRST,
    Phase.DRAFT: rules.DRAFT_TIME,
    Phase.EYE: rules.EYE_MOVES,
    Phase.OVER: rules.GAME_OVER,
}
"""Why a turn cannot go on while the table waits for something else."""


def broken_rule(state: KarmaDiceState, action: Action) -> Rule | None:
    """Name the rule this action would break, or None if it is legal."""
    if state.phase is Phase.OVER:
        return rules.GAME_OVER
    return _ASKED[type(action)](state, action)


def _throw(state: KarmaDiceState, action: Throw) -> Rule | None:
    dice = action.dice
    if state.phase is not Phase.THROW:
        return _WAITS_FOR[state.phase]
    if not dice:
        return rules.AT_LEAST_ONE
    if is_within(dice, state.turn.left):
        return None
    owned = is_within(dice, hand_of(state, state.turn.seat))
    return rules.USED_DICE if owned else rules.AVAILABLE_DICE


def _landed(state: KarmaDiceState, action: Landed) -> Rule | None:
    if state.phase is not Phase.AIR:
        return rules.NOTHING_THROWN
    dice = in_the_air(state.turn)
    if len(dice) != len(action.faces):
        return rules.EACH_DIE
    return None if fits(dice, action.faces) else rules.FACES


def in_the_air(turn: Turn) -> Dice:
    """Return the dice whose faces the table must report, in that order."""
    return tuple([turn.roll[place].colour for place in turn.air])


def fits(dice: Dice, faces: tuple[int, ...]) -> bool:
    """Tell whether these dice can show these faces."""
    if len(dice) != len(faces):
        return False
    return all(face in VALUES[die] for die, face in zip(dice, faces, strict=True))


def prior(die: Colour) -> dict[str, Any]:
    """Return what a reader is told about one die."""
    return {"colour": die.value, "faces": list(VALUES[die])}


def _needs_roll(state: KarmaDiceState) -> Rule | None:
    if state.phase is Phase.SETTLE:
        return None
    return _WAITS_FOR.get(state.phase, rules.NOTHING_THROWN)


def _settle(state: KarmaDiceState, action: Settle) -> Rule | None:
    if rule := _needs_roll(state):
        return rule
    reachable = totals(state.turn.roll, state.turn.bonus)
    return None if action.total in reachable else rules.REACHABLE


def _stop(state: KarmaDiceState, action: Stop) -> Rule | None:
    del action
    if state.phase is not Phase.THROW:
        return _WAITS_FOR[state.phase]
    return None if state.turn.zones else rules.STOP


def _draft(state: KarmaDiceState, action: Draft) -> Rule | None:
    if state.phase is not Phase.DRAFT:
        return rules.DRAFT_TIME
    return None if action.die in state.reserve else rules.DRAFT_FREE


def _reroll(state: KarmaDiceState, action: Reroll) -> Rule | None:
    if rule := _needs_roll(state):
        return rule
    return None if action.die in flow.can_reroll(state.turn) else rules.REROLL_ONCE


def _copy_first(state: KarmaDiceState, action: CopyFirst) -> Rule | None:
    if rule := _needs_roll(state):
        return rule
    possible = (action.die, action.source) in flow.early_copies(state.turn)
    return None if possible else rules.COPY


def _move_eye(state: KarmaDiceState, action: MoveEye) -> Rule | None:
    del action
    return None if state.phase is Phase.EYE else rules.EYE_MOVES


def _choose_trait(state: KarmaDiceState, action: ChooseTrait) -> Rule | None:
    if not state.setup.traits:
        return rules.NO_TRAITS
    if state.phase is not Phase.TRAITS or action.seat not in range(len(state.players)):
        return rules.TRAIT_CHOICE
    if state.players[action.seat].trait or len(action.ability) > LONGEST_ABILITY:
        return rules.TRAIT_CHOICE
    return None if action.die in state.reserve else rules.TRAIT_DIE


def _use_trait(state: KarmaDiceState, action: UseTrait) -> Rule | None:
    if not state.setup.traits:
        return rules.NO_TRAITS
    if state.phase in (Phase.TRAITS, Phase.AIR):
        return _WAITS_FOR[state.phase]
    if action.seat not in range(len(state.players)):
        return rules.TRAIT_ONCE
    if not flow.has_unused_trait(state, action.seat):
        return rules.TRAIT_ONCE
    return None if has_effect_room(state, action) else rules.TRAIT_EFFECT


def has_effect_room(state: KarmaDiceState, action: UseTrait) -> bool:
    """Tell whether the dice that the ability changes lie in the present roll."""
    if max(abs(action.points), abs(action.bonus)) > FARTHEST:
        return False
    if not (action.faces or action.reroll or action.bonus):
        return True
    roll = state.turn.roll
    places = action.reroll
    return (
        state.phase is Phase.SETTLE
        and set(places) <= set(range(len(roll)))
        and list(places) == sorted(set(places))
        and (not action.faces or fits(tuple(d.colour for d in roll), action.faces))
    )


_ASKED: dict[type, Callable[[KarmaDiceState, Any], Rule | None]] = {
    Throw: _throw,
    Landed: _landed,
    Settle: _settle,
    Stop: _stop,
    Draft: _draft,
    Reroll: _reroll,
    CopyFirst: _copy_first,
    ChooseTrait: _choose_trait,
    UseTrait: _use_trait,
    MoveEye: _move_eye,
}
