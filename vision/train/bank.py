"""Render many photos once and keep them, packed as JPEG, for all trainings."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from importlib.util import find_spec
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np

from vision.train.art import Art
from vision.train.cards import faces, scenes
from vision.train.render import decks
from vision.train.render.scene import Scene, render

SIDE = 512
REAL_SIDE = 320
REAL = "real things"
PICTURES, CARDS, DECKS = "pictures", "cards", "decks"
NOTHING = Art()


def backgrounds() -> list[np.ndarray]:
    """Return photos that scikit-image ships (public domain, CC0), if installed."""
    package = find_spec("skimage")
    if package is None or package.origin is None:
        return []
    folder = Path(package.origin).parent / "data"
    names = "astronaut brick chelsea coffee coins grass gravel motorcycle_left page "
    names += "rocket text camera clock_motion ihc color"
    found = [*folder.glob("*.png"), *folder.glob("*.jpg")]
    return [
        cv2.imread(str(path)) for path in sorted(found) if path.stem in names.split()
    ]


_PHOTOS: list[np.ndarray] = []
_ART = Art()


def _start(art: Art) -> None:
    cv2.setNumThreads(1)
    _PHOTOS.extend(backgrounds())
    _ART.photos.extend(art.photos)
    _ART.things.extend(art.things)
    _ART.decks.extend(art.decks)


def _scene(seed: int):
    """Return a table with dice."""
    return pack(render(seed, SIDE, _photos_for(seed)))


def _near(seed: int):
    """Return a close look at a die or a few."""
    rng = np.random.default_rng((seed, 3))
    die_px = float(np.exp(rng.uniform(np.log(20), np.log(100))))
    count = int(rng.choice([1, 1, 2, 3]))
    side = int(die_px * 2.4)
    how = {"die_px": die_px, "count": count, "near": True}
    return pack(render(seed, side, _photos_for(seed), **how))


def _crowded(seed: int):
    """Return a table crowded with other things, every second one without dice."""
    count = None if seed % 2 else 0
    return pack(render(seed, SIDE, _photos_for(seed), count=count, crowd=1 + seed % 9))


def _real(seed: int):
    """Return a table of real things on real surfaces, every second without dice."""
    how = {"count": None if seed % 2 else 0, "crowd": seed % 11}
    return pack(render(seed, REAL_SIDE, _ART.photos, cut_outs=_ART.things, **how))


def _decks(seed: int):
    """Return a table with playing cards."""
    return pack(Scene(decks.table(seed, _ART.decks, _ART.photos), []))


def _photos_for(seed: int) -> list[np.ndarray]:
    return _PHOTOS if seed // 2 % 2 else []


KINDS = {
    "scenes": _scene,
    "close-ups": _near,
    "crowds": _crowded,
    REAL: _real,
    DECKS: _decks,
}
"""What can be rendered."""


def pack(scene: Scene):
    """Return (JPEG bytes, dice) of a scene."""
    quality = [cv2.IMWRITE_JPEG_QUALITY, 96]
    return cv2.imencode(".jpg", scene.photo, quality)[1].tobytes(), scene.dice


def make(
    path: Path,
    count: int,
    first: int = 0,
    kind: str = "scenes",
    art: Art = NOTHING,
) -> None:
    """Render `count` photos of a kind from consecutive seeds."""
    cv2.setNumThreads(1)  # a fork of several threads may wait for ever
    with Pool(2, _start, (art,)) as pool:
        seeds = range(first, first + count)
        packed = pool.map(KINDS[kind], seeds, chunksize=16)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pickle.dumps(packed))


def make_without(path: Path, kind: str, art: Art) -> None:
    """Keep pictures as if they were photos, or drawn tables with cards on them."""
    photos = [*art.photos, *backgrounds()]
    shown = photos if kind == PICTURES else _card_tables(art.photos)
    quality = [cv2.IMWRITE_JPEG_QUALITY, 92]
    packed = [(cv2.imencode(".jpg", one, quality)[1].tobytes(), []) for one in shown]
    path.write_bytes(pickle.dumps(packed))


TABLES, SHARED = 500, 20
"""Drawn tables with cards, and how many of them share their four games."""


def _card_tables(photos: list[np.ndarray]) -> Iterator[np.ndarray]:
    rng = np.random.default_rng(90)
    for _ in range(TABLES // SHARED):
        games = [faces.game(rng, photos) for _ in range(4)]
        for _ in range(SHARED):
            yield scenes.scene(rng, games, photos).image


def load(path: Path):
    """Return the list of (JPEG bytes, dice) of a file made by `make`."""
    return pickle.loads(path.read_bytes())


def unpack(packed: bytes | np.ndarray) -> np.ndarray:
    """Return the photo of a bank's entry."""
    if isinstance(packed, np.ndarray):
        return packed
    return cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR)


def alike(a, b) -> float:
    """Return intersection over union of two boxes."""
    wide = min(a[2], b[2]) - max(a[0], b[0])
    tall = min(a[3], b[3]) - max(a[1], b[1])
    if wide <= 0 or tall <= 0:
        return 0.0
    both = wide * tall
    return both / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - both)
