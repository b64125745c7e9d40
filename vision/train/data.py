"""Endless training examples cut from packed photos."""

from __future__ import annotations

import cv2
import numpy as np
import torch
from torch.utils.data import IterableDataset, get_worker_info

from vision.dice.look import CONTEXT, SIDE
from vision.dice.nets import with_local_contrast
from vision.train.bank import alike, unpack
from vision.train.nets import PIP_SPREAD, STRIDE
from vision.train.render.scene import Truth


def move(truth: Truth, how: np.ndarray) -> Truth:
    """Return a die after an affine map of its photo (right angles and flips only)."""
    x0, y0, x1, y1 = truth.box
    corners = np.array([[x0, y0], [x1, y1]]) @ how[:, :2].T + how[:, 2]
    (a, b), (c, d) = corners.min(0), corners.max(0)
    return Truth((a, b, c, d), truth.face, truth.colour, truth.whole, truth.elevation)


def tensor(image: np.ndarray) -> torch.Tensor:
    """Return BGR bytes as the networks want them."""
    return torch.from_numpy(image.transpose(2, 0, 1).astype(np.float32) / 255 - 0.5)


def seen(crop: np.ndarray) -> torch.Tensor:
    """Return a crop as the reader wants it."""
    return torch.from_numpy(with_local_contrast(crop))


def jitter(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    """Change exposure and white balance a little, as another phone would."""
    if rng.random() < 0.5:
        gains = np.exp(rng.normal(0, 0.12) + rng.normal(0, 0.06, 3))
        power = np.exp(rng.normal(0, 0.15))
        steps = (np.arange(256)[:, None] / 255) ** power * gains
        curves = (np.clip(steps, 0, 1) * 255).astype(np.uint8)
        image = cv2.LUT(image, curves.reshape(1, 256, 3))
    if rng.random() < 0.25:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 1.2))
    if rng.random() < 0.25:
        noise = rng.standard_normal(image.shape, np.float32) * rng.uniform(2, 10)
        image = np.clip(image + noise, 0, 255).astype(np.uint8)
    return image


def window(rng, image, dice, side: int):
    """Return a random square view of a photo and the dice as it shows them."""
    sizes = [max(d.box[2] - d.box[0], d.box[3] - d.box[1]) for d in dice]
    size = float(np.median(sizes)) if sizes else 60.0
    wanted = np.exp(rng.uniform(np.log(16), np.log(0.6 * side)))
    scale = float(np.clip(wanted / size, 0.45, 1.5))
    stretch = float(np.exp(_stretch(rng)))
    turn = np.float32([[scale * stretch, 0, 0], [0, scale / stretch, 0]])
    if rng.random() < 0.5:
        turn[0, 0] *= -1
    top_view = all(d.elevation > 74 for d in dice)
    if top_view:
        for _ in range(int(rng.integers(4))):
            turn = np.float32([[0, -1], [1, 0]]) @ turn
    if dice and rng.random() < 0.9:
        x0, y0, x1, y1 = dice[int(rng.integers(len(dice)))].box
        focus = np.array([(x0 + x1) / 2, (y0 + y1) / 2])
    else:
        focus = rng.uniform(0, 1, 2) * image.shape[1::-1]
    turn[:, 2] = rng.uniform(0.15, 0.85, 2) * side - turn[:, :2] @ focus
    border = cv2.BORDER_REFLECT_101 if rng.random() < 0.3 else cv2.BORDER_CONSTANT
    how = cv2.INTER_AREA if scale < 0.7 else cv2.INTER_LINEAR
    if scale < 0.6:
        image = cv2.GaussianBlur(image, (0, 0), 0.4 / scale)
    view = cv2.warpAffine(image, turn, (side, side), flags=how, borderMode=border)
    kept = [move(d, turn) for d in dice]
    return view, kept, border == cv2.BORDER_REFLECT_101


def inside(box, side: int) -> float:
    """Return the share of a box within the view."""
    wide = min(box[2], side) - max(box[0], 0)
    tall = min(box[3], side) - max(box[1], 0)
    if wide <= 0 or tall <= 0:
        return 0.0
    return wide * tall / ((box[2] - box[0]) * (box[3] - box[1]))


def targets(dice: list[Truth], side: int) -> np.ndarray:
    """Return (9, n, n): heat, weight, dx, dy, log w, log h, face, is known, ignore."""
    cells = side // STRIDE
    out = np.zeros((9, cells, cells), np.float32)
    yy, xx = np.mgrid[0:cells, 0:cells].astype(np.float32) + 0.5
    for die in dice:
        share = inside(die.box, side)
        x0, y0, x1, y1 = np.array(die.box) / STRIDE
        if share < 0.15:
            continue
        if share < 0.8 or not die.whole:
            a, b = max(int(y0), 0), max(int(x0), 0)
            out[8, a : int(y1) + 1, b : int(x1) + 1] = 1
            continue
        cx, cy, w, h = (x0 + x1) / 2, (y0 + y1) / 2, x1 - x0, y1 - y0
        spread = max(0.18 * min(w, h), 0.45)
        heat = np.exp(-((xx - cx) ** 2 + (yy - cy) ** 2) / (2 * spread**2))
        nearest = np.unravel_index(heat.argmax(), heat.shape)
        heat[nearest] = 1.0
        better = heat > out[0]
        out[0] = np.maximum(out[0], heat)
        near = better & (heat > 0.55)
        out[1][near] = heat[near]
        out[2][near], out[3][near] = (cx - xx)[near], (cy - yy)[near]
        out[4][near], out[5][near] = np.log(w), np.log(h)
        out[6][near] = max(die.face - 1, 0)
        out[7][near] = float(die.face > 0)
    return out


ROUGH = 0.35
"""Share of crops that are as far off as a finder's worst boxes."""


def _stretch(rng: np.random.Generator) -> float:
    """Return how far a photo is pulled out of shape: some were made square by force."""
    return rng.uniform(-0.3, 0.3) if rng.random() < 0.25 else rng.normal(0, 0.1)


def _angle(rng: np.random.Generator, spin: bool) -> float:
    """Return by how much to turn a crop; half keep their box upright."""
    if rng.random() < 0.5:
        return int(rng.integers(4)) * np.pi / 2 if spin else 0.0
    return rng.uniform(0, 6.3) if spin else rng.normal(0, 0.15)


def place(box, turn: np.ndarray, side: int = SIDE) -> tuple[np.ndarray, bool]:
    """Return the box as the crop shows it, and whether it is upright there.

    It is told as the reader tells it: middle off the crop's in sides of the crop,
    logarithms of width and height over those of a box that the crop fits.
    """
    (a, b), (c, d) = (np.array(box).reshape(2, 2) @ turn[:, :2].T + turn[:, 2]) / side
    middle = (a + c) / 2 - 0.5, (b + d) / 2 - 0.5
    upright = abs(turn[0, 0] * turn[0, 1]) < 1e-6
    size = np.log(np.maximum(CONTEXT * np.abs([c - a, d - b]), 0.05))
    return np.float32([*middle, *size]), upright


def die_crop(
    image: np.ndarray, box, rng=None, side: int = SIDE, spin: bool = False
) -> tuple[np.ndarray, np.ndarray]:
    """Return the reader's view of a box and the map from the photo to it.

    It is a little off, as a finder is, if a source of chance is given.
    """
    x0, y0, x1, y1 = box
    size = CONTEXT * max(x1 - x0, y1 - y0)
    cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
    flip, angle, stretch = 1.0, 0.0, 1.0
    if rng is not None:
        larger, aside = (0.25, 0.1) if rng.random() < ROUGH else (0.08, 0.035)
        stretch = float(np.exp(_stretch(rng)))
        cx += rng.normal(0, aside) * size
        cy += rng.normal(0, aside) * size
        size *= float(np.exp(rng.normal(0, larger)))
        flip = 1.0 if rng.random() < 0.5 else -1.0
        angle = _angle(rng, spin)
    scale = side / size
    c, s = np.cos(angle) * scale, np.sin(angle) * scale
    turn = np.float32([[c * flip, -s, 0], [s * flip, c, 0]])
    turn = np.diag([stretch, 1 / stretch]).astype(np.float32) @ turn
    turn[:, 2] = side / 2 - turn[:, :2] @ (cx, cy)
    whole = turn.copy()
    if scale < 0.6:
        image = image[
            max(int(cy - size), 0) : int(cy + size) + 1,
            max(int(cx - size), 0) : int(cx + size) + 1,
        ]
        turn[:, 2] += turn[:, :2] @ (max(int(cx - size), 0), max(int(cy - size), 0))
        small = min(1.0, 1.3 * scale)
        if min(image.shape[:2]) * small < 2:
            return np.zeros((side, side, 3), np.uint8), whole
        image = cv2.resize(image, None, fx=small, fy=small, interpolation=3)
        turn[:, :2] /= small
    if not image.size:
        return np.zeros((side, side, 3), np.uint8), whole
    view = cv2.warpAffine(image, turn, (side, side), borderMode=cv2.BORDER_REPLICATE)
    return view, whole


def pip_map(pips, turn: np.ndarray, side: int = SIDE) -> np.ndarray:
    """Return where the crop shows pips of the upper face, in cells of four pixels."""
    cells = side // 4
    marks = np.zeros((cells, cells), np.float32)
    yy, xx = np.mgrid[0:cells, 0:cells].astype(np.float32) + 0.5
    for x, y in np.array(pips).reshape(-1, 2) @ turn[:, :2].T + turn[:, 2]:
        far = (xx - x / 4) ** 2 + (yy - y / 4) ** 2
        marks += np.exp(-far / (2 * PIP_SPREAD**2))
    return np.minimum(marks, 1)


class Windows(IterableDataset):
    """Examples for the detector: (view, targets)."""

    def __init__(self, banks, odds, side: int, seed: int) -> None:
        self.banks, self.odds, self.side, self.seed = banks, odds, side, seed

    def __iter__(self):
        worker = get_worker_info()
        cv2.setNumThreads(1)
        rng = np.random.default_rng((self.seed, worker.id if worker else 0))
        while True:
            bank = self.banks[int(rng.choice(len(self.banks), p=self.odds))]
            packed, dice, *_ = bank[int(rng.integers(len(bank)))]
            view, kept, mirrored = window(rng, unpack(packed), dice, self.side)
            if mirrored and any(inside(d.box, self.side) < 1 for d in kept):
                continue
            yield tensor(jitter(rng, view)), torch.from_numpy(targets(kept, self.side))


ELSEWHERE = 0.4
"""How often a photo whose errors are unknown gives an example of no die."""


def elsewhere(rng, image, dice):
    """Return a box of no die."""
    size = float(np.exp(rng.uniform(np.log(14), np.log(0.5 * min(image.shape[:2])))))
    if dice and rng.random() < 0.5:
        x0, y0, x1, y1 = dice[int(rng.integers(len(dice)))].box
        size = (x1 - x0) * rng.uniform(0.25, 3.0)
        angle, away = rng.uniform(0, 6.3), rng.uniform(0.3, 1.2) * max(size, x1 - x0)
        cx = (x0 + x1) / 2 + away * np.cos(angle)
        cy = (y0 + y1) / 2 + away * np.sin(angle)
    else:
        cx, cy = rng.uniform(0, 1, 2) * image.shape[1::-1]
    box = (cx - size / 2, cy - size / 2, cx + size / 2, cy + size / 2)
    return None if any(alike(box, d.box) > 0.3 for d in dice) else box


class Crops(IterableDataset):
    """Examples for the reader.

    Each is a crop, its face, colour or -1, map of pips, whether that is known, the
    die's place in it, and whether that is known.
    """

    def __init__(self, banks, odds, seed: int) -> None:
        self.banks, self.odds, self.seed = banks, odds, seed

    def __iter__(self):
        worker = get_worker_info()
        cv2.setNumThreads(1)
        rng = np.random.default_rng((self.seed, 7, worker.id if worker else 0))
        while True:
            bank = self.banks[int(rng.choice(len(self.banks), p=self.odds))]
            packed, dice, *wrong = bank[int(rng.integers(len(bank)))]
            image = unpack(packed)
            yield from self._dice(rng, image, dice)
            boxes = wrong[0] if wrong and wrong[0] else []
            if not boxes and rng.random() < ELSEWHERE:
                boxes = [elsewhere(rng, image, dice)]
            for k in rng.permutation(len(boxes))[:4]:
                if boxes[k] is not None:
                    yield self._none(rng, image, boxes[k])

    def _none(self, rng, image, box):
        crop, turn = die_crop(image, box, rng)
        where = np.zeros(4, np.float32), False
        return seen(jitter(rng, crop)), 0, -1, pip_map((), turn), True, *where

    def _dice(self, rng, image, dice):
        whole = [d for d in dice if d.whole and d.face]
        for k in rng.permutation(len(whole))[:6]:
            die = whole[k]
            crop, turn = die_crop(image, die.box, rng, spin=die.elevation > 74)
            marks = pip_map(die.pips, turn)
            known, (where, upright) = bool(die.pips), place(die.box, turn)
            crop = seen(jitter(rng, crop))
            yield crop, die.face, die.colour, marks, known, where, known and upright
