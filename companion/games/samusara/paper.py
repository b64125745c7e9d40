"""The board on paper: what the kit prints for anyone with 22 two-sided counters."""

from __future__ import annotations

from typing import Any

from companion.core.drawn_board import DrawnBoard, DrawnCell
from companion.games.samusara.options import board_of

FILLS = {
    "yellow_power": (246, 227, 161),
    "brown_power": (201, 169, 139),
    "hilltop": (205, 208, 212),
    "plain": (255, 255, 255),
}


def printed(box: Any) -> DrawnBoard:
    """Return the board of a host's box, or ours, ready for paper."""
    board = board_of(box)
    cells = tuple(
        DrawnCell(cell.id, cell.x, cell.y, FILLS[cell.kind], cell.kind == "hilltop")
        for cell in board.cells
    )
    # Both cubes walk from their ends to the one spot in the centre.
    track = 2 * board.steps_to_centre + 1
    piles = (FILLS["brown_power"], FILLS["yellow_power"])
    return DrawnBoard(cells, board.lines, piles, track)
