"""One more search for a title before a promise: where a card may lie unseen."""

from __future__ import annotations

import time

import cv2
import numpy as np
import pytest

from vision import ppocr
from vision.cards import reading, room
from vision.cards.match import Matcher
from vision.cards.pieces import Heard, Piece
from vision.cards.titles import DOUBT, Reader
from vision.image import BgrImage
from vision.lexicon import load
from vision.ppocr import Line

readable = pytest.mark.skipif(not ppocr.available(), reason="no text reader here")


def box(x: float, y: float, wide: float, tall: float) -> np.ndarray:
    return np.array([[x, y], [x + wide, y], [x + wide, y + tall], [x, y + tall]], float)


@pytest.fixture
def reader() -> Reader:
    picture = BgrImage(np.full((800, 1200, 3), 200, np.uint8))
    inside = np.zeros((80, 120), np.float32)
    return Reader(
        picture, Matcher(load("karmaka")), time.monotonic() + 60, inside=inside
    )


def piece(reader: Reader, card: str, x: float) -> Piece:
    odds = np.full(len(reader.matcher.keys), -20.0)
    odds[reader.matcher.keys.index(card)] = 25.0
    line = Line(box(x + 10, 110, 120, 30), 1.0)
    return Piece(box(x, 100, 200, 280), 5.0, [line], [Heard(line, odds, card)])


def hand(reader: Reader) -> list[Piece]:
    return [piece(reader, "panic", 100), piece(reader, "voyage", 350)]


def test_a_card_left_out_leaves_room_for_itself_and_narrow_margins_do_not() -> None:
    row = np.array([box(x, 100, 200, 280) for x in (50, 300, 800, 1050)])
    where = room.rooms((480, 1300, 3), row)
    assert where[24, 65], "the hole of a card between the second and the third"
    assert not where[:, :30].any(), "beside, above and below the others there is none"


def test_only_what_is_seen_dimly_is_searched(reader: Reader) -> None:
    cards = np.array([card.corners for card in hand(reader)])
    assert not room.dimly(reader.inside, reader.image.shape, cards).any()
    reader.inside[44:72, 70:90] = 0.1
    assert room.dimly(reader.inside, reader.image.shape, cards)[58, 80]
    reader.inside[:] = 0
    reader.inside[44:72, 70:73] = 0.1  # too thin for a card
    assert not room.dimly(reader.inside, reader.image.shape, cards).any()


@readable
def test_a_card_given_away_by_its_title_is_named_and_nothing_promised(
    reader: Reader,
) -> None:
    cards = hand(reader)
    assert reading._completed(reader, cards)[1]
    reader.inside[44:72, 70:90] = 0.1
    assert reading._completed(reader, cards)[1], "a thing without words does no harm"
    cv2.putText(reader.image, "Sowing", (730, 520), 0, 1.2, (20, 20, 20), 3)
    more, complete = reading._completed(reader, cards)
    assert not complete
    sowing = reader.matcher.keys.index("sowing")
    (fresh,) = more[len(cards) :]
    assert int(fresh.odds(len(reader.matcher.keys)).argmax()) == sowing


@readable
def test_other_words_on_a_thing_do_no_harm(reader: Reader) -> None:
    cards = hand(reader)
    reader.inside[44:72, 70:90] = 0.1
    cv2.putText(reader.image, "BEFORE", (730, 520), 0, 1.2, (20, 20, 20), 3)
    assert reading._completed(reader, cards)[1]


@pytest.mark.parametrize(
    ("text", "card", "share"),
    [
        ("Durmangala vann", "durmangala-jann", 0.0),
        ("Durmangala Jann", "durmangala-jann", 1.0),
        ("Bhha maanut", "bhaga-maut", 0.5),
        ("Vikaas", "vikaas", 1.0),
    ],
)
def test_the_letters_that_tell_titles_apart_must_be_read(
    text: str, card: str, share: float
) -> None:
    matcher = Matcher(load("samsara"))
    assert matcher.telling(text, matcher.keys.index(card)) == pytest.approx(share)


def test_a_title_of_which_no_telling_letter_was_read_is_not_named() -> None:
    matcher = Matcher(load("samsara"))
    eye = Reader(BgrImage(np.zeros((9, 9, 3), np.uint8)), matcher, 0.0)
    odds = np.full(len(matcher.keys), -9.0)
    odds[matcher.keys.index("durmangala-jann")] = 25.9
    assert eye.doubted("Durmangala vann", odds).max() <= DOUBT
    assert eye.doubted("Durmangala Jann", odds).max() == 25.9


def test_room_is_measured_by_the_card_next_to_it() -> None:
    large = [box(x, 100, 200, 280) for x in (50, 360)]
    gap = room.rooms((480, 1300, 3), np.array([*large, box(1100, 170, 100, 140)]))
    assert not gap[24, 30], "too narrow for a card as large as those beside it"
    small = [box(x, 170, 100, 140) for x in (50, 260)]
    gap = room.rooms((480, 1300, 3), np.array([*small, box(1000, 100, 200, 280)]))
    assert gap[24, 20]


def test_what_is_left_of_a_card_beside_its_outline_is_no_other(reader: Reader) -> None:
    cards = np.array([card.corners for card in hand(reader)])
    reader.inside[10:38, 35:58] = 0.1  # three cells beyond the second outline
    assert not room.dimly(reader.inside, reader.image.shape, cards)[10:38, 55:].any()
    reader.inside[10:38, 35:75] = 0.1
    assert room.dimly(reader.inside, reader.image.shape, cards)[24, 65]


def test_the_smallest_card_says_how_closely_to_look(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    scales: list[float] = []
    monkeypatch.setattr(room, "around", lambda *told: scales.append(told[-1]) or [])
    reader.inside[44:72, 70:90] = 0.1
    cards = hand(reader)
    cards[0].corners = box(20, 20, 300, 420)
    cards[1].corners = box(350, 20, 250, 350)
    room.lines(reader, cards)
    assert scales == [pytest.approx(room.CARD_WIDE / np.sqrt(0.7 * 250 * 350))]
