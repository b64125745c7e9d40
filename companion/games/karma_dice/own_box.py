"""A table's own box: which colour has which power, where it is not as we take it.

What the powers make of a roll, and what the oracle says of it, is reckoned with the
colours of the usual box. Here the dice of a table are turned into those, and back.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from companion.core.calibration import (
    Calibration,
    Print,
    PrintedField,
    PrintedPart,
    PrintedPiece,
    Sheet,
)
from companion.core.colours import Colour
from companion.core.errors import Malformed
from companion.core.phrase import say
from companion.games.karma_dice.box import CHAKRA, POWER_NAMES, POWERS, SOURCES
from companion.games.karma_dice.dice import ORDER, Dice, sort_dice

if TYPE_CHECKING:
    from companion.games.karma_dice.state import Die

Kinds: TypeAlias = tuple[Colour, ...]
"""By the order of colours, which one has this power in the usual box; empty if all
are as usual."""

PART = "powers"
COLOUR_OF = {POWERS[colour].value: colour for colour in reversed(CHAKRA)}
"""The colour of each power in the usual box, the strongest first."""

OWN_BOX = say("As this table told it from its own box.")


def read_box(given: Any) -> Kinds:
    """Return what the dice of a table are, `{"powers": {"triple": "orange", ...}}`.

    Powers that are not named keep their colour.

    Raises:
        Malformed: saying what cannot be right.
    """
    if given is None:
        return ()
    if not isinstance(given, Mapping) or not set(given) <= {PART}:
        raise Malformed("The box is an object with the part {part}.", part=PART)
    told = given.get(PART, {})
    if not isinstance(told, Mapping):
        raise Malformed("Powers are an object: a colour for each power.")
    colours: dict[str, str] = dict(COLOUR_OF)
    for power, colour in told.items():
        if power not in COLOUR_OF:
            raise Malformed("There is no power called {power}.", power=str(power))
        if colour not in CHAKRA:
            names = ", ".join(CHAKRA)
            raise Malformed("Dice with a power are one of: {names}.", names=names)
        colours[power] = colour
    if len(set(colours.values())) != len(CHAKRA):
        raise Malformed("Every power has a colour of its own.")
    kinds = {Colour(own): COLOUR_OF[power] for power, own in colours.items()}
    found = tuple(kinds.get(colour, colour) for colour in Colour)
    return () if found == tuple(Colour) else found


def usual(kinds: Kinds, colour: Colour) -> Colour:
    """Return which die of the usual box has the power of this one."""
    return kinds[ORDER[colour]] if kinds else colour


def usual_dice(kinds: Kinds, dice: Dice) -> Dice:
    """Return the dice of the usual box with the powers of these, in its order."""
    return _as(kinds, dice) if kinds else dice


def own_dice(kinds: Kinds, dice: Dice) -> Dice:
    """Return this table's dice with the powers of those of the usual box."""
    return _as(_inverse(kinds), dice) if kinds else dice


def usual_roll(kinds: Kinds, roll: tuple[Die, ...]) -> tuple[Die, ...]:
    """Return a roll with the dice of the usual box, each at its place."""
    if not kinds:
        return roll
    return tuple([die._replace(colour=kinds[ORDER[die.colour]]) for die in roll])


@lru_cache(maxsize=1 << 12)
def _as(kinds: Kinds, dice: Dice) -> Dice:
    return sort_dice(tuple(kinds[ORDER[die]] for die in dice))


@lru_cache(maxsize=64)
def _inverse(kinds: Kinds) -> Kinds:
    return tuple(tuple(Colour)[kinds.index(colour)] for colour in Colour)


def sheet(given: Any) -> Sheet:
    """Return the powers with the colours of their dice, and how we know them.

    Raises:
        Malformed: saying what cannot be right.
    """
    own = _inverse(read_box(given) or tuple(Colour))
    source = next(one for one in SOURCES if one.fact == PART)
    pieces = [
        PrintedPiece(
            (PrintedField(power, own[ORDER[colour]].value, kind=Print.COLOUR),),
            name=POWER_NAMES[POWERS[colour]],
        )
        for power, colour in COLOUR_OF.items()
    ]
    return (
        PrintedPart(
            key=PART,
            title=say("Powers of the dice"),
            provenance="table" if given else source.provenance.value,
            note=OWN_BOX if given else source.note,
            rule="karma-dice.colours",
            pieces=tuple(pieces),
            hint=say("Tap the colour of the dice that have this power in your box."),
            colours=tuple(colour.value for colour in CHAKRA),
        ),
    )


def corrections(told: Mapping[str, str]) -> dict[str, Any]:
    """Return what a filled-in form changes of our defaults."""
    changed = {
        power: told[power]
        for power, colour in COLOUR_OF.items()
        if told[power] != colour.value
    }
    return {PART: changed} if changed else {}


CALIBRATION = Calibration(sheet, corrections)
