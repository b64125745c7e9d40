"""A table's own board: shown as a file and as a drawing, put in place of ours."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from companion.core.calibration import (
    Calibration,
    Print,
    PrintedField,
    PrintedPart,
    PrintedPiece,
    Sheet,
)
from companion.core.errors import Malformed
from companion.core.phrase import say
from companion.games.samusara.board import (
    BOARDS,
    DEFAULT,
    FORMAT,
    Board,
    doubts,
    read_board,
)

FIELD = "board"


def sheet(given: Any) -> Sheet:
    """Return the board of a box (None: ours) as a file that can be changed.

    Raises:
        Malformed: saying what is wrong with the board.
    """
    own = given.get(FIELD) if isinstance(given, Mapping) else None
    if own:
        read_board(own)
    field = PrintedField(
        FIELD,
        written(own) if own else shipped_text(DEFAULT),
        say("The board as a file (JSON)"),
        Print.LONG,
    )
    return (
        PrintedPart(
            key=FIELD,
            title=say("Your board"),
            provenance="table" if own else "default",
            note=say("The picture of the printed board is lost; ours is a guess."),
            rule="samusara.board-is-assumed",
            pieces=(PrintedPiece((field,)),),
            hint=say(
                "Draw your board over a photo of it below, open a file, or start"
                " from one of ours. What the drawing shows is what counts."
            ),
        ),
    )


def corrections(typed: Mapping[str, str]) -> dict[str, Any]:
    """Return the own board that a form holds; nothing if it is ours.

    Raises:
        Malformed: saying what is wrong with it.
    """
    text = typed.get(FIELD, "").strip()
    try:
        data = json.loads(text)
    except ValueError:
        raise Malformed("This is not a board file: it is not JSON.") from None
    board = read_board(data)
    if board == read_board(json.loads(shipped_text(DEFAULT))):
        return {}
    return {FIELD: plain(board)}


def plain(board: Board) -> dict[str, Any]:
    """Return a board as its file has it, without what a stranger may have added."""
    ids = [cell.id for cell in board.cells]
    return {
        "format": FORMAT,
        "id": board.id,
        "name": board.name,
        "capture_pile_start": {"yellow": board.piles[0], "brown": board.piles[1]},
        "capture_track": {"steps_to_centre": board.steps_to_centre},
        "win": {
            "opponent_power_cells": board.power_to_win,
            "hilltop_cells": board.hilltops_to_win,
        },
        "cells": [
            {"id": cell.id, "x": cell.x, "y": cell.y, "kind": cell.kind}
            for cell in board.cells
        ],
        "lines": [[ids[at] for at in line] for line in board.lines],
    }


def written(data: Any) -> str:
    """Return a board as text: one cell and one line of the board on each line."""
    parts = {
        name: "[\n  " + ",\n  ".join(json.dumps(one) for one in data[name]) + "\n ]"
        if name in ("cells", "lines")
        else json.dumps(data[name])
        for name in data
    }
    body = ",\n ".join(f'"{name}": {text}' for name, text in parts.items())
    return "{\n " + body + "\n}"


@cache
def shipped_text(name: str) -> str:
    """Return one of our boards as text."""
    data = json.loads(BOARDS[name].read_text(encoding="utf-8"))
    return written(plain(read_board(data)))


def drawn(text: str) -> dict[str, Any] | None:
    """Return a board file as the drawing needs it, None if there is a fault."""
    try:
        board = read_board(json.loads(text))
    except (ValueError, Malformed):
        return None
    file = plain(board)
    homes = {"yellow_power": "yellow", "brown_power": "brown"}
    return {
        "cells": [{**cell, "disc": homes.get(cell["kind"])} for cell in file["cells"]],
        "ways": file["lines"],
        "last": {"left": [], "entered": [], "captured": []},
        "advised": [],
        "doubts": doubts(board),
        "counts": {
            "cells": len(board.cells),
            "lines": len(board.lines),
            "hilltops": board.hilltop.bit_count(),
        },
    }


def ours() -> list[dict[str, str]]:
    """Return the boards that are shipped, as texts to start from."""
    return [{"name": name, "text": shipped_text(name)} for name in BOARDS]


CALIBRATION = Calibration(sheet, corrections)
