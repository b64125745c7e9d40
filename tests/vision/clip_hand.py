"""A drawn hand with its arm, of any skin, that comes in over an edge of the picture."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

SKINS = ((150, 185, 235), (120, 160, 220), (75, 110, 170), (45, 70, 120), (35, 45, 70))
"""From light to dark, BGR."""


@dataclass(frozen=True)
class Hand:
    """A hand, open and closed, as pictures with cover; `away` is out of sight."""

    open: tuple[np.ndarray, np.ndarray]
    fist: tuple[np.ndarray, np.ndarray]
    shade: tuple[np.ndarray, np.ndarray]
    size: tuple[int, int]
    away: np.ndarray
    """Where the palm is when nothing of the hand is in the picture."""
    mirror: tuple[tuple[np.ndarray, np.ndarray], ...] = ()
    """What a polished table mirrors of it, open and closed."""

    def over(self, picture: np.ndarray, at: np.ndarray, *, closed: bool) -> np.ndarray:
        """Return the picture with the palm at a place, and a soft shadow beside it."""
        patch, cover = self.fist if closed else self.open
        out = picture.copy()
        corner = (np.asarray(at) - np.array(cover.shape[::-1]) / 2).round().astype(int)
        _blend(out, np.float32(0), self.shade[closed], corner + 18)
        if self.mirror:
            far = np.round(0.3 * (np.asarray(at) - self.away)).astype(int)
            _blend(out, *self.mirror[closed], corner + far)
        _blend(out, patch, cover, corner)
        return out

    def mirrored(self, share: float) -> Hand:
        """Return it over a polished table."""
        blurred = (
            (cv2.blur(patch, (21, 21)), cv2.blur(cover, (21, 21)) * share)
            for patch, cover in (self.open, self.fist)
        )
        return replace(self, mirror=tuple(blurred) if share else ())

    def rest_place(self) -> np.ndarray:
        """Return a place at the edge where a lazy hand lingers, half in the picture."""
        middle = np.array(self.size) / 2
        return self.away + (middle - self.away) * 0.55


def hand(
    rng: np.random.Generator, size: tuple[int, int], *, bare: bool = False
) -> Hand:
    """Return a hand that comes from one of the four edges, bare to the elbow or not."""
    skin = np.float32(SKINS[int(rng.integers(len(SKINS)))]) / 255
    sleeve = skin if bare else rng.uniform(0.05, 0.9, 3).astype(np.float32)
    palm = 0.13 * min(size) * rng.uniform(0.9, 1.3)
    way, away, span = edge_of(rng, size, palm)
    drawn = [
        _draw(
            span,
            palm,
            way,
            skin=skin,
            sleeve=sleeve,
            seed=rng.integers(1 << 30),
            closed=closed,
        )
        for closed in (False, True)
    ]
    shade = tuple(0.3 * cv2.blur(cover, (31, 31)) for _, cover in drawn)
    return Hand(drawn[0], drawn[1], shade, size, away)


def edge_of(
    rng: np.random.Generator, size: tuple[int, int], palm: float
) -> tuple[np.ndarray, np.ndarray, int]:
    """Return the way to an edge, a place out of sight there, the side of a drawing."""
    edge = int(rng.integers(4))
    way = np.array([(0, 1), (1, 0), (0, -1), (-1, 0)][edge], float)
    middle = np.array(size) / 2
    reach = 3.2 * palm
    away = middle + way * (np.abs(way) @ middle + reach)
    return way, away, int(2 * (max(size) + reach))


def _blend(out, patch, cover, corner) -> None:
    """Lay a patch over a picture, only where both are."""
    x, y = (int(v) for v in corner)
    x0, y0 = max(x, 0), max(y, 0)
    x1 = min(x + cover.shape[1], out.shape[1])
    y1 = min(y + cover.shape[0], out.shape[0])
    rows, cols = np.nonzero(cover[y0 - y : y1 - y, x0 - x : x1 - x][::4, ::4])
    if not len(rows):
        return
    x0, x1 = x0 + 4 * cols.min(), min(x1, x0 + 4 * cols.max() + 5)
    y0, y1 = y0 + 4 * rows.min(), min(y1, y0 + 4 * rows.max() + 5)
    cut = np.s_[y0 - y : y1 - y, x0 - x : x1 - x]
    amount = cover[cut][..., None]
    shown = patch[cut] if patch.ndim else patch
    here = out[y0:y1, x0:x1]
    here += (shown - here) * amount


def _draw(span, palm, way, *, skin, sleeve, seed, closed):
    rng = np.random.default_rng(seed)
    cover = np.zeros((span, span), np.uint8)
    cloth = np.zeros((span, span), np.uint8)
    middle = np.array([span, span]) / 2
    side = np.array([-way[1], way[0]])

    def point(along: float, across: float) -> tuple[int, int]:
        x, y = middle + way * along * palm + side * across * palm
        return round(float(x)), round(float(y))

    cv2.line(cover, point(0.5, 0), point(60, 0), 255, int(1.2 * palm))
    cv2.line(cloth, point(3, 0), point(60, 0), 255, int(1.5 * palm))
    cv2.circle(cover, point(0, 0), int(palm), 255, -1)
    for finger, across in enumerate((-0.75, -0.28, 0.2, 0.65)):
        long = (0.9 if closed else 1.9) - 0.12 * abs(finger - 1)
        tip = point(-long, across * (1.0 if closed else 1.3))
        cv2.line(cover, point(0, across * 0.8), tip, 255, int(0.42 * palm))
    tip = point(-0.5, 1.1 if closed else 1.7)
    cv2.line(cover, point(0.3, 0.5), tip, 255, int(0.45 * palm))
    small = rng.normal(0, 1, (span // 24, span // 24)).astype(np.float32)
    cloud = cv2.resize(small, (span, span), interpolation=cv2.INTER_CUBIC)
    round_ = cv2.distanceTransform(cover, cv2.DIST_L2, 3) / palm
    light = (0.62 + 0.38 * np.minimum(round_ * 2, 1)) * (1 + 0.05 * cloud)
    patch = skin * light[..., None]
    patch = np.where(cloth[..., None] > 0, sleeve * (1 + 0.1 * cloud[..., None]), patch)
    cover = np.maximum(cover, cloth).astype(np.float32) / 255
    return np.clip(patch, 0, 1).astype(np.float32), cv2.blur(cover, (3, 3))
