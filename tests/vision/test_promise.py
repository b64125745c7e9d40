"""When a reading of cards is promised whole, and which outlines are one card."""

from __future__ import annotations

import time

import numpy as np
import pytest

from vision.cards import left, promise
from vision.cards.match import Matcher
from vision.cards.pieces import HIDDEN, Heard, Piece
from vision.cards.titles import Reader
from vision.image import BgrImage
from vision.lexicon import load
from vision.ppocr import Letters, Line


def box(x: float, y: float, wide: float, tall: float) -> np.ndarray:
    return np.array([[x, y], [x + wide, y], [x + wide, y + tall], [x, y + tall]], float)


@pytest.fixture
def reader() -> Reader:
    picture = BgrImage(np.zeros((800, 1200, 3), np.uint8))
    return Reader(picture, Matcher(load("karmaka", ("en",))), time.monotonic() + 60)


def piece(
    reader: Reader, card: str, x: float, likely: float = 1.0, tall=280.0
) -> Piece:
    odds = np.full(len(reader.matcher.keys), -20.0)
    odds[reader.matcher.keys.index(card)] = 25.0
    line = Line(box(x + 10, 110, 120, 24), 1.0)
    return Piece(box(x, 100, 200, tall), likely, [line], [Heard(line, odds, card)])


def test_two_outlines_around_one_title_are_one_card(reader: Reader) -> None:
    outer, frame = piece(reader, "panic", 100), piece(reader, "panic", 102, -2)
    other = piece(reader, "panic", 500)
    assert promise.told_apart(reader, [frame, outer, other]) == [outer, other]


def test_cards_apart_on_a_bare_table_are_promised(reader: Reader) -> None:
    hand = [piece(reader, "panic", 100), piece(reader, "voyage", 400)]
    assert promise.complete(reader, hand)


def test_a_card_the_network_sees_elsewhere_is_never_promised_away(
    reader: Reader,
) -> None:
    hand = [piece(reader, "panic", 100), piece(reader, "voyage", 400)]
    reader.inside = np.zeros((80, 120), np.float32)
    reader.inside[10:38, 10:30] = reader.inside[10:38, 40:60] = 0.9
    assert promise.complete(reader, hand)
    reader.inside[10:38, 62:66] = 0.9  # a strip of a third, under the second
    assert not promise.complete(reader, hand)
    reader.inside[10:38, 62:66] = 0
    reader.inside[44:72, 80:100] = 0.96  # a card without an outline
    assert not promise.complete(reader, hand)


def test_a_sheet_or_a_box_beside_the_cards_does_no_harm(reader: Reader) -> None:
    hand = [piece(reader, "panic", 100), piece(reader, "voyage", 400)]
    reader.inside = np.zeros((80, 120), np.float32)
    reader.border = np.zeros((80, 120), np.float32)
    reader.inside[10:38, 10:30] = reader.inside[10:38, 40:60] = 0.96
    reader.inside[44:62, 80:110] = 0.85  # seen, but not surely
    assert promise.complete(reader, hand)
    reader.inside[44:62, 80:110] = 0
    reader.inside[44:72, 108:] = 0.9  # cut by the edge of the photo
    assert promise.complete(reader, hand)
    reader.border[44:72, 106:110] = 0.6  # and with the edge of a card around it
    assert not promise.complete(reader, hand)


def test_cards_farther_away_may_be_smaller_if_all_are(reader: Reader) -> None:
    sizes = {0: 300.0, 310: 270.0, 620: 240.0, 930: 210.0}
    row = [piece(reader, "panic", x, tall=tall) for x, tall in sizes.items()]
    assert promise.complete(reader, row)
    odd = [*row[:2], piece(reader, "panic", 620, tall=400.0), row[3]]
    assert not promise.complete(reader, odd)


def test_an_outline_around_the_strips_of_a_fan_is_no_card(reader: Reader) -> None:
    card, strips = piece(reader, "panic", 100), piece(reader, "voyage", 400)
    assert promise.complete(reader, [card, strips])
    strips.corners = box(400, 100, 260, 200)
    assert not promise.complete(reader, [card, strips])


def test_a_third_card_shows_that_two_measured_badly_are_cards(reader: Reader) -> None:
    """Far from the card that measures it, a size grows unsure at a slant."""
    hand = [piece(reader, "panic", x, tall=t) for x, t in ((50, 250), (350, 300))]
    hand.append(piece(reader, "voyage", 700, tall=345))
    assert promise.complete(reader, hand)
    assert not promise.complete(reader, [hand[0], hand[2]])
    strips = piece(reader, "voyage", 700)
    strips.corners = box(700, 100, 260, 200)
    plain = [piece(reader, "panic", 50), piece(reader, "panic", 350)]
    assert not promise.complete(reader, [*plain, strips])


def test_one_card_alone_must_be_seen_plainly_because_it_may_be_a_fan(
    reader: Reader,
) -> None:
    assert promise.complete(reader, [piece(reader, "panic", 100, likely=3.2)])
    assert not promise.complete(reader, [piece(reader, "panic", 100, likely=2.8)])


@pytest.mark.parametrize("around", ["too long", "too wide", "askew"])
def test_an_outline_of_another_shape_must_be_seen_more_plainly(
    reader: Reader, around: str
) -> None:
    tall = {"too long": 310.0, "too wide": 250.0, "askew": 280.0}[around]
    for likely, promised in ((5.0, False), (6.0, True)):
        lone = piece(reader, "panic", 100, likely, tall)
        if around == "askew":
            lone.corners[2:] += (25, 0)
        assert promise.complete(reader, [lone]) == promised


def test_an_outline_in_whose_corners_the_table_shows_may_hold_a_fan(
    reader: Reader,
) -> None:
    card = piece(reader, "panic", 400, likely=5.0, tall=280.0)
    reader.inside = np.full((80, 120), 0.98, np.float32)
    reader.inside[:, :38] = reader.inside[:, 62:] = 0.0
    reader.inside[:8] = reader.inside[40:] = 0.0
    reader.border = np.zeros_like(reader.inside)
    assert promise.complete(reader, [card])
    reader.inside[8:16, 52:] = 0.0
    assert not promise.complete(reader, [card])


def test_text_on_no_card_is_never_promised_away(reader: Reader) -> None:
    reader.stray = True
    assert not promise.complete(reader, [piece(reader, "panic", 100, likely=5.0)])


@pytest.mark.parametrize(
    "second",
    [
        {"x": 280.0},
        {"x": 400.0, "likely": -99.0},
        {"x": 400.0, "likely": -3.0},
        {"x": 400.0, "tall": 600.0},
    ],
)
def test_overlapping_hidden_or_odd_sized_cards_are_not_promised(
    reader: Reader, second: dict[str, float]
) -> None:
    hand = [piece(reader, "panic", 100), piece(reader, "voyage", **second)]
    assert not promise.complete(reader, hand)


def test_rules_text_around_a_title_is_no_title(reader: Reader) -> None:
    card = reader.matcher.keys.index("panic")
    assert reader.matcher.alone("Panic!", card)
    assert not reader.matcher.alone("then Panic", card)


def test_a_card_known_by_its_title_alone_makes_a_fan_of_the_others(
    reader: Reader,
) -> None:
    hand = [piece(reader, "panic", 100), piece(reader, "voyage", 400, HIDDEN)]
    reader.inside = np.full((80, 120), 0.6, np.float32)  # all of it may be cards
    assert not promise.complete(reader, hand)
    assert promise.complete(reader, [hand[0], piece(reader, "voyage", 400)])


def test_among_cards_spread_out_one_may_be_known_by_its_title_alone(
    reader: Reader,
) -> None:
    spread = [piece(reader, "panic", x) for x in (20, 260, 500)]
    reader.inside = np.full((80, 120), 0.6, np.float32)
    hidden = piece(reader, "voyage", 740, HIDDEN)
    assert promise.complete(reader, [*spread, hidden])
    assert not promise.complete(reader, [*spread[:2], hidden])
    assert not promise.complete(reader, [*spread, piece(reader, "panic", 600, HIDDEN)])
    other = piece(reader, "panic", 980, HIDDEN)
    assert not promise.complete(reader, [*spread, hidden, other])
    reader.inside[:, 74:] = 0.2  # nothing is seen where it should lie
    assert not promise.complete(reader, [*spread, hidden])


def test_edges_inside_the_only_outline_hint_at_a_fan(reader: Reader) -> None:
    alone = [piece(reader, "panic", 100, likely=promise.ALONE + 1)]
    reader.border = np.zeros((80, 120), np.float32)
    assert promise.complete(reader, alone)
    reader.border[14:35, 17:22] = 0.6  # the edge of a card that lies on another
    assert not promise.complete(reader, alone)


def test_a_corner_of_something_at_the_edge_is_too_small_for_a_card(
    reader: Reader,
) -> None:
    hand = [piece(reader, "panic", 100), piece(reader, "voyage", 400)]
    reader.inside = np.zeros((80, 120), np.float32)
    reader.border = np.full((80, 120), 0.6, np.float32)
    reader.inside[66:, 104:] = 0.96  # 160 by 140 pixels; cards are 200 wide
    assert promise.complete(reader, hand)
    reader.inside[50:, 104:] = 0.96
    assert not promise.complete(reader, hand)


def test_a_sheet_larger_than_cards_at_the_edge_is_none(reader: Reader) -> None:
    hand = [piece(reader, "panic", 100), piece(reader, "voyage", 400)]
    reader.inside = np.zeros((80, 120), np.float32)
    reader.border = np.full((80, 120), 0.6, np.float32)
    reader.inside[40:, 70:110] = 0.88
    assert promise.complete(reader, hand)
    reader.inside[40:, 70:110] = 0.95  # two cards may lie there, edge to edge
    assert not promise.complete(reader, hand)


def test_a_box_among_cards_that_was_outlined_is_not_asked_about(
    reader: Reader,
) -> None:
    hand = [piece(reader, "panic", 100), piece(reader, "voyage", 400)]
    thing = Piece(box(700, 100, 150, 120), 1.0)
    assert promise.without_things(reader, [*hand, thing]) == hand
    sheet = Piece(box(700, 100, 400, 500), 1.0)
    assert promise.without_things(reader, [*hand, sheet]) == hand
    unread = Piece(box(700, 100, 200, 280), 1.0)  # of a card's size: somebody must say
    assert promise.without_things(reader, [*hand, unread]) == [*hand, unread]
    assert promise.without_things(reader, [hand[0], thing]) == [hand[0], thing]


def test_a_card_that_touches_a_sheet_is_not_lost_in_it(reader: Reader) -> None:
    hand = [piece(reader, "panic", 100), piece(reader, "voyage", 400)]
    reader.inside = np.zeros((80, 120), np.float32)
    reader.border = np.zeros((80, 120), np.float32)
    reader.inside[44:78, 64:118] = 0.8
    assert promise.complete(reader, hand)
    reader.inside[46:72, 70:88] = 0.97
    assert not promise.complete(reader, hand)


def words(text: str, corners: np.ndarray) -> Heard:
    letters = Letters(np.zeros((1, 27), np.float32), text, 0.99)
    return Heard(Line(corners, 0.9), np.full(1, -np.inf), text, letters)


def test_what_bears_large_other_words_is_no_card(reader: Reader) -> None:
    hand = [piece(reader, "panic", 100), piece(reader, "voyage", 400)]
    reader.inside = np.zeros((80, 120), np.float32)
    reader.inside[44:72, 80:100] = 0.96
    assert not promise.complete(reader, hand)
    reader.words = [words("before", box(830, 500, 120, 12))]
    assert not promise.complete(reader, hand), "rules of a card are smaller than titles"
    reader.words = [words("before", box(830, 500, 120, 26))]
    assert promise.complete(reader, hand)
    reader.words = [words("before", box(530, 500, 120, 26))]
    assert not promise.complete(reader, hand), "they stand elsewhere"


@pytest.mark.parametrize(("text", "none"), [("before", True), ("oulett", False)])
def test_words_that_the_photo_cuts_may_be_the_rest_of_a_title(
    reader: Reader, text: str, none: bool
) -> None:
    hand = [piece(reader, "panic", 100), piece(reader, "voyage", 400)]
    reader.inside = np.zeros((80, 120), np.float32)
    reader.border = np.full((80, 120), 0.6, np.float32)
    reader.inside[44:72, 106:] = 0.96
    reader.words = [words(text, box(1080, 500, 115, 26))]
    assert promise.complete(reader, hand) is none


@pytest.mark.parametrize(
    ("likely", "wide", "text", "thing"),
    [
        (1.0, 200, None, False),
        (-1.2, 200, None, False),
        (1.0, 250, None, False),
        (1.0, 200, "before", False),
        (-1.2, 250, None, True),
        (1.0, 250, "before", True),
        (-1.2, 200, "before", True),
    ],
)
def test_two_signs_make_a_thing_of_an_outline_without_a_title(
    reader: Reader, likely: float, wide: float, text: str | None, thing: bool
) -> None:
    hand = [piece(reader, "panic", 100), piece(reader, "voyage", 400)]
    other = Piece(box(700, 100, wide, 280), likely)
    if text:
        other.heard = [words(text, box(720, 150, 120, 26))]
        other.heard[0].odds.resize(len(reader.matcher.keys), refcheck=False)
        other.heard[0].odds[:] = -9.0
    kept = promise.without_things(reader, [*hand, other])
    assert len(kept) == (2 if thing else 3)


def test_what_has_the_size_of_a_card_may_be_one_however_dim(reader: Reader) -> None:
    hand = [piece(reader, "panic", 100), piece(reader, "voyage", 400)]
    reader.inside = np.zeros((80, 120), np.float32)
    reader.border = np.zeros((80, 120), np.float32)
    reader.inside[44:72, 80:100] = 0.6
    assert not promise.complete(reader, hand)
    reader.inside[44:72, 80:100] = 0.4
    assert promise.complete(reader, hand)
    reader.inside[52:, 80:100] = 0.6  # cut by the photo: then it must be seen surely
    assert promise.complete(reader, hand)


def test_a_far_card_is_measured_by_the_one_next_to_it(reader: Reader) -> None:
    near = [piece(reader, card, x) for card, x in (("panic", 100), ("voyage", 400))]
    far = Piece(box(700, 500, 100, 140), 1.0, near[0].lines, near[0].heard)
    reader.inside = np.zeros((80, 120), np.float32)
    reader.border = np.zeros((80, 120), np.float32)
    reader.inside[50:64, 84:94] = 0.85
    assert left.cards(reader, [*near, far])
    assert not left.cards(reader, near), "it is too small for a near one"
    reader.inside[50:64, 87:91] = 0
    assert not left.cards(reader, [*near, far]), "too little of it is seen"


def test_words_within_the_photo_are_no_rest_of_a_title(reader: Reader) -> None:
    """Even those that a title may end with: only an edge cuts a title."""
    hand = [piece(reader, "panic", 100), piece(reader, "voyage", 400)]
    for x, large in ((900, True), (1080, False)):
        heard = words("oulett", box(x, 500, 115, 26))
        assert left.large(reader, heard, hand) is large


def test_words_are_measured_by_the_title_of_the_card_next_to_them(
    reader: Reader,
) -> None:
    near, far = piece(reader, "panic", 100), piece(reader, "voyage", 900)
    line = Line(box(910, 110, 60, 12), 1.0)
    far.lines, far.heard = [line], [Heard(line, far.heard[0].odds, "voyage")]
    small = words("before", box(900, 500, 60, 14))
    assert left.large(reader, small, [near, far])
    assert not left.large(reader, small, [near])
    beside = words("before", box(100, 500, 60, 14))
    assert not left.large(reader, beside, [near, far]), "rules of the near card"


def test_a_sheet_that_the_photo_cuts_is_no_card_where_it_is_seen_surely(
    reader: Reader,
) -> None:
    hand = [piece(reader, "panic", 100), piece(reader, "voyage", 400)]
    reader.inside = np.zeros((80, 120), np.float32)
    reader.border = np.zeros((80, 120), np.float32)
    reader.inside[40:, 70:110] = 0.8
    reader.inside[60:, 76:92] = 0.97
    assert promise.complete(reader, hand)
    reader.inside[78:, 76:92] = 0.8
    assert not promise.complete(reader, hand), "a card that lies on it"
