"""Cards taught by showing each once: their pictures, kept as small files."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from vision.cards import whole
from vision.cards.alone import edge_to_edge
from vision.cards.quads import find_quads
from vision.cards.taught import NO_FACE, Taught, View, view_of
from vision.image import BgrImage, fit
from vision.readings import Quad

Floats = NDArray[np.float64]

FEWEST_FEATURES = 30
MOST_VIEWS = 3
"""Showing a card again adds a view; only so many are kept."""

KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of a card that was shown."""

    card: str
    features: int
    views: int
    like: str | None
    """The card, taught before, of which this may be another photo."""

    quad: Quad


class CannotLearn(ValueError):
    """The photo does not show one card clearly enough, or the name is no key."""


class NoCardSeen(CannotLearn):
    """No outline of a card was found."""


def learn(
    image: BgrImage, card_key: str, store_dir: str | Path, outlined: bool = False
) -> Kept:
    """Keep the picture of the card that this photo shows; returns what was kept.

    Where no outline is found, a picture of the shape of a card is taken for the card
    itself, unless it must be `outlined`.

    Raises:
        CannotLearn: if no card is seen clearly, with advice.
    """
    if not KEY.fullmatch(card_key):
        raise CannotLearn(f"{card_key!r} is no key of a card.")
    picture = fit(image, 1600)
    corners = _shown(picture, outlined)
    view = view_of(card_key, picture, corners)
    if len(view.features) < FEWEST_FEATURES:
        raise CannotLearn("Too little is seen on this card: more light, no glare.")
    folder = Path(store_dir)
    like = load(folder).like(view, card_key)
    folder.mkdir(parents=True, exist_ok=True)
    taken = sorted(folder.glob(f"{card_key}.[0-9].npz"))
    number = len(taken) % MOST_VIEWS
    _keep(view, folder / f"{card_key}.{number}.npz")
    scale = image.shape[1] / picture.shape[1]
    quad = tuple((x, y) for x, y in (corners * scale).round(1).tolist())
    return Kept(
        card_key,
        len(view.features),
        min(len(taken) + 1, MOST_VIEWS),
        like,
        (quad[0], quad[1], quad[2], quad[3]),
    )


def _keep(view: View, path: Path) -> None:
    # Written aside, then moved: a reader never meets half a file.
    with TemporaryDirectory(dir=path.parent) as aside:
        whole = Path(aside) / path.name
        np.savez_compressed(
            whole,
            features=_coarse(view.features),
            places=view.places.astype(np.float16),
            tall=np.float32(view.tall),
            faces2=view.faces.astype(np.float16),
        )
        os.replace(whole, path)


def _coarse(features: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Return features in steps of four 255ths, which pack a third smaller."""
    return np.asarray(np.minimum(np.round(features * 63.75) * 4, 255), np.uint8)


def load(store_dir: str | Path) -> Taught:
    """Return what was taught into a folder; files that are none are left out."""
    views = [_loaded(path) for path in sorted(Path(store_dir).glob("*.[0-9].npz"))]
    return Taught(tuple(view for view in views if view))


def _loaded(path: Path) -> View | None:
    try:
        with np.load(path, allow_pickle=False) as kept:
            features = kept["features"].astype(np.float32) / 255
            places = kept["places"].astype(np.float32)
            tall = float(kept["tall"])
            # what the network before this one said lies under another name, unread
            faces = kept["faces2"].astype(np.float32) if "faces2" in kept else NO_FACE
    except (OSError, ValueError, KeyError, BadZipFile):
        return None
    card = path.name.split(".")[0]
    if features.ndim != 2 or features.shape[1] != 128 or len(places) != len(features):
        return None
    if faces.shape not in (NO_FACE.shape, (2, whole.LENGTH)):
        return None
    return View(card, features, places, tall, faces)


def _shown(picture: BgrImage, outlined: bool) -> Floats:
    """Return the outline of the one card shown, or the whole picture if it may be."""
    quads = find_quads(picture)
    if quads:
        return max(quads, key=lambda quad: quad.area).corners
    whole = edge_to_edge(picture)
    if outlined or whole is None:
        raise NoCardSeen("No card was found: lay it alone on a plain table.")
    return whole.corners
