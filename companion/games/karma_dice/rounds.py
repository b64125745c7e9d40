"""What happens by itself: turns pass on, rounds end, dice are drafted, the game ends.

Below the questions of a turn lies what comes after it.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.seats import Seat
from companion.core.turn import Happening, Todo
from companion.games.karma_dice.questions.drafting import TAKE_DIE
from companion.games.karma_dice.questions.eye import EYE_MOVES
from companion.games.karma_dice.questions.throwing import THROW_OR_STOP
from companion.games.karma_dice.state import (
    FIRST,
    End,
    KarmaDiceState,
    new_turn,
    order_of,
)


class Beneath(Happening[KarmaDiceState]):
    """What comes when nothing is asked: nothing lies below, so the stack is all new."""

    __slots__ = ()

    def go(self, state: KarmaDiceState) -> KarmaDiceState:
        """Let it happen."""
        return self.happen(state)


@dataclass(frozen=True, slots=True)
class NextTurn(Beneath):
    """The red dice pass on; after the last player the round is over."""

    def happen(self, state: KarmaDiceState) -> KarmaDiceState:
        """Begin the next turn, or let the Eye move, or end the round."""
        if state.played < state.setup.players:
            return begin_turn(state, order_of(state)[state.played])
        if not state.setup.solo:
            return END_ROUND.happen(state)
        return state.at(new_turn(state, FIRST), _EYE_FIRST)


@dataclass(frozen=True, slots=True)
class EndRound(Beneath):
    """Everyone has played: the game is over, or the draft begins."""

    def happen(self, state: KarmaDiceState) -> KarmaDiceState:
        """Give the Yogi to the lowest score and ask everyone to take a die."""
        if is_last_round(state):
            return state.at(new_turn(state, state.turn.seat), ())
        order = draft_order(state)
        holder = _yogi_holder(state, order[0])
        if holder != state.yogi:
            state = state._replace(yogi=holder)
        if not state.reserve:
            return NEXT_ROUND.happen(state)
        picks = [TAKE_DIE[seat] for seat in order[: len(state.reserve)]]
        return state.at(new_turn(state, order[0]), (NEXT_ROUND, *picks[::-1]))


@dataclass(frozen=True, slots=True)
class NextRound(Beneath):
    """The dice are taken and a round begins."""

    def happen(self, state: KarmaDiceState) -> KarmaDiceState:
        """Move the first-player token if the table wants that, and begin."""
        step = 1 if state.setup.rotate_first else 0
        first = Seat((state.first + step) % state.setup.players)
        return KarmaDiceState(
            new_turn(state, first),
            _TURN[first],
            state.setup,
            state.players,
            state.reserve,
            state.round + 1,
            first,
            0,
            state.yogi,
            state.eye,
            state.summary,
        )


NEXT_TURN, END_ROUND, NEXT_ROUND = NextTurn(), EndRound(), NextRound()
_TURN: tuple[Todo, ...] = tuple((NEXT_TURN, asks) for asks in THROW_OR_STOP)
"""What must be settled when a turn begins, by seat."""

_EYE_FIRST: Todo = (END_ROUND, EYE_MOVES[FIRST])


def begin_turn(state: KarmaDiceState, seat: Seat) -> KarmaDiceState:
    """Return the state with the red dice in front of this seat."""
    return state.at(new_turn(state, seat), _TURN[seat])


def is_last_round(state: KarmaDiceState) -> bool:
    """Tell whether the game ends with the round being played, as things stand."""
    if state.setup.solo or state.setup.end is End.RESERVE_EMPTY:
        return not state.reserve
    if state.setup.end is End.ROUNDS:
        return state.round >= state.setup.rounds
    return max(player.score for player in state.players) >= state.setup.target


def draft_order(state: KarmaDiceState) -> tuple[Seat, ...]:
    """Return the seats from lowest to highest score, ties in the order of play."""
    return tuple(sorted(order_of(state), key=lambda at: state.players[at].score))


def _yogi_holder(state: KarmaDiceState, lowest: Seat) -> Seat | None:
    if not state.setup.yogi:
        return None
    if state.setup.solo and state.players[lowest].score > state.eye:
        return None
    return lowest
