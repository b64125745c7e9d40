"""The recogniser of print: what is shipped, and the lessons it was taught with."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from vision import lexicon, ppocr
from vision.train.letters import strips, words

SIGNS = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 '&é.!?:,")


def strip(text: str) -> np.ndarray:
    sheet = Image.new("RGB", (900, 120), (236, 230, 214))
    pen = ImageDraw.Draw(sheet)
    pen.text((40, 60), text, (30, 24, 40), ImageFont.load_default(56), "lm")
    wide = int(pen.textlength(text, ImageFont.load_default(56)))
    cut = np.asarray(sheet)[20:100, 25 : 55 + wide, ::-1]
    return cv2.resize(cut, (round(48 * cut.shape[1] / 80), 48), interpolation=3)


@pytest.mark.parametrize("narrow", [0.8, 1.0])
@pytest.mark.parametrize("text", ["Panic", "Durmangala Maut", "Cuore dell'Inferno"])
def test_plain_print_is_read_letter_by_letter(text: str, narrow: float) -> None:
    (letters,) = ppocr.read_lines([strip(text)], narrow)
    assert lexicon.fold(letters.text) == lexicon.fold(text)
    assert letters.sure > 0.9


def test_every_column_of_the_network_is_a_sign() -> None:
    columns, signs = ppocr._columns()
    (chances,) = ppocr._reader.run(np.zeros((1, 3, 48, 160), np.float32))
    assert chances.shape == (20, len(signs))
    assert columns.shape == (len(signs), 27)
    assert (columns.sum(axis=1) == 1).all(), "no sign is lost, none counts twice"
    assert set("abcxyzABCXYZéàùçñ '-") <= set(signs)


def test_what_is_no_print_stays_silent() -> None:
    rng = np.random.default_rng(5)
    small = rng.integers(0, 255, (6, 3, 6, 3)).astype(np.uint8)
    crops = [cv2.resize(colours, (240, 48), interpolation=2) for colours in small]
    assert all(len(heard.text) <= 1 for heard in ppocr.read_lines(crops))


def test_no_word_of_a_title_is_printed_on_lessons() -> None:
    press, rng = words.Words([], SIGNS), np.random.default_rng(3)
    told = {lexicon.fold(w) for _ in range(500) for w in press.line(rng).split()}
    titles = lexicon.load("karmaka").spellings + lexicon.load("samsara").spellings
    assert {spelling for spelling, _ in titles if len(spelling) >= 4} <= press.barred
    assert not told & press.barred


def test_lessons_are_strips_as_the_reader_cuts_them(monkeypatch) -> None:
    monkeypatch.setattr(strips, "_font", lambda path, size: _own(size))
    picture = np.random.default_rng(1).integers(0, 255, (300, 700, 3)).astype(np.uint8)
    press = strips.Press([["own"]], [picture], words.Words([], SIGNS))
    rng = np.random.default_rng(2)
    lessons = [press.lesson(rng) for _ in range(40)]
    assert {strip.shape[:2] for strip, _ in lessons} == {(3, ppocr.HEIGHT)}
    assert all(strip.shape[2] % 16 == 0 for strip, _ in lessons)
    silent = sum(not text for _, text in lessons)
    assert 0 < silent < 15


def _own(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.load_default(size)


def test_torch_follows_the_graph_as_the_reader_does() -> None:
    graph = pytest.importorskip("vision.train.letters.graph", exc_type=ImportError)
    import torch

    blob = np.random.default_rng(0).normal(0, 0.5, (1, 3, 48, 96)).astype(np.float32)
    net = graph.load(ppocr.READER)
    with torch.no_grad():
        chances = torch.softmax(net(torch.from_numpy(blob)), 2).numpy()
    assert np.abs(chances - ppocr._reader.run(blob)).max() < 1e-3


def test_a_stored_network_can_be_gone_on_with() -> None:
    store = pytest.importorskip("vision.train.letters.store", exc_type=ImportError)
    onnx = pytest.importorskip("onnx")
    first = store.begun(ppocr.READER)
    again = store.whole(store.in_bytes(store.begun(ppocr.READER)))
    one, two = (
        {w.name: onnx.numpy_helper.to_array(w) for w in model.graph.initializer}
        for model in (first, again)
    )
    assert one.keys() == two.keys()
    assert not any(name.endswith("_bytes") for name in one)
    for name, values in one.items():
        assert np.allclose(values, two[name], atol=1e-6), name
