"""What lies in the box of Pig: one die, whose colour a host may correct."""

from __future__ import annotations

from companion.core.calibration import (
    Calibration,
    Print,
    PrintedField,
    PrintedPart,
    PrintedPiece,
)
from companion.core.colours import Colour
from companion.core.errors import Malformed
from companion.core.phrase import say

USUAL = "white"


def read_box(given):
    """Return the colour of the die; raises Malformed."""
    if given is None:
        return USUAL
    if not isinstance(given, dict) or given.get("die") not in list(Colour):
        raise Malformed("The die of this box has one of the eight colours.")
    return given["die"]


def sheet(given):
    """Return the one thing that boxes differ in."""
    field = PrintedField("die", read_box(given), kind=Print.COLOUR)
    return (
        PrintedPart(
            key="die",
            title=say("Colour of the die"),
            provenance="default" if given is None else "table",
            note=say("Any die will do."),
            rule="pig.six-faces",
            pieces=(PrintedPiece((field,), say("The die")),),
        ),
    )


def corrections(typed):
    """Return what a form changes of our box."""
    return {} if typed["die"] == USUAL else {"die": typed["die"]}


CALIBRATION = Calibration(sheet, corrections)
