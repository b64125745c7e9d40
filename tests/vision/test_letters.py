"""The recogniser of print: the lessons with which it can be trained further."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import ImageFont

from vision import lexicon, ppocr
from vision.train.letters import strips, words

SIGNS = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 '&é.!?:,")


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


@pytest.mark.skipif(not ppocr.available(), reason="no networks here")
def test_torch_follows_the_graph_as_opencv_does() -> None:
    graph = pytest.importorskip("vision.train.letters.graph", exc_type=ImportError)
    signs = pytest.importorskip("vision.train.letters.signs", exc_type=ImportError)
    import torch

    blob = np.random.default_rng(0).normal(0, 0.5, (1, 3, 48, 96)).astype(np.float32)
    net = graph.load(ppocr._model("rec"))
    with torch.no_grad():
        chances = torch.softmax(net(torch.from_numpy(blob)), 2).numpy()
    assert np.abs(chances - ppocr._reader.run(blob)).max() < 1e-3
    fewer = signs.fewer(net.model)
    assert len(signs.signs_of(fewer)) == 2 + len(set(signs.KEPT))
    assert graph.Graph(fewer)(torch.from_numpy(blob)).shape[2] == 2 + len(
        set(signs.KEPT)
    )
