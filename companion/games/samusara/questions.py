"""Everything a Samusara table is asked: a turn, the app's turn, an offered draw."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.core.phrase import NameOf, Phrase, say
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.core.turn import ChanceQuestion, Question, push
from companion.games.samusara import bot, rules
from companion.games.samusara.actions import (
    AcceptDraw,
    DeclineDraw,
    Jump,
    Move,
    OfferDraw,
    Reinforce,
    Resign,
    Step,
)
from companion.games.samusara.board import Board, Cells
from companion.games.samusara.moves import (
    Side,
    can_move,
    captured_by,
    carry_out,
    crossed_at,
    crossings,
    listed,
    ways_won,
)
from companion.games.samusara.state import (
    COLOURS,
    State,
    colour_of,
    is_apps,
    seat_of,
)
from companion.games.samusara.words import label, told, who


def mover(state: State) -> Side:
    """Return the side of whoever is to move."""
    colour = state.colour
    other = 1 - colour
    return Side(
        colour,
        state.discs[colour],
        state.discs[other],
        state.piles[colour],
        state.cubes[colour],
    )


def broken_by(state: State, move: Move) -> Rule | None:
    """Name the rule that speaks against a turn."""
    board, side = state.board, mover(state)
    match move:
        case Step(source, target):
            named: tuple[str, ...] = (source, target)
            judge = _step_broken
        case Jump(source, path):
            named, judge = (source, *path), _jump_broken
        case Reinforce(cells):
            named, judge = cells, _return_broken
    if any(name not in board.index for name in named):
        return rules.BOARD
    return judge(board, side, move)


def _step_broken(board: Board, side: Side, move: Any) -> Rule | None:
    here, there = board.index[move.source], board.index[move.target]
    if not side.mine >> here & 1:
        return rules.OWN_DISC
    if not board.near[here] >> there & 1:
        return rules.ALONG_LINES
    taken = (side.mine | side.theirs) >> there & 1
    return rules.EMPTY_CELL if taken else None


def _return_broken(board: Board, side: Side, move: Any) -> Rule | None:
    cells = move.cells
    if not 1 <= len(cells) <= side.pile:
        return rules.REINFORCE_NUMBER
    homes = board.power[side.colour] & ~(side.mine | side.theirs)
    fit = len(set(cells)) == len(cells) and not board.bits(cells) & ~homes
    return None if fit else rules.REINFORCE_CELLS


def _jump_broken(board: Board, side: Side, move: Any) -> Rule | None:
    if not move.path or (move.over and len(move.over) != len(move.path)):
        return rules.SERIES
    start = board.index[move.source]
    if not side.mine >> start & 1:
        return rules.OWN_DISC
    captured, here = 0, start
    for number, name in enumerate(move.path):
        mine = side.mine & ~(1 << start) | 1 << here
        cube = side.cube + captured.bit_count()
        if number and ways_won(board, side.colour, mine, cube):
            return rules.WIN_AT_ONCE
        over = crossed_at(board, side, move, number, captured)
        there = side.mine & ~(1 << start) | side.theirs & ~captured
        if rule := _hop_broken(there, over, board.index[name]):
            known = crossings(board, here, board.index[name])
            return rule if known else rules.SHORT_JUMP
        captured |= (1 << (over or 0)) & side.theirs
        here = board.index[name]
    return rules.NO_STANDING_STILL if here == start and not captured else None


def _hop_broken(occupied: Cells, over: int | None, land: int) -> Rule | None:
    if occupied >> land & 1:
        return rules.EMPTY_CELL
    crossed = over is not None and occupied >> over & 1
    return None if crossed else rules.JUMPS


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
        () if ended else (asked(state, other),),
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
        return told(before, answer, _captured(before, answer))

    def why(self, state: State) -> str | None:
        """Point to the three kinds of turn."""
        return rules.ONE_OPTION.id

    def touches(self, state: State, answer: Move) -> tuple[str, ...]:
        """Point to the kind of turn."""
        match answer:
            case Step():
                return ("samusara.step", rules.ALONG_LINES.id)
            case Jump() if _captured(state, answer):
                return ("samusara.capture", "samusara.jumps", "samusara.series")
            case Jump():
                return ("samusara.jumps", "samusara.jump-own", "samusara.series")
            case Reinforce():
                return ("samusara.reinforce", rules.REINFORCE_NUMBER.id)


def _captured(before: State, move: Move) -> int:
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

    def sample(self, state: State, rng: Random) -> Move:
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
        return told(before, answer, _captured(before, answer))

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


@dataclass(frozen=True, slots=True)
class AnswerDraw(Question[State, AcceptDraw | DeclineDraw]):
    """The other player has offered a draw."""

    seat: Seat
    answers = (AcceptDraw, DeclineDraw)
    instead = rules.DRAW_AGREED

    def offers(self, state: State) -> Iterator[AcceptDraw | DeclineDraw]:
        """List both answers."""
        yield AcceptDraw()
        yield DeclineDraw()

    def broken(self, state: State, answer: AcceptDraw | DeclineDraw) -> Rule | None:
        """Allow either."""
        return None

    def settle(self, state: State, answer: AcceptDraw | DeclineDraw) -> State:
        """End the game, or go on as if nothing had been said."""
        match answer:
            case AcceptDraw():
                return state._replace(ended=("agreed",), winner=None, todo=())
            case DeclineDraw():
                return state

    def prompt(self, state: State, eyes: Seat | None) -> Phrase:
        """Ask for yes or no."""
        return say("{who}: a draw is offered. Accept it?", who=NameOf(self.seat))

    def label(self, state: State, answer: AcceptDraw | DeclineDraw) -> Phrase:
        """Say yes or no."""
        match answer:
            case AcceptDraw():
                return say("Accept the draw")
            case DeclineDraw():
                return say("Play on")

    def tell(
        self,
        before: State,
        answer: AcceptDraw | DeclineDraw,
        after: State,
        eyes: Seat | None,
    ) -> Phrase:
        """Say what was answered."""
        match answer:
            case AcceptDraw():
                return say("{who} accepts the draw.", who=NameOf(self.seat))
            case DeclineDraw():
                return say("{who} plays on.", who=NameOf(self.seat))

    def why(self, state: State) -> str | None:
        """Point to draws by agreement."""
        return rules.DRAW_AGREED.id


class _Aside(Question[State, Any]):
    """Something a player may say at any time; no list offers it by itself."""

    __slots__ = ()

    def offers(self, state: State) -> Iterator[Any]:
        """List nothing: a player who wants this finds it in the menu."""
        return iter(())

    def actor(self, state: State, answer: Any) -> Seat:
        """Return who says it."""
        seats = 1 if state.setting.alone else 2
        return Seat(answer.seat if 0 <= answer.seat < seats else 0)


@dataclass(frozen=True, slots=True)
class DrawOffer(_Aside):
    """A player offers a draw."""

    answers = (OfferDraw,)
    instead = rules.DRAW_AGREED

    def broken(self, state: State, answer: OfferDraw) -> Rule | None:
        """Refuse where nobody could answer, or an offer is open already."""
        two = not state.setting.alone and answer.seat in (0, 1)
        open_ = isinstance(state.todo[-1], AnswerDraw)
        return None if two and not open_ else rules.DRAW_AGREED

    def settle(self, state: State, answer: OfferDraw) -> State:
        """Ask the other player first."""
        return push(state, AnswerDraw(Seat(1 - answer.seat)))

    def prompt(self, state: State, eyes: Seat | None) -> Phrase:
        """Name it for the menu."""
        return say("Offer a draw")

    def label(self, state: State, answer: OfferDraw) -> Phrase:
        """Name it for the menu."""
        return say("Offer a draw")

    def tell(
        self, before: State, answer: OfferDraw, after: State, eyes: Seat | None
    ) -> Phrase:
        """Say who offers."""
        return say("{who} offers a draw.", who=NameOf(answer.seat))

    def why(self, state: State) -> str | None:
        """Point to draws by agreement."""
        return rules.DRAW_AGREED.id


@dataclass(frozen=True, slots=True)
class Resignation(_Aside):
    """A player gives up."""

    answers = (Resign,)
    instead = rules.RESIGN

    def broken(self, state: State, answer: Resign) -> Rule | None:
        """Refuse a seat that nobody has."""
        seats = 1 if state.setting.alone else 2
        return None if 0 <= answer.seat < seats else rules.RESIGN

    def settle(self, state: State, answer: Resign) -> State:
        """Give the game to the other colour."""
        winner = 1 - colour_of(state.setting, answer.seat)
        return state._replace(ended=("resigned",), winner=winner, todo=())

    def prompt(self, state: State, eyes: Seat | None) -> Phrase:
        """Name it for the menu."""
        return say("Give up")

    def label(self, state: State, answer: Resign) -> Phrase:
        """Name it for the menu."""
        return say("Give up")

    def tell(
        self, before: State, answer: Resign, after: State, eyes: Seat | None
    ) -> Phrase:
        """Say who gives up."""
        return say("{who} gives up.", who=NameOf(answer.seat))

    def why(self, state: State) -> str | None:
        """Point to giving up."""
        return rules.RESIGN.id


STANDING: tuple[Question[State, Any], ...] = (DrawOffer(), Resignation())


def pretend(state: State, action: Any) -> Question[State, Any]:
    """Return the question an action would have answered, had it been asked."""
    seat = seat_of(state.setting, state.colour)
    if isinstance(action, AcceptDraw | DeclineDraw):
        return AnswerDraw(seat)
    return MoveDisc(seat)


def described(state: State) -> Phrase:
    """Return the prompt of the open question, for the public eye."""
    if state.todo:
        question = state.todo[-1]
        assert isinstance(question, Question)
        return question.prompt(state, None)
    return say("The game is over. {who} moved last.", who=who(state, 1 - state.colour))
