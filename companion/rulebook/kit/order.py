"""What can be printed; light to import, unlike the drawing of it."""

from __future__ import annotations

from dataclasses import dataclass

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres."""


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
