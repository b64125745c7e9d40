"""Pictures that are nothing but a card, fans, and titles that hold each other."""

from __future__ import annotations

import time
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision import render_cards, render_faces
from vision import cards, ocr, ppocr
from vision.cards import alone, decide, fanned, glance, halves, looks, quads, reading
from vision.cards.match import UNLIKE_MOST, Matcher
from vision.cards.pieces import HIDDEN, Heard, Piece, widened
from vision.cards.titles import CLEAR, DOUBT, Reader
from vision.image import BgrImage
from vision.lexicon import load
from vision.ppocr import LETTERS, Letters, Line
from vision.readings import CardsPrior

readable = pytest.mark.skipif(not ppocr.available(), reason="no networks here")


def box(x: float, y: float, wide: float, tall: float) -> np.ndarray:
    return np.array([[x, y], [x + wide, y], [x + wide, y + tall], [x, y + tall]], float)


def reader(game: str = "karmaka", size: tuple[int, int] = (500, 700)) -> Reader:
    picture = BgrImage(np.zeros((size[1], size[0], 3), np.uint8))
    return Reader(picture, Matcher(load(game, ("en",))), time.monotonic() + 600)


def titled(
    used: Reader, card: str, corners: np.ndarray, line: np.ndarray, likely: float = 1.0
) -> Piece:
    odds = np.full(len(used.matcher.keys), -20.0)
    odds[used.matcher.keys.index(card)] = 25.0
    heard = Heard(Line(line, 1.0), odds, card)
    return Piece(corners, likely, [heard.line], [heard])


def scan(title: str, upside: bool = False) -> np.ndarray:
    rng = np.random.default_rng(3)
    face = render_faces.face(title, rng, "ribbon", render_cards.fonts()[0])
    return cv2.rotate(face, cv2.ROTATE_180) if upside else face


@readable
@pytest.mark.slow
@pytest.mark.parametrize("upside", [False, True])
def test_a_scan_edge_to_edge_is_one_card(upside: bool) -> None:
    report = cards.read(scan("Longevity", upside), CardsPrior("karmaka"))
    assert [c.card for c in report.readings] == ["longevity"]
    wide, tall = np.ptp(np.array(report.readings[0].quad), axis=0)
    assert wide > 400
    assert tall > 560


@pytest.mark.skipif(not ocr.available(), reason="no Tesseract here")
@pytest.mark.slow
def test_a_scan_is_read_by_tesseract_alone(monkeypatch) -> None:
    monkeypatch.setattr(ppocr, "available", lambda: False)
    image = np.full((700, 500, 3), 235, np.uint8)
    cv2.putText(image, "Longevity", (60, 80), cv2.FONT_HERSHEY_COMPLEX, 2, (20,) * 3, 3)
    report = cards.read(BgrImage(image), CardsPrior("karmaka"))
    assert [c.card for c in report.readings] == ["longevity"]


def test_a_picture_of_another_shape_is_no_card() -> None:
    assert alone.edge_to_edge(BgrImage(np.zeros((700, 500, 3), np.uint8)))
    assert alone.edge_to_edge(BgrImage(np.zeros((500, 700, 3), np.uint8)))
    assert not alone.edge_to_edge(BgrImage(np.zeros((500, 1000, 3), np.uint8)))


def test_the_only_title_makes_the_picture_the_card() -> None:
    used = reader()
    hidden = titled(
        used, "panic", box(0, 0, 300, 400), box(100, 40, 200, 50), likely=HIDDEN
    )
    unread = Piece(box(40, 120, 420, 300))
    (whole,) = alone.settled(used, [hidden, unread])
    assert np.ptp(whole.corners, axis=0).tolist() == [500, 700]
    slanted = titled(
        used,
        "panic",
        box(0, 0, 300, 400),
        np.array([[100, 40], [280, 120], [260, 165], [80, 85]], float),
        likely=HIDDEN,
    )
    assert len(alone.settled(used, [slanted, unread])) == 2


def test_a_frame_printed_on_a_card_is_no_second_card() -> None:
    used = reader(size=(1200, 900))
    card = titled(used, "panic", box(100, 100, 400, 560), box(150, 120, 200, 40))
    frame, other = Piece(box(140, 400, 300, 200)), Piece(box(700, 100, 400, 560))
    assert alone.settled(used, [card, frame, other]) == [card, other]


def test_two_halves_with_a_title_across_are_one_card() -> None:
    used = reader(size=(1200, 900))
    upper = titled(used, "panic", box(100, 100, 500, 350), box(200, 380, 250, 50))
    lower = Piece(box(100, 452, 500, 350))
    (whole,) = halves.mended(used, [upper, lower])
    assert np.ptp(whole.corners, axis=0).round().tolist() == [500, 702]
    # with the title along its short side the outline is that of a card already
    turned = titled(used, "panic", box(100, 100, 500, 350), box(120, 150, 50, 250))
    turned.heard[0].line.corners[:] = [[120, 400], [120, 150], [170, 150], [170, 400]]
    assert len(halves.mended(used, [turned, lower])) == 2


def test_two_halves_at_a_slant_are_one_card_too() -> None:
    """From the side a card is hardly taller than wide, and its far end is shorter."""
    used = reader(size=(1600, 900))
    far = np.array([[268, 143], [595, 149], [587, 390], [245, 362]], float)
    near = np.array([[229, 371], [607, 363], [619, 587], [199, 612]], float)
    upper = titled(used, "panic", far, box(290, 160, 200, 30))
    (whole,) = halves.mended(used, [upper, Piece(near)])
    assert sorted(whole.corners.tolist()) == [
        [199, 612],
        [268, 143],
        [595, 149],
        [619, 587],
    ]
    away = Piece(near + np.array([0, 250]))
    assert len(halves.mended(used, [upper, away])) == 2


def letters(text: str, sure: float = 0.99) -> Letters:
    return Letters(np.full((4, 27), 1 / 27, np.float32), text, sure)


def test_a_card_named_in_passing_is_not_its_title() -> None:
    used = reader()
    odds = np.full(len(used.matcher.keys), -20.0)
    odds[used.matcher.keys.index("transmigrate")] = 25.0
    assert used.doubted("Transmigrate", odds).max() == 25
    assert used.doubted("4 Transmigrate 3", odds).max() == 25
    assert used.doubted("Transmigrate or one card", odds).max() == DOUBT
    assert used.doubted("a Transmigrate.", odds).max() == DOUBT
    piece, small = Piece(box(0, 0, 500, 700)), Line(box(50, 500, 300, 20), 1.0)
    assert not used._in_smaller_print(piece, small)
    tall = Line(box(50, 20, 300, 60), 1.0)
    piece.heard.append(Heard(tall, odds - 50, "Something", letters("Something")))
    assert used._in_smaller_print(piece, small)
    assert not used._in_smaller_print(piece, tall)
    assert DOUBT < CLEAR


@readable
@pytest.mark.slow
def test_rules_that_name_a_card_do_not_make_it_one() -> None:
    rng = np.random.default_rng(4)
    face = render_faces.face("Transmigrate", rng, "named", render_cards.fonts()[0])
    report = cards.read(BgrImage(face), CardsPrior("karmaka"))
    assert not report.certain
    assert all(c.card is None for c in report.readings)


def test_titles_that_hold_another_leave_room_for_it() -> None:
    matcher = Matcher(load("samsara", ("en",)))
    gyaan = matcher.keys.index("gyaan")
    assert matcher.room(gyaan) == len("durmangala")
    assert matcher.room(matcher.keys.index("bad-karma")) == 0
    assert Matcher(load("karmaka", ("en",))).room(0) == 0


def test_a_widened_line_stays_on_its_card() -> None:
    wide = widened(Line(box(100, 50, 100, 20), 1.0), 160, box(60, 0, 500, 700))
    assert 60 <= wide.corners[0, 0] <= 80
    assert wide.corners[1, 0] == pytest.approx(360)


@readable
@pytest.mark.slow
@pytest.mark.parametrize("words", [("Bhaga", "Gyaan"), ("Bhaga", "Kaam", "Kar")])
def test_a_split_title_is_not_taken_for_the_shorter_one(words) -> None:
    """Where the quick look shows all words but the first, that is looked for."""
    image = np.full((700, 640, 3), 225, np.uint8)
    for n, word in enumerate(words):
        at = (30 + 205 * n, 90)
        cv2.putText(image, word, at, cv2.FONT_HERSHEY_COMPLEX, 1.6, (20,) * 3, 3)
    places = [box(20 + 205 * n, 40, 190, 65) for n in range(1, len(words))]
    lines = [Line(place, 1.0) for place in places]
    used = Reader(
        BgrImage(image), Matcher(load("samsara")), time.monotonic() + 600, glance=lines
    )
    piece = Piece(box(0, 0, 640, 700))
    used.read([piece])
    best = int(piece.odds(len(used.matcher.keys)).argmax())
    assert used.matcher.keys[best] == "-".join(words).lower()


def test_a_taught_card_without_an_outline_or_a_title_is_kept_where_it_lies() -> None:
    used = reader()
    known = np.zeros(len(used.matcher.keys))
    known[3] = 30.0
    found = Piece(box(100, 150, 250, 350), HIDDEN, features=known)
    assert alone.settled(used, [found]) == [found]


def test_a_title_with_more_letters_beside_it_stays_in_doubt(monkeypatch) -> None:
    """Something stands before it that is no title: a longer one may be half read."""
    used = reader("samsara")
    card = titled(used, "gyaan", box(0, 0, 500, 700), box(250, 40, 190, 65))
    said = {"text": "Gyaan"}
    nothing = np.full((12, 27), 1 / 27, np.float32)
    monkeypatch.setattr(
        ppocr,
        "read_lines",
        lambda crops, narrow=1.0: [Letters(nothing, said["text"], 0.5)],
    )
    used.hear_beside(card, [])
    assert used.clear(card)
    said["text"] = "Bhxgk Gyaan"
    used.hear_beside(card, [])
    assert not used.clear(card)


@readable
@pytest.mark.slow
def test_an_outline_around_a_fan_is_not_one_card() -> None:
    rng = np.random.default_rng(21)
    names = load("karmaka").titles
    keys = ["panic", "voyage", "mimic"]
    faces = [(k, render_cards.card(names[k], rng, place="top")) for k in keys]
    photo = render_cards.photo(faces, rng, size=(1200, 900), fanned=True)
    report = cards.read(BgrImage(photo.image), CardsPrior("karmaka"))
    assert sorted(str(c.card) for c in report.readings) == sorted(keys)
    assert not report.certain


@pytest.mark.parametrize(
    ("wider", "card", "doubt"),
    [
        ("Bhaga Gyaan", "bhaga-gyaan", False),
        ("Gyaan", "gyaan", False),
        ("Bhxgk Gyx", None, True),
    ],
)
def test_a_title_on_no_outline_is_read_again_where_a_longer_one_holds_it(
    monkeypatch, wider: str, card: str | None, doubt: bool
) -> None:
    used = reader("samsara")
    short = titled(used, "gyaan", box(0, 0, 9, 9), box(250, 40, 90, 30)).heard[0]
    letters = Letters(np.full((12, 27), 1 / 27, np.float32), wider, 0.5)
    monkeypatch.setattr(ppocr, "read_lines", lambda crops, narrow=1.0: [letters])
    monkeypatch.setattr(
        Matcher, "of_letters", lambda self, line: self.of_text(line.text)
    )
    heard, doubtful = fanned._whole(used, replace(short, text="Gyaan"))
    named = used.matcher.keys[int(heard.odds.argmax())] if heard else None
    assert (named, doubtful) == (card, doubt)


@pytest.mark.parametrize(("many", "looks"), [(3, 9), (15, 15)])
def test_many_cards_without_any_title_are_looked_at_once(
    monkeypatch, many: int, looks: int
) -> None:
    used, seen = reader(), []
    monkeypatch.setattr(Reader, "_look", lambda *at, **how: seen.append(how))
    used._by_network([Piece(box(0, 0, 40, 60)) for _ in range(many)])
    assert len(seen) == looks


@pytest.mark.parametrize(("odds", "looks"), [(7.0, 1), (9.0, 0)])
def test_a_title_that_could_not_be_promised_is_looked_at_once_more(
    monkeypatch, odds: float, looks: int
) -> None:
    used, seen = reader(), []
    card = titled(used, "panic", box(0, 0, 400, 600), box(40, 40, 200, 40))
    read = np.full(len(used.matcher.keys), -9.0)
    read[used.matcher.keys.index("panic")] = odds
    card.heard = [replace(card.heard[0], odds=read)]
    monkeypatch.setattr(Reader, "_look", lambda *at, **how: seen.append(how))
    used._by_network([card])
    assert len(seen) == looks


@pytest.mark.parametrize(
    ("text", "card", "told"),
    [
        ("Durmangala Kar", "durmangala-maut", False),
        ("Durmangala Mavt", "durmangala-maut", True),
        ("Durmangala Kaan Kar", "durmangala-kaam-kar", True),
    ],
)
def test_what_titles_share_does_not_tell_them_apart(
    text: str, card: str, told: bool
) -> None:
    matcher = Matcher(load("samsara"))
    assert matcher.told(text, matcher.keys.index(card)) == told


def test_noise_where_titles_differ_names_a_card_but_promises_none() -> None:
    used = reader(game="samsara")
    card = used.matcher.keys.index("bhaga-maut")
    odds = np.full(len(used.matcher.keys), -9.0)
    odds[card] = 20.0
    assert used.doubted("Bhaga Mut", odds).max() == 20.0
    noise = used.doubted("Bhha maanut", odds)
    chance = decide.verdict(
        used.matcher.keys, noise, decide.prior(used.matcher.keys, None)
    )
    assert decide.ACCEPT < chance.confidence < decide.CERTAIN


def test_letters_that_spell_no_title_are_never_sure_of_one() -> None:
    matcher = Matcher(load("karmaka"))
    chances = np.full((14, 27), 0.02, np.float32)
    for step, letter in enumerate("sowing"):  # possible, but never the likeliest
        chances[2 * step, 1 + LETTERS.index(letter)] = 0.4
    guess = Letters(chances, "psamurs", 0.5)
    assert matcher.of_letters(guess).max() <= UNLIKE_MOST
    assert matcher.of_letters(replace(guess, text="sowins")).max() > UNLIKE_MOST


@pytest.mark.parametrize(("text", "kept"), [("Maut", True), ("ng", False)])
def test_a_short_title_must_be_read_again_with_room_around_it(
    monkeypatch, text: str, kept: bool
) -> None:
    used = reader("samsara")
    card = titled(used, "maut", box(0, 0, 400, 600), box(240, 40, 90, 30))
    card.heard = [replace(card.heard[0], text="Maut")]
    letters = Letters(np.full((12, 27), 1 / 27, np.float32), text, 0.5)
    monkeypatch.setattr(ppocr, "read_lines", lambda crops, narrow=1.0: [letters])
    used.hear_beside(card, [])
    odds = card.heard[0].odds.max()
    assert odds == (25.0 if kept else DOUBT)


def test_a_short_title_beside_other_words_stays_in_doubt(monkeypatch) -> None:
    used = reader("samsara")
    card = titled(used, "maut", box(0, 0, 400, 600), box(240, 40, 90, 30))
    letters = Letters(np.full((12, 27), 1 / 27, np.float32), "Maut", 0.5)
    monkeypatch.setattr(ppocr, "read_lines", lambda crops, narrow=1.0: [letters])
    other = Letters(letters.chances, "Bhaga", 0.95)
    none = np.full(len(used.matcher.keys), -20.0)
    beside = Heard(Line(box(100, 42, 110, 30), 1.0), none, "Bhaga", other)
    card.heard = [replace(card.heard[0], text="Maut"), beside]
    used.hear_beside(card, [])
    assert card.heard[0].odds.max() == DOUBT


def test_a_card_taken_for_one_large_sign_is_looked_at_in_bands(monkeypatch) -> None:
    card = np.zeros((400, 280, 3), np.uint8)

    def find(part: np.ndarray, least: object = None) -> list[Line]:
        whole = len(part) == 400
        return [Line(box(20, 10, 200, 300 if whole else 30), 0.9)]

    monkeypatch.setattr(ppocr, "find_lines", find)
    found = looks.marked(card, looks.Closer(280, 3))
    tops = [line.corners[:, 1].min() for line in found]
    assert tops == [10 + int(top * 400) for top, _ in looks.BANDS]


@pytest.mark.parametrize(("beside", "looks"), [(0.0, 0), (0.9, 1)])
def test_text_is_looked_for_beside_outlines_only_where_a_card_may_lie(
    monkeypatch, beside: float, looks: int
) -> None:
    seen: list[np.ndarray] = []
    monkeypatch.setattr(ppocr, "find_lines", lambda part: seen.append(part) or [])
    picture = BgrImage(np.zeros((600, 800, 3), np.uint8))
    inside = np.zeros((60, 80), np.float32)
    outlines = [box(20 + 180 * n, 40, 140, 200) for n in range(4)]
    for n in range(4):
        inside[4:24, 2 + 18 * n : 16 + 18 * n] = 0.95
    inside[36:56, 20:34] = beside
    cards = [quads.Quad(outline, 5.0, 140 * 200) for outline in outlines]
    glance.glanced(picture, quads.Seen(cards, inside, np.zeros_like(inside)))
    assert len(seen) == looks


def test_things_at_two_ends_of_a_table_are_looked_at_one_by_one(monkeypatch) -> None:
    seen: list[tuple[int, ...]] = []
    monkeypatch.setattr(ppocr, "find_lines", lambda part: seen.append(part.shape) or [])
    picture = BgrImage(np.zeros((600, 800, 3), np.uint8))
    where = np.zeros((60, 80), bool)
    where[2:12, 2:12] = where[45:55, 65:75] = True
    glance.around(picture, where, 0.1, 1.0)
    assert seen == [(120, 120, 3), (120, 120, 3)]
    where[2:50, 2:4] = where[45:50, 2:70] = True
    glance.around(picture, where, 0.1, 1.0)
    assert len(seen) == 3


def test_a_title_found_late_belongs_to_the_card_it_stands_on() -> None:
    used = reader(size=(1200, 900))
    spare = titled(used, "panic", box(0, 0, 9, 9), box(120, 120, 200, 40)).heard[0]
    beside = titled(used, "voyage", box(0, 0, 9, 9), box(900, 120, 200, 40)).heard[0]
    card = Piece(box(100, 100, 400, 560))
    assert fanned._given([spare, beside], [card]) == [beside]
    assert card.heard == [spare]
    fan = Piece(box(80, 80, 1100, 700))
    assert fanned._given([spare, beside], [fan]) == [spare, beside]
    assert fan.heard == []


def test_lines_as_tall_as_titles_outside_the_cards_read_are_read_too() -> None:
    used = reader(size=(1200, 900))
    card = titled(used, "panic", box(100, 100, 500, 700), box(200, 120, 250, 50))
    beside = Line(box(800, 200, 250, 48), 1.0)
    small = Line(box(800, 400, 90, 20), 1.0)
    on_it = Line(box(150, 500, 250, 48), 1.0)
    assert fanned._free(used, [card], [small, on_it, beside]) == [beside]
    assert fanned._free(used, [], [small, beside]) == [beside, small]


def test_the_prior_decides_after_one_look(monkeypatch) -> None:
    used = reader("samsara")
    keys = used.matcher.keys
    odds = np.full(len(keys), -20.0)
    odds[[keys.index("good-karma"), keys.index("bad-karma")]] = 9.0
    pieces = [Piece(box(0, 0, 200, 280))]
    seen = reading.Look(
        used.matcher, pieces, [(odds, decide.ACCEPT)], True, None, (300, 300), 1.0
    )
    known = CardsPrior("samsara")
    assert reading.answer(seen, known).readings[0].card is None
    told = reading.answer(seen, replace(known, may={"good-karma": 1}))
    assert told.readings[0].card == "good-karma"
    assert told.certain


@pytest.mark.parametrize(
    ("count", "most", "code"), [(None, 1, None), (2, None, "fewer"), (None, 0, "more")]
)
def test_another_number_of_cards_than_can_be_is_said(count, most, code) -> None:
    used = reader("samsara")
    odds = np.full(len(used.matcher.keys), -20.0)
    odds[used.matcher.keys.index("good-karma")] = 20.0
    pieces = [Piece(box(0, 0, 200, 280))]
    seen = reading.Look(
        used.matcher, pieces, [(odds, decide.ACCEPT)], True, None, (300, 300), 1.0
    )
    told = reading.answer(seen, CardsPrior("samsara", count=count, most=most))
    assert (told.problem.code if told.problem else None) == code
    assert told.certain is (code is None)
