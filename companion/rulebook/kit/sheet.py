"""A sheet of paper with our fonts, in millimetres."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from fpdf import FPDF
from PIL import Image

from companion.rulebook.kit.order import PAPERS

Say: TypeAlias = Callable[[str], str]
"""Puts a sentence of the kit into the kit's language."""

MARGIN = 10.0
GREY = 120


class Sheets(FPDF):
    """A document whose pages are laid out by hand."""

    def __init__(self, paper: str, lang: str, title: str) -> None:
        super().__init__(unit="mm", format=PAPERS[paper])
        # French needs œ, which Latin-1 lacks and the printers' own fonts have.
        self.core_fonts_encoding = "windows-1252"
        self.set_auto_page_break(auto=False)
        self.set_margin(MARGIN)
        self.set_title(title)
        self.set_lang(lang)
        self.set_creator("Karma Table")

    @property
    def room(self) -> tuple[float, float]:
        """Width and height inside the margins."""
        return self.w - 2 * MARGIN, self.h - 2 * MARGIN

    def write_block(
        self,
        text: str,
        at: tuple[float, float],
        width: float,
        size: float,
        *,
        style: str = "",
        grey: bool = False,
        align: str = "L",
    ) -> float:
        """Write a wrapped text; return the height just below it."""
        self.set_font("helvetica", style, size)
        self.set_text_color(GREY if grey else 0)
        self.set_xy(*at)
        self.multi_cell(
            width, size * 0.45, text, align=align, new_x="LEFT", new_y="NEXT"
        )
        return float(self.get_y())

    def height_of(self, text: str, width: float, size: float, style: str = "") -> float:
        """Return how high a wrapped text will be."""
        self.set_font("helvetica", style, size)
        lines = self.multi_cell(width, size * 0.45, text, dry_run=True, output="LINES")
        return len(lines) * size * 0.45 if isinstance(lines, list) else 0.0

    def picture(self, image: Image.Image, at: tuple[float, float], side: float) -> None:
        """Place a square picture."""
        self.image(image, *at, side, side)

    def cut_line(self, box: tuple[float, float, float, float]) -> None:
        """Draw a faint frame to cut along."""
        self.set_draw_color(200)
        self.set_line_width(0.1)
        self.set_dash_pattern(1, 1)
        self.rect(*box)
        self.set_dash_pattern()

    def footer_note(self, text: str) -> None:
        """Write a small line at the foot of the sheet."""
        self.write_block(text, (MARGIN, self.h - 8), self.room[0], 7, grey=True)
