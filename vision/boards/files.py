"""Boards as files: what the command line is told with `--board`."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

from vision.readings import BoardPrior, Cell

ROOMS = Path(__file__).parents[2] / "companion" / "games"
FORMAT = "-board/1"
"""How the format of every board file ends, whatever game it is for."""


class NoBoard(ValueError):
    """No such file, or it does not describe a board."""


def found() -> dict[str, Path]:
    """Return the boards that are shipped, by name, those of the first room first."""
    return {path.stem: path for path in sorted(ROOMS.glob("*/boards/*.json"))}


def load(name: str) -> BoardPrior:
    """Return what a board file says, for a file or the name of a shipped one.

    Raises:
        NoBoard: if there is none, or it cannot be read.
    """
    path = found().get(name, Path(name))
    try:
        text = path.read_text("utf-8")
        data = json.loads(text, object_hook=lambda one: SimpleNamespace(**one))
        if not str(data.format).endswith(FORMAT):
            raise NoBoard(f"{path} is no board file.")
        return prior_of(data)
    except (OSError, ValueError, AttributeError, TypeError) as broken:
        if isinstance(broken, NoBoard):
            raise
        raise NoBoard(f"{path} cannot be read as a board.") from broken


def prior_of(data: SimpleNamespace) -> BoardPrior:
    """Return the prior of a board file: its cells, lines, grounds and pieces."""
    xs = [float(one.x) for one in data.cells]
    ys = [float(one.y) for one in data.cells]
    left, top = min(xs), min(ys)
    wide, high = max(xs) - left or 1.0, max(ys) - top or 1.0
    cells = tuple(
        Cell(one.id, (x - left) / wide, (y - top) / high)
        for one, x, y in zip(data.cells, xs, ys, strict=True)
    )
    piles = getattr(data, "capture_pile_start", None)
    return BoardPrior(
        cells,
        tuple(tuple(line) for line in data.lines),
        tuple(vars(piles)) if piles else ("light", "dark"),
        aspect=wide / high,
        grounds=tuple(str(getattr(one, "kind", "")) for one in data.cells),
    )
