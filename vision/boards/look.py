"""The board seen from straight above, its cells aligned and measured."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.plan import Floats, Plan
from vision.image import BgrImage

UNIT = 22
"""Pixels between neighbouring cells from above: a disc of 15 is enough to tell."""

MARGIN = 1.25
"""Units around the cells that are kept: room for an aligned cell to move."""

BLACK = 8.0
"""Added before logarithms: noise in the dark must not look like colour."""

INNER, RIM, GROUND = (0.12, 0.24), (0.2, 0.31), (0.5, 0.6)
"""Radii in units: around the middle, where lines that cross are ink all over, the outer
part of a disc of any size, and the ground between it and its neighbours."""

LIFT = 0.08
"""Height of a usual disc in units: from the side its top hides what lies behind it, so
colours are looked for a little behind the middle of the cell."""

LENS = 1.2
"""Focal length of a usual phone by the longer side of its picture."""


@dataclass(frozen=True, eq=False)
class Look:
    """What the cells of a board look like, at one way to lay it over the photo."""

    way: Floats
    """Homography from units of the plan to pixels of the picture."""

    features: Floats
    """Cell by cell: colour of middle and rim against the ground, and its edges."""

    agree: float
    """The share of cells that lie where the others say."""

    seen: NDArray[np.uint8]
    """The board from straight above."""

    raised: Floats
    """Where the tops of discs would be seen, in units."""

    lean: Floats
    """How far, in units, something one unit high leans over behind each cell."""


def from_above(
    picture: BgrImage, way: Floats, plan: Plan, unit: int = UNIT
) -> NDArray[np.uint8]:
    """Return the board seen from straight above, so many pixels to a unit."""
    shift = np.array([[1 / unit, 0, -MARGIN], [0, 1 / unit, -MARGIN], [0, 0, 1.0]])
    wide, high = np.ceil((plan.extent + 2 * MARGIN) * unit).astype(int)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpPerspective(
        picture,
        way @ shift,
        (int(wide), int(high)),
        flags=flags,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(seen, np.uint8)


def edges(picture: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return how strongly anything changes at each pixel, faint lines counted too."""
    across = cv2.convertScaleAbs(cv2.Sobel(picture, cv2.CV_16S, 1, 0), alpha=0.5)
    down = cv2.convertScaleAbs(cv2.Sobel(picture, cv2.CV_16S, 0, 1), alpha=0.5)
    both = cv2.add(across, down)
    strong = cv2.max(cv2.max(both[..., 0], both[..., 1]), both[..., 2])
    # Half of what is typical is nothing; a thin line then counts nearly as much as the
    # rim of a disc, or discs alone would say where the board is.
    usual = 1.5 * float(cv2.mean(strong)[0]) + 4.0
    table = np.arange(256, dtype=np.float32)
    table = table**2 / (table**2 + usual**2)
    return np.asarray(cv2.LUT(strong, table), np.float32)


def measure(picture: BgrImage, way: Floats, plan: Plan, agree: float = 1.0) -> Look:
    """Return what the cells look like."""
    seen = from_above(picture, way, plan)
    dense = edges(seen)
    lean = leaning(picture, way, plan)
    raised = plan.spots + LIFT * lean
    at = np.rint((raised + MARGIN) * UNIT).astype(int)
    wide = seen.shape[1]
    spots = at[:, 1:] * wide + at[:, :1]
    inner, rim, ground = (_usual(seen, spots, band) for band in (INNER, RIM, GROUND))
    edge = dense.ravel().take(spots + _offsets((RIM[0], GROUND[0]), wide)).mean(1)
    features = np.hstack(
        [_tones(inner - ground), _tones(rim - ground), 2 * edge[:, None]]
    )
    return Look(way, features.astype(float), agree, seen, raised, lean)


def _tones(colour: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return brightness and two tints: shadows change the first, lamps none of them."""
    blue, green, red = colour.T
    return np.stack([(blue + 2 * green + red) / 4, blue - green, red - green], 1)


def leaning(picture: BgrImage, way: Floats, plan: Plan) -> Floats:
    """Return how far, in units, something one unit high leans over behind its cell."""
    high, wide = picture.shape[:2]
    lens = LENS * max(high, wide)
    flat = np.linalg.inv([[lens, 0, wide / 2], [0, lens, high / 2], [0, 0, 1]]) @ way
    first, second, shift = (flat / np.linalg.norm(flat[:, 0])).T
    second = second / np.linalg.norm(second)
    turn = np.stack([first, second, np.cross(first, second)], 1)
    eye = -np.linalg.inv(turn) @ shift
    away = (plan.spots - eye[:2]) / max(1e-6, abs(eye[2]))
    # More than two would be a view along the table: the lens was guessed wrong.
    length = np.linalg.norm(away, axis=1, keepdims=True)
    return np.asarray(away * np.minimum(1, 2 / np.maximum(length, 1e-9)), float)


def _usual(
    seen: NDArray[np.uint8], spots: NDArray[np.int_], band: tuple[float, float]
) -> NDArray[np.float32]:
    """Return the median colour of each cell in a band, as logarithms: thin lines and
    glints do not count."""
    pixels = seen.reshape(-1, 3).take(spots + _offsets(band, seen.shape[1]), axis=0)
    half = pixels.shape[1] // 2
    usual = np.partition(np.ascontiguousarray(pixels.swapaxes(1, 2)), half, axis=2)
    return np.asarray(np.log(usual[..., half].astype(np.float32) + BLACK), np.float32)


@lru_cache(maxsize=64)
def _offsets(band: tuple[float, float], wide: int) -> NDArray[np.int_]:
    """Return the pixels around a middle whose distance lies in a band, in a picture so
    wide that is stored row by row."""
    reach = int(np.ceil(band[1] * UNIT))
    dx, dy = np.meshgrid(*2 * [np.arange(-reach, reach + 1)])
    away = np.hypot(dx, dy) / UNIT
    kept = (away >= band[0]) & (away <= band[1])
    return np.asarray(dy[kept] * wide + dx[kept], int)
