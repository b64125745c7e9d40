"""One PDF per game: join card, aid, markers, a sticker for every entry, the board."""

from __future__ import annotations

from companion.rulebook.catalogue import Catalogue
from companion.rulebook.kit import aid, cards, stickers
from companion.rulebook.kit.board import boards
from companion.rulebook.kit.order import Kit
from companion.rulebook.kit.sheet import Say, Sheets


def make_kit(kit: Kit, catalogue: Catalogue, say: Say) -> bytes:
    """Return the kit as a PDF.

    Raises:
        AddressTooLong: if the codes would be too fine to read.
    """
    book = catalogue.book(kit.game)
    sheets = Sheets(kit.paper, kit.lang, f"{book.name}: {say('kit for the table')}")
    cards.join_card(sheets, book.name, kit.join or f"{kit.base}/", say)
    aid.player_aid(sheets, book, kit.lang, kit.base, say)
    cards.tray(sheets, say)
    cards.corner_cards(sheets, say)
    stickers.stickers(sheets, book, kit.lang, kit.base, say)
    if kit.board:
        boards(sheets, kit.board, kit.paper, say)
    return bytes(sheets.output())
