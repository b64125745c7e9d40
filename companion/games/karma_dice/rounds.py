"""What happens by itself: turns pass on, rounds end, dice are drafted, the game ends.

Below the questions of a turn lies what comes after it.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.seats import Seat
from companion.core.turn import Happening, push
from companion.games.karma_dice.questions.drafting import TAKE_DIE, to_pick
from companion.games.karma_dice.questions.eye import EYE_MOVES
from companion.games.karma_dice.questions.throwing import THROW_OR_STOP
from companion.games.karma_dice.state import End, KarmaDiceState, new_turn, order_of


@dataclass(frozen=True, slots=True)
class NextTurn(Happening[KarmaDiceState]):
    """The red dice pass on; after the last player the round is over."""

    def happen(self, state: KarmaDiceState) -> KarmaDiceState:
        """Begin the next turn, or let the Eye move, or end the round."""
        if state.played < state.setup.players:
            return begin_turn(state, order_of(state)[state.played])
        if not state.setup.solo:
            return push(state, END_ROUND)
        seat = state.turn.seat
        return state.at(new_turn(state, seat), (END_ROUND, EYE_MOVES[seat]))


@dataclass(frozen=True, slots=True)
class EndRound(Happening[KarmaDiceState]):
    """Everyone has played: the game is over, or the draft begins."""

    def happen(self, state: KarmaDiceState) -> KarmaDiceState:
        """Give the Yogi to the lowest score and ask everyone to take a die."""
        if is_last_round(state):
            return state.at(new_turn(state, state.turn.seat), ())
        order = draft_order(state)
        state = state._replace(yogi=_yogi_holder(state, order[0]))
        picks = [TAKE_DIE[seat] for seat in order[: len(state.reserve)]]
        return to_pick(push(state, *picks, NEXT_ROUND))


@dataclass(frozen=True, slots=True)
class NextRound(Happening[KarmaDiceState]):
    """The dice are taken and a round begins."""

    def happen(self, state: KarmaDiceState) -> KarmaDiceState:
        """Move the first-player token if the table wants that, and begin."""
        step = 1 if state.setup.rotate_first else 0
        first = Seat((state.first + step) % state.setup.players)
        state = state._replace(round=state.round + 1, first=first, played=0)
        return begin_turn(state, first)


NEXT_TURN, END_ROUND, NEXT_ROUND = NextTurn(), EndRound(), NextRound()


def begin_turn(state: KarmaDiceState, seat: Seat) -> KarmaDiceState:
    """Return the state with the red dice in front of this seat."""
    return state.at(new_turn(state, seat), (NEXT_TURN, THROW_OR_STOP[seat]))


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
