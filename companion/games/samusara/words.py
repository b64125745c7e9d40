"""Names and sentences that several places of Samusara share."""

from __future__ import annotations

from companion.core.phrase import NameOf, Phrase, say, say_n
from companion.games.samusara.actions import Jump, Move, Reinforce, Step
from companion.games.samusara.board import Cells
from companion.games.samusara.state import State, is_apps, seat_of

COLOUR_NAMES = (say("Yellow"), say("Brown"))

WAYS = {
    "power-cells": say("discs on {n} Power Cells of the other colour", n=3),
    "hilltops": say("discs on {n} hilltops", n=7),
    "track": say("the cube has reached the centre of the track"),
    "blocked": say("the other colour cannot move"),
    "resigned": say("the other player has given up"),
    "repetition": say("The same position came up for the third time: nobody wins."),
    "quiet": say("Nothing was captured or returned for too long: nobody wins."),
    "agreed": say("Both players agreed on a draw."),
}


def who(state: State, colour: int) -> NameOf | Phrase:
    """Return who moves a colour: a name, or the app."""
    if is_apps(state.setting, colour):
        return say("The app")
    return NameOf(seat_of(state.setting, colour))


def written(move: Move) -> str:
    """Return a turn as players write it down: `D1-E1`, `C1-E3-G5`, `+D3 +D4`."""
    match move:
        case Step(source, target):
            return f"{source}-{target}"
        case Jump(source, path):
            return "-".join((source, *path))
        case Reinforce(cells):
            return " ".join(f"+{cell}" for cell in cells)


def cells_of(move: Move) -> tuple[str, ...]:
    """Return the cells a turn passes, the first one first."""
    match move:
        case Step(source, target):
            return (source, target)
        case Jump(source, path):
            return (source, *path)
        case Reinforce(cells):
            return cells


def label(move: Move) -> Phrase:
    """Return the words on the button of a turn."""
    match move:
        case Step():
            return say("Step {way}", way=written(move))
        case Jump():
            return say("Jump {way}", way=written(move))
        case Reinforce(cells):
            return say("Return discs to {cells}", cells=", ".join(cells))


def told(before: State, move: Move, captured: Cells) -> Phrase:
    """Return the log line of a turn."""
    mover = who(before, before.colour)
    match move:
        case Step():
            return say("{who} steps {way}.", who=mover, way=written(move))
        case Jump() if captured:
            return say_n(
                "{who} jumps {way} and captures {n} disc: {cells}.",
                "{who} jumps {way} and captures {n} discs: {cells}.",
                captured.bit_count(),
                who=mover,
                way=written(move),
                cells=", ".join(before.board.ids(captured)),
            )
        case Jump():
            return say("{who} jumps {way}.", who=mover, way=written(move))
        case Reinforce(cells):
            return say(
                "{who} returns discs to {cells}.", who=mover, cells=", ".join(cells)
            )


def reason(state: State) -> Phrase:
    """Return in one sentence how the game ended."""
    if state.winner is None:
        return WAYS[state.ended[0]]
    won = COLOUR_NAMES[state.winner]
    board = state.board
    ways = [
        {
            "power-cells": say(
                "discs on {n} Power Cells of the other colour", n=board.power_to_win
            ),
            "hilltops": say("discs on {n} hilltops", n=board.hilltops_to_win),
        }.get(way, WAYS[way])
        for way in state.ended
    ]
    if len(ways) == 1:
        return say("{colour} wins: {way}.", colour=won, way=ways[0])
    return say(
        "{colour} wins: {way}, and {other}.", colour=won, way=ways[0], other=ways[1]
    )
