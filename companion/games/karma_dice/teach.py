"""Which rules an action brings into play, for the teacher and the rule pages."""

from __future__ import annotations

from companion.games.karma_dice import rules
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
from companion.games.karma_dice.flow import beats
from companion.games.karma_dice.powers import recipes
from companion.games.karma_dice.state import KarmaDiceState


def touches(state: KarmaDiceState, action: Action) -> tuple[str, ...]:
    """Return the ids of the rules that matter for this action, the first one most."""
    match action:
        case Throw():
            first = rules.STRICTLY_HIGHER if state.turn.zones else rules.FIRST_ROLL
            return (first, rules.USED_DICE.id)
        case Landed():
            return (rules.STRICTLY_HIGHER, rules.FACES.id)
        case Settle(total):
            return _settle(state, total)
        case Stop():
            return (rules.STOP.id, rules.TURN_SCORE)
        case Draft(die):
            return (rules.DRAFT_ORDER, rules.POWER_OF[die])
    return _others(action)


def _others(
    action: Reroll | CopyFirst | ChooseTrait | UseTrait | MoveEye,
) -> tuple[str, ...]:
    match action:
        case Reroll():
            return (rules.REROLL_ONCE.id,)
        case CopyFirst():
            return (rules.COPY.id,)
        case ChooseTrait():
            return (rules.TRAIT_CHOICE.id, rules.TRAIT_DIE.id)
        case UseTrait():
            return (rules.TRAIT_ONCE.id,)
        case MoveEye():
            return (rules.EYE_MOVES.id,)


def _settle(state: KarmaDiceState, total: int) -> tuple[str, ...]:
    turn = state.turn
    compared = (
        rules.FIRST_ROLL
        if not turn.zones
        else rules.STRICTLY_HIGHER
        if beats(turn, total)
        else rules.FAILURE
    )
    steps = recipes(turn.roll).get(total - turn.bonus, ())
    used = dict.fromkeys(rules.POWER_OF[turn.roll[s.die].colour] for s in steps)
    last = (rules.FIFTEEN,) if len(turn.zones) == 5 and beats(turn, total) else ()
    return (compared, *used, *last)
