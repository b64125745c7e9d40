"""Drawn scenes, packed into files, and views of them as the network is shown them."""

from __future__ import annotations

import pickle
from pathlib import Path

import cv2
import numpy as np
from torch.utils.data import Dataset

from vision.cards.finder import STRIDE, VECTOR, prepared
from vision.train.cards import faces, scenes

SIDE = 256
"""Side of the square views trained on."""

ENOUGH = 0.5
"""A card is to be found if this share of it is seen; with less it may be."""

HINT = 0.12
"""With less than this share seen, nothing speaks for a card."""

GAMES = 60
"""Games drawn per file of scenes."""

CHANNELS = 15
"""Wanted: middle, corner, border, what to pass over, weight, size, four corners,
inside."""


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
        return prepared(shown), wanted(placed, seen, corners, edges)


def _view(rng: np.random.Generator, width: int, height: int) -> np.ndarray:
    """Return how a square window is cut: turned by quarters, mirrored, scaled."""
    scale = rng.uniform(0.5, 0.85)
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
    if rng.random() < 0.3:
        image = image[..., rng.permutation(3)]
    level = (np.arange(256) / 255) ** rng.uniform(0.6, 1.6) * 255
    curves = np.clip(level[:, None] * rng.uniform(0.8, 1.2, 3), 0, 255)
    return cv2.LUT(np.ascontiguousarray(image), curves[None].astype(np.uint8))


def wanted(
    quads: np.ndarray, seen: np.ndarray, corners: np.ndarray, border: np.ndarray
) -> np.ndarray:
    """Return what the network should answer on a view, cell by cell."""
    cells = SIDE // STRIDE
    want = np.zeros((CHANNELS, cells, cells), np.float32)
    small = cv2.resize(border, (cells, cells), interpolation=cv2.INTER_AREA)
    want[2] = np.minimum(small * np.float32(2.5 / 255), 1)
    for quad in quads:
        flat = np.round(np.clip(quad / STRIDE - 0.5, -9999, 9999)).astype(np.int32)
        cv2.fillConvexPoly(want[14], flat, 1.0)
    shares = [part * _inside(quad) for part, quad in zip(seen, quads, strict=True)]
    for quad, share, visible in zip(quads, shares, corners, strict=True):
        if share < HINT:
            continue
        for corner in quad[visible]:
            part, x, y = _near(corner, 12)
            near = np.exp(-((x - corner[0]) ** 2 + (y - corner[1]) ** 2) / 26)
            want[1][part] = np.maximum(want[1][part], near)
        _outline(want, quad, share)
    return want


def _outline(want: np.ndarray, quad: np.ndarray, share: float) -> None:
    """Mark the middle of one card, and from there the way to its corners."""
    middle, size = quad.mean(axis=0), np.sqrt(_area(quad))
    wide = max(0.11 * size, 3.0)
    part, x, y = _near(middle, 3 * wide)
    heat = np.exp(-((x - middle[0]) ** 2 + (y - middle[1]) ** 2) / (2 * wide**2))
    if share < ENOUGH or not heat.size:
        want[3][part] = np.maximum(want[3][part], heat > 0.3)
        return
    heat = heat / heat.max()  # the cell of the middle itself is a whole one
    mine = (heat > want[0][part]) & (heat > 0.3)
    want[0][part] = np.maximum(want[0][part], heat)
    values = [heat, np.full(heat.shape, size)]
    for cx, cy in quad:
        values += [(cx - x) / VECTOR + 0 * y, (cy - y) / VECTOR + 0 * x]
    for channel, value in enumerate(values, 4):
        want[channel][part][mine] = value[mine]


def _near(point: np.ndarray, reach: float):
    """Return the cells around a point, and where in the view they are."""
    cells = SIDE // STRIDE
    low = np.clip(((point - reach) / STRIDE).astype(int), 0, cells)
    high = np.clip(((point + reach) / STRIDE).astype(int) + 1, low, cells)
    x = np.arange(low[0], high[0])[None] * STRIDE + STRIDE / 2
    y = np.arange(low[1], high[1])[:, None] * STRIDE + STRIDE / 2
    return (slice(low[1], high[1]), slice(low[0], high[0])), x, y


def _area(quad: np.ndarray) -> float:
    return float(max(abs(cv2.contourArea(quad.astype(np.float32))), 1.0))


def _inside(quad: np.ndarray) -> float:
    """Return the share of an outline that lies on the view."""
    window = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32)
    shared, _ = cv2.intersectConvexConvex(quad.astype(np.float32), window)
    return float(shared) / _area(quad)
