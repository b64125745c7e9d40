"""What the second reader learns from: crops as good and as poor cameras show them."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.utils.data import IterableDataset

from vision.dice.second import SIDE, evened
from vision.train.bank import unpack
from vision.train.calibrate import see
from vision.train.data import ELSEWHERE, die_crop, elsewhere, jitter, pip_map
from vision.train.render.scene import Truth

SLANTING = 45.0
"""Degrees above the table from which a die is seen about whose view nothing is told."""

FILLED = 0.78
"""How much of its picture a translucent die fills."""


class Crops(IterableDataset):
    """Examples: a crop, its face or nought, map of pips, whether that is known."""

    def __init__(self, banks, odds, seed: int) -> None:
        self.banks, self.odds, self.seed = banks, odds, seed

    def __iter__(self):
        cv2.setNumThreads(1)
        rng = np.random.default_rng((self.seed, 21))
        while True:
            bank = self.banks[int(rng.choice(len(self.banks), p=self.odds))]
            packed, dice, *wrong = bank[int(rng.integers(len(bank)))]
            image = unpack(packed)
            whole = [die for die in dice if die.whole and die.face]
            for k in rng.permutation(len(whole))[:4]:
                yield self._die(rng, image, whole[k])
            boxes = wrong[0] if wrong else []
            if not wrong and rng.random() < ELSEWHERE / 2:
                boxes = [elsewhere(rng, image, dice)]
            for k in rng.permutation(len(boxes))[:2]:
                if boxes[k] is not None:
                    yield self._none(rng, image, boxes[k])

    def _die(self, rng, image, die):
        spin = die.elevation > 74
        view, turn = die_crop(image, die.box, rng, SIDE, spin)
        return _shown(rng, view), die.face, _marks(die.pips, turn), bool(die.pips)

    def _none(self, rng, image, box):
        view, turn = die_crop(image, box, rng, SIDE)
        return _shown(rng, view), 0, _marks((), turn), True


def _marks(pips, turn) -> np.ndarray:
    return pip_map(pips, turn, SIDE)


def _shown(rng, view) -> Tensor:
    return torch.from_numpy(evened(worse(rng, jitter(rng, view))))


def worse(rng, view: np.ndarray) -> np.ndarray:
    """Return a crop as a poorer camera shows it: glints, few pixels, grey, JPEG."""
    if rng.random() < 0.15:
        view = _glint(rng, view)
    if rng.random() < 0.3:
        small = cv2.resize(view, [int(rng.uniform(26, 70))] * 2, interpolation=3)
        if rng.random() < 0.5:
            quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.uniform(40, 95))]
            small = cv2.imdecode(cv2.imencode(".jpg", small, quality)[1], 1)
        view = cv2.resize(small, (SIDE, SIDE))
    if rng.random() < 0.1:
        grey = view.mean(2, keepdims=True)
        view = (view + rng.uniform(0.3, 1) * (grey - view)).astype(np.uint8)
    return view


def _glint(rng, view: np.ndarray) -> np.ndarray:
    """Return a crop with light mirrored along a round rim."""
    layer = np.zeros((SIDE, SIDE), np.float32)
    middle = tuple(int(v) for v in rng.normal(SIDE / 2, 7, 2))
    axes = tuple(int(v) for v in rng.uniform(10, 28) * rng.uniform(0.8, 1.2, 2))
    first = rng.uniform(0, 360)
    last, thick = first + rng.uniform(30, 200), int(rng.integers(1, 4))
    cv2.ellipse(layer, middle, axes, rng.uniform(0, 180), first, last, 1.0, thick)
    layer = cv2.GaussianBlur(layer, (0, 0), rng.uniform(0.6, 1.6))
    bright = rng.uniform(40, 200) * layer[..., None]
    return np.clip(view + bright, 0, 255).astype(np.uint8)


def translucent(folder: Path) -> list[tuple[bytes, list[Truth], list]]:
    """Return the crops of translucent dice as photos of one die each."""
    bank = []
    for path in sorted(folder.glob("*.jpg")):
        packed = path.read_bytes()
        high, wide = unpack(packed).shape[:2]
        half = FILLED * min(high, wide) / 2
        x, y = wide / 2, high / 2
        box = (x - half, y - half, x + half, y + half)
        face = int(path.stem.rsplit("_", 1)[1])
        bank.append((packed, [Truth(box, face, -1, True, SLANTING)], []))
    return bank


def as_seen(bank, folder: Path) -> list[tuple]:
    """Return photos with the boxes that networks draw: of dice, and of things."""
    found = []
    for (packed, dice, *_), seen in zip(bank, see(bank, folder), strict=True):
        told = [(x.found.box, f) for x, f in zip(seen.looks, seen.faces, strict=True)]
        tilt = dice[0].elevation if dice else SLANTING
        boxed = [Truth(box, face, -1, True, tilt) for box, face in told if face > 0]
        found.append((packed, boxed, [box for box, face in told if face == 0]))
    return found
