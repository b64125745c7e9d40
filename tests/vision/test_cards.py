"""Cards read by their titles, from drawn photos and through the command line."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision import render_cards
from vision import __main__ as command
from vision import cards, ocr, ppocr
from vision.cards import geometry
from vision.cards.quads import find_quads
from vision.lexicon import load
from vision.readings import CardsPrior

readable = pytest.mark.skipif(
    not (ocr.available() or ppocr.available()), reason="no text reader here"
)


def drawn(keys, seed, game="karmaka", size=(1200, 800)) -> render_cards.Photo:
    rng = np.random.default_rng(seed)
    titles = load(game).titles
    faces = [(key, render_cards.card(titles[key], rng)) for key in keys]
    return render_cards.photo(faces, rng, size=size)


@readable
@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_a_hand_is_read(seed: int) -> None:
    photo = drawn(["panic", "hells-heart", "voyage", "mimic"], seed)
    report = cards.read(photo.image, CardsPrior("karmaka"))
    assert sorted(str(c.card) for c in report.readings) == sorted(photo.cards)
    for card in report.readings:
        assert card.title == load("karmaka").titles[str(card.card)]
        assert card.candidates[0].card == card.card
    best = report.wholes[0]
    assert [c.card for c in best.pieces] == sorted(photo.cards)


@readable
@pytest.mark.slow
def test_corners_begin_at_the_top_left_of_the_printed_card() -> None:
    rng = np.random.default_rng(5)
    face = render_cards.card("Roulette", rng, place="top")
    photo = render_cards.photo([("roulette", face)], rng, size=(620, 760))
    upside = cv2.rotate(photo.image, cv2.ROTATE_180)
    size = np.array([620, 760])
    for image, truth in (
        (photo.image, photo.quads[0]),
        (upside, size - photo.quads[0]),
    ):
        card = cards.read(image, CardsPrior("karmaka")).readings[0]
        assert card.card == "roulette"
        assert np.abs(np.array(card.quad) - truth).max() < 40


@readable
@pytest.mark.slow
def test_what_the_game_allows_decides_between_alike_titles() -> None:
    photo = drawn(["good-karma", "maut"], 7, "samsara")
    may = {"good-karma": 4, "maut": 1, "jann": 2}
    report = cards.read(photo.image, CardsPrior("samsara", may))
    assert sorted(c.card or "?" for c in report.readings) == ["good-karma", "maut"]
    assert report.certain


@readable
@pytest.mark.slow
def test_cards_of_another_game_are_not_guessed() -> None:
    photo = drawn(["panic", "roulette", "transmigrate"], 9)
    report = cards.read(photo.image, CardsPrior("samsara"))
    assert [c.card for c in report.readings] == [None] * 3
    assert not report.certain
    assert report.question is not None
    assert report.question.options
    assert report.problem is not None


def test_an_empty_table_gives_advice() -> None:
    report = cards.read(
        np.full((700, 900, 3), (60, 90, 120), np.uint8), CardsPrior("karmaka")
    )
    assert report.readings == ()
    assert not report.certain
    assert report.problem is not None
    assert "Lay the cards" in report.problem.advice


def test_without_any_text_reader_it_says_how_to_get_one(monkeypatch) -> None:
    monkeypatch.setattr(ppocr, "available", lambda: False)
    monkeypatch.setattr(ocr, "binary", lambda: None)
    report = cards.read(drawn(["panic"], 1).image, CardsPrior("karmaka"))
    assert [c.card for c in report.readings] == [None]
    assert report.problem is not None
    assert "tesseract" in report.problem.advice


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 3, 8])
def test_outlines_are_found(count: int) -> None:
    rng = np.random.default_rng(count)
    faces = [("x", render_cards.card("Panic", rng)) for _ in range(count)]
    photo = render_cards.photo(faces, rng)
    found = find_quads(photo.image)
    for truth in photo.quads:
        assert max(geometry.iou(truth, quad.corners) for quad in found) > 0.8


@readable
@pytest.mark.slow
def test_the_command_line_prints_one_line_per_photo(tmp_path: Path, capsys) -> None:
    path = tmp_path / "hand.png"
    cv2.imwrite(str(path), drawn(["panic"], 3, size=(620, 760)).image)
    out = tmp_path / "drawn.png"
    pytest.importorskip("vision.dice")
    code = command.main(
        [
            "cards",
            str(path),
            "--game",
            "karmaka",
            "--lang",
            "en",
            "--json",
            "--draw",
            str(out),
        ]
    )
    line = json.loads(capsys.readouterr().out)
    assert code == 0
    assert line["photo"] == str(path)
    assert {"card", "title", "confidence", "quad"} <= set(line["cards"][0])
    assert line["cards"][0]["card"] == "panic"
    assert line["ms"] > 0
    assert out.exists()
