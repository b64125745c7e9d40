"""Other things of a table that a reader of dice may take for dice, and should not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.train.render import gadgets, printed
from vision.train.render.flat import Thing
from vision.train.render.table import Floats, Rng

KINDS: tuple[tuple[float, float, float, Callable[[Rng], Thing]], ...] = (
    (3, 0.9, 8.0, gadgets.keys),
    (2, 1.0, 4.0, gadgets.socket),
    (2, 0.6, 1.8, gadgets.coin),
    (2, 1.2, 3.0, gadgets.domino),
    (4, 1.5, 7.0, printed.playing_card),
    (4, 1.5, 7.0, printed.game_card),
    (3, 1.0, 10.0, printed.paper),
    (1, 2.0, 8.0, printed.box),
    (2, 2.0, 9.0, printed.board),
    (1, 2.0, 8.0, gadgets.cutlery),
    (3, 0.7, 1.6, gadgets.solid),
    (2, 0.7, 3.0, gadgets.holes),
    (2, 1.0, 5.0, gadgets.ports),
)
"""How often, from and to how many sides of a die large, and what."""


REAL = 0.6
"""Share of things that are cut out of photos, where there are such."""

REAL_SIZES = (0.6, 8.0)


def crowd(
    rng: Rng,
    image: Floats,
    die_px: float,
    count: int,
    cut_outs: Sequence[NDArray[np.uint8]] = (),
) -> None:
    """Lay so many things on the picture, in place, the large ones first."""
    odds = np.array([kind[0] for kind in KINDS])
    chosen = [KINDS[int(k)] for k in rng.choice(len(KINDS), count, p=odds / odds.sum())]
    if cut_outs:
        real = (1.0, *REAL_SIZES, partial(cut_out, cut_outs))
        chosen = [real if rng.random() < REAL else kind for kind in chosen]
    sized = [
        (float(np.exp(rng.uniform(*np.log(kind[1:3])))), kind[3]) for kind in chosen
    ]
    for size, make in sorted(sized, key=lambda pair: -pair[0]):
        face, cover = make(rng)
        longest = float(np.clip(size * die_px, 10, 1.3 * image.shape[0]))
        lay(rng, image, face, cover, longest)


def cut_out(cut_outs: Sequence[NDArray[np.uint8]], rng: Rng) -> Thing:
    """Return one of the real things."""
    picture = cut_outs[int(rng.integers(len(cut_outs)))].astype(np.float32) / 255
    return np.ascontiguousarray(picture[..., :3]), picture[..., 3].copy()


def lay(rng: Rng, image: Floats, face: Floats, cover: Floats, longest: float) -> None:
    """Lay a flat thing down, turned, seen a little from the side, with a shadow."""
    tall, wide = face.shape[:2]
    scale, angle = longest / max(tall, wide), rng.uniform(0, 6.3)
    if rng.random() < 0.3:
        angle = rng.normal(0, 0.06)
    corners = np.float32([[0, 0], [wide, 0], [wide, tall], [0, tall]])
    c, s = np.cos(angle) * scale, np.sin(angle) * scale
    laid = (corners - (wide / 2, tall / 2)) @ np.float32([[c, s], [-s, c]])
    laid *= np.float32([1, rng.uniform(0.65, 1.0)])
    laid *= 1 + rng.uniform(0, 0.12) * laid[:, 1:] / longest  # nearer is larger
    laid += rng.uniform(0.0, 1.0, 2) * image.shape[1::-1]
    soft = 0.4 / scale if scale < 0.5 else 0.8  # no stairs along edges
    face = cv2.GaussianBlur(face, (0, 0), soft)
    cover = cv2.GaussianBlur(cover, (0, 0), soft)
    away = int(np.clip(longest * rng.uniform(0, 0.06), 0, 12))
    _cast(rng, image, (face, cover), laid.astype(np.float32), away)


def _cast(rng: Rng, image: Floats, thing: Thing, laid: Floats, away: int) -> None:
    """Paint a thing to its four corners with its shadow, only where they are."""
    room = 3 * away + 4
    low = np.maximum(laid.min(0) - room, 0).astype(int)
    high = np.minimum(laid.max(0) + room, image.shape[1::-1]).astype(int)
    wide, tall = (high - low).tolist()
    if wide < 4 or tall < 4:
        return
    here = image[low[1] : high[1], low[0] : high[0]]
    face, cover = thing
    right, down = cover.shape[1], cover.shape[0]
    corners = np.float32([[0, 0], [right, 0], [right, down], [0, down]])
    back = cv2.getPerspectiveTransform(corners, laid - low.astype(np.float32))
    mask = cv2.warpPerspective(cover, back, (wide, tall))
    over = cv2.warpPerspective(
        face, back, (wide, tall), borderMode=cv2.BORDER_REPLICATE
    )
    aside = int(rng.integers(-away, away + 1))
    move = np.float32([[1, 0, aside], [0, 1, away]])
    dark = cv2.warpAffine(mask, move, (wide, tall))
    dark = cv2.GaussianBlur(dark, (0, 0), 0.6 + away * rng.uniform(0.2, 0.8))
    here *= 1 - rng.uniform(0.1, 0.6) * dark[..., None]
    here += (over - here) * mask[..., None]
