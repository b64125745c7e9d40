"""Cards taught by showing each once: their pictures, kept as small files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import BadZipFile

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards import geometry
from vision.cards.pieces import Piece, card_size
from vision.cards.quads import find_quads
from vision.image import BgrImage, fit

Floats = NDArray[np.float64]

WIDTH = 320
MOST_FEATURES = 400
FEWEST_FEATURES = 30
MOST_VIEWS = 3
"""Showing a card again adds a view; only so many are kept."""

ALIKE = 0.8
"""A feature counts only if its match on another card is this much worse."""

REACH = 0.03
"""How far a feature may be from its place, as a share of the card's width."""

PER_FEATURE = 0.9
"""Log odds that each feature in its right place adds."""

CHANCE = 7
"""So many features fall into place by chance."""

KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class CannotLearn(ValueError):
    """The photo does not show one card clearly enough, or the name is no key."""


class NoCardSeen(CannotLearn):
    """No outline of a card was found."""


@dataclass(frozen=True, slots=True)
class View:
    """One taught picture of one card: features and where they are on it."""

    card: str
    features: NDArray[np.float32]
    places: NDArray[np.float32]
    """Shares of the width, from the top left corner."""

    tall: float
    """Height of the card over its width."""


def learn(
    image: BgrImage, card_key: str, store_dir: str | Path, outlined: bool = False
) -> dict[str, Any]:
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
    view = _view(card_key, picture, corners)
    if len(view.features) < FEWEST_FEATURES:
        raise CannotLearn("Too little is seen on this card: more light, no glare.")
    folder = Path(store_dir)
    folder.mkdir(parents=True, exist_ok=True)
    taken = sorted(folder.glob(f"{card_key}.[0-9].npz"))
    number = len(taken) % MOST_VIEWS
    _keep(view, folder / f"{card_key}.{number}.npz")
    scale = image.shape[1] / picture.shape[1]
    return {
        "card": card_key,
        "features": len(view.features),
        "views": min(len(taken) + 1, MOST_VIEWS),
        "quad": (corners * scale).round(1).tolist(),
    }


def _keep(view: View, path: Path) -> None:
    # Written aside, then moved: a reader never meets half a file.
    with TemporaryDirectory(dir=path.parent) as aside:
        whole = Path(aside) / path.name
        np.savez_compressed(
            whole,
            features=np.round(view.features * 255).astype(np.uint8),
            places=view.places.astype(np.float16),
            tall=np.float32(view.tall),
        )
        os.replace(whole, path)


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
    except (OSError, ValueError, KeyError, BadZipFile):
        return None
    card = path.name.split(".")[0]
    if features.ndim != 2 or features.shape[1] != 128 or len(places) != len(features):
        return None
    return View(card, features, places, tall)


@dataclass(frozen=True)
class Taught:
    """All views of all taught cards."""

    views: tuple[View, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.views)

    def cards(self) -> tuple[str, ...]:
        """Return the taught cards, each once."""
        return tuple(dict.fromkeys(view.card for view in self.views))

    def recognise(
        self, picture: BgrImage, pieces: Iterable[Piece], keys: Sequence[str]
    ) -> None:
        """Give every piece the log odds of each card from its picture."""
        for piece in pieces:
            found = self.best(picture, piece.corners)
            piece.features = np.zeros(len(keys))
            for card, (odds, turned) in found.items():
                if card in keys:
                    piece.features[keys.index(card)] = odds
                    if odds == piece.features.max() and odds > 0:
                        piece.turned = turned

    def best(
        self, picture: BgrImage, corners: Floats
    ) -> dict[str, tuple[float, Floats]]:
        """Return the log odds of taught cards that may lie here, and which way."""
        seen = _view("", picture, corners)
        if not self.views or len(seen.features) < 8:
            return {}
        ranked = sorted(
            ((len(mine), n, mine, theirs) for n, mine, theirs in self._matches(seen)),
            key=lambda match: -match[0],
        )[:4]
        found: dict[str, tuple[float, Floats]] = {}
        for _, n, mine, theirs in ranked:
            view = self.views[n]
            count, plane = _in_place(view.places[theirs], seen.places[mine])
            odds = PER_FEATURE * (count - CHANCE)
            if plane is None or odds <= found.get(view.card, (0.0, corners))[0]:
                continue
            found[view.card] = (odds, _turned(plane, view, seen, corners))
        return found

    def _matches(
        self, seen: View
    ) -> list[tuple[int, NDArray[np.intp], NDArray[np.intp]]]:
        """Return per view which features of the piece are its and only its."""
        distances = [_distances(seen.features, view.features) for view in self.views]
        nearest = np.stack([d.argmin(axis=1) for d in distances])
        least = np.stack([d.min(axis=1) for d in distances])
        names = [view.card for view in self.views]
        per_card = {
            card: least[[n for n, name in enumerate(names) if name == card]].min(axis=0)
            for card in set(names)
        }
        found = []
        for n, name in enumerate(names):
            others = [d for card, d in per_card.items() if card != name]
            rival = np.min(others, axis=0) if others else np.full(len(least[n]), 0.9)
            mine = np.nonzero((least[n] < ALIKE * rival) & (least[n] < 0.75))[0]
            found.append((n, mine, nearest[n][mine]))
        return found


def _shown(picture: BgrImage, outlined: bool) -> Floats:
    """Return the outline of the one card shown, or the whole picture if it may be."""
    height, width = picture.shape[:2]
    quads = find_quads(picture)
    whole = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
    if not quads:
        shape = min(width, height) / max(width, height)
        if outlined or not 0.5 < shape < 0.9:
            raise NoCardSeen("No card was found: lay it alone on a plain table.")
        return whole
    return max(quads, key=lambda quad: quad.area).corners


def _view(card: str, picture: BgrImage, corners: Floats) -> View:
    """Return the features of the piece inside this outline."""
    size = card_size(corners, WIDTH)
    gray = cv2.cvtColor(geometry.rectified(picture, corners, size), cv2.COLOR_BGR2GRAY)
    even = cv2.createCLAHE(2.0, (4, 4)).apply(gray)
    sift = cv2.SIFT.create(MOST_FEATURES, contrastThreshold=0.03)
    points, found = sift.detectAndCompute(even, np.zeros(0, np.uint8))
    spots = np.array([point.pt for point in points], np.float32).reshape(-1, 2)
    places = np.asarray(spots / WIDTH, np.float32)
    if found is None:
        return View(card, np.zeros((0, 128), np.float32), places, size[1] / size[0])
    whole = np.maximum(found.sum(axis=1, keepdims=True), 1e-6)
    rooted = np.sqrt(found / whole)  # shares, rooted, compare better than counts
    return View(card, rooted.astype(np.float32), places, size[1] / size[0])


def _distances(
    one: NDArray[np.float32], other: NDArray[np.float32]
) -> NDArray[np.float32]:
    alike = one @ other.T
    return np.asarray(np.sqrt(np.maximum(2 - 2 * alike, 0)), np.float32)


def _in_place(
    taught: NDArray[np.float32], seen: NDArray[np.float32]
) -> tuple[int, NDArray[np.float64] | None]:
    """Return how many matched features agree on one way to lay the card."""
    if len(taught) < 4:
        return 0, None
    plane, agreeing = cv2.estimateAffine2D(
        taught, seen, method=cv2.RANSAC, ransacReprojThreshold=REACH
    )
    if plane is None:
        return 0, None
    stretch = np.linalg.svd(plane[:, :2], compute_uv=False)
    if not (stretch[1] > 0.6 and stretch[0] < 1.6):
        return 0, None
    spots = np.unique(np.round(seen[agreeing.ravel() > 0] / REACH).astype(int), axis=0)
    return len(spots), np.asarray(plane, float)


def _turned(plane: Floats, view: View, seen: View, corners: Floats) -> Floats:
    """Return the corners of the piece, that of the taught top left first."""
    middle = np.array([0.5, seen.tall / 2])
    up = plane[:, :2] @ np.array([-0.5, -view.tall / 2])
    flat = np.array([[0, 0], [1, 0], [1, seen.tall], [0, seen.tall]]) - middle
    first = int(np.argmax(flat @ up))
    return np.asarray(np.roll(corners, -first, axis=0), float)
