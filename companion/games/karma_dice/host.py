"""The host's word: actions that break a rule but that hands can do."""

from __future__ import annotations

from collections import Counter
from typing import Any, assert_never

from companion.core.errors import Impossible
from companion.core.turn import Question, advance
from companion.games.karma_dice.actions import (
    Action,
    ChooseTrait,
    CopyFirst,
    Draft,
    Landed,
    MoveEye,
    Reroll,
    Rolled,
    Score,
    Settle,
    Stop,
    Throw,
    UseTrait,
)
from companion.games.karma_dice.corrections import at_turn, correct, not_now
from companion.games.karma_dice.dice import Dice, fits, is_within, sort_dice
from companion.games.karma_dice.questions import (
    EyeMoves,
    Fall,
    KeepTrait,
    SettleRoll,
    TakeDie,
    ThrowOrStop,
    asked,
)
from companion.games.karma_dice.questions.rolling import SETTLE_ROLL
from companion.games.karma_dice.questions.shortcuts import TellRoll, TellScore
from companion.games.karma_dice.questions.traits import UseCard, has_effect_room
from companion.games.karma_dice.state import KarmaDiceState, Turn, hand_of

__all__ = ["correct", "force", "pretend"]

ASIDE = (UseCard, TellRoll, TellScore)
"""Questions that are open beside the one on the stack."""


def pretend(state: KarmaDiceState, action: Action) -> Question[KarmaDiceState, Any]:
    """Return the question an action answers, or would answer at another time."""
    seat = state.turn.seat
    match action:
        case ChooseTrait():
            return KeepTrait(seat)
        case Throw() | Stop():
            return ThrowOrStop(seat)
        case Landed():
            return Fall(seat)
        case Reroll() | CopyFirst() | Settle():
            return SettleRoll(seat)
        case Draft():
            return TakeDie(seat)
        case MoveEye():
            return EyeMoves(seat)
        case UseTrait() | Rolled() | Score():
            return _beside(action)
    assert_never(action)


def _beside(action: UseTrait | Rolled | Score) -> UseCard | TellRoll | TellScore:
    match action:
        case UseTrait():
            return UseCard()
        case Rolled():
            return TellRoll()
        case Score():
            return TellScore()
    assert_never(action)


def force(state: KarmaDiceState, action: Action) -> KarmaDiceState:
    """Return the state after an action that a rule forbids but hands can do.

    Raises:
        Impossible: if a piece would be lost or doubled, or nothing can happen.
    """
    if not state.todo:
        raise not_now()
    question = pretend(state, action)
    is_open = question == asked(state) or isinstance(question, ASIDE)
    if is_open and question.broken(state, action) is None:
        return _answered(state, question, action)
    return _forced(state, question, action)


def _forced(
    state: KarmaDiceState, question: Question[KarmaDiceState, Any], action: Action
) -> KarmaDiceState:
    match action:
        case Throw(dice):
            return _answered(_with_dice_back(state, dice), question, action)
        case Landed(faces):
            return _with_faces(state, faces)
        case Settle(total) if question == asked(state) and total >= 0:
            return _answered(state, question, action)
        case Settle():
            raise Impossible("There is no roll on the table that could be worth this.")
        case Stop():
            return _answered(at_turn(state), question, action)
        case Reroll() | CopyFirst() | MoveEye() | Rolled() | Score():
            raise not_now()
    return _forced_outside(state, question, action)


def _forced_outside(
    state: KarmaDiceState,
    question: Question[KarmaDiceState, Any],
    action: Draft | ChooseTrait | UseTrait,
) -> KarmaDiceState:
    """Return the state after what does not need a turn."""
    match action:
        case Draft():
            return _taken(state, action)
        case ChooseTrait():
            return _kept(state, question, action)
        case UseTrait():
            return _used(state, question, action)
    assert_never(action)


def _answered(
    state: KarmaDiceState, question: Question[KarmaDiceState, Any], action: Action
) -> KarmaDiceState:
    """Return the state after this answer, whatever the rules say."""
    if not isinstance(question, ASIDE):
        state = state.with_todo(state.todo[:-1])
    return advance(question.settle(state, action))


def _with_dice_back(state: KarmaDiceState, dice: Dice) -> KarmaDiceState:
    """Dice used before are taken back out of their zones to be thrown again."""
    state = at_turn(state)
    seat = state.turn.seat
    if not dice or not is_within(dice, hand_of(state, seat)):
        raise Impossible("These dice are not all in front of this player.")
    missing = Counter(dice) - Counter(state.turn.left)
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
    return state._replace(turn=Turn(seat, left, tuple(zones)))


def _with_faces(state: KarmaDiceState, faces: tuple[int, ...]) -> KarmaDiceState:
    """Faces entered again for the roll that lies there."""
    turn = state.turn
    if not turn.roll or not fits(tuple(die.colour for die in turn.roll), faces):
        raise Impossible("These faces cannot lie there.")
    pairs = zip(turn.roll, faces, strict=True)
    fixed = tuple(die._replace(face=face) for die, face in pairs)
    todo = (*state.todo[:-1], SETTLE_ROLL[turn.seat])
    return state.at(turn._replace(roll=fixed, air=()), todo)


def _taken(state: KarmaDiceState, action: Draft) -> KarmaDiceState:
    """A die taken out of order goes to the seat in turn."""
    if action.die not in state.reserve:
        raise Impossible("There is no such die left in the reserve.")
    if isinstance(asked(state), KeepTrait):
        raise not_now()
    state = state.with_die(state.turn.seat, action.die)
    left = sort_dice((*state.turn.left, action.die))
    return state._replace(turn=state.turn._replace(left=left))


def _kept(
    state: KarmaDiceState,
    question: Question[KarmaDiceState, Any],
    action: ChooseTrait,
) -> KarmaDiceState:
    """A card entered anew: its text changes, its die only before the game."""
    if not state.setup.traits or action.seat not in range(state.setup.players):
        raise Impossible("There are no trait cards at this table.")
    player = state.players[action.seat]
    if player.trait is None or isinstance(asked(state), KeepTrait):
        if action.die not in state.reserve:
            raise Impossible("There is no such die left in the reserve.")
        return _answered(state, question, action)
    if action.die is not player.trait.die:
        raise Impossible("The die of this card has been taken already.")
    trait = player.trait._replace(ability=action.ability)
    return state.with_player(action.seat, player._replace(trait=trait))


def _used(
    state: KarmaDiceState, question: Question[KarmaDiceState, Any], action: UseTrait
) -> KarmaDiceState:
    """A card used once more, or with an effect that only the table can judge."""
    if action.seat not in range(state.setup.players) or not state.setup.traits:
        raise Impossible("There are no trait cards at this table.")
    if (action.faces or action.reroll or action.bonus) and not (
        has_effect_room(state, action)
    ):
        raise Impossible("These faces cannot lie there.")
    return _answered(state, question, action)
