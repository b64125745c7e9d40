"""What dice lie on and among: tables, cloths, boards, coins, pens, cards."""

from __future__ import annotations

import string
from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.train.render.material import hsv

Floats = NDArray[np.float32]
Rng = np.random.Generator


def tint(rng: Rng, bright: float | None = None) -> Floats:
    """Return a colour as screens mean it, BGR 0..1, of a thing on a table."""
    value = rng.uniform(0.05, 1.0) if bright is None else bright
    kind = rng.random()
    if kind < 0.4:
        colour = hsv(rng.uniform(15, 45), rng.uniform(0.1, 0.75), value)
    elif kind < 0.7:
        colour = hsv(rng.uniform(0, 360), rng.uniform(0, 0.15), value)
    else:
        colour = hsv(rng.uniform(0, 360), rng.uniform(0.2, 1.0), value)
    return colour ** (1 / 2.2)


def cloud(rng: Rng, side: int, cells: int, stretch: float = 1.0) -> Floats:
    """Return smooth noise around 0 with about `cells` swellings across."""
    across = max(2, int(cells / stretch))
    small = rng.standard_normal((max(2, cells), across)).astype(np.float32)
    return cv2.resize(small, (side, side), interpolation=cv2.INTER_CUBIC)


def write(
    image: Floats,
    text: str,
    at: tuple[int, int],
    *,
    size: float,
    colour: list[float],
    font: int = 0,
) -> None:
    """Print letters on a picture of floats, which OpenCV itself does not do."""
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.putText(mask, text, at, font, size, 255, max(1, int(size * 2)), cv2.LINE_AA)
    image += (np.float32(colour) - image) * (mask.astype(np.float32) / 255)[..., None]


def _plain(rng: Rng, side: int) -> Floats:
    rough = rng.uniform(0, 0.03)
    image = np.full((side, side, 3), tint(rng), np.float32)
    grain = cloud(rng, side, int(rng.integers(min(40, side // 4), side // 2))) * rough
    return np.ascontiguousarray(image * (1 + grain[..., None]))


def _wood(rng: Rng, side: int) -> Floats:
    base = hsv(rng.uniform(8, 40), rng.uniform(0.3, 0.85), rng.uniform(0.2, 0.95))
    base = base ** (1 / 2.2)
    fibre = cloud(rng, side, int(rng.integers(60, 200)), 30)
    rings = cloud(rng, side, int(rng.integers(6, 30)), 6)
    wave = np.sin(rings * rng.uniform(2, 8) + fibre * 0.5)
    grain = 1 + rng.uniform(0.02, 0.12) * fibre + rng.uniform(0.02, 0.15) * wave
    image = base * grain[..., None]
    if rng.random() < 0.4:
        step = int(rng.integers(40, 200))
        for at in range(int(rng.integers(step)), side, step):
            image[at : at + 2] *= rng.uniform(0.5, 0.9)
    return image


def _cloth(rng: Rng, side: int) -> Floats:
    fine = rng.integers(side // 6, side // 2)
    rough = rng.uniform(0.03, 0.3)
    image = np.broadcast_to(tint(rng), (side, side, 3))
    grain = cloud(rng, side, int(fine)) + 0.5 * cloud(rng, side, int(fine // 3))
    folds = cloud(rng, side, int(rng.integers(2, 6))) * rng.uniform(0, 0.15)
    return image * (1 + rough * grain + folds)[..., None]


def _weave(rng: Rng, side: int) -> Floats:
    step = rng.uniform(3, 24)
    y, x = np.mgrid[0:side, 0:side].astype(np.float32)
    wobble = cloud(rng, side, 30) * rng.uniform(0, 1.5)
    pattern = np.sin((x + wobble) * 2 * np.pi / step) * np.sin(
        (y + wobble) * 2 * np.pi / (step * rng.uniform(0.6, 2))
    )
    pattern = np.tanh(pattern * rng.uniform(1, 5)) * 0.5 + 0.5
    pattern = pattern * (1 + 0.2 * cloud(rng, side, side // 4))
    return tint(rng) * pattern[..., None] + tint(rng) * (1 - pattern[..., None])


def _stripes(rng: Rng, side: int) -> Floats:
    y, x = np.mgrid[0:side, 0:side].astype(np.float32)
    image = np.full((side, side, 3), tint(rng), np.float32)
    for way in (x, y)[: int(rng.integers(1, 3))]:
        step, line = rng.uniform(14, 90), rng.uniform(0.05, 0.5)
        on = ((way + rng.uniform(0, 90)) % step < step * line)[..., None]
        image = np.where(on, image * 0.5 + tint(rng) * 0.5, image)
    return image


def _tiles(rng: Rng, side: int) -> Floats:
    image = _plain(rng, side)
    step = int(rng.integers(40, 220))
    dark = rng.uniform(0.2, 0.8)
    for at in range(int(rng.integers(step)), side, step):
        wide = int(rng.integers(1, 6))
        image[at : at + wide] *= dark
        image[:, at : at + wide] *= dark
    if rng.random() < 0.5:
        for row in range(0, side, step):
            for col in range(0, side, step):
                shade = rng.uniform(0.6, 1.3)
                image[row : row + step, col : col + step] *= shade
    return image


def _print(rng: Rng, side: int) -> Floats:
    image = np.full((side, side, 3), tint(rng), np.float32)
    for _ in range(int(rng.integers(4, 40))):
        text = "".join(rng.choice(list(string.ascii_letters + string.digits + " "), 24))
        at = (int(rng.integers(-80, side)), int(rng.integers(side)))
        size = rng.uniform(0.3, 2.5)
        colour = tint(rng).tolist()
        write(image, text, at, size=size, colour=colour, font=int(rng.integers(8)))
    return image


def _board(rng: Rng, side: int) -> Floats:
    """Return a game board: coloured fields, some with dots."""
    image = np.full((side, side, 3), tint(rng), np.float32)
    for _ in range(int(rng.integers(4, 30))):
        centre = rng.integers(0, side, 2)
        size = int(rng.integers(10, 120))
        corners = int(rng.integers(3, 9))
        angle = np.linspace(0, 2 * np.pi, corners, endpoint=False) + rng.uniform(0, 6)
        shape = centre + size * np.stack([np.cos(angle), np.sin(angle)], 1)
        cv2.fillPoly(image, [shape.astype(np.int32)], tint(rng).tolist(), 16)
        if rng.random() < 0.3:
            cv2.circle(image, centre.tolist(), size // 4, tint(rng).tolist(), -1, 16)
    return image * (1 + 0.05 * cloud(rng, side, side // 3))[..., None]


def _dots(rng: Rng, side: int) -> Floats:
    image = _plain(rng, side)
    step = int(rng.integers(12, 90))
    colour, radius = tint(rng).tolist(), max(1, int(step * rng.uniform(0.08, 0.35)))
    for row in range(0, side, step):
        for col in range(0, side, step):
            cv2.circle(image, (col, row), radius, colour, -1, 16)
    return image


KINDS: tuple[tuple[float, Callable[[Rng, int], Floats]], ...] = (
    (0.17, _plain),
    (0.2, _wood),
    (0.2, _cloth),
    (0.1, _weave),
    (0.07, _stripes),
    (0.07, _tiles),
    (0.07, _print),
    (0.08, _board),
    (0.04, _dots),
)


def background(rng: Rng, side: int, photos: list[NDArray[np.uint8]]) -> Floats:
    """Return a table as screens mean it, BGR 0..1, rendered or cut from a photo."""
    if photos and rng.random() < 0.4:
        return _cut(rng, side, photos[int(rng.integers(len(photos)))])
    odds = np.array([odd for odd, _ in KINDS])
    make = KINDS[int(rng.choice(len(KINDS), p=odds / odds.sum()))][1]
    wide = int(side * 1.45)
    image = make(rng, wide).astype(np.float32)
    turn = cv2.getRotationMatrix2D((wide / 2, wide / 2), rng.uniform(0, 360), 1.0)
    turn[:, 2] -= (wide - side) / 2
    return np.clip(cv2.warpAffine(image, turn, (side, side), borderMode=4), 0, 1)


def toned(rng: Rng, look: Floats, body: Floats) -> Floats:
    """Return a table toned to the colour (linear BGR) of the dice on it."""
    wanted = body ** np.float32(1 / 2.2) * np.exp(rng.normal(0, 0.07))
    wanted = wanted * np.exp(rng.normal(0, 0.03, 3)).astype(np.float32)
    middle = np.maximum(look.mean((0, 1)), 0.02)
    faint = np.float32(rng.uniform(0.1, 1.0))
    return np.clip(wanted * (1 + faint * (look / middle - 1)), 0, 1).astype(np.float32)


def _cut(rng: Rng, side: int, photo: NDArray[np.uint8]) -> Floats:
    shortest = min(photo.shape[:2])
    size = int(shortest * rng.uniform(0.3, 1.0))
    y = int(rng.integers(photo.shape[0] - size + 1))
    x = int(rng.integers(photo.shape[1] - size + 1))
    piece = cv2.resize(photo[y : y + size, x : x + size], (side, side))
    piece = np.rot90(piece, int(rng.integers(4)))
    if rng.random() < 0.3:
        piece = piece[..., rng.permutation(3)]
    return np.ascontiguousarray(piece, np.float32) / 255
