"""What is in the Samsara box, with where each fact comes from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from companion.core.colours import Colour

ZONES = ("jann", "vikaas", "kaam-kar", "yugal", "bachcha", "gyaan", "dhyann", "maut")
"""The wheel clockwise from the rift; each zone has its stack of cards."""

LETTERS = "JVKYBGDM"
"""One letter per zone, to write the face of an amulet: `J4V4`."""

GOOD = "good-karma"
BAD = "bad-karma"
BHAGA = "bhaga-"
DURMANGALA = "durmangala-"
SPECIALS = tuple(kind + zone for kind in (BHAGA, DURMANGALA) for zone in ZONES)
CARDS = (*ZONES, GOOD, BAD, *SPECIALS)

COPIES = 9
"""Experience cards of each type in the box."""

GOOD_IN_BOX, BAD_IN_BOX = 36, 48
STACKS = {1: 4, 2: 5, 3: 7, 4: 9, 5: 9}
"""Cards per stack, by the number of players."""

STARTING = 4
"""Good Karma, and as many Bad Karma, that each player begins with."""

DRAWN = 4
"""Cards of a new hand, before anything adds to it."""

GOAL = 5
"""Amulets that end the game."""

SOLO_TURNS = 17

ZONE_OF: dict[str, int] = {
    **{zone: place for place, zone in enumerate(ZONES)},
    **{kind + z: i for kind in (BHAGA, DURMANGALA) for i, z in enumerate(ZONES)},
}
"""The zone an Experience card belongs to; karma cards have none."""

Need: TypeAlias = tuple[int, ...]
"""A number of symbols per zone, eight of them."""


@dataclass(frozen=True, slots=True)
class Symbols:
    """The Eternity symbols of a card; jokers stand for any zone."""

    light: Need
    dark: Need
    joker_light: int = 0
    joker_dark: int = 0


@dataclass(frozen=True, slots=True)
class Amulet:
    """An Eternity Amulet: its gold face (none for two of them) and its copper ones."""

    gold: str
    copper: str
    copper_back: str = ""


@dataclass(frozen=True, slots=True)
class Box:
    """The facts a table may correct: colours, symbols and faces."""

    colours: tuple[Colour, ...]
    symbols: tuple[tuple[str, Symbols], ...]
    amulets: tuple[Amulet, ...]
    ancestral: tuple[str, ...]
    """What each Ancestral Amulet costs, by piece."""

    corrected: tuple[str, ...] = ()
    """Which parts this table has read from its own box."""

    def __hash__(self) -> int:
        return len(self.corrected)  # compared by identity first, hashed often


@lru_cache(maxsize=1024)
def need(face: str) -> Need:
    """Return the symbols an amulet face asks for: `J4V4` is four and four.

    Raises:
        ValueError: if this is not written as letters and numbers.
    """
    counts = [0] * 8
    for letter, number in zip(face[::2], face[1::2], strict=True):
        counts[LETTERS.index(letter)] += int(number)
    return tuple(counts)


def face_of(counts: Need) -> str:
    """Return the face that asks for these symbols."""
    return "".join(f"{LETTERS[i]}{n}" for i, n in enumerate(counts) if n)


def is_gold(face: str) -> bool:
    """Tell a gold face (eight symbols) from a copper one (six)."""
    return sum(need(face)) == 8


def is_face(text: str) -> bool:
    """Tell whether a text is a face of an amulet: eight symbols or six."""
    try:
        return sum(need(text)) in (6, 8)
    except ValueError:
        return False


def _pairs(text: str) -> tuple[Amulet, ...]:
    faces = (item.split("/") for item in text.split())
    return tuple(
        Amulet(_face(gold, 4), _face(copper, 2))
        if len(gold) == 2
        else Amulet("", _face(gold, 2), _face(copper, 2))
        for gold, copper in faces
    )


def _face(letters: str, each: int) -> str:
    return "".join(f"{letter}{each}" for letter in letters)


_AMULETS = """
JV/KBD JK/YDM JY/VKD JB/KYD JG/KYB JD/VKG JM/VKB VK/JBG VY/JBD VB/JKM
VG/KYM VD/JKG VM/JYB KY/JVG KB/YGM KG/VYB KD/JYG KM/BGD YB/KGM YG/JVD
YD/VGM YM/VGD BG/JYM BD/JVY BM/JKD GD/JBM GM/VYD DM/YBG BDM/GDM VBM/VKM
"""


def _own(zone: int, light: int, dark: int) -> Symbols:
    def only(count: int) -> Need:
        return tuple(count if place == zone else 0 for place in range(8))

    return Symbols(only(light), only(dark))


def _default_symbols() -> tuple[tuple[str, Symbols], ...]:
    none = (0,) * 8
    table = {card: _own(ZONE_OF[card], 2, 2) for card in (*ZONES, *SPECIALS)}
    for zone in ("kaam-kar", "bachcha"):
        table[BHAGA + zone] = _own(ZONE_OF[zone], 3, 1)
    table[GOOD] = Symbols(none, none, 1, 1)
    table[BAD] = Symbols(none, none)
    return tuple(sorted(table.items()))


DEFAULT_BOX = Box(
    colours=tuple(Colour),
    symbols=_default_symbols(),
    amulets=_pairs(_AMULETS),
    ancestral=tuple(_face(x, 2) for x in ("JKB", "VYG", "KBD", "YGM", "JDM")),
)
"""The box as the rulebook tells it, completed by deduction and by default."""

ANCESTRAL_PIECES = 5
SILVER = ("bad-back", "twice", "samsara-hand", "samsara-reserve", "good-discard")
RED = ("evanescent", "discard-two", "give-bad", "take-bad", "put-back")
"""The powers of the Ancestral Amulets; the same place is the same piece."""


ANCESTRAL = frozenset(
    f"{face}-{piece}"
    for face in ("silver", "red")
    for piece in range(1, ANCESTRAL_PIECES + 1)
)
"""Both faces of every Ancestral Amulet."""


def effect_of(amulet: str) -> str:
    """Return the power on the face of an Ancestral Amulet, such as `silver-2`."""
    face, piece = amulet.split("-")
    return (SILVER if face == "silver" else RED)[int(piece) - 1]


EVANESCENT = frozenset(
    kind + zone for kind in ("", BHAGA, DURMANGALA) for zone in ("kaam-kar", "bachcha")
)


def base(card: str) -> str:
    """Return the type of an Experience card, special or not."""
    return ZONES[ZONE_OF[card]]


def distance(a: int, b: int) -> int:
    """Return how many zones lie between two, the shorter way round."""
    return min((a - b) % 8, (b - a) % 8)
