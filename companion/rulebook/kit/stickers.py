"""Stickers: one for every rule, card and component, with its title and its code."""

from __future__ import annotations

from companion.rulebook import qr
from companion.rulebook.entry import Book
from companion.rulebook.kit.sheet import MARGIN, Say, Sheets

COLUMNS = 3
HEIGHT = 32.0
CODE_SIDE = 29.0
"""A code of version 2 then has modules of 0.9 mm."""


def places(sheets: Sheets, count: int) -> list[tuple[int, float, float]]:
    """Return the page (from 0), left and top of so many stickers."""
    width, height = sheets.room
    rows = int((height - 8) // HEIGHT)
    found = []
    for number in range(count):
        page, place = divmod(number, COLUMNS * rows)
        row, column = divmod(place, COLUMNS)
        left, top = MARGIN + column * width / COLUMNS, MARGIN + row * HEIGHT
        found.append((page, left, top))
    return found


def stickers(sheets: Sheets, book: Book, lang: str, base: str, say: Say) -> None:
    """Add as many pages as the entries need, in the order of the book."""
    started = -1
    for entry, (page, left, top) in zip(
        book.rule, places(sheets, len(book.rule)), strict=True
    ):
        if page > started:
            started = page
            sheets.add_page()
            sheets.footer_note(
                say("Cut along the lines. An old code? Type its letters in the search.")
            )
        address = qr.rule_address(base, entry.code)
        words = (entry.words(lang).title, f"{book.name}  {entry.code}")
        _sticker(sheets, words, address, (left, top))


def _sticker(
    sheets: Sheets, words: tuple[str, str], address: str, corner: tuple[float, float]
) -> None:
    (title, label), (left, top) = words, corner
    width = sheets.room[0] / COLUMNS
    sheets.cut_line((left, top, width, HEIGHT))
    sheets.picture(qr.picture(address), (left + 1.5, top + 1.5), CODE_SIDE)
    text_left, text_width = left + CODE_SIDE + 2, width - CODE_SIDE - 3.5
    size = 9.0 if sheets.height_of(title, text_width, 9, "B") <= 17 else 7.5
    below = sheets.write_block(title, (text_left, top + 3), text_width, size, style="B")
    sheets.write_block(
        label,
        (text_left, max(below + 1, top + HEIGHT - 6)),
        text_width,
        7,
        grey=True,
    )
