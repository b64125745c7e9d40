"""Pictures that the network of faces learns from: cut apart, and printed twice."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from vision.cards import whole
from vision.train.cards import prints


def test_pictures_are_packed_once_and_parts_of_one_share_nothing(
    tmp_path: Path, monkeypatch
) -> None:
    monkeypatch.setattr(prints, "DRAWN", 2)
    wide = np.zeros((300, 640, 3), np.uint8)
    wide[:, 320:] = 255
    drawing = np.zeros((90, 90, 4), np.uint8)
    drawing[30:60, 30:60] = 255  # the rest is not there
    cv2.imwrite(str(tmp_path / "wide.png"), wide)
    cv2.imwrite(str(tmp_path / "drawing.png"), drawing)
    bank = tmp_path / "bank" / "pictures.npz"
    prints.gather(bank, [tmp_path], 10)
    with np.load(bank) as kept:
        pictures, styles = kept["pictures"], kept["styles"]
    assert pictures.shape[1:] == (*prints.CANVAS[::-1], 3)
    assert len(pictures) == len(styles) == 1 + 3 + 2
    assert pictures[1].max() == 0
    assert pictures[3].min() == 255
    written = bank.stat().st_mtime_ns
    prints.gather(bank, [tmp_path], 1)
    assert bank.stat().st_mtime_ns == written


def test_two_prints_of_a_picture_differ_and_are_what_the_network_wants() -> None:
    rng = np.random.default_rng(1)
    picture = rng.integers(0, 256, (*prints.CANVAS[::-1], 3)).astype(np.uint8)
    one, other = (prints.printed(rng, picture) for _ in range(2))
    assert one.shape == other.shape == (3, whole.SIZE[1], whole.SIZE[0])
    assert np.abs(one.mean(axis=(1, 2))).max() < 0.01
    assert np.abs(one - other).mean() > 0.1
