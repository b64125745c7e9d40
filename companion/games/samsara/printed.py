"""What is printed on the pieces, laid out for the page that corrects it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.core.calibration import (
    Calibration,
    Print,
    PrintedField,
    PrintedPart,
    PrintedPiece,
    Sheet,
)
from companion.core.phrase import Phrase, say
from companion.games.samsara.box import (
    CARDS,
    DEFAULT_BOX,
    LETTERS,
    ZONE_OF,
    ZONES,
    Amulet,
    Box,
    Symbols,
)
from companion.games.samsara.calibrate import PARTS, read_box
from companion.games.samsara.provenance import FACTS, OWN_BOX
from companion.games.samsara.words import ZONE_NAMES, name

TITLES = {
    "colours": say("Colours of the zones"),
    "symbols": say("Symbols of the cards"),
    "amulets": say("Faces of the amulets"),
    "ancestral": say("Ancestral Amulets (expansion)"),
}
HINTS = {
    "colours": say("Clockwise from the rift. Tap the colour printed on the board."),
    "amulets": say(
        "A letter and a number for each symbol: J4V4 is 4 Jann and 4 Vikaas. Tap a "
        "face to change it with signs."
    ),
}
SIDES = {"light": say("light"), "dark": say("dark")}
JOKERS = say("(jokers)")


def sheet(given: Any) -> Sheet:
    """Return the whole box with a table's corrections, and how we know it.

    Raises:
        Malformed: saying what cannot be right.
    """
    box = read_box(given)
    symbols = dict(box.symbols)
    pieces: dict[str, Iterator[PrintedPiece]] = {
        "colours": (_zone(box, place) for place in range(len(ZONES))),
        "symbols": (_card(card, symbols[card]) for card in CARDS),
        "amulets": (_amulet(n, one) for n, one in enumerate(box.amulets)),
        "ancestral": (_cost(n, face) for n, face in enumerate(box.ancestral)),
    }
    return tuple(_part(box, part, tuple(pieces[part])) for part in PARTS)


def _part(box: Box, part: str, pieces: tuple[PrintedPiece, ...]) -> PrintedPart:
    slug, source, note = next(fact[1:] for fact in FACTS if fact[0] == part)
    corrected = part in box.corrected
    return PrintedPart(
        key=part,
        title=TITLES[part],
        provenance="table" if corrected else source.value,
        note=OWN_BOX if corrected else note,
        rule=f"samsara.{slug}",
        pieces=pieces,
        hint=HINTS.get(part),
    )


def _zone(box: Box, place: int) -> PrintedPiece:
    key, colour = ZONES[place], box.colours[place].value
    field = PrintedField(f"colour-{key}", colour, kind=Print.COLOUR)
    return PrintedPiece((field,), ZONE_NAMES[key], sign=LETTERS[place])


def _card(card: str, symbols: Symbols) -> PrintedPiece:
    fields = tuple(
        PrintedField(
            f"{side}-{card}", str(_count(card, symbols, side)), label, Print.NUMBER
        )
        for side, label in SIDES.items()
    )
    return PrintedPiece(fields, name(card), None if card in ZONE_OF else JOKERS)


def _count(card: str, symbols: Symbols, side: str) -> int:
    """Return how many symbols of its own kind a card shows on one side."""
    if card not in ZONE_OF:
        return symbols.joker_light if side == "light" else symbols.joker_dark
    return (symbols.light if side == "light" else symbols.dark)[ZONE_OF[card]]


def _amulet(place: int, one: Amulet) -> PrintedPiece:
    n = place + 1
    faces = (
        _face(f"gold-{place}", one.gold, "gold", say("{n}, gold face", n=n)),
        _face(f"copper-{place}", one.copper, "copper", say("{n}, copper face", n=n)),
        _face(
            f"copper_back-{place}",
            one.copper_back,
            "copper",
            say("{n}, other copper face", n=n),
        ),
    )
    return PrintedPiece(tuple(face for face in faces if face.value))


def _cost(place: int, face: str) -> PrintedPiece:
    label = say("Piece {n}", n=place + 1)
    return PrintedPiece((_face(f"ancestral-{place}", face, "silver", label),))


def _face(key: str, face: str, metal: str, label: Phrase) -> PrintedField:
    return PrintedField(key, face, label, look=metal)


def corrections(typed: Mapping[str, str]) -> dict[str, Any]:
    """Return what a filled-in form changes of our box, as the option takes it."""
    found = {
        "colours": _colours(typed),
        "symbols": _symbols(typed),
        "amulets": _amulets(typed),
        "ancestral": _costs(typed),
    }
    return {part: given for part, given in found.items() if given}


def _colours(typed: Mapping[str, str]) -> dict[str, str]:
    told = ((zone, typed[f"colour-{zone}"]) for zone in ZONES)
    usual = zip(told, DEFAULT_BOX.colours, strict=True)
    return {zone: colour for (zone, colour), ours in usual if colour != ours.value}


def _symbols(typed: Mapping[str, str]) -> dict[str, dict[str, str]]:
    usual = dict(DEFAULT_BOX.symbols)
    return {
        card: {side: _written(card, typed[f"{side}-{card}"]) for side in SIDES}
        for card in CARDS
        if any(
            typed[f"{side}-{card}"] != str(_count(card, usual[card], side))
            for side in SIDES
        )
    }


def _written(card: str, count: str) -> str:
    letter = LETTERS[ZONE_OF[card]] if card in ZONE_OF else "*"
    return f"{letter}{count}" if count.strip("0") else ""


def _amulets(typed: Mapping[str, str]) -> list[dict[str, str]]:
    usual = [
        {"gold": one.gold, "copper": one.copper, "copper_back": one.copper_back}
        for one in DEFAULT_BOX.amulets
    ]
    printed = [{key: face for key, face in piece.items() if face} for piece in usual]
    told = [
        {key: _tidy(typed[f"{key}-{place}"]) for key in piece}
        for place, piece in enumerate(printed)
    ]
    return [] if told == printed else told


def _costs(typed: Mapping[str, str]) -> list[str]:
    usual = list(DEFAULT_BOX.ancestral)
    told = [_tidy(typed[f"ancestral-{place}"]) for place in range(len(usual))]
    return [] if told == usual else told


def _tidy(face: str) -> str:
    return face.replace(" ", "").upper()


CALIBRATION = Calibration(sheet, corrections)
