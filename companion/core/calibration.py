"""What is printed on the pieces of a box: shown field by field, put right by a host."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from companion.core.phrase import Phrase


class Print(StrEnum):
    """How something printed is shown and corrected."""

    TEXT = "text"
    LONG = "long"
    """A whole file, typed or opened."""

    NUMBER = "number"
    COLOUR = "colour"
    """One of the eight colours; within a part every piece has another one."""


@dataclass(frozen=True, slots=True)
class PrintedField:
    """One thing printed on a piece, as the form holds it."""

    key: str
    """Its name in the form."""

    value: str
    label: Phrase | None = None
    kind: Print = Print.TEXT
    look: str = ""
    """What the style sheet of the room calls its side of the piece."""


@dataclass(frozen=True, slots=True)
class PrintedPiece:
    """One piece with what is printed on it."""

    fields: tuple[PrintedField, ...]
    name: Phrase | None = None
    note: Phrase | None = None
    sign: str = ""
    """How other fields write it, e.g. the `J` of `J4V4`."""


@dataclass(frozen=True, slots=True)
class PrintedPart:
    """Pieces of one kind, and how we know what is printed on them."""

    key: str
    title: Phrase
    provenance: str
    """`rulebook`, `deduced` or `default`; `table` once a host has corrected it."""

    note: Phrase
    rule: str
    """The rule that tells more of it."""

    pieces: tuple[PrintedPiece, ...]
    hint: Phrase | None = None
    colours: tuple[str, ...] = ()
    """Those its pieces can have, if not all eight."""


Sheet = tuple[PrintedPart, ...]


@dataclass(frozen=True, slots=True)
class Calibration:
    """How a game lets a host say what the own box shows."""

    sheet: Callable[[Any], Sheet]
    """The whole box with a host's corrections (None: our defaults).
    Raises Malformed saying what cannot be right."""

    corrections: Callable[[Mapping[str, str]], dict[str, Any]]
    """What a filled-in form, by the keys of its fields, changes of our defaults:
    empty if nothing, else what `sheet` and the option `box` take."""


def filled_in(sheet: Sheet, typed: Mapping[str, str]) -> Sheet:
    """Return the sheet with what somebody typed; what was left out is as before."""
    return tuple(
        replace(part, pieces=tuple(_piece(piece, typed) for piece in part.pieces))
        for part in sheet
    )


def values(sheet: Sheet) -> dict[str, str]:
    """Return what the fields of a sheet hold, by key."""
    fields = (one for part in sheet for piece in part.pieces for one in piece.fields)
    return {one.key: one.value for one in fields}


def _piece(piece: PrintedPiece, typed: Mapping[str, str]) -> PrintedPiece:
    fields = tuple(
        replace(one, value=typed.get(one.key, one.value).strip())
        for one in piece.fields
    )
    return replace(piece, fields=fields)
