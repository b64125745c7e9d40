"""What can be printed; light to import, unlike the drawing of it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.drawn_board import DrawnBoard

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres."""


BOARD_PAPERS = {**PAPERS, "a3": (297.0, 420.0)}
"""A board is printed on the paper of the kit, and once more as copy shops do."""


@dataclass(frozen=True, slots=True)
class Kit:
    """What to print, for whom, with which address in the codes."""

    game: str
    base: str
    """The address phones reach this server by, without a slash at the end."""

    lang: str = "en"
    paper: str = "a4"
    join: str = ""
    """The link of a running table for the join card; the start page if empty."""

    board: DrawnBoard | None = None
    """The board itself, if the game has one that can be printed."""
