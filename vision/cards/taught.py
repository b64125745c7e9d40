"""Taught pictures of cards, and which of them lie where on a photo."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards import agree, decide, geometry, local, whole
from vision.cards.pieces import HIDDEN, KNOWN, Piece, card_size
from vision.image import BgrImage, fit

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Indices = NDArray[np.intp]

WIDTH = 320
MOST_FEATURES = 500
IN_COLOUR = 150
"""Features kept of light, and of each of the two colours of a card."""

WHOLE = 1100
"""Longer side at which a photo is searched for cards without an outline."""

MOST_ON_PHOTO = 3000

ALIKE = 0.88
"""A feature counts only if its match on another card is this much worse."""

NEAR = 0.8
"""Features farther apart than this are never the same."""

REACH = 0.03
"""How far a feature may be from its place, as a share of the card's width."""

PER_FEATURE = 0.9
"""Log odds that each feature in its right place adds, anywhere on the photo."""

CHANCE = 7
"""So many features fall into place by chance on a whole photo."""

FEW, UNLIKE = 24, 6.0
"""Where fewer cards are taught than this, log odds that features add at most for a card
whose whole face is another: words of the rules in the same print and lines agree on
cards of one game too. Among many taught cards others have the same words."""

LUCK, SUREST = 4.0, 60.0
"""Log odds of agreement that count for nothing, since many cards are compared, and
those beyond which nothing is surer."""

NO_FACE = np.zeros((0, whole.LENGTH), np.float32)


@dataclass(frozen=True, slots=True)
class View:
    """One taught picture of one card: features and where they are on it."""

    card: str
    features: Singles
    places: Singles
    """Shares of the width, from the top left corner."""

    tall: float
    """Height of the card over its width."""

    faces: Singles = field(default_factory=lambda: NO_FACE)
    """Patterns of the whole card, upright and upside down; cards taught long ago have
    none."""

    @property
    def outline(self) -> Singles:
        """Return the corners of the card in the same measure."""
        return np.array([[0, 0], [1, 0], [1, self.tall], [0, self.tall]], np.float32)


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
        every = set(keys) <= set(self.cards())
        for piece in pieces:
            found = self._found(picture, piece.corners, len(keys), every=every)
            piece.features, piece.only_taught = np.zeros(len(keys)), every
            for card, (odds, turned) in found.items():
                if card in keys:
                    piece.features[keys.index(card)] = odds
                    if odds == piece.features.max() and odds > 0:
                        piece.turned = turned

    def _found(
        self, picture: BgrImage, corners: Floats, many: int, *, every: bool
    ) -> dict[str, tuple[float, Floats]]:
        """Return what may lie here; colours are looked at where light does not tell."""
        for colours in (False, True):
            seen = view_of("", picture, corners, colours)
            found = self.best(seen, corners, many, every=every)
            if max((odds for odds, _ in found.values()), default=0.0) > KNOWN:
                break
        return found

    def best(
        self, seen: View, corners: Floats, many: int = 1, *, every: bool = False
    ) -> dict[str, tuple[float, Floats]]:
        """Return the log odds of taught cards that may lie here, and which way.

        Of `many` cards each is a priori as likely as the others; `every` says that all
        of them are taught.
        """
        if not self.views:
            return {}
        featured = self._by_features(seen, corners)
        faced = bool(self._faces.size and len(seen.faces))
        if every and many > 1 and faced:
            return self._one_of_all(seen, corners, featured)
        found = self._alike(seen, corners)
        for card, (odds, turned) in found.items():
            # the likest of all was weighed: that each is one of many is in it already
            found[card] = (min(odds + np.log(many), whole.SUREST), turned)
        doubted = faced and len(self.cards()) < FEW
        for card, (odds, turned) in featured.items():
            more, _ = found.get(card, (0.0, turned))
            most = UNLIKE if doubted and card not in found else odds
            found[card] = (min(odds, most) + more, turned)
        return found

    def _one_of_all(
        self, seen: View, corners: Floats, featured: dict[str, tuple[float, Floats]]
    ) -> dict[str, tuple[float, Floats]]:
        """Return the cards most like this one, where no other card can lie there."""
        names = [view.card for view in self.views]
        faces = whole.each(self._faces, names, seen.faces)
        nothing = (0.0, corners)
        weights = {
            card: whole.EACH * near + decide.SOFTEN * featured.get(card, nothing)[0]
            for card, (near, _) in faces.items()
        }
        odds = decide.among(weights, whole.EACH * whole.NONE)
        first = sorted(odds, key=lambda card: -odds[card])[: decide.OFFERED]
        found = {}
        for card in (card for card in first if odds[card] > 0):
            turned = geometry.upside_down(corners) if faces[card][1] else corners
            found[card] = odds[card], featured.get(card, (0.0, turned))[1]
        return found

    def _alike(self, seen: View, corners: Floats) -> dict[str, tuple[float, Floats]]:
        """Return the card whose whole face is most like this one, if one stands out."""
        if not self._faces.size or not len(seen.faces):
            return {}
        names = [view.card for view in self.views]
        found = whole.likest(self._faces, names, seen.faces)
        if found.odds <= 0:
            return {}
        turned = geometry.upside_down(corners) if found.upside else corners
        return {names[found.index]: (found.odds, turned)}

    @cached_property
    def _faces(self) -> Singles:
        """Return the faces of all views, none if some card was taught without one.

        Such a card could not be told from those that have one.
        """
        if not all(len(view.faces) for view in self.views):
            return NO_FACE
        return np.stack([view.faces[0] for view in self.views])

    def _by_features(
        self, seen: View, corners: Floats
    ) -> dict[str, tuple[float, Floats]]:
        """Return the log odds of cards whose features lie here in their places."""
        if len(seen.features) < 8:
            return {}
        found: dict[str, tuple[float, Floats]] = {}
        here = agree.spots(seen.places, seen.tall)
        for n, mine, theirs in self._likeliest(seen.features, 6):
            view = self.views[n]
            there = agree.spots(view.places[theirs], view.tall)
            odds, upside = agree.agreement(there, here[mine])
            odds = min(odds - LUCK, SUREST)
            if odds > found.get(view.card, (0.0, corners))[0]:
                turned = geometry.upside_down(corners) if upside else corners
                found[view.card] = (odds, turned)
        return found

    def like(self, seen: View, other_than: str) -> str | None:
        """Return the card taught under another name that this one looks like."""
        found = self.best(seen, np.zeros((4, 2)))
        likely = [(odds, card) for card, (odds, _) in found.items() if odds > KNOWN]
        card = max(likely, default=(0.0, other_than))[1]
        return card if card != other_than else None

    def search(
        self, picture: BgrImage, pieces: Sequence[Piece], keys: Sequence[str]
    ) -> list[Piece]:
        """Return taught cards of which no outline was seen, wherever they lie."""
        small = fit(picture, WHOLE)
        scale = picture.shape[1] / small.shape[1]
        known = [piece.corners / scale for piece in pieces if piece.known]
        outside = local.outside(small, known)
        features, spots = local.features(small, MOST_ON_PHOTO, outside)
        if len(features) < 8:
            return []
        fresh: list[Piece] = []
        for n, mine, theirs in self._likeliest(features, 16):
            view = self.views[n]
            odds, corners = _laid(view, theirs, spots[mine])
            if odds > KNOWN and view.card in keys:
                evidence = np.zeros(len(keys))
                evidence[keys.index(view.card)] = odds
                laid = corners * scale
                fresh.append(Piece(laid, HIDDEN, features=evidence, turned=laid))
        return _apart(fresh)

    @cached_property
    def _stack(self) -> tuple[Singles, Indices]:
        """Return all features one under the other, and where each view begins."""
        counts = [len(view.features) for view in self.views]
        starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
        return np.concatenate([v.features for v in self.views]), starts.astype(np.intp)

    def _likeliest(
        self, features: Singles, most: int
    ) -> list[tuple[int, Indices, Indices]]:
        """Return views with the features that are only theirs, the plainest first."""
        stack, starts = self._stack
        alike = features @ stack.T
        ends = [*starts[1:].tolist(), len(stack)]
        parts = [alike[:, a:b] for a, b in zip(starts.tolist(), ends, strict=True)]
        nearest = np.stack([part.argmax(axis=1) for part in parts])
        most_alike = np.take_along_axis(alike, (nearest + starts[:, None]).T, 1).T
        least = np.sqrt(np.maximum(2 - 2 * most_alike, 0))
        found = []
        for n, view in enumerate(self.views):
            others = [m for m, v in enumerate(self.views) if v.card != view.card]
            rival = least[others].min(axis=0) if others else np.full(len(features), 0.9)
            mine = np.nonzero((least[n] < ALIKE * rival) & (least[n] < NEAR))[0]
            mine = mine[np.argsort(least[n][mine] / np.maximum(rival[mine], 1e-6))]
            found.append((n, mine, nearest[n][mine]))
        return sorted(found, key=lambda match: -len(match[1]))[:most]


def view_of(
    card: str, picture: BgrImage, corners: Floats, colours: bool = True
) -> View:
    """Return the features of the piece inside this outline."""
    size = card_size(corners, WIDTH)
    cut = BgrImage(geometry.rectified(picture, corners, size))
    found = [local.features(cut, MOST_FEATURES)]
    if colours:
        found += [local.described(tint, IN_COLOUR) for tint in local.tints(cut)]
    features = np.concatenate([each for each, _ in found])
    spots = np.concatenate([each for _, each in found])
    places = np.asarray(spots / WIDTH, np.float32)
    faces = whole.faces(picture, corners)
    return View(card, features, places, size[1] / size[0], faces)


def _in_place(
    taught: Singles, seen: Singles, reach: float
) -> tuple[NDArray[np.bool_], Floats | None]:
    """Return which matched features agree on one way to lay the card, and it."""
    nothing = np.zeros(len(taught), bool)
    if len(taught) < 4:
        return nothing, None
    plane, agreeing = cv2.estimateAffine2D(
        taught, seen, method=cv2.RANSAC, ransacReprojThreshold=reach
    )
    if plane is None or not _plausible(plane):
        return nothing, None
    return agreeing.ravel() > 0, np.asarray(plane, float)


def _plausible(plane: NDArray[Any]) -> bool:
    """Say whether a card may look like this from above, not from its back."""
    stretch = np.linalg.svd(plane[:, :2], compute_uv=False)
    size = float(np.sqrt(stretch[0] * stretch[1]))
    even = stretch[1] > 0.6 * size and stretch[0] < 1.6 * size
    return bool(even and np.linalg.det(plane[:, :2]) > 0)


def _distinct(spots: Singles, reach: float) -> int:
    return len(np.unique(np.round(spots / reach).astype(int), axis=0))


def _laid(view: View, theirs: Indices, spots: Singles) -> tuple[float, Floats]:
    """Return log odds and corners of a taught card lying anywhere on the photo."""
    nowhere = np.zeros((4, 2))
    agree, plane = _in_place(view.places[theirs], spots, 6.0)
    if plane is None:
        return 0.0, nowhere
    corners = view.outline @ plane[:, :2].T + plane[:, 2]
    wide = float(np.linalg.norm(corners[1] - corners[0]))
    if not 40 < wide < WHOLE:
        return 0.0, nowhere
    count = _distinct(spots[agree], REACH * wide)
    return PER_FEATURE * (count - CHANCE), np.asarray(corners, float)


def _apart(fresh: Sequence[Piece]) -> list[Piece]:
    """Return the surest of pieces that lie on one another."""
    kept: list[Piece] = []
    for piece in sorted(fresh, key=lambda p: -_sure(p)):
        if all(geometry.overlap(piece.corners, k.corners) < 0.8 for k in kept):
            kept.append(piece)
    return kept


def _sure(piece: Piece) -> float:
    return float(piece.features.max()) if piece.features is not None else 0.0
