"""The kit is a real PDF: every code on every sheet is found and read again."""

import cv2
import numpy as np
import pypdfium2
import pytest

from companion.rulebook import LANGUAGES, catalogue, qr
from companion.rulebook.kit import aid, markers
from companion.rulebook.kit.kit import make_kit
from companion.rulebook.kit.order import PAPERS, Kit
from companion.rulebook.kit.sheet import MARGIN, Sheets
from companion.rulebook.kit.stickers import CODE_SIDE, HEIGHT, places
from tests.rulebook.sheets import decode, photograph, rasterise

BASE = "http://192.168.1.23:8000"
DOTS = 300 / 25.4
"""Pixels per millimetre at 300 dpi."""

FIRST_STICKERS = 4
"""Join card, player aid, tray and corner cards come before the stickers."""


def kit(game="karma-dice", lang="en", paper="a4", **more) -> bytes:
    return make_kit(Kit(game, BASE, lang, paper, **more), catalogue(), str)


def sticker_codes(pages, game, paper):
    """Yield each entry's address and the part of its sheet around the code."""
    entries = catalogue().of_game(game)
    sheets = Sheets(paper, "en", "")
    for entry, (page, left, top) in zip(
        entries, places(sheets, len(entries)), strict=True
    ):
        edge = round(3 * DOTS)
        x, y = round(left * DOTS), round(top * DOTS)
        piece = pages[FIRST_STICKERS + page][
            max(0, y - edge) : y + round(HEIGHT * DOTS) + edge,
            max(0, x - edge) : x + round((CODE_SIDE + 3) * DOTS) + edge,
        ]
        yield qr.rule_address(BASE, entry.code), piece


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", catalogue().games)
def test_every_sticker_is_read_at_300_dpi(game, paper):
    pages = rasterise(kit(game, paper=paper))
    unread = [
        address
        for address, piece in sticker_codes(pages, game, paper)
        if decode(piece) != address
    ]
    assert unread == []


@pytest.mark.slow
@pytest.mark.parametrize("scale", [0.7, 1.0], ids=["7 px", "10 px"])
def test_stickers_are_read_from_photographs(scale):
    rng = np.random.default_rng(20260101)
    pages = rasterise(kit())
    photos = [
        (address, photograph(piece, rng, scale))
        for address, piece in sticker_codes(pages, "karma-dice", "a4")
    ]
    read = sum(decode(photo) == address for address, photo in photos)
    assert read / len(photos) >= 0.98


@pytest.mark.parametrize("paper", PAPERS)
def test_join_card_and_aid_carry_their_codes(paper):
    pages = rasterise(
        kit(paper=paper, join="http://192.168.1.23:8000/p/k7qf2m"), 150, 2
    )
    assert decode(pages[0]) == "http://192.168.1.23:8000/p/k7qf2m"
    assert decode(pages[1]) == "HTTP://192.168.1.23:8000/R/KD"


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("page", [2, 3], ids=["tray", "corner cards"])
def test_the_four_corners_are_found_in_order(paper, page):
    image = rasterise(kit(paper=paper), 100, 4)[page]
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(image)
    centres = {
        int(name): np.array(quad).reshape(4, 2).mean(axis=0)
        for name, quad in zip(np.array(ids).ravel(), corners, strict=True)
    }
    assert sorted(centres) == [0, 1, 2, 3, *([] if page == 2 else [4])]
    if page == 2:
        assert centres[0][0] < centres[1][0]
        assert centres[1][1] < centres[2][1]
        assert centres[3][0] < centres[2][0]


@pytest.mark.parametrize("number", range(len(markers.CODES)))
def test_markers_are_those_of_the_dictionary(number):
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    theirs = cv2.aruco.generateImageMarker(dictionary, number, 6) == 0
    ours = np.array(markers.cells(number))[1:7, 1:7]
    assert (ours == theirs).all()


@pytest.mark.parametrize("paper", PAPERS)
def test_sheets_have_the_size_of_the_paper(paper):
    page = pypdfium2.PdfDocument(kit(paper=paper))[0]
    width, height = PAPERS[paper]
    assert page.get_size() == pytest.approx(
        (width / 25.4 * 72, height / 25.4 * 72), abs=0.05
    )


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", catalogue().games)
def test_the_printers_fonts_have_every_letter(game, lang):
    for entry in catalogue().of_game(game):
        words = entry.words(lang)
        (words.title + words.short).encode("windows-1252")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", catalogue().games)
def test_every_game_has_an_aid_that_fits_one_sheet(game, lang):
    book = catalogue().book(game)
    assert len(book.on_aid()) >= 10
    sheets = Sheets("letter", lang, "")
    aid.player_aid(sheets, book, lang, BASE, str)
    assert sheets.page == 1
    assert sheets.get_y() <= sheets.h - MARGIN


def test_titles_are_on_the_stickers():
    text = "".join(
        page.get_textpage().get_text_range()
        for page in pypdfium2.PdfDocument(kit(lang="fr"))
    )
    assert "mauvais œil" in text
    assert "KD07" in text
