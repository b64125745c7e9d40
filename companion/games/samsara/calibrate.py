"""A table's own box: what it read from its pieces replaces our defaults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.core.colours import Colour
from companion.core.errors import Malformed
from companion.games.samsara.box import (
    ANCESTRAL_PIECES,
    CARDS,
    DEFAULT_BOX,
    LETTERS,
    ZONES,
    Amulet,
    Box,
    Need,
    Symbols,
    face_of,
    need,
)

PARTS = ("colours", "symbols", "amulets", "ancestral")


def read_box(given: Any) -> Box:
    """Return the box of a table: our defaults with its corrections.

    `{"colours": {"jann": "white"}, "symbols": {"yugal": {"light": "Y3", "dark":
    "Y1"}}, "amulets": [{"gold": "J4V4", "copper": "K2B2D2"}], "ancestral": [...]}`

    Raises:
        Malformed: saying what cannot be right.
    """
    if given is None:
        return DEFAULT_BOX
    if not isinstance(given, Mapping):
        raise Malformed("The box is an object with any of: {parts}.", parts=_parts())
    for part in given:
        if part not in PARTS:
            raise Malformed("The box has no part called {part}.", part=str(part))
    box = DEFAULT_BOX
    for part in PARTS:
        if part in given:
            box = _READERS[part](box, given[part])
    corrected = tuple(part for part in PARTS if part in given)
    return replace(box, corrected=corrected) if corrected else DEFAULT_BOX


def _parts() -> str:
    return ", ".join(PARTS)


def _read_colours(box: Box, given: Any) -> Box:
    if not isinstance(given, Mapping):
        raise Malformed("Colours are an object: a colour for each zone.")
    colours = dict(zip(ZONES, box.colours, strict=True))
    for zone, colour in given.items():
        if zone not in ZONES:
            raise Malformed("There is no zone called {zone}.", zone=str(zone))
        if colour not in list(Colour):
            names = ", ".join(Colour)
            raise Malformed("A colour is one of: {names}.", names=names)
        colours[zone] = Colour(colour)
    if len(set(colours.values())) != len(ZONES):
        raise Malformed("Every zone has a colour of its own.")
    return replace(box, colours=tuple(colours.values()))


def _read_symbols(box: Box, given: Any) -> Box:
    if not isinstance(given, Mapping):
        raise Malformed("Symbols are an object: light and dark ones for each card.")
    table = dict(box.symbols)
    for card, entry in given.items():
        if card not in CARDS:
            raise Malformed("There is no card called {card}.", card=str(card))
        table[card] = _card_symbols(entry)
    return replace(box, symbols=tuple(sorted(table.items())))


def _card_symbols(entry: Any) -> Symbols:
    if not isinstance(entry, Mapping) or not set(entry) <= {"light", "dark"}:
        raise Malformed("A card has light and dark symbols.")
    light, joker_light = _some(entry.get("light", ""))
    dark, joker_dark = _some(entry.get("dark", ""))
    if (joker_light or joker_dark) and any(light + dark):
        raise Malformed("A card shows jokers or symbols of zones, not both.")
    return Symbols(light, dark, joker_light, joker_dark)


def _some(text: Any) -> tuple[Need, int]:
    """Read symbols such as `Y2` or `J1V1`, with `*1` for a joker."""
    if not isinstance(text, str) or len(text) % 2:
        raise _unreadable(text)
    jokers, rest = 0, ""
    for letter, number in zip(text[::2], text[1::2], strict=True):
        if letter not in LETTERS + "*" or not number.isdecimal():
            raise _unreadable(text)
        if letter == "*":
            jokers += int(number)
        else:
            rest += letter + number
    return need(rest), jokers


def _unreadable(text: Any) -> Malformed:
    return Malformed(
        "Symbols are written as letters of {letters} with numbers, such as J4V4; "
        "got {text}.",
        letters=LETTERS,
        text=str(text)[:40],
    )


def _face(text: Any, *totals: int) -> str:
    counts, jokers = _some(text)
    if jokers or sum(counts) not in totals:
        wanted = " / ".join(map(str, totals))
        raise Malformed(
            "This face must show {wanted} symbols: {text}.", wanted=wanted, text=text
        )
    return face_of(counts)


def _read_amulets(box: Box, given: Any) -> Box:
    if not isinstance(given, list | tuple):
        raise Malformed("Amulets are a list of pieces with their faces.")
    pieces = tuple(_piece(entry) for entry in given)
    golden = sum(bool(piece.gold) for piece in pieces)
    if (golden, len(pieces) - golden) != (28, 2):
        raise Malformed("The box holds 28 amulets with a gold face and 2 without.")
    return replace(box, amulets=pieces)


def _piece(entry: Any) -> Amulet:
    if not isinstance(entry, Mapping):
        raise Malformed("An amulet has a gold and a copper face, or two copper ones.")
    match sorted(map(str, entry)):
        case ["copper", "gold"]:
            return Amulet(_face(entry["gold"], 8), _face(entry["copper"], 6))
        case ["copper", "copper_back"]:
            back = _face(entry["copper_back"], 6)
            return Amulet("", _face(entry["copper"], 6), back)
    raise Malformed("An amulet has a gold and a copper face, or two copper ones.")


def _read_ancestral(box: Box, given: Any) -> Box:
    if not isinstance(given, list | tuple) or len(given) != ANCESTRAL_PIECES:
        raise Malformed("There are {n} Ancestral Amulets.", n=ANCESTRAL_PIECES)
    return replace(box, ancestral=tuple(_face(text, *range(1, 13)) for text in given))


_READERS = {
    "colours": _read_colours,
    "symbols": _read_symbols,
    "amulets": _read_amulets,
    "ancestral": _read_ancestral,
}
