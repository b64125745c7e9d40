"""What a player alone still lacks for each amulet: symbols, cards, Bad Karma."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from companion.core.cards import Cards
from companion.games.samsara.box import ZONES, Box, Need, need
from companion.games.samsara.payments import dark_needed, symbols_of
from companion.games.samsara.purchases import last_one
from companion.games.samsara.state import HAND, RESERVE, State


class Missing(NamedTuple):
    """How far away an amulet is, from the Reserve and the cards shown of the hand."""

    face: str
    lacks: Need
    """Light symbols that no card of these zones covers yet."""

    jokers: int
    """Symbols of any zone that Good Karma covers."""

    cards: int
    """How many cards more it takes at least to pay without dark symbols."""

    dark: int | None
    """Bad Karma that paying now would bring; None if it cannot be paid now."""


def missing(state: State) -> list[Missing]:
    """Return every amulet that lies there, the nearest first."""
    player, box = state.players[0], state.setting.box
    zones = player.cards.zones
    held = zones[HAND].seen + zones[RESERVE].seen
    golden = last_one(player)
    found = []
    for face in dict.fromkeys(state.gaps[0]):
        dark = dark_needed(need(face), held, box)
        now = None if golden and dark else dark
        found.append(_missing(face, held, box, now))
    return sorted(found, key=_distance)


def _distance(one: Missing) -> tuple[bool, int, int, str]:
    return one.dark is None, one.dark or 0, one.cards, one.face


def _missing(face: str, held: Cards, box: Box, dark: int | None) -> Missing:
    table, owned = symbols_of(box), Counter(held)
    lacks = list(need(face))
    jokers = 0
    for card, count in owned.items():
        jokers += count * table[card].joker_light
        for zone in range(len(ZONES)):
            lacks[zone] = max(0, lacks[zone] - count * table[card].light[zone])
    return Missing(face, tuple(lacks), jokers, _cards(lacks, jokers, box), dark)


def _cards(lacks: list[int], jokers: int, box: Box) -> int:
    """Return the fewest cards of the zones that cover what jokers leave open."""
    table = symbols_of(box)
    # A card counts as a whole, so jokers help most where it would be used in part.
    parts: list[int] = []
    for zone, lack in enumerate(lacks):
        each = max(1, table[ZONES[zone]].light[zone])
        whole, part = divmod(lack, each)
        parts += [each] * whole + ([part] if part else [])
    for part in sorted(parts):
        if part > jokers:
            break
        jokers -= part
        parts.remove(part)
    return len(parts)
