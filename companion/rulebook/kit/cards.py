"""The join card, the dice tray and the corner cards for a board."""

from __future__ import annotations

from companion.rulebook import qr
from companion.rulebook.kit import markers
from companion.rulebook.kit.sheet import MARGIN, Say, Sheets

CARD = (148.0, 105.0)
JOIN_SIDE = 66.0
TRAY_MARKER = 24.0
CARD_MARKER = 48.0
MARKER_SCALE = 60
CORNER_NAMES = ("top left", "top right", "bottom right", "bottom left")
"""Clockwise, like the numbers of the markers."""

STOP = "stop: lay it under the camera"
"""The card after them, for who ends a turn without touching a phone."""

ABOUT = (
    "Print at 100 %, without fitting to the page. Stickers go on the box, the "
    "board and the player aid; the tray and the corner cards go under the camera.",
    "The codes carry the address printed above. Phones reach it while they are "
    "in the same network as the computer that runs the table.",
    "If the computer gets another address, the codes lead nowhere. Give it a "
    "fixed address in the router, or start it with --public-url and print the "
    "kit with a name that stays; the page about addresses tells how.",
    "Until then type the letters under a code into the search of the rules.",
)
"""What stands under the join card; each sentence is put into the kit's language."""


def join_card(sheets: Sheets, name: str, address: str, say: Say) -> None:
    """Add the card that brings phones to the table, and what to know about it."""
    sheets.add_page()
    left, top = (sheets.w - CARD[0]) / 2, MARGIN + 4
    sheets.cut_line((left, top, *CARD))
    code = qr.picture(address)
    sheets.picture(code, (left + 4, top + (CARD[1] - JOIN_SIDE) / 2), JOIN_SIDE)
    text_left, width = left + JOIN_SIDE + 6, CARD[0] - JOIN_SIDE - 10
    below = sheets.write_block(name, (text_left, top + 18), width, 22, style="B")
    below = sheets.write_block(
        say("Scan with the camera of your phone to open the table."),
        (text_left, below + 4),
        width,
        13,
    )
    sheets.write_block(
        address.lower() if address.isupper() else address,
        (text_left, below + 4),
        width,
        9,
        grey=True,
    )
    _explain(sheets, top + CARD[1] + 14, say)


def _explain(sheets: Sheets, top: float, say: Say) -> None:
    width = CARD[0]
    left = (sheets.w - width) / 2
    below = sheets.write_block(say("About this kit"), (left, top), width, 14, style="B")
    for sentence in ABOUT:
        below = sheets.write_block(say(sentence), (left, below + 3), width, 11)


def tray(sheets: Sheets, say: Say) -> None:
    """Add a sheet with a marker in each corner: throw the dice between them."""
    sheets.add_page()
    far_x, far_y = sheets.w - MARGIN - TRAY_MARKER, sheets.h - MARGIN - TRAY_MARKER
    corners = ((MARGIN, MARGIN), (far_x, MARGIN), (far_x, far_y), (MARGIN, far_y))
    for number, corner in enumerate(corners):
        _marker(sheets, number, corner, TRAY_MARKER)
    sheets.write_block(
        say("Throw the dice inside the four corners."),
        (MARGIN + TRAY_MARKER, sheets.h - MARGIN - 10),
        sheets.room[0] - 2 * TRAY_MARKER,
        9,
        grey=True,
        align="C",
    )


def corner_cards(sheets: Sheets, say: Say) -> None:
    """Add larger markers to cut out: four for the corners of a board, one to stop."""
    sheets.add_page()
    sheets.write_block(
        say("Corner cards for a board under the camera"),
        (MARGIN, MARGIN),
        sheets.room[0],
        14,
        style="B",
    )
    step = CARD_MARKER + 24
    for number, name in enumerate((*CORNER_NAMES, STOP)):
        row, column = divmod(number, 2)
        left, top = MARGIN + 14 + column * (step + 16), MARGIN + 16 + row * step
        sheets.cut_line((left - 4, top - 4, CARD_MARKER + 8, CARD_MARKER + 14))
        _marker(sheets, number, (left, top), CARD_MARKER)
        label = f"{number}  {say(name)}"
        below = (left, top + CARD_MARKER + 2)
        sheets.write_block(label, below, CARD_MARKER, 9, align="C")


def _marker(
    sheets: Sheets, number: int, corner: tuple[float, float], side: float
) -> None:
    sheets.picture(qr.drawn(markers.cells(number), MARKER_SCALE), corner, side)
