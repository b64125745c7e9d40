"""What everybody sees of a Samusara table: nothing is hidden in this game."""

from __future__ import annotations

from typing import Any, TypedDict

from companion.core.doings import Doing
from companion.core.phrase import Phrase, say, say_n
from companion.core.seats import Seat
from companion.games.samusara.actions import Action, Jump, Reinforce, Step
from companion.games.samusara.board import BOARDS, Cells, doubts, shipped
from companion.games.samusara.board import Board as PlayedOn
from companion.games.samusara.questions import described
from companion.games.samusara.state import (
    COLOURS,
    State,
    colour_of,
    is_apps,
    seat_of,
)
from companion.games.samusara.words import COLOUR_NAMES


class CellView(TypedDict):
    """A cell with what stands on it."""

    id: str
    x: float
    y: float
    kind: str
    disc: str | None


class SideView(TypedDict):
    """One colour's things beside the board."""

    colour: str
    name: Any
    seat: int | None
    pile: int
    cube: int
    hilltops: int
    invaders: int


class LastView(TypedDict):
    """The last turn, for arrows."""

    left: list[str]
    entered: list[str]
    captured: list[str]


class GoalView(TypedDict):
    """What it takes to win."""

    track: int
    power_cells: int
    hilltops: int


class Board(TypedDict):
    """The table as it should look."""

    called: str
    assumed: bool
    cells: list[CellView]
    ways: list[list[str]]
    sides: list[SideView]
    to_move: str
    turns: int
    last: LastView
    goal: GoalView
    ended: list[str]
    advised: list[str]
    doubts: list[str]


def view(state: State, seat: Seat | None) -> dict[str, Any]:
    """Return what one seat may see: everything."""
    del seat
    setting = state.setting
    turn = seat_of(setting, state.colour)
    question = state.todo[-1] if state.todo else None
    asked = getattr(question, "seat", turn)
    return {
        "turn": asked if state.todo else None,
        "prompt": described(state).to_json(),
        "why": question.why(state) if question else None,  # type: ignore[union-attr]
        "scores": _scores(state),
        "board": _board(state),
    }


def _scores(state: State) -> list[dict[str, Any]]:
    setting = state.setting
    rows = []
    for seat in range(1 if setting.alone else 2):
        colour = colour_of(setting, seat)
        rows.append({"seat": seat, "score": state.cubes[colour]})
    return rows


def _board(state: State) -> Board:
    board = state.board
    return {
        "called": board.name,
        "assumed": any(board is shipped(name) for name in BOARDS),
        "cells": [
            {
                "id": cell.id,
                "x": cell.x,
                "y": cell.y,
                "kind": cell.kind,
                "disc": disc_on(state, place),
            }
            for place, cell in enumerate(board.cells)
        ],
        "ways": [[board.cells[at].id for at in line] for line in board.lines],
        "sides": [_side(state, colour) for colour in (0, 1)],
        "to_move": COLOURS[state.colour],
        "turns": state.turns,
        "last": _last(board, state.last),
        "goal": {
            "track": board.steps_to_centre,
            "power_cells": board.power_to_win,
            "hilltops": board.hilltops_to_win,
        },
        "ended": list(state.ended),
        "advised": list(state.hint),
        "doubts": list(doubts(board)),
    }


def disc_on(state: State, place: int) -> str | None:
    """Return the colour of the disc on a cell, None if it is empty."""
    for colour in (0, 1):
        if state.discs[colour] >> place & 1:
            return COLOURS[colour]
    return None


def _side(state: State, colour: int) -> SideView:
    board, setting = state.board, state.setting
    app = is_apps(setting, colour)
    return {
        "colour": COLOURS[colour],
        "name": COLOUR_NAMES[colour].to_json(),
        "seat": None if app else seat_of(setting, colour),
        "pile": state.piles[colour],
        "cube": state.cubes[colour],
        "hilltops": (state.discs[colour] & board.hilltop).bit_count(),
        "invaders": (state.discs[colour] & board.power[1 - colour]).bit_count(),
    }


def _last(board: PlayedOn, last: tuple[Cells, Cells, Cells]) -> LastView:
    left, entered, captured = (list(board.ids(cells)) for cells in last)
    return {"left": left, "entered": entered, "captured": captured}


def setup(state: State) -> tuple[Phrase, ...]:
    """Say what to take out of the box and where to put it."""
    board = state.board
    yellow, brown = (cells.bit_count() for cells in board.power)
    return (
        say("Lay the board between the players, each colour in front of its player."),
        say("Put a disc, yellow side up, on each of the {n} yellow cells.", n=yellow),
        say("Put a disc, brown side up, on each of the {n} brown cells.", n=brown),
        say("Put the last discs on the two large circles: they are the Capture Piles."),
        say("Put the two grey cubes on the end cells of the track."),
    )


def doings(
    before: State, action: Action, after: State, eyes: Seat | None
) -> tuple[Doing, ...]:
    """Return what hands must do: only where the app moved, or discs leave the board."""
    del eyes
    app = is_apps(before.setting, before.colour)
    seat = seat_of(before.setting, before.colour)
    colour = COLOURS[before.colour]
    name = COLOUR_NAMES[before.colour]
    found: list[Doing] = []
    match action:
        case Step(source, target) if app:
            words = say(
                "Move the {colour} disc {source} to {target}.",
                colour=name,
                source=source,
                target=target,
            )
            found.append(Doing(seat, words, colour, 1, source, target))
        case Jump(source, path) if app:
            words = say(
                "Jump with the {colour} disc {source}: {path}.",
                colour=name,
                source=source,
                path=", ".join(path),
            )
            found.append(Doing(seat, words, colour, 1, source, path[-1]))
        case Reinforce(cells) if app:
            words = say(
                "Put discs of the {colour} Capture Pile on {cells}.",
                colour=name,
                cells=", ".join(cells),
            )
            found.append(Doing(seat, words, colour, len(cells), "pile", cells[0]))
    if isinstance(action, Jump) and after.last[2]:
        found.append(_put_away(before, after.last[2]))
    return tuple(found)


def _put_away(before: State, captured: Cells) -> Doing:
    count, cells = captured.bit_count(), ", ".join(before.board.ids(captured))
    words = say_n(
        "Put the disc from {cells} on the {colour} Capture Pile and move the"
        " {colour} cube {n} space.",
        "Put the discs from {cells} on the {colour} Capture Pile and move the"
        " {colour} cube {n} spaces.",
        count,
        cells=cells,
        colour=COLOUR_NAMES[before.colour],
    )
    seat = seat_of(before.setting, before.colour)
    return Doing(seat, words, COLOURS[1 - before.colour], count, cells, "pile")
