"""Karma Dice: which words are allowed now, and what they do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from companion.core.errors import IllegalMove
from companion.core.game import Outcome
from companion.core.options import read_options
from companion.core.phrase import say
from companion.core.seats import Seat
from companion.games.karma_dice import flow, legality
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
from companion.games.karma_dice.box import CHAKRA, FACES, RED_DICE
from companion.games.karma_dice.dice import Dice, handfuls
from companion.games.karma_dice.options import OPTIONS, PLAYERS
from companion.games.karma_dice.powers import totals
from companion.games.karma_dice.state import (
    End,
    KarmaDiceState,
    Level,
    Phase,
    Player,
    Setup,
    Trait,
    Turn,
)


def start(options: Mapping[str, Any]) -> KarmaDiceState:
    """Return the first position of a table with these options.

    Raises:
        Malformed: naming the option that cannot be read.
    """
    players, chosen = read_options(OPTIONS, PLAYERS, options)
    given: dict[str, Any] = dict(chosen)
    given |= {"end": End(given["end"]), "eye": Level(given["eye"])}
    setup = Setup(players=players, **given)
    return KarmaDiceState(
        setup=setup,
        phase=Phase.TRAITS if setup.traits else Phase.THROW,
        players=(Player(),) * players,
        reserve=tuple(colour for colour in CHAKRA for _ in range(players)),
        turn=Turn(Seat(0), RED_DICE),
    )


broken_rule = legality.broken_rule


def legal_actions(state: KarmaDiceState) -> tuple[Action, ...]:
    """List every move open now, always in the same order."""
    lister = _LISTED.get(state.phase)
    return lister(state) if lister else ()


def _turn_choices(state: KarmaDiceState) -> tuple[Action, ...]:
    choices = _throws(state.turn.left, bool(state.turn.zones))
    return (*choices, *_traits(state)) if state.setup.traits else choices


def _draft_choices(state: KarmaDiceState) -> tuple[Action, ...]:
    free = dict.fromkeys(state.reserve)
    return (*[Draft(colour) for colour in free], *_traits(state))


def _eye_choices(state: KarmaDiceState) -> tuple[Action, ...]:
    return (MoveEye(), *_traits(state))


def _trait_choices(state: KarmaDiceState) -> tuple[Action, ...]:
    return tuple(
        ChooseTrait(Seat(seat), colour)
        for seat, player in enumerate(state.players)
        if player.trait is None
        for colour in dict.fromkeys(state.reserve)
    )


def _traits(state: KarmaDiceState) -> tuple[Action, ...]:
    if not state.setup.traits:
        return ()
    return tuple(
        UseTrait(Seat(seat))
        for seat in range(state.setup.players)
        if flow.has_unused_trait(state, Seat(seat))
    )


@lru_cache(maxsize=1 << 11)
def _throws(left: Dice, may_stop: bool) -> tuple[Action, ...]:
    if may_stop:
        return (Stop(), *_throws(left, False))
    return tuple(map(Throw, handfuls(left)))


def _settlements(state: KarmaDiceState) -> tuple[Action, ...]:
    turn = state.turn
    return (
        *[Reroll(place) for place in flow.can_reroll(turn)],
        *[CopyFirst(place, source) for place, source in flow.early_copies(turn)],
        *[Settle(total) for total in totals(turn.roll, turn.bonus)],
        *_traits(state),
    )


_LISTED: dict[Phase, Callable[[KarmaDiceState], tuple[Action, ...]]] = {
    Phase.TRAITS: _trait_choices,
    Phase.THROW: _turn_choices,
    Phase.SETTLE: _settlements,
    Phase.DRAFT: _draft_choices,
    Phase.EYE: _eye_choices,
}


def apply(state: KarmaDiceState, action: Action) -> KarmaDiceState:
    """Return the state after the action.

    Raises:
        IllegalMove: naming the rule, if the action is not legal here.
    """
    if rule := broken_rule(state, action):
        raise IllegalMove(action, rule)
    return go_on(state, action)


def go_on(state: KarmaDiceState, action: Action) -> KarmaDiceState:
    """Return the state after an action that is known to be possible."""
    return _DONE[type(action)](state, action)


def use_trait(state: KarmaDiceState, action: UseTrait) -> KarmaDiceState:
    """Return the state with a card turned over and its effect entered."""
    player = state.players[action.seat]
    trait = player.trait._replace(used=True) if player.trait else None
    state = flow.put_player(state, action.seat, player._replace(trait=trait))
    state = flow.add_points(state, action.seat, action.points)
    turn = state.turn._replace(bonus=state.turn.bonus + action.bonus)
    if action.faces:
        roll = tuple(
            die._replace(face=face)
            for die, face in zip(turn.roll, action.faces, strict=True)
        )
        turn = turn._replace(roll=roll)
    state = state._replace(turn=turn)
    return flow.reroll(state, action.reroll) if action.reroll else state


_DONE: dict[type, Callable[[KarmaDiceState, Any], KarmaDiceState]] = {
    Throw: lambda state, action: flow.throw(state, action.dice),
    Landed: lambda state, action: flow.land(state, action.faces),
    Settle: lambda state, action: flow.settle(state, action.total),
    Stop: lambda state, _: flow.stop(state),
    Draft: lambda state, action: flow.draft(state, action.die),
    Reroll: lambda state, action: flow.reroll(state, (action.die,)),
    CopyFirst: lambda state, action: flow.copy_first(state, action.die, action.source),
    ChooseTrait: lambda state, action: flow.choose_trait(
        state, action.seat, Trait(action.die, action.ability)
    ),
    UseTrait: use_trait,
    MoveEye: lambda state, _: flow.move_eye(state),
}


@dataclass(frozen=True, slots=True)
class Rolling:
    """Dice in the air: only the table can say how they land."""

    dice: Dice

    def sample(self, rng: Any) -> Landed:
        """Return faces as fair dice would show them."""
        roll = rng.random
        return Landed(tuple([FACES[die][int(roll() * 6)] for die in self.dice]))

    def admits(self, action: Any) -> bool:
        """Tell whether these faces can lie there."""
        return isinstance(action, Landed) and legality.fits(self.dice, action.faces)

    def to_json(self) -> dict[str, Any]:
        """Return the dice awaited, in the order in which their faces are told."""
        return {"kind": "dice", "dice": [legality.prior(die) for die in self.dice]}


def chance(state: KarmaDiceState) -> Rolling | None:
    """Return the dice that are in the air."""
    if state.phase is not Phase.AIR:
        return None
    return Rolling(legality.in_the_air(state.turn))


def actor(state: KarmaDiceState, action: Action) -> Seat:
    """Return whose word an action is."""
    if isinstance(action, ChooseTrait | UseTrait):
        return action.seat
    return state.turn.seat


def outcome(state: KarmaDiceState) -> Outcome | None:
    """Return how the game ended, None while it goes on."""
    if state.phase is not Phase.OVER:
        return None
    scores = tuple(player.score for player in state.players)
    if state.setup.solo:
        return _solo_outcome(state, scores)
    best = max(scores)
    winners = tuple(Seat(s) for s, score in enumerate(scores) if score == best)
    return Outcome(winners, scores, state.setup.end.value, _REASONS[state.setup.end])


_REASONS = {
    End.RESERVE_EMPTY: say("The reserve was empty and the last round has been played."),
    End.ROUNDS: say("The last round has been played."),
    End.TARGET: say("The target was reached in this round."),
}


def _solo_outcome(state: KarmaDiceState, scores: tuple[int, ...]) -> Outcome:
    if state.eye >= scores[0]:
        return Outcome((), scores, "caught", say("The Evil Eye has caught you."))
    reason = say("You have escaped the Evil Eye.")
    return Outcome((Seat(0),), scores, "escaped", reason)
