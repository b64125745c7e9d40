"""Cards that the network sees where no outline is: as large as those beside them."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards import geometry

Floats = NDArray[np.float64]

CARD, SURELY = 0.75, 0.925
"""Chance from which on cells are looked at, and their mean from which on they may be a
card: sheets and boxes have less."""

SMALLEST, MOST = 0.55, 4
"""Share of a card that such cells cover at least, and how many cards at most."""


CELL = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
UPRIGHT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


def outlines(
    inside: NDArray[np.float32],
    left: NDArray[np.uint8],
    cards: Floats,
    size: tuple[int, int],
) -> Floats:
    """Return outlines as large as these cards, laid where cells are left over.

    The table is seen straight from above by the card next to it, so that the slant of
    the photo makes no difference.
    """
    found: list[Floats] = []
    count, parts = cv2.connectedComponents(left * (inside > CARD).astype(np.uint8))
    for n in range(1, count if len(cards) else 1):
        part = parts == n
        if float(inside[part].mean()) > SURELY:
            found += _laid(part, cards, size)
    return np.array(found).reshape(-1, 4, 2)


def stood(corners: Floats, cards: Floats, size: tuple[int, int]) -> Floats:
    """Return the outline so that it begins with a side short on the table of these.

    Each of them says which side is short; one alone may be mistaken at a slant.
    """
    lying = []
    for card in cards:
        above = geometry.in_cards(corners, card) * (1, _tall(card, size))
        sides = np.linalg.norm(np.roll(above, -1, axis=0) - above, axis=1)
        lying.append(sides[0] + sides[2] > sides[1] + sides[3])
    if len(lying) < 2 or np.mean(lying) <= 0.5:
        return corners
    turned = np.roll(corners, -1, axis=0)
    below = turned[:2, 1].sum() > turned[2:, 1].sum()
    return geometry.upside_down(turned) if below else turned


def unlike(one: Floats, other: Floats, size: tuple[int, int]) -> float:
    """Return how much wider or taller one card is on the table of the other, 1 if not.

    Either may lie crosswise.
    """
    sides = _sides(one[None], other, size)[0].mean(axis=1)
    return float(np.maximum(sides, 1 / sides).max())


def warped(some: Floats, other: Floats, size: tuple[int, int]) -> Floats:
    """Return the same of the side of each that differs most: none of a card slants."""
    sides = _sides(some, other, size)
    return np.asarray(np.maximum(sides, 1 / sides).max(axis=(1, 2)), float)


def _sides(some: Floats, other: Floats, size: tuple[int, int]) -> Floats:
    """Return both short and both long sides of each outline, in those of the other."""
    tall = _tall(other, size)
    above = geometry.in_cards(some.reshape(-1, 2), other).reshape(-1, 4, 2) * (1, tall)
    sides = np.linalg.norm(np.roll(above, -1, axis=1) - above, axis=2)
    pairs = np.stack([sides[:, ::2], sides[:, 1::2]], axis=1)
    crosswise = pairs[:, 0].sum(axis=1) > pairs[:, 1].sum(axis=1)
    pairs[crosswise] = pairs[crosswise][:, ::-1]
    return np.maximum(pairs / ((1,), (tall,)), 1e-6)


def _tall(card: Floats, size: tuple[int, int]) -> float:
    """Return the height of a card over its width, seen from above."""
    aspect, _ = geometry.aspect_and_skew(card[None], size)
    return 1 / float(aspect[0])


def _laid(
    part: NDArray[np.bool_], cards: Floats, size: tuple[int, int]
) -> list[Floats]:
    rows, columns = np.nonzero(part)
    unit = np.array(size) / (part.shape[1], part.shape[0])
    points = (np.stack([columns, rows], axis=1) + 0.5) * unit
    card = geometry.standing(geometry.nearest(points, cards)[None], size)
    tall = _tall(card[0], size)
    corners = (points[:, None] + unit / 2 * CELL).reshape(-1, 2)
    above = (geometry.in_cards(corners, card[0]) * (1, tall)).astype(np.float32)
    middle, sides, angle = cv2.minAreaRect(above)
    share = _area(points, unit, card[0])
    many = round(share) or int(share > SMALLEST)
    if not 0 < many <= MOST:
        return []
    back = cv2.getPerspectiveTransform(UPRIGHT, card[0].astype(np.float32))
    found = []
    for spot, turn in _spots(middle, sides, angle, many):
        box = cv2.boxPoints((spot, (1.0, tall), turn)) / (1, tall)
        found.append(cv2.perspectiveTransform(box[None].astype(float), back)[0])
    return found


def _area(points: Floats, unit: Floats, card: Floats) -> float:
    """Return how many cards large these cells are, each by its own place."""
    corners = points[:, None] + unit / 2 * CELL
    above = geometry.in_cards(corners.reshape(-1, 2), card).reshape(-1, 4, 2)
    return float(geometry.areas(above).sum())


def _spots(
    middle: Sequence[float], sides: Sequence[float], angle: float, many: int
) -> list[tuple[tuple[float, float], float]]:
    """Return where so many cards may lie in a rectangle, and how they are turned."""
    turn = np.radians(angle)
    across = np.array([np.cos(turn), np.sin(turn)])
    down = np.array([-across[1], across[0]])
    along = across * sides[0] if sides[0] > sides[1] else down * sides[1]
    spots = []
    for step in (np.arange(many) + 0.5) / many - 0.5:
        x, y = (np.array(middle) + step * along).tolist()
        spots += [((x, y), angle + more) for more in (0.0, 90.0)]
    return spots
