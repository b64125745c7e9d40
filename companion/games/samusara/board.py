"""A board as a value: cells, lines, whose cells they are; any file of its format works.

The printed board is lost, so a board is data: three are shipped, a table may draw its
own. A cell is a bit, a set of cells is an int: what can be asked of a board a million
times a game is looked up in tables made once.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

from companion.core.errors import Malformed

FORMAT = "samusara-board/1"
KINDS = ("yellow_power", "brown_power", "hilltop", "plain")
MOST_CELLS = 200
"""No real board has more; a stranger's file must not cost minutes."""

Cells: TypeAlias = int
"""A set of cells, one bit each."""

Hop: TypeAlias = "tuple[Cells, Cells, int]"
"""One jump: the cell crossed, the cell landed on, and the place of the latter."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A place for a disc."""

    id: str
    x: float
    y: float
    kind: str


@dataclass(frozen=True, slots=True)
class Board:
    """Cells joined by lines, with what it takes to win on them."""

    id: str
    name: str
    cells: tuple[Cell, ...]
    lines: tuple[tuple[int, ...], ...]
    """Places of cells in the order in which a line passes them."""

    steps_to_centre: int
    piles: tuple[int, int]
    """Discs in the Capture Piles at the start, Yellow's and Brown's."""

    power_to_win: int
    hilltops_to_win: int

    index: Mapping[str, int] = field(compare=False, repr=False, default_factory=dict)
    near: tuple[Cells, ...] = field(compare=False, repr=False, default=())
    """The neighbours of each cell."""

    hops: tuple[tuple[Hop, ...], ...] = field(compare=False, repr=False, default=())
    """The jumps that could start from each cell."""

    power: tuple[Cells, Cells] = field(compare=False, repr=False, default=(0, 0))
    hilltop: Cells = field(compare=False, repr=False, default=0)
    everything: Cells = field(compare=False, repr=False, default=0)
    digest: int = field(compare=False, repr=False, default=0)
    lookups: dict[str, Any] = field(compare=False, repr=False, default_factory=dict)
    """What the listing of turns has found out about this board so far."""

    def __hash__(self) -> int:
        # Every state holds its board: hashing 49 cells each time would cost most of it.
        return self.digest

    def __post_init__(self) -> None:
        # Derived from the compared fields alone, so equal boards stay equal values.
        near, hops = _tables(len(self.cells), self.lines)
        kinds = [cell.kind for cell in self.cells]
        made = {
            "index": {cell.id: place for place, cell in enumerate(self.cells)},
            "near": near,
            "hops": hops,
            "power": (_of_kind(kinds, KINDS[0]), _of_kind(kinds, KINDS[1])),
            "hilltop": _of_kind(kinds, "hilltop"),
            "everything": (1 << len(self.cells)) - 1,
            "digest": hash((self.id, self.cells, self.lines, self.steps_to_centre)),
        }
        for name, value in made.items():
            object.__setattr__(self, name, value)

    def bits(self, ids: Iterable[str]) -> Cells:
        """Return cells by name as a set."""
        return sum(1 << self.index[name] for name in set(ids))

    def ids(self, cells: Cells) -> tuple[str, ...]:
        """Return the names of a set of cells, in the order of the board."""
        return tuple(self.cells[place].id for place in places(cells))


def places(cells: Cells) -> Iterator[int]:
    """Yield the places of a set of cells, in the order of the board."""
    while cells:
        low = cells & -cells
        yield low.bit_length() - 1
        cells ^= low


def _of_kind(kinds: list[str], kind: str) -> Cells:
    return sum(1 << place for place, one in enumerate(kinds) if one == kind)


def _tables(
    count: int, lines: tuple[tuple[int, ...], ...]
) -> tuple[tuple[Cells, ...], tuple[tuple[Hop, ...], ...]]:
    near = [0] * count
    hops: list[dict[Hop, None]] = [{} for _ in range(count)]
    for line in lines:
        for way in (line, line[::-1]):
            for here, there in pairwise(way):
                near[here] |= 1 << there
            for here, over, land in zip(way, way[1:], way[2:], strict=False):
                if here != land:
                    hops[here][1 << over, 1 << land, land] = None
    return tuple(near), tuple(tuple(one) for one in hops)


BOARDS = {
    path.stem: path for path in sorted((Path(__file__).parent / "boards").glob("*"))
}
"""The boards that are shipped, by name; all of them are assumptions."""

DEFAULT = "rhombus"


@cache
def shipped(name: str) -> Board:
    """Return one of the shipped boards."""
    return read_board(json.loads(BOARDS[name].read_text(encoding="utf-8")))


def read_board(data: Any) -> Board:
    """Return the board that a file describes.

    Raises:
        Malformed: with the first fault, in words for whoever drew the board.
    """
    if not isinstance(data, Mapping):
        raise Malformed("A board is an object with cells and lines.")
    cells = _read_cells(data.get("cells"))
    index = {cell.id: place for place, cell in enumerate(cells)}
    win, track = _part(data, "win"), _part(data, "capture_track")
    start = _part(data, "capture_pile_start")
    board = Board(
        id=str(data.get("id", "own"))[:40],
        name=str(data.get("name", ""))[:120],
        cells=cells,
        lines=_read_lines(data.get("lines"), index),
        steps_to_centre=_count(track, "steps_to_centre", 6, 1),
        piles=(_count(start, "yellow", 1, 0), _count(start, "brown", 1, 0)),
        power_to_win=_count(win, "opponent_power_cells", 3, 1),
        hilltops_to_win=_count(win, "hilltop_cells", 7, 1),
    )
    _check(board)
    return board


def _part(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    part = data.get(name, {})
    if not isinstance(part, Mapping):
        raise Malformed("{name} is an object.", name=name)
    return part


def _count(part: Mapping[str, Any], name: str, usual: int, least: int) -> int:
    value = part.get(name, usual)
    if type(value) is not int or not least <= value <= MOST_CELLS:
        raise Malformed(
            "{name} is a whole number from {least} to {most}.",
            name=name,
            least=least,
            most=MOST_CELLS,
        )
    return value


def _read_cells(given: Any) -> tuple[Cell, ...]:
    if not isinstance(given, list | tuple) or not 0 < len(given) <= MOST_CELLS:
        raise Malformed("A board has 1 to {most} cells.", most=MOST_CELLS)
    cells = tuple(_read_cell(one) for one in given)
    twice = [cell.id for n, cell in enumerate(cells) if cell.id in _names(cells[:n])]
    if twice:
        raise Malformed("Two cells are called {name}.", name=twice[0])
    return cells


def _names(cells: tuple[Cell, ...]) -> set[str]:
    return {cell.id for cell in cells}


def _read_cell(given: Any) -> Cell:
    if not isinstance(given, Mapping) or not isinstance(given.get("id"), str):
        raise Malformed("Each cell has an id, x, y and a kind.")
    name, kind = given["id"], given.get("kind")
    if not 0 < len(name) <= 12 or not name.isprintable():
        raise Malformed("The name of a cell has 1 to 12 letters.")
    if kind not in KINDS:
        kinds = ", ".join(KINDS)
        raise Malformed("Cell {name} is one of: {kinds}.", name=name, kinds=kinds)
    return Cell(name, _spot(name, given.get("x")), _spot(name, given.get("y")), kind)


def _spot(name: str, given: Any) -> float:
    # A million is beyond any photo in pixels and keeps nan and infinity out.
    if type(given) not in (int, float) or not abs(given) < 1e6:
        raise Malformed("Cell {name} needs numbers for x and y.", name=name)
    return float(given)


def _read_lines(given: Any, index: Mapping[str, int]) -> tuple[tuple[int, ...], ...]:
    if not isinstance(given, list | tuple) or len(given) > 2 * MOST_CELLS:
        raise Malformed("A board has a list of lines.")
    lines = []
    for number, line in enumerate(given, 1):
        if not isinstance(line, list | tuple) or len(line) > MOST_CELLS:
            raise Malformed("Line {n} is a list of cells.", n=number)
        for name in line:
            if not isinstance(name, str) or name not in index:
                raise Malformed(
                    "Line {n} passes {name}, which is no cell.",
                    n=number,
                    name=str(name)[:20],
                )
        if len(set(line)) < 2:
            raise Malformed("Line {n} joins fewer than two cells.", n=number)
        lines.append(tuple(index[name] for name in line))
    return tuple(lines)


def _check(board: Board) -> None:
    """Refuse a board on which the game cannot be played or won."""
    if alone := board.everything & ~_connected(board):
        raise Malformed(
            "No line leads from {one} to {other}.",
            one=board.cells[0].id,
            other=board.ids(alone)[0],
        )
    if not any(board.hops):
        raise Malformed("At least one line must pass three cells, or nobody can jump.")
    for cells, colour in zip(board.power, ("yellow", "brown"), strict=True):
        if cells.bit_count() < board.power_to_win:
            raise Malformed(
                "There are fewer {colour} cells than a player must hold to win.",
                colour=colour,
            )
    if board.hilltop.bit_count() < board.hilltops_to_win:
        raise Malformed("There are fewer hilltops than a player must hold to win.")
    if not _can_begin(board):
        raise Malformed("Yellow could not move at the start.")


def _connected(board: Board) -> Cells:
    """Return the cells that lines join with the first one."""
    reached = edge = 1
    while edge:
        near = 0
        for place in places(edge):
            near |= board.near[place]
        edge = near & ~reached
        reached |= near
    return reached


def _can_begin(board: Board) -> bool:
    discs = board.power[0] | board.power[1]
    for place in places(board.power[0]):
        if board.near[place] & ~discs:
            return True
        if any(
            over & discs and not land & discs for over, land, _ in board.hops[place]
        ):
            return True
    return False


def doubts(board: Board) -> tuple[str, ...]:
    """Return what a table should look at twice: codes of warnings."""
    found = []
    yellow, brown = (cells.bit_count() for cells in board.power)
    if yellow != brown:
        found.append("uneven-power")
    if board.hilltop.bit_count() != 9:
        found.append("hilltops-not-nine")
    if yellow + brown + sum(board.piles) != 22:
        found.append("discs-not-22")
    if not _symmetric(board):
        found.append("not-symmetric")
    return tuple(found)


_OTHER = {"yellow_power": "brown_power", "brown_power": "yellow_power"}


def _symmetric(board: Board) -> bool:
    """Tell whether half a turn exchanges the colours."""
    xs, ys = [c.x for c in board.cells], [c.y for c in board.cells]
    across, down = min(xs) + max(xs), min(ys) + max(ys)
    kinds = {(round(c.x, 2), round(c.y, 2)): c.kind for c in board.cells}
    return all(
        kinds.get((round(across - c.x, 2), round(down - c.y, 2)))
        == _OTHER.get(c.kind, c.kind)
        for c in board.cells
    )
