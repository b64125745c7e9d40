"""The turn of a player and the turn of the app."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.phrase import NameOf, Phrase, say
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.core.turn import ChanceQuestion, Question, Rng
from companion.games.samusara import bot, rules
from companion.games.samusara.actions import Jump, Move, Reinforce, Step
from companion.games.samusara.board import Cells
from companion.games.samusara.legality import broken_by, mover
from companion.games.samusara.moves import (
    can_move,
    captured_by,
    carry_out,
    listed,
    ways_won,
)
from companion.games.samusara.series import Side
from companion.games.samusara.state import COLOURS, State, is_apps, seat_of
from companion.games.samusara.words import label, told


def play_on(state: State, move: Move) -> State:
    """Return the state after a legal turn: won, drawn, or the other colour's turn."""
    board, side = state.board, mover(state)
    colour, other = side.colour, 1 - side.colour
    done = carry_out(board, side, move)
    two = (done.mine, done.theirs)
    discs = two if colour == 0 else two[::-1]
    at = (*discs, other)
    piles, cubes = state.piles, state.cubes
    final = done.pile != side.pile
    if final:
        piles = _with(piles, colour, done.pile)
        cubes = _with(cubes, colour, done.cube)
    since = (at,) if final else (*state.since, at)
    ended = ways_won(board, colour, done.mine, done.cube)
    winner: int | None = colour
    if not ended:
        opposite = Side(other, done.theirs, done.mine, piles[other], cubes[other])
        if can_move(board, opposite):
            winner, ended = None, _drawn(state, since)
        else:
            ended = ("blocked",)
    left = side.mine & ~done.mine
    return State(
        state.setting,
        discs,
        piles,
        cubes,
        other,
        since,
        (left, done.mine & ~side.mine, done.captured),
        state.turns + 1,
        ended,
        winner,
        todo=() if ended else (asked(state, other),),
    )


def _with(pair: tuple[int, int], colour: int, value: int) -> tuple[int, int]:
    return (value, pair[1]) if colour == 0 else (pair[0], value)


def _drawn(state: State, since: tuple[Any, ...]) -> tuple[str, ...]:
    setting = state.setting
    if setting.repetition and since.count(since[-1]) >= 3:
        return ("repetition",)
    if setting.quiet and len(since) > setting.quiet:
        return ("quiet",)
    return ()


def asked(state: State, colour: int) -> MoveDisc | AppMoves:
    """Return the question for the next turn of a colour."""
    seat = seat_of(state.setting, colour)
    if is_apps(state.setting, colour):
        return AppMoves(seat)
    return MoveDisc(seat)


@dataclass(frozen=True, slots=True)
class MoveDisc(Question[State, Move]):
    """The player in turn steps, jumps or returns discs."""

    seat: Seat
    answers = (Step, Jump, Reinforce)
    instead = rules.ONE_OPTION

    def offers(self, state: State) -> list[Move]:
        """List every turn; of series that end alike, the shortest."""
        return listed(state.board, mover(state))

    def broken(self, state: State, answer: Move) -> Rule | None:
        """Name the rule against a turn."""
        return broken_by(state, answer)

    def settle(self, state: State, answer: Move) -> State:
        """Move the discs."""
        return play_on(state, answer)

    def prompt(self, state: State, eyes: Seat | None) -> Phrase:
        """Ask for a turn; name what a pile allows only if it allows it."""
        side = mover(state)
        homes = state.board.power[side.colour] & ~(side.mine | side.theirs)
        if side.pile and homes:
            return say(
                "{who}: step, jump, or return discs from your Capture Pile.",
                who=NameOf(self.seat),
            )
        return say("{who}: step or jump with one disc.", who=NameOf(self.seat))

    def label(self, state: State, answer: Move) -> Phrase:
        """Write the turn as players do."""
        return label(answer)

    def tell(
        self, before: State, answer: Move, after: State, eyes: Seat | None
    ) -> Phrase:
        """Say who moved what, and what was captured."""
        return told(before, answer, captured_in(before, answer))

    def why(self, state: State) -> str | None:
        """Point to the three kinds of turn."""
        return rules.ONE_OPTION.id

    def touches(self, state: State, answer: Move) -> tuple[str, ...]:
        """Point to the kind of turn."""
        match answer:
            case Step():
                return ("samusara.step", rules.ALONG_LINES.id)
            case Jump() if captured_in(state, answer):
                return ("samusara.capture", "samusara.jumps", "samusara.series")
            case Jump():
                return ("samusara.jumps", "samusara.jump-own", "samusara.series")
            case Reinforce():
                return ("samusara.reinforce", rules.REINFORCE_NUMBER.id)


def captured_in(before: State, move: Move) -> Cells:
    """Return the discs a turn takes, none if it is not legal."""
    if isinstance(move, Jump) and broken_by(before, move) is None:
        return captured_by(before.board, mover(before), move)
    return 0


@dataclass(frozen=True, slots=True)
class AppMoves(ChanceQuestion[State, Move]):
    """The app decides the turn of its colour; a person moves the discs."""

    seat: Seat
    answers = (Step, Jump, Reinforce)
    instead = rules.TURN_ORDER

    def broken(self, state: State, answer: Move) -> Rule | None:
        """Name the rule against a turn: the app keeps them too."""
        return broken_by(state, answer)

    def settle(self, state: State, answer: Move) -> State:
        """Move the discs."""
        return play_on(state, answer)

    def sample(self, state: State, rng: Rng) -> Move:
        """Think, as well as the table has asked for."""
        return bot.choose(state.board, thought(state), state.setting.strength, rng)

    def awaits(self, state: State) -> dict[str, Any]:
        """Say that the app is to move."""
        return {"kind": "move", "colour": COLOURS[state.colour]}

    def prompt(self, state: State, eyes: Seat | None) -> Phrase:
        """Let the app think."""
        return say("Ask the app for its move, then carry it out on the board.")

    def label(self, state: State, answer: Move) -> Phrase:
        """Write the turn as players do."""
        return label(answer)

    def tell(
        self, before: State, answer: Move, after: State, eyes: Seat | None
    ) -> Phrase:
        """Say what the app moves."""
        return told(before, answer, captured_in(before, answer))

    def why(self, state: State) -> str | None:
        """Point to the turn order."""
        return rules.TURN_ORDER.id


def thought(state: State) -> bot.Position:
    """Return the position as the app thinks about it."""
    colour, other = state.colour, 1 - state.colour
    return bot.Position(
        colour,
        (state.discs[colour], state.discs[other]),
        (state.piles[colour], state.piles[other]),
        (state.cubes[colour], state.cubes[other]),
        frozenset(at for at in state.since if state.setting.repetition),
    )
