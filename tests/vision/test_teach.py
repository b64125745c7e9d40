"""Taught cards: known again by their pictures, whatever covers the title."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from tests.vision import render_cards
from vision import cards, lexicon, ocr, ppocr, teach
from vision.cards import geometry, quads
from vision.readings import CardsPrior

SIZE = (560, 700)
KEYS = ("panic", "crisis", "mimic")


def face(key: str, covered: bool) -> np.ndarray:
    """Return a card whose title band is blank: only its picture tells."""
    image = render_cards.card(
        "", np.random.default_rng(1), place="top", seed=hash_of(key)
    )
    if covered:
        image[:110] = 128
    return image


def hash_of(key: str) -> int:
    return 1 + sum(ord(c) * 7**n for n, c in enumerate(key)) % 100_000


@pytest.fixture
def store(tmp_path: Path) -> Path:
    learn(KEYS, np.random.default_rng(10), tmp_path)
    return tmp_path


def learn(keys: Sequence[str], rng: np.random.Generator, folder: Path) -> None:
    """Teach each of these cards from one photo."""
    for key in keys:
        shown = render_cards.photo([(key, face(key, False))], rng, size=SIZE)
        assert teach.learn(shown.image, key, folder).card == key


@pytest.mark.slow
def test_taught_cards_are_read_without_title_or_text_reader(
    store: Path, monkeypatch
) -> None:
    monkeypatch.setattr(ppocr, "available", lambda: False)
    monkeypatch.setattr(ocr, "binary", lambda: None)
    rng = np.random.default_rng(11)
    photo = render_cards.photo(
        [(key, face(key, True)) for key in KEYS], rng, size=(1200, 700)
    )
    report = cards.read(photo.image, CardsPrior("karmaka", taught=teach.load(store)))
    assert sorted(str(c.card) for c in report.readings) == sorted(KEYS)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [21, 22])
def test_a_fan_with_covered_titles_is_never_promised(store: Path, seed: int) -> None:
    """Only strips of the lower cards show, and nothing is printed on them."""
    rng = np.random.default_rng(seed)
    photo = render_cards.photo(
        [(key, face(key, True)) for key in KEYS], rng, size=(1200, 900), fanned=True
    )
    report = cards.read(photo.image, CardsPrior("karmaka", taught=teach.load(store)))
    named = [c.card for c in report.readings if c.card]
    assert set(named) <= set(KEYS)
    assert not report.certain or sorted(named) == sorted(KEYS)


@pytest.mark.slow
def test_a_card_that_was_not_taught_is_not_guessed(store: Path, monkeypatch) -> None:
    monkeypatch.setattr(ppocr, "available", lambda: False)
    monkeypatch.setattr(ocr, "binary", lambda: None)
    stranger = render_cards.card("", np.random.default_rng(1), place="top", seed=77)
    photo = render_cards.photo([("x", stranger)], np.random.default_rng(12), size=SIZE)
    report = cards.read(photo.image, CardsPrior("karmaka", taught=teach.load(store)))
    assert [c.card for c in report.readings] == [None]


@pytest.mark.slow
def test_a_taught_card_is_found_without_its_outline(store: Path, monkeypatch) -> None:
    monkeypatch.setattr(ppocr, "available", lambda: False)
    monkeypatch.setattr(ocr, "binary", lambda: None)
    photo = render_cards.photo(
        [("mimic", face("mimic", True))], np.random.default_rng(14), size=(900, 700)
    )
    none = np.zeros((1, 1), np.float32)
    nothing = quads.Seen([], none, none)
    monkeypatch.setattr(quads, "survey", lambda picture: nothing)
    report = cards.read(photo.image, CardsPrior("karmaka", taught=teach.load(store)))
    assert [c.card for c in report.readings] == ["mimic"]
    corners = np.array(report.readings[0].quad)
    assert geometry.iou(corners, photo.quads[0]) > 0.8
    assert not report.certain


@pytest.mark.slow
def test_a_picture_that_is_the_taught_card_is_known(store: Path, monkeypatch) -> None:
    monkeypatch.setattr(ppocr, "available", lambda: False)
    monkeypatch.setattr(ocr, "binary", lambda: None)
    upside = np.rot90(face("crisis", True), 2).copy()
    report = cards.read(upside, CardsPrior("karmaka", taught=teach.load(store)))
    assert [c.card for c in report.readings] == ["crisis"]


@pytest.mark.slow
def test_the_same_card_under_another_name_is_noticed(store: Path) -> None:
    rng = np.random.default_rng(15)
    shown = render_cards.photo([("x", face("crisis", False))], rng, size=SIZE)
    assert teach.learn(shown.image, "spite", store).like == "crisis"
    other = render_cards.photo([("x", face("jubilee", False))], rng, size=SIZE)
    assert teach.learn(other.image, "jubilee", store).like is None


@pytest.mark.slow
def test_files_are_small_and_broken_ones_are_left_out(store: Path) -> None:
    sizes = [path.stat().st_size for path in store.iterdir()]
    assert max(sizes) < 60_000
    (store / "broken.0.npz").write_bytes(b"nothing")
    assert sorted(teach.load(store).cards()) == sorted(KEYS)
    assert not teach.load(store / "nowhere")


@pytest.mark.slow
def test_showing_a_card_again_adds_views_up_to_a_few(tmp_path: Path) -> None:
    rng = np.random.default_rng(13)
    for _ in range(teach.MOST_VIEWS + 2):
        shown = render_cards.photo([("panic", face("panic", False))], rng, size=SIZE)
        teach.learn(shown.image, "panic", tmp_path)
    assert len(list(tmp_path.iterdir())) == teach.MOST_VIEWS


@pytest.mark.parametrize("key", ["", "../panic", "Panic", "a b", "x/y"])
def test_names_that_are_no_keys_are_refused(tmp_path: Path, key: str) -> None:
    with pytest.raises(teach.CannotLearn):
        teach.learn(np.zeros((100, 100, 3), np.uint8), key, tmp_path)


def test_an_empty_picture_is_refused_with_advice(tmp_path: Path) -> None:
    with pytest.raises(teach.CannotLearn, match=r"[Tt]oo little|No card"):
        teach.learn(np.full((700, 500, 3), 90, np.uint8), "panic", tmp_path)


@pytest.mark.slow
def test_rules_in_the_same_print_make_no_other_card_of_it(
    tmp_path: Path, monkeypatch
) -> None:
    """Where few cards are taught, words in the same lines agree on strangers too."""
    monkeypatch.setattr(ppocr, "available", lambda: False)
    monkeypatch.setattr(ocr, "binary", lambda: None)
    rng = np.random.default_rng(704)
    keys = [str(key) for key in rng.permutation(lexicon.load("karmaka").keys())]
    learn(keys[:4], rng, tmp_path)
    known = teach.load(tmp_path)
    named = []
    for key in keys[4:10]:
        shown = render_cards.photo([(key, face(key, True))], rng, size=SIZE)
        prior = CardsPrior("karmaka", taught=known)
        named += [c.card for c in cards.read(shown.image, prior).readings if c.card]
    assert named == []
