"""The player aid: the rules of a turn in one sentence each."""

from __future__ import annotations

from companion.rulebook import qr
from companion.rulebook.entry import Book, Entry
from companion.rulebook.kit.sheet import MARGIN, Say, Sheets

HEAD = 40.0
GAP = 8.0


def player_aid(sheets: Sheets, book: Book, lang: str, base: str, say: Say) -> None:
    """Add the aid: a heading with the code of all rules, then two columns."""
    entries = book.on_aid()
    column = (sheets.room[0] - GAP) / 2
    sheets.add_page()
    size = _fitting(sheets, entries, lang, column)
    _heading(sheets, book, base, say)
    at, top = 0, MARGIN + HEAD
    for entry in entries:
        if top + _height(sheets, entry, lang, column, size) > sheets.h - MARGIN:
            at, top = at + 1, MARGIN + HEAD
        top = _told(sheets, entry, lang, (MARGIN + at * (column + GAP), top), size)


def _heading(sheets: Sheets, book: Book, base: str, say: Say) -> None:
    side = HEAD - 4
    code = qr.picture(qr.rule_address(base, book.prefix))
    sheets.picture(code, (sheets.w - MARGIN - side, MARGIN - 2), side)
    width = sheets.room[0] - side - 4
    below = sheets.write_block(book.name, (MARGIN, MARGIN + 4), width, 22, style="B")
    below = sheets.write_block(say("Player aid"), (MARGIN, below + 1), width, 13)
    sheets.write_block(
        say("Scan for all rules and the search."),
        (MARGIN, below + 2),
        width,
        9,
        grey=True,
    )


def _fitting(sheets: Sheets, entries: list[Entry], lang: str, column: float) -> float:
    """Return the largest size of letters with which everything fits two columns."""
    room = sheets.h - 2 * MARGIN - HEAD
    for size in (11.0, 10.5, 10.0, 9.5, 9.0, 8.5):
        heights = [_height(sheets, entry, lang, column, size) for entry in entries]
        if _columns_needed(heights, room) <= 2:
            return size
    return 8.0


def _columns_needed(heights: list[float], room: float) -> int:
    columns, used = 1, 0.0
    for height in heights:
        if used + height > room:
            columns, used = columns + 1, 0.0
        used += height
    return columns


def _height(
    sheets: Sheets, entry: Entry, lang: str, width: float, size: float
) -> float:
    words = entry.words(lang)
    title = sheets.height_of(words.title, width, size, "B")
    return title + sheets.height_of(words.short, width, size) + size * 0.35


def _told(
    sheets: Sheets, entry: Entry, lang: str, at: tuple[float, float], size: float
) -> float:
    column = (sheets.room[0] - GAP) / 2
    words = entry.words(lang)
    below = sheets.write_block(words.title, at, column, size, style="B")
    below = sheets.write_block(words.short, (at[0], below), column, size)
    return below + size * 0.35
