"""Drawn scenes, packed into files, and views of them as the network is shown them."""

from __future__ import annotations

import pickle
from pathlib import Path

import cv2
import numpy as np
from torch.utils.data import Dataset

from vision.cards.finder import STRIDE, VECTOR
from vision.train.cards import faces, scenes

SIDE = 320
"""Side of the square views trained on."""

ENOUGH = 0.5
"""A card is to be found if this share of it is seen; with less it may be."""

HINT = 0.12
"""With less than this share seen, nothing speaks for a card."""

GAMES = 60
"""Games drawn per file of scenes."""

CHANNELS = 14
"""Wanted: middle, corner, border, what to pass over, weight, size, four corners."""


def draw(path: Path, count: int, seed: int, art: Path | None) -> None:
    """Draw scenes into a file, unless it is there."""
    if path.exists():
        return
    rng = np.random.default_rng(seed)
    photos = faces.pictures(art)
    games = [faces.game(rng, photos) for _ in range(GAMES)]
    packed = []
    for _ in range(count):
        one = scenes.scene(rng, games, photos)
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 96))]
        image = cv2.imencode(".jpg", one.image, quality)[1]
        border = cv2.imencode(".png", one.border)[1]
        packed.append((image, border, one.quads, one.seen, one.corners))
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_suffix(".part")
    aside.write_bytes(pickle.dumps(packed))
    aside.replace(path)


class Views(Dataset):
    """Square views of the scenes of some files, without end."""

    def __init__(self, paths: list[Path], count: int, seed: int) -> None:
        self.scenes = [one for path in paths for one in pickle.loads(path.read_bytes())]
        self.count, self.seed = count, seed

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int):
        rng = np.random.default_rng((self.seed, index))
        image, border, quads, seen, corners = self.scenes[
            int(rng.integers(len(self.scenes)))
        ]
        image, border = cv2.imdecode(image, 1), cv2.imdecode(border, 0)
        plane = _view(rng, image.shape[1], image.shape[0])
        shown = cv2.warpAffine(image, plane, (SIDE, SIDE), flags=cv2.INTER_AREA)
        edges = cv2.warpAffine(border, plane, (SIDE, SIDE), flags=cv2.INTER_LINEAR)
        placed = quads @ plane[:, :2].T + plane[:, 2]
        if np.linalg.det(plane[:, :2]) < 0:
            placed, corners = placed[:, ::-1], corners[:, ::-1]
        shown = _toned(rng, shown)
        blob = shown.astype(np.float32).transpose(2, 0, 1) / 255 - 0.5
        return blob, wanted(placed, seen, corners, edges)


def _view(rng: np.random.Generator, width: int, height: int) -> np.ndarray:
    """Return how a square window is cut: turned by quarters, mirrored, scaled."""
    scale = rng.uniform(0.65, 1.1)
    turn = int(rng.integers(4)) * np.pi / 2 + rng.normal(0, 0.08)
    spin = scale * np.array(
        [[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]
    )
    if rng.random() < 0.5:
        spin[:, 0] *= -1
    room = np.maximum(np.array([width, height]) * scale - SIDE, 0) / scale / 2
    middle = np.array([width, height]) / 2 + rng.uniform(-1, 1, 2) * room
    return np.column_stack([spin, SIDE / 2 - spin @ middle])


def _toned(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    """Return other light and colour, so that few scenes look like many."""
    tone = image.astype(np.float32)
    if rng.random() < 0.3:
        tone = tone[..., rng.permutation(3)]
    if rng.random() < 0.15:
        tone[:] = tone.mean(axis=2, keepdims=True)
    bent = 255 * (tone / 255) ** rng.uniform(0.6, 1.6)
    return np.clip(bent * rng.uniform(0.8, 1.2, 3), 0, 255)


def wanted(
    quads: np.ndarray, seen: np.ndarray, corners: np.ndarray, border: np.ndarray
) -> np.ndarray:
    """Return what the network should answer on a view, cell by cell."""
    cells = SIDE // STRIDE
    want = np.zeros((CHANNELS, cells, cells), np.float32)
    want[2] = cv2.resize(border, (cells, cells), interpolation=cv2.INTER_AREA) / 255.0
    want[2] = np.minimum(2.5 * want[2], 1)
    y, x = np.mgrid[0:cells, 0:cells] * STRIDE + STRIDE / 2
    for quad, share, visible in zip(quads, seen, corners, strict=True):
        share = share * _inside(quad)
        if share < HINT:
            continue
        middle, size = quad.mean(axis=0), np.sqrt(_area(quad))
        away = np.hypot(x - middle[0], y - middle[1])
        heat = np.exp(-((away / max(0.11 * size, 3.0)) ** 2) / 2)
        for (cx, cy), on in zip(quad, visible, strict=True):
            if on:
                near = np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * 3.6**2))
                want[1] = np.maximum(want[1], near)
        if share < ENOUGH:
            want[3] = np.maximum(want[3], (heat > 0.3).astype(np.float32))
            continue
        closer = heat > want[0]
        if heat.max() > 0:  # the cell of the middle itself must be a whole one
            heat = heat / heat.max()
        want[0] = np.maximum(want[0], heat)
        mine = closer & (heat > 0.3)
        want[4][mine] = heat[mine]
        want[5][mine] = size
        for n, (cx, cy) in enumerate(quad):
            want[6 + 2 * n][mine] = (cx - x[mine]) / VECTOR
            want[7 + 2 * n][mine] = (cy - y[mine]) / VECTOR
    return want


def _area(quad: np.ndarray) -> float:
    return float(max(abs(cv2.contourArea(quad.astype(np.float32))), 1.0))


def _inside(quad: np.ndarray) -> float:
    """Return the share of an outline that lies on the view."""
    window = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32)
    shared, _ = cv2.intersectConvexConvex(quad.astype(np.float32), window)
    return float(shared) / _area(quad)
