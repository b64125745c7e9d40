"""The board as numbers for a drawing: one cell is ten units from its neighbour."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from companion.games.samusara.own_board import drawn, ours
from companion.games.samusara.recap import line

CELL = 10.0
MARGIN = 7.0
"""Room for a disc at the edge and its name."""


def frame(board: dict[str, Any]) -> dict[str, Any]:
    """Return where everything of a board is drawn: view box, spots and lines."""
    cells = board["cells"]
    scale = CELL / _nearest(board)
    left = min(cell["x"] for cell in cells)
    top = min(cell["y"] for cell in cells)
    spots = {
        cell["id"]: (
            round((cell["x"] - left) * scale, 2),
            round((cell["y"] - top) * scale, 2),
        )
        for cell in cells
    }
    width = max(x for x, _ in spots.values()) + 2 * MARGIN
    height = max(y for _, y in spots.values()) + 2 * MARGIN
    return {
        "box": f"{-MARGIN} {-MARGIN} {width:.2f} {height:.2f}",
        "spots": spots,
        "lines": [
            " ".join(f"{spots[name][0]},{spots[name][1]}" for name in line)
            for line in board["ways"]
        ],
        "arrow": _arrow(board, spots),
        "hinted": " ".join(
            f"{spots[name][0]},{spots[name][1]}" for name in board["advised"]
        ),
    }


def _nearest(board: dict[str, Any]) -> float:
    """Return the shortest distance along a line, so that discs never overlap."""
    at = {cell["id"]: (cell["x"], cell["y"]) for cell in board["cells"]}
    found = [
        ((at[a][0] - at[b][0]) ** 2 + (at[a][1] - at[b][1]) ** 2) ** 0.5
        for line in board["ways"]
        for a, b in pairwise(line)
    ]
    return min((one for one in found if one > 0), default=1.0)


def _arrow(
    board: dict[str, Any], spots: dict[str, tuple[float, float]]
) -> dict[str, float] | None:
    """Return the way of the disc that moved last; none for discs that returned."""
    last = board["last"]
    if len(last["left"]) != 1 or len(last["entered"]) != 1:
        return None
    (x1, y1), (x2, y2) = spots[last["left"][0]], spots[last["entered"][0]]
    length = max(1.0, ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5)
    # The head ends at the rim of the disc, not under it.
    cut = (length - 4.5) / length
    return {
        "x1": x1,
        "y1": y1,
        "x2": round(x1 + (x2 - x1) * cut, 2),
        "y2": round(y1 + (y2 - y1) * cut, 2),
    }


DRAWING: dict[str, Callable[..., Any]] = {
    "frame": frame,
    "own_board": drawn,
    "our_boards": ours,
    "game_line": line,
}
