"""What is printed on the pieces, laid out for the page that corrects it."""

from __future__ import annotations

from typing import Any

from companion.core.colours import SIGNS
from companion.games.samsara.box import CARDS, LETTERS, ZONE_OF, ZONES, Box, Symbols
from companion.games.samsara.calibrate import PARTS, read_box
from companion.games.samsara.provenance import FACTS, OWN_BOX
from companion.games.samsara.words import ZONE_NAMES, name


def printed(given: Any) -> dict[str, Any]:
    """Return the whole box with a table's corrections, and how we know it.

    Raises:
        Malformed: saying what cannot be right.
    """
    box = read_box(given)
    symbols = dict(box.symbols)
    return {
        "zones": [_zone(box, place) for place in range(len(ZONES))],
        "cards": [_card(card, symbols[card]) for card in CARDS],
        "amulets": [
            {"gold": one.gold, "copper": one.copper, "copper_back": one.copper_back}
            for one in box.amulets
        ],
        "ancestral": list(box.ancestral),
        "notes": {part: _note(part, part in box.corrected) for part in PARTS},
    }


def _zone(box: Box, place: int) -> dict[str, Any]:
    key, colour = ZONES[place], box.colours[place]
    return {
        "zone": key,
        "letter": LETTERS[place],
        "name": ZONE_NAMES[key].to_json(),
        "colour": colour.value,
        "sign": SIGNS[colour],
    }


def _card(card: str, symbols: Symbols) -> dict[str, Any]:
    place = ZONE_OF.get(card)
    return {
        "card": card,
        "name": name(card).to_json(),
        "letter": "*" if place is None else LETTERS[place],
        "light": symbols.joker_light if place is None else symbols.light[place],
        "dark": symbols.joker_dark if place is None else symbols.dark[place],
    }


def _note(part: str, corrected: bool) -> dict[str, Any]:
    slug, source, note = next(fact[1:] for fact in FACTS if fact[0] == part)
    return {
        "rule": f"samsara.{slug}",
        "provenance": "table" if corrected else source.value,
        "note": (OWN_BOX if corrected else note).to_json(),
    }
