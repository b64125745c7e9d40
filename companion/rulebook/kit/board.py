"""The board itself, with the markers by which a camera finds it."""

from __future__ import annotations

from itertools import combinations
from math import hypot

from companion.core.drawn_board import DrawnBoard, DrawnCell
from companion.rulebook import qr
from companion.rulebook.kit import markers
from companion.rulebook.kit.order import BOARD_PAPERS
from companion.rulebook.kit.sheet import MARGIN, Say, Sheets

OUTSIDE = 1.0
"""Steps from the rectangle of the cells to the middle of a marker: the board reader
looks for it there."""

MARKER = 0.9 * 8 / 6
"""Steps along a marker: its dark square is 0.9, one white cell of eight is around."""

CELL = 0.4
"""Radius of a cell in steps: discs of neighbours do not touch."""

STRIP = 26.0
"""Millimetres beside the board for piles and track."""

FOOT = 8.0
"""Millimetres for the line of words."""


def boards(sheets: Sheets, plan: DrawnBoard, paper: str, say: Say) -> None:
    """Add the board once on the paper of the kit and once larger."""
    for size in (paper, "a3"):
        sheets.add_page(format=BOARD_PAPERS[size])
        _board(sheets, plan)
        sheets.footer_note(
            say("The board, at full size. A phone finds it by its four corners.")
        )


def step_of(plan: DrawnBoard) -> float:
    """Return the distance of the two nearest cells."""
    pairs = combinations(plan.cells, 2)
    return min(hypot(one.x - two.x, one.y - two.y) for one, two in pairs)


def _board(sheets: Sheets, plan: DrawnBoard) -> None:
    step = step_of(plan)
    left, top = min(c.x for c in plan.cells), min(c.y for c in plan.cells)
    across = (max(c.x for c in plan.cells) - left) / step
    down = (max(c.y for c in plan.cells) - top) / step
    around = 2 * OUTSIDE + MARKER
    wide, high = sheets.room[0] - STRIP, sheets.room[1] - FOOT
    unit = min(wide / (across + around), high / (down + around))
    corner_x = MARGIN + (wide - across * unit) / 2
    corner_y = MARGIN + (high - down * unit) / 2

    def at(cell: DrawnCell) -> tuple[float, float]:
        x, y = (cell.x - left) / step, (cell.y - top) / step
        return corner_x + x * unit, corner_y + y * unit

    sheets.set_draw_color(60)
    sheets.set_line_width(0.03 * unit)
    for line in plan.lines:
        sheets.polyline([at(plan.cells[place]) for place in line])
    for cell in plan.cells:
        _cell(sheets, cell, at(cell), unit)
    for number, (x, y) in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
        middle_x = corner_x + (-OUTSIDE + x * (across + 2 * OUTSIDE)) * unit
        middle_y = corner_y + (-OUTSIDE + y * (down + 2 * OUTSIDE)) * unit
        side = MARKER * unit
        picture = qr.drawn(markers.cells(number), 60)
        sheets.picture(picture, (middle_x - side / 2, middle_y - side / 2), side)
    _beside(sheets, plan)


def _cell(
    sheets: Sheets, cell: DrawnCell, at: tuple[float, float], unit: float
) -> None:
    (x, y), radius = at, CELL * unit
    sheets.set_fill_color(*cell.fill)
    shape = sheets.rect if cell.square else sheets.ellipse
    shape(x - radius, y - radius, 2 * radius, 2 * radius, style="DF")
    size = 0.6 * unit
    sheets.set_font("helvetica", "", size)
    sheets.set_text_color(90)
    sheets.set_xy(x - radius, y - size * 0.18)
    sheets.cell(2 * radius, size * 0.36, cell.name, align="C")


def _beside(sheets: Sheets, plan: DrawnBoard) -> None:
    """Draw the piles at both ends of the strip and the track between them."""
    middle = sheets.w - MARGIN - STRIP / 2 + 2
    radius = STRIP / 2 - 3
    ends = (MARGIN + radius, sheets.h - MARGIN - FOOT - radius)
    sheets.set_line_width(0.4)
    for fill, y in zip(plan.piles, ends, strict=False):
        sheets.set_fill_color(*fill)
        sheets.ellipse(middle - radius, y - radius, 2 * radius, 2 * radius, style="DF")
    if not plan.track:
        return
    first, last = ends[0] + radius + 8, ends[1] - radius - 8
    gap = (last - first) / max(1, plan.track - 1)
    spot = min(5.0, gap * 0.42)
    sheets.line(middle, first, middle, last)
    for number in range(plan.track):
        y = first + number * gap
        centre = number == plan.track // 2
        sheets.set_fill_color(*((190, 190, 190) if centre else (255, 255, 255)))
        wide = spot * 1.4 if centre else spot
        sheets.ellipse(middle - wide, y - wide, 2 * wide, 2 * wide, style="DF")
