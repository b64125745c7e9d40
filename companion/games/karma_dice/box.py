"""What is in the Karma Dice box, with where each fact comes from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from companion.core.colours import Colour
from companion.core.options import Provenance
from companion.core.phrase import Phrase, say, say_n

TRACK = (1, 2, 4, 7, 10, 15)
"""Points of the zones of a player's board, in order."""

BONUS = 2
"""Points for each unused die when the last zone is validated."""

RED_DICE = (Colour.RED,) * 6
CHAKRA = (
    Colour.ORANGE,
    Colour.YELLOW,
    Colour.GREEN,
    Colour.LIGHT_BLUE,
    Colour.DARK_BLUE,
    Colour.VIOLET,
)
"""The colours of the general reserve, from the bottom of the track to its top."""

COPIES = 4
"""How many dice of each of these colours are in the box."""

TRAIT_CARDS = 12


class Power(StrEnum):
    """What a die may do to its roll."""

    NONE = "none"
    ADJUST = "adjust"
    REMOVE = "remove"
    COPY = "copy"
    REROLL = "reroll"
    DOUBLE = "double"
    TRIPLE = "triple"


POWERS = {
    Colour.RED: Power.NONE,
    Colour.ORANGE: Power.ADJUST,
    Colour.YELLOW: Power.REMOVE,
    Colour.GREEN: Power.COPY,
    Colour.LIGHT_BLUE: Power.REROLL,
    Colour.DARK_BLUE: Power.DOUBLE,
    Colour.VIOLET: Power.TRIPLE,
    Colour.WHITE: Power.NONE,
}

CUBE = (1, 2, 3, 4, 5, 6)
YOGI_CUBE = (1, 1, 2, 2, 3, 3)
FACES = {colour: CUBE for colour in Colour} | {Colour.WHITE: YOGI_CUBE}
"""The six sides of each die; the Yogi shows 1, 2 and 3."""

VALUES = {colour: tuple(dict.fromkeys(sides)) for colour, sides in FACES.items()}
"""The different faces of each die, ascending."""

DICE_NAMES: dict[Colour, Callable[[int], Phrase]] = {
    Colour.RED: lambda n: say_n("{n} red die", "{n} red dice", n),
    Colour.ORANGE: lambda n: say_n("{n} orange die", "{n} orange dice", n),
    Colour.YELLOW: lambda n: say_n("{n} yellow die", "{n} yellow dice", n),
    Colour.GREEN: lambda n: say_n("{n} green die", "{n} green dice", n),
    Colour.LIGHT_BLUE: lambda n: say_n("{n} light blue die", "{n} light blue dice", n),
    Colour.DARK_BLUE: lambda n: say_n("{n} dark blue die", "{n} dark blue dice", n),
    Colour.VIOLET: lambda n: say_n("{n} violet die", "{n} violet dice", n),
    Colour.WHITE: lambda n: say_n("{n} Yogi die", "{n} Yogi dice", n),
}
"""Some dice of a colour; whole, for in other languages the colour agrees with them."""

COLOUR_NAMES = {
    Colour.RED: say("red"),
    Colour.ORANGE: say("orange"),
    Colour.YELLOW: say("yellow"),
    Colour.GREEN: say("green"),
    Colour.LIGHT_BLUE: say("light blue"),
    Colour.DARK_BLUE: say("dark blue"),
    Colour.VIOLET: say("violet"),
    Colour.WHITE: say("white Yogi"),
}

POWER_NAMES = {
    Power.NONE: say("no power"),
    Power.ADJUST: say("plus or minus 1"),
    Power.REMOVE: say("remove a die"),
    Power.COPY: say("copy a face"),
    Power.REROLL: say("reroll once"),
    Power.DOUBLE: say("double"),
    Power.TRIPLE: say("triple"),
}


@dataclass(frozen=True, slots=True)
class Source:
    """Where a fact about the box comes from."""

    fact: str
    provenance: Provenance
    note: Phrase


SOURCES = (
    Source(
        "track",
        Provenance.RULEBOOK,
        say("The zones are worth 1, 2, 4, 7, 10 and 15, as printed."),
    ),
    Source(
        "powers",
        Provenance.DEFAULT,
        say(
            "Which colour has which power is not in the text: the printed list, read "
            "from violet down to red, fits the order of the track."
        ),
    ),
    Source(
        "faces",
        Provenance.DEDUCED,
        say("Dice run from 1 to 6; the Yogi has 1, 2 and 3, each twice."),
    ),
    Source(
        "traits",
        Provenance.DEFAULT,
        say("The twelve trait cards are not known: read yours and type what it does."),
    ),
    Source(
        "end",
        Provenance.DEFAULT,
        say(
            "The page on the end of the game is lost: if your rulebook has it, "
            "the printed rule decides."
        ),
    ),
)
