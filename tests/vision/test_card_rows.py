"""Titles that no detector marks: read in the rows where other cards have theirs."""

from __future__ import annotations

import time

import cv2
import numpy as np
import pytest

from vision import ppocr
from vision.cards import decide, fanned, geometry, rows, titles
from vision.cards.match import Matcher, lowered
from vision.cards.pieces import Heard, Piece
from vision.cards.titles import DOUBT, Reader
from vision.image import BgrImage
from vision.lexicon import fold, load
from vision.ppocr import LETTERS, Letters, Line

readable = pytest.mark.skipif(not ppocr.available(), reason="no text reader here")

CARD = np.array([[100, 50], [400, 50], [400, 470], [100, 470]], float)
TITLE = np.array([[150, 80], [350, 80], [350, 120], [150, 120]], float)


def reader(image: np.ndarray, game: str = "karmaka") -> Reader:
    matcher = Matcher(load(game, ("en",)))
    return Reader(BgrImage(image), matcher, time.monotonic() + 60)


def letters(text: str, sure: float) -> Letters:
    """Return what a network sees that reads this text, blanks between its letters."""
    read = fold(text)
    chances = np.full((2 * len(read) + 1, 1 + len(LETTERS)), 0.001, np.float32)
    chances[::2, 0] = 0.97
    for n, letter in enumerate(read):
        chances[2 * n + 1, 1 + LETTERS.index(letter)] = 0.97
    return Letters(chances, text, sure)


def test_a_row_is_the_same_whichever_way_up_its_card_lies() -> None:
    row = rows.row_of(CARD, Line(TITLE, 1.0))
    assert (row.middle, row.tall) == pytest.approx((50 / 420, 40 / 420))
    assert not row.upside
    turned = rows.row_of(geometry.upside_down(CARD), Line(TITLE, 1.0))
    assert turned.upside
    assert turned.middle == pytest.approx(row.middle)


def test_rows_of_one_card_are_found_on_another_both_ways_up() -> None:
    seen = [rows.row_of(CARD, Line(TITLE, 1.0))]
    moved = Piece(CARD + np.array([500, 0]))
    first, *others = rows.lines(moved, rows.likely(seen)[:1])
    assert geometry.inside(TITLE + np.array([500, 0]), first.corners)
    (flipped,) = others
    middle = flipped.corners.mean(axis=0)
    assert middle == pytest.approx(2 * moved.corners.mean(axis=0) - (750, 100))
    assert (flipped.corners[1] - flipped.corners[0])[0] < 0


def test_rows_near_to_each_other_are_read_once() -> None:
    seen = [rows.Row(0.5, 0.1), rows.Row(0.52, 0.1)]
    middles = [row.middle for row in rows.likely(seen)]
    assert middles == [0.5, *rows.ENDS]


@pytest.mark.parametrize(
    ("seen", "upside"),
    [([True, True, False], True), ([True, False, False], False), ([], False)],
)
def test_rows_stand_as_most_of_those_that_were_seen(seen, upside) -> None:
    found = rows.likely([rows.Row(0.5, 0.1, one) for one in seen])
    assert {row.upside for row in found} == {upside}


@readable
@pytest.mark.parametrize("upside", [False, True])
def test_a_title_that_the_detector_misses_is_read_in_its_row(
    upside: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = np.full((520, 500, 3), 190, np.uint8)
    cv2.putText(image, "Roulette", (150, 113), 2, 1.2, (20, 20, 20), 2, cv2.LINE_AA)
    corners = CARD
    if upside:
        image = cv2.rotate(image, cv2.ROTATE_180)
        corners = geometry.clockwise(np.array([(500, 520) - CARD]))[0]
    monkeypatch.setattr(titles, "marked", lambda card, closer: [])
    used, piece = reader(image), Piece(corners, 3.0)
    used.read([piece])
    assert used.clear(piece)
    card = int(piece.odds(len(used.matcher.keys)).argmax())
    assert used.matcher.keys[card] == "roulette"


@pytest.mark.parametrize(("sure", "accepted"), [(0.95, True), (0.44, False)])
def test_half_a_title_and_noise_are_not_another_title(
    sure: float, accepted: bool
) -> None:
    used = reader(np.zeros((520, 500, 3), np.uint8), "samsara")
    one = Heard(
        Line(TITLE, 1.0), np.zeros(1), "Durmangala", letters("Durmangala", 0.95)
    )
    below = Line(TITLE + np.array([0, 45]), 1.0)
    other = Heard(below, np.zeros(1), "Maut", letters("Maut", sure))
    best = float(used._joined(one, other).odds.max())
    assert (best > titles.CLEAR) == accepted
    assert accepted or best <= DOUBT


@pytest.mark.parametrize(("odds", "doubt"), [(-1.0, False), (6.0, True)])
def test_garbled_words_beside_cards_are_doubted_by_their_chance(
    odds: float, doubt: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    used = reader(np.zeros((520, 500, 3), np.uint8))
    weighed = np.full(len(used.matcher.keys), -9.0)
    weighed[3] = odds
    monkeypatch.setattr(Matcher, "of_letters", lambda self, line: weighed)
    monkeypatch.setattr(
        ppocr, "read_lines", lambda crops, narrow=1.0: [letters("fueu nue", 0.5)]
    )
    monkeypatch.setattr(ppocr, "upside_down", lambda crops: [0.0])
    assert fanned._heard(used, Line(TITLE, 1.0)) == (None, doubt)


@pytest.mark.parametrize(
    ("beside", "named"),
    [(["Phaaa Vikaas", "Vikaas"], False), (["on Vikaas", "Vikaas"], True)],
    ids=["other words", "stray letters"],
)
def test_a_short_title_once_seen_beside_more_letters_is_never_promised(
    beside: list[str], named: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    used = reader(np.zeros((520, 500, 3), np.uint8), "samsara")
    card = used.matcher.keys.index("vikaas")
    assert used.matcher.room(card)  # Bhaga Vikaas holds it
    sure = np.full(len(used.matcher.keys), -9.0)
    sure[card] = 17.0
    said = iter(beside)

    def again(self: Reader, piece: Piece, line: Line) -> Heard:
        text = next(said)
        return Heard(line, sure, text, letters(text, 0.9))

    monkeypatch.setattr(Reader, "_hear", again)
    piece = Piece(CARD, 3.0)
    for _ in beside:
        piece.heard.append(Heard(Line(TITLE, 1.0), sure, "Vikaas"))
        used.hear_beside(piece, [])
        assert not used.clear(piece)
        keys = used.matcher.keys
        told = decide.verdict(keys, piece.odds(len(keys)), decide.prior(keys, None))
        assert (told.card is not None) is named
        assert told.confidence < decide.CERTAIN


def test_a_part_of_a_title_in_doubt_names_no_other_card(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    used = reader(np.zeros((520, 500, 3), np.uint8), "samsara")
    keys = used.matcher.keys
    part, whole = (np.full(len(keys), -9.0) for _ in range(2))
    part[keys.index("maut")], whole[keys.index("durmangala-maut")] = 9.7, titles.NAMED
    long = Heard(Line(TITLE, 1.0), whole, "Duunangria Maut")
    monkeypatch.setattr(titles, "marked", lambda card, closer: [])
    monkeypatch.setattr(Reader, "_hear", lambda self, piece, line: long)
    piece = Piece(CARD, 3.0, [], [long, Heard(Line(TITLE, 1.0), part, "Mout")])
    used._by_network([piece])
    told = decide.verdict(keys, piece.odds(len(keys)), decide.prior(keys, None))
    assert told.card == "durmangala-maut"
    assert told.confidence < decide.CERTAIN


@readable
@pytest.mark.parametrize("upside", [False, True])
def test_a_title_where_no_other_card_has_one_is_read(
    upside: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = np.full((520, 500, 3), 190, np.uint8)
    cv2.putText(image, "Roulette", (150, 290), 2, 1.2, (20, 20, 20), 2, cv2.LINE_AA)
    image = cv2.rotate(image, cv2.ROTATE_180) if upside else image
    monkeypatch.setattr(titles, "marked", lambda card, closer: [])
    used, piece = reader(image), Piece(CARD, 3.0)
    used.rows = [rows.Row(0.1, 0.1)]
    used.read([piece])
    assert used.clear(piece)
    assert used.matcher.keys[int(piece.odds(len(used.matcher.keys)).argmax())] == (
        "roulette"
    )


def test_without_any_title_many_cards_are_not_read_row_by_row(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown: list[int] = []
    monkeypatch.setattr(titles, "marked", lambda card, closer: [])
    monkeypatch.setattr(titles, "everywhere", lambda: shown.append(1) or [])
    used = reader(np.full((520, 500, 3), 190, np.uint8))
    used._by_network([Piece(CARD, 3.0) for _ in range(titles.FEW + 1)])
    assert not shown
    used._by_network([Piece(CARD, 3.0) for _ in range(titles.FEW)])
    assert len(shown) == titles.FEW


def test_rows_over_a_whole_card_leave_no_title_out() -> None:
    every = rows.everywhere()
    for middle in np.linspace(0.08, 0.92, 50):
        whole = [
            row for row in every if abs(row.middle - middle) < (row.tall - 0.06) / 2
        ]
        assert whole, middle


@pytest.mark.parametrize(
    ("odds", "sure", "left"),
    [(5.5, 0.2, -2.0), (5.5, 0.7, 5.5), (9.0, 0.2, 9.0)],
    ids=["art", "letters nearly as sure", "what speaks more"],
)
def test_letters_read_out_of_art_are_no_other_title(
    odds: float, sure: float, left: float
) -> None:
    line = Line(TITLE, 1.0)
    plain = Heard(line, np.array([6.4, -9.0]), "Bhaga Ngut", sure=0.94)
    other = Heard(line, np.array([-9.0, odds]), "JāMRHEua", sure=sure)
    assert list(Piece(CARD, 3.0, [], [plain, other]).odds(2)) == [6.4, left]
    assert Piece(CARD, 3.0, [], [other]).odds(2)[1] == odds


def test_a_doubt_leaves_cards_as_far_apart_as_they_are() -> None:
    odds = np.array([9.0, 3.0, -np.inf])
    assert list(lowered(odds, 4.0)) == [4.0, -2.0, -np.inf]
    assert list(lowered(odds, 9.5)) == list(odds)
    assert list(lowered(np.full(2, -np.inf), 4.0)) == [-np.inf, -np.inf]


@pytest.mark.parametrize("game", ["karmaka", "samsara"])
def test_a_title_read_but_not_plainly_is_named_in_every_game_and_never_promised(
    game: str,
) -> None:
    keys = load(game).keys()
    odds = np.full(len(keys), -np.inf)
    odds[0] = titles.NAMED
    told = decide.verdict(keys, odds, decide.prior(keys, None))
    assert told.card == keys[0]
    assert told.confidence < decide.CERTAIN
