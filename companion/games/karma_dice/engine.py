"""Karma Dice: the first position, the turn machine, the end, and what never breaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any

from companion.core.colours import Colour
from companion.core.game import Outcome
from companion.core.options import read_options
from companion.core.phrase import say
from companion.core.seats import Seat
from companion.core.turn import TurnMachine
from companion.games.karma_dice import rules
from companion.games.karma_dice.actions import Action
from companion.games.karma_dice.box import CHAKRA, RED_DICE, TRACK
from companion.games.karma_dice.host import pretend
from companion.games.karma_dice.options import OPTIONS, PLAYERS
from companion.games.karma_dice.own_box import Kinds, read_box
from companion.games.karma_dice.questions import (
    Fall,
    KeepTrait,
    SettleRoll,
    TakeDie,
    ThrowOrStop,
    asked,
)
from companion.games.karma_dice.questions.drafting import picking
from companion.games.karma_dice.questions.shortcuts import TellRoll, TellScore
from companion.games.karma_dice.questions.traits import UseCard
from companion.games.karma_dice.rounds import NEXT_TURN, begin_turn
from companion.games.karma_dice.state import (
    FIRST,
    LEVELS_OF_BEFORE,
    End,
    KarmaDiceState,
    Level,
    Player,
    Setup,
    Turn,
    hand_of,
)

TURNS: TurnMachine[KarmaDiceState, Action] = TurnMachine(
    rules.GAME_OVER, pretend, standing=(UseCard(), TellRoll(), TellScore())
)


def start(options: Mapping[str, Any]) -> KarmaDiceState:
    """Return the first position of a table with these options.

    Raises:
        Malformed: naming the option that cannot be read.
    """
    level = options.get("eye", Level.NORMAL)
    before = level in LEVELS_OF_BEFORE
    given = {**options, "eye": Level.FAIR.value} if before else options
    players, chosen = read_options(OPTIONS, PLAYERS, given, extra=("box",))
    if before:
        # The Eye of a table that names none is the one there was before the others.
        chosen["eye"] = Level(level).value
    kinds = read_box(options.get("box"))
    return _first_state(players, tuple(chosen.items()), kinds)


@lru_cache(maxsize=1 << 6)
def _first_state(
    players: int, chosen: tuple[tuple[str, Any], ...], kinds: Kinds
) -> KarmaDiceState:
    given = dict(chosen)
    given |= {"end": End(given["end"]), "eye": Level(given["eye"])}
    setup = Setup(players=players, kinds=kinds, **given)
    state = KarmaDiceState(
        setup=setup,
        players=(Player(),) * setup.players,
        reserve=tuple(colour for colour in CHAKRA for _ in range(setup.players)),
        turn=Turn(FIRST, RED_DICE),
        todo=(NEXT_TURN, KeepTrait(FIRST)),
    )
    return state if setup.traits else begin_turn(state, FIRST)


def outcome(state: KarmaDiceState) -> Outcome | None:
    """Return how the game ended, None while it goes on."""
    if state.todo:
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


def faults(state: KarmaDiceState) -> tuple[str, ...]:
    """Return every promise this position breaks, in words for a programmer."""
    return (*_dice(state), *_turn(state), *_draft(state), *_moment(state))


def _dice(state: KarmaDiceState) -> list[str]:
    owned = Counter(die for player in state.players for die in player.dice)
    there = owned + Counter(state.reserve)
    meant = Counter({colour: state.setup.players for colour in CHAKRA})
    found = []
    if there != meant:
        found.append(f"dice lost or doubled: {there} instead of {meant}")
    if state.yogi is not None and not state.setup.yogi:
        found.append("the Yogi is out of play but somebody holds it")
    if Colour.RED in there or Colour.WHITE in there:
        found.append("red dice and the Yogi belong to nobody")
    return found


def _turn(state: KarmaDiceState) -> list[str]:
    turn = state.turn
    seen = [die.colour for zone in turn.zones for die in zone.dice]
    seen += [die.colour for die in turn.roll] + list(turn.left)
    found = []
    if Counter(seen) != Counter(hand_of(state, turn.seat)):
        found.append("the dice of the turn are not the dice of its seat")
    if Counter(seen)[Colour.RED] != len(RED_DICE):
        found.append("there are six red dice")
    results = [zone.total for zone in turn.zones]
    if any(b <= a for a, b in pairwise(results)):
        found.append(f"results do not rise: {results}")
    if len(turn.zones) > len(TRACK):
        found.append("more zones than the track has")
    return found


def _draft(state: KarmaDiceState) -> list[str]:
    found = []
    seats = picking(state)
    if isinstance(asked(state), TakeDie) != bool(seats):
        found.append("somebody picks exactly while there is a draft")
    if len(seats) > len(state.reserve):
        found.append("more pickers than dice")
    if not state.setup.solo and state.eye:
        found.append("the Eye moves only in a solo game")
    return found


def _moment(state: KarmaDiceState) -> list[str]:
    turn, question = state.turn, asked(state)
    rolling = isinstance(question, Fall | SettleRoll)
    found = []
    if question and not isinstance(question, KeepTrait) and question.seat != turn.seat:
        found.append("somebody is asked out of turn")
    if bool(turn.roll) != rolling:
        found.append("a roll lies there exactly while it is rolled or settled")
    if bool(turn.air) != isinstance(question, Fall):
        found.append("dice are in the air exactly while faces are awaited")
    if isinstance(question, ThrowOrStop) and not turn.left:
        found.append("a turn without dice goes on")
    if any(player.trait and not state.setup.traits for player in state.players):
        found.append("a trait card at a table without traits")
    return found
