"""What is printed on pieces: a sheet keeps what somebody typed, field by field."""

from companion.core.calibration import (
    Print,
    PrintedField,
    PrintedPart,
    PrintedPiece,
    filled_in,
    values,
)
from companion.core.phrase import say

SHEET = (
    PrintedPart(
        key="dice",
        title=say("Dice"),
        provenance="default",
        note=say("A guess."),
        rule="pig.six-faces",
        pieces=(
            PrintedPiece((PrintedField("colour", "white", kind=Print.COLOUR),)),
            PrintedPiece((PrintedField("low", "1"), PrintedField("high", "6"))),
        ),
    ),
)


def test_a_sheet_tells_the_values_of_all_its_fields():
    assert values(SHEET) == {"colour": "white", "low": "1", "high": "6"}


def test_what_was_typed_replaces_what_was_printed_and_nothing_else():
    told = filled_in(SHEET, {"high": " 8 ", "unknown": "x"})
    assert values(told) == {"colour": "white", "low": "1", "high": "8"}
    assert told[0].pieces[0] == SHEET[0].pieces[0]
    assert told[0].rule == "pig.six-faces"
