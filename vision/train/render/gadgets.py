"""Keys, plugs, coins, dominoes and the like, which look a little like dice."""

from __future__ import annotations

import string

import cv2
import numpy as np

from vision.train.render.flat import (
    FINE,
    Thing,
    contrast,
    disc,
    pale,
    pips,
    rounded,
    sheet,
)
from vision.train.render.table import Floats, Rng, tint, write


def keys(rng: Rng) -> Thing:
    """Return a few rows of a keyboard, a calculator or a remote control."""
    rows, cols = int(rng.integers(1, 6)), int(rng.integers(1, 8))
    cell = FINE // max(rows, cols)
    image = sheet(rng, cols * cell, rows * cell, rng.uniform(0.05, 0.9))
    dark = rng.random() < 0.6
    shade = rng.uniform(0.03, 0.25) if dark else rng.uniform(0.7, 1.0)
    key, gap = tint(rng, shade), max(1, int(cell * rng.uniform(0.03, 0.15)))
    ink = contrast(rng, key)
    size = cell - 2 * gap
    cover = rounded(size, size, size * rng.uniform(0.08, 0.5))[..., None]
    rise = np.linspace(rng.uniform(0.9, 1.3), 1, size, dtype=np.float32)
    for row in range(rows):
        for col in range(cols):
            y, x = row * cell + gap, col * cell + gap
            here = image[y : y + size, x : x + size]
            here += (key * rise[:, None, None] - here) * cover
            _legend(rng, here, ink)
    return image, rounded(cols * cell, rows * cell, cell * 0.2)


def _legend(rng: Rng, key: Floats, ink: list[float]) -> None:
    """Print what a key says: a letter, two signs, a small word or dots."""
    side = key.shape[0]
    kind = rng.random()
    patch = np.ascontiguousarray(key)
    if kind < 0.7:
        signs = string.ascii_uppercase + string.digits + "<>,.;:'+-=/"
        for _ in range(int(rng.integers(1, 4))):
            at = rng.integers([1, side // 3], [max(2, side // 2), side])
            text = str(rng.choice(list(signs)))
            write(patch, text, (int(at[0]), int(at[1])), size=side / 60, colour=ink)
    elif kind < 0.85:
        word = "".join(rng.choice(list(string.ascii_lowercase), 6))
        write(patch, word, (2, side * 3 // 4), size=side / 130, colour=ink)
    else:
        for spot in rng.uniform(0.25, 0.75, (int(rng.integers(1, 3)), 2)) * side:
            disc(patch, spot, side * 0.06, ink)
    key[:] = patch


def socket(rng: Rng) -> Thing:
    """Return plugs' holes in a plate, or a strip of them."""
    many = int(rng.integers(1, 5))
    side = FINE // many
    image = pale(rng, side * many, side)
    if rng.random() < 0.25:
        image *= np.float32(0.15)
    dark = (image[0, 0] * rng.uniform(0.0, 0.4)).tolist()
    kind, turn = int(rng.integers(3)), rng.uniform(0, 3.14)
    for k in range(many):
        middle = np.array([side * (k + 0.5), side / 2])
        if kind:
            rim = (image[0, 0] * rng.uniform(0.75, 0.95)).tolist()
            disc(image, middle, side * 0.38, rim)
            disc(image, middle, side * 0.38, dark, max(1, side // 40))
        count = 2 + int(kind == 2)
        for n in range(count):
            angle = turn + n * 2 * np.pi / count
            way = np.array([np.cos(angle), np.sin(angle)])
            if kind == 0:
                a, b = middle + way * side * 0.12, middle + way * side * 0.25
                ends = [tuple(int(v) for v in end) for end in (a, b)]
                cv2.line(image, *ends, dark, max(1, side // 16), cv2.LINE_AA)
            else:
                disc(image, middle + way * side * 0.19, side * 0.06, dark)
    return image, rounded(side * many, side, side * rng.uniform(0.02, 0.3))


def coin(rng: Rng, side: int = FINE) -> Thing:
    """Return a coin, a draughtsman, a bottle's cap, a button or a chip."""
    image = sheet(rng, side, side, rng.uniform(0.1, 0.95))
    half, body = side / 2, image[0, 0].copy()
    dark = (body * rng.uniform(0.3, 0.85)).tolist()
    light = np.minimum(body * rng.uniform(1.1, 1.5) + 0.03, 1).tolist()
    rings = int(rng.integers(0, 5))
    for radius in rng.uniform(0.3, 0.95, rings) * half:
        colour = dark if rng.random() < 0.5 else light
        disc(image, (half, half), radius, colour, int(rng.integers(1, 5)))
    kind = rng.random()
    if kind < 0.35:
        at, text = (int(half * 0.5), int(half * 1.4)), str(rng.integers(1, 60))
        write(image, text, at, size=half / 32, colour=dark)
    elif kind < 0.6:  # a button
        count, reach = int(rng.choice([2, 4])), half * rng.uniform(0.2, 0.35)
        for k in range(count):
            angle = 2 * np.pi * k / count
            spot = (half + reach * np.cos(angle), half + reach * np.sin(angle))
            disc(image, spot, half * rng.uniform(0.07, 0.12), dark)
    elif kind < 0.8:  # a head or a coat of arms
        for spot in rng.normal(half, half * 0.22, (int(rng.integers(3, 9)), 2)):
            colour = dark if rng.random() < 0.5 else light
            disc(image, spot, half * rng.uniform(0.06, 0.3), colour)
    slope = np.linspace(rng.uniform(0.7, 1), rng.uniform(1, 1.25), side)
    image *= slope[:, None, None].astype(np.float32)
    return image, rounded(side, side, half)


def domino(rng: Rng) -> Thing:
    """Return a domino: two faces beside each other on one stone."""
    side = FINE // 2
    dark = rng.random() < 0.35
    image = sheet(rng, 2 * side, side, 0.12) if dark else pale(rng, 2 * side, side)
    ink = contrast(rng, image[0, 0])
    radius, reach = side * rng.uniform(0.07, 0.11), side * rng.uniform(0.2, 0.27)
    for middle in (0.5, 1.5):
        value = int(rng.integers(0, 7))
        at = (middle * side, side / 2)
        pips(image, value, at, reach=reach, radius=radius, ink=ink)
    low, high = (side, int(side * 0.08)), (side, int(side * 0.92))
    cv2.line(image, low, high, ink, max(1, side // 30), cv2.LINE_AA)
    return image, rounded(2 * side, side, side * rng.uniform(0.03, 0.15))


def cutlery(rng: Rng) -> Thing:
    """Return a spoon, fork or knife of metal, wood or plastic."""
    wide, tall = FINE // 4, FINE
    cover = np.zeros((tall, wide), np.float32)
    middle, bowl = wide // 2, (int(wide * rng.uniform(0.25, 0.48)), int(tall * 0.14))
    cv2.ellipse(cover, (middle, bowl[1] + 2), bowl, 0, 0, 360, 1.0, -1, cv2.LINE_AA)
    thick = max(3, int(wide * rng.uniform(0.1, 0.35)))
    cv2.line(cover, (middle, bowl[1]), (middle, tall - 6), 1.0, thick, cv2.LINE_AA)
    if rng.random() < 0.4:
        for tine in range(middle - bowl[0], middle + bowl[0], max(4, bowl[0] // 2)):
            cover[: bowl[1], tine : tine + 2] = 0
    grey = sheet(rng, wide, tall, rng.uniform(0.3, 0.95))
    shine = np.sin(np.linspace(0, rng.uniform(3, 12), wide)) * rng.uniform(0, 0.5)
    return np.clip(grey * (1 + shine[None, :, None]), 0, 1).astype(np.float32), cover


def solid(rng: Rng) -> Thing:
    """Return a die of another kind: facets around one, with digits on them."""
    side, corners = FINE, int(rng.choice([3, 4, 5, 6, 6, 8, 10]))
    image, body = sheet(rng, side, side, rng.uniform(0.2, 1.0)), tint(rng)
    image[:] = body
    angle = np.linspace(0, 2 * np.pi, corners, endpoint=False) + rng.uniform(0, 6)
    outer = side / 2 + side * 0.48 * np.stack([np.cos(angle), np.sin(angle)], 1)
    inner_corners = 3 if corners == 6 and rng.random() < 0.6 else corners
    skip = corners // inner_corners
    reach = rng.uniform(0.45, 0.75)
    inner = side / 2 + (outer[::skip] - side / 2) * reach
    cover = np.zeros((side, side), np.float32)
    hull = outer.astype(np.int32)
    cv2.fillPoly(cover, [hull], 1.0, cv2.LINE_AA)
    for k in range(corners):
        pair = outer[[k, (k + 1) % corners]]
        near = inner[[((k + 1) // skip) % len(inner), (k // skip) % len(inner)]]
        facet = np.concatenate([pair, near]).astype(np.int32)
        shade = np.minimum(body * rng.uniform(0.5, 1.25), 1)
        cv2.fillPoly(image, [facet], shade.tolist(), cv2.LINE_AA)
    cv2.fillPoly(image, [inner.astype(np.int32)], body.tolist(), cv2.LINE_AA)
    ink = contrast(rng, body)
    digits = [(side / 2, side / 2, 1.0)]
    digits += [(*spot, 0.6) for spot in (inner + outer[::skip]) / 2]
    for x, y, size in digits[: int(rng.integers(1, len(digits) + 1))]:
        text = str(rng.integers(0, 21))
        if rng.random() < 0.15:
            text = "00"
        at = (int(x - 12 * size * len(text)), int(y + 12 * size))
        write(
            image,
            text,
            at,
            size=1.1 * size,
            colour=ink,
            font=int(rng.choice([0, 2, 3])),
        )
    return image, cv2.GaussianBlur(cover, (0, 0), 1.0)


def holes(rng: Rng) -> Thing:
    """Return a square with dots that are no face: a cracker, a brick, a grille."""
    side, many = FINE, int(rng.integers(2, 7))
    image = sheet(rng, side, side, rng.uniform(0.15, 1.0))
    colour = (image[0, 0] * rng.uniform(0.2, 1.3)).clip(0, 1).tolist()
    radius = side / many * rng.uniform(0.08, 0.36)
    rows = many if rng.random() < 0.6 else int(rng.integers(1, 5))
    for row in range(rows):
        for col in range(many):
            spot = ((col + 0.5) * side / many, (row + 0.5) * side / rows)
            disc(image, spot, radius, colour)
    tall = int(side * min(1.0, rows / many + 0.1))
    image = cv2.resize(image, (side, tall), interpolation=cv2.INTER_AREA)
    return image, rounded(side, tall, tall * rng.uniform(0.02, 0.3))


def ports(rng: Rng) -> Thing:
    """Return a gadget: a dark or grey block with slots, lamps and a label."""
    wide, tall = FINE, int(FINE * rng.uniform(0.25, 1.0))
    image = sheet(rng, wide, tall, float(rng.choice([0.08, 0.2, 0.6, 0.9])))
    ink = contrast(rng, image[0, 0])
    for _ in range(int(rng.integers(1, 7))):
        x, y = int(rng.integers(wide)), int(rng.integers(tall))
        size = int(rng.integers(4, 30))
        if rng.random() < 0.5:
            cv2.rectangle(image, (x, y), (x + size, y + size // 2), ink, -1)
        else:
            disc(image, (x, y), size / 3, ink)
    return image, rounded(wide, tall, min(wide, tall) * rng.uniform(0.02, 0.4))
