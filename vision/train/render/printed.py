"""Cards, sheets, boxes and boards: printed things that look a little like dice."""

from __future__ import annotations

import string

import cv2
import numpy as np

from vision.train.render.faces import SPOTS
from vision.train.render.flat import (
    FINE,
    Thing,
    contrast,
    disc,
    lines,
    pale,
    picture,
    pips,
    rounded,
    sheet,
)
from vision.train.render.table import Floats, Rng, tint, write

_SUITS = ("diamond", "heart", "spade", "club")


def _suit(image: Floats, kind: str, at, size: float, ink) -> None:
    """Draw one sign of a playing card."""
    x, y = at
    way = -1 if kind == "spade" else 1
    if kind == "diamond":
        corners = [
            (x, y - size),
            (x + size * 0.8, y),
            (x, y + size),
            (x - size * 0.8, y),
        ]
    else:
        flat = y - way * size * 0.2
        corners = [(x - size, flat), (x + size, flat), (x, y + way * size)]
        for side in (-0.5, 0.5):
            disc(image, (x + side * size, y - way * size * 0.35), size * 0.55, ink)
    if kind == "club":
        disc(image, (x, y - size * 0.6), size * 0.5, ink)
    shape = np.array(corners, np.float32) * 16
    cv2.fillPoly(image, [shape.round().astype(np.int32)], ink, cv2.LINE_AA, 4)


_ROWS = {1: (0.5,), 2: (0.2, 0.8), 3: (0.2, 0.5, 0.8), 4: (0.17, 0.39, 0.61, 0.83)}


def playing_card(rng: Rng) -> Thing:
    """Return a playing card with its signs, or with a picture in a frame."""
    wide, tall = int(FINE * 0.68), FINE
    image = pale(rng, wide, tall)
    kind = str(rng.choice(_SUITS))
    red = kind in ("diamond", "heart")
    ink = [0.1, 0.1, rng.uniform(0.6, 0.9)] if red else [0.08, 0.08, 0.08]
    size, columns = wide * rng.uniform(0.07, 0.12), int(rng.integers(1, 4))
    if rng.random() < 0.75:
        rows = _ROWS[int(rng.integers(1, 5))]
        places = [(x, y) for x in ((0.5,), (0.28, 0.72), (0.28, 0.5, 0.72))[columns - 1]
                  for y in rows if rng.random() < 0.9]  # fmt: skip
        for x, y in places:
            _suit(image, kind, (x * wide, y * tall), size, ink)
    else:
        picture(rng, image, int(wide * 0.18), int(tall * 0.12))
    for corner in ((0.09, 0.1), (0.91, 0.9)):
        at = (corner[0] * wide, corner[1] * tall)
        _suit(image, kind, (at[0], at[1] + 8), size * 0.5, ink)
        spot = (int(at[0] - 5), int(at[1]))
        text = str(rng.choice(list("A23456789JQK")))
        write(image, text, spot, size=0.4, colour=ink)
    return image, rounded(wide, tall, wide * 0.06)


def game_card(rng: Rng) -> Thing:
    """Return a card of a game: a frame, a picture, a title, text."""
    wide, tall = int(FINE * 0.71), FINE
    image = sheet(rng, wide, tall)
    picture(rng, image, int(rng.integers(2, 16)), int(rng.integers(4, 40)))
    ink = contrast(rng, image[1, 1])
    title = "".join(rng.choice(list(string.ascii_letters), 9))
    write(image, title, (6, 12), size=0.4, colour=ink)
    if rng.random() < 0.6:
        low = int(tall * rng.uniform(0.55, 0.75))
        image[low : tall - 8, 6 : wide - 6] = tint(rng, rng.uniform(0.6, 1.0))
        lines(rng, image, top=low + 8, left=8, step=7, ink=[0.1, 0.1, 0.1])
    for spot in rng.uniform(0.05, 0.95, (int(rng.integers(0, 4)), 2)):
        disc(image, spot * (wide, tall), rng.uniform(3, 9), tint(rng).tolist())
    return image, rounded(wide, tall, wide * 0.05)


def paper(rng: Rng) -> Thing:
    """Return a sheet with text, rulings or holes, maybe with round things on it."""
    wide, tall = int(FINE * rng.uniform(0.6, 1.0)), FINE
    image = pale(rng, wide, tall)
    kind, ink = rng.random(), [rng.uniform(0, 0.4)] * 3
    if kind < 0.4:
        step = int(rng.integers(6, 16))
        top, left = int(rng.integers(8, 60)), int(wide * 0.1)
        lines(rng, image, top=top, left=left, step=step, ink=ink)
    elif kind < 0.65:
        step = int(rng.integers(5, 14))
        faint = image[0, 0] * np.float32([0.95, 0.85, 0.75])
        image[::step] = faint
        if rng.random() < 0.5:
            image[:, ::step] = faint
    if rng.random() < 0.6:  # coins, stains or holes, laid as pips may be
        value, radius = int(rng.integers(1, 7)), rng.uniform(0.04, 0.1) * wide
        reach, middle = wide * rng.uniform(0.15, 0.32), np.array([wide, tall]) / 2
        ink = tint(rng, rng.uniform(0.05, 0.6)).tolist()
        loose = rng.uniform(0, 0.12) * wide
        for spot in np.array(SPOTS[value]) * reach + middle:
            disc(image, spot + rng.normal(0, loose, 2), radius, ink)
    return image, np.ones((tall, wide), np.float32)


def box(rng: Rng) -> Thing:
    """Return a printed box, with pictures of dice among its print."""
    wide, tall = FINE, int(FINE * rng.uniform(0.6, 1.0))
    image = sheet(rng, wide, tall)
    if rng.random() < 0.6:
        picture(rng, image, 4, 4)
    for _ in range(int(rng.integers(1, 4))):
        side = int(rng.integers(24, 60))
        at = rng.integers(0, [wide - side, tall - side])
        here = image[at[1] : at[1] + side, at[0] : at[0] + side]
        icon = sheet(rng, side, side, rng.uniform(0.6, 1.0))
        ink = contrast(rng, icon[0, 0])
        middle = (side / 2, side / 2)
        value, size = (
            int(rng.integers(1, 7)),
            {"reach": side * 0.26, "radius": side * 0.09},
        )
        pips(icon, value, middle, **size, ink=ink)
        cover = rounded(side, side, side * 0.18)
        if rng.random() < 0.5:  # drawn as an outline
            rim = cv2.morphologyEx(cover, cv2.MORPH_GRADIENT, np.ones((3, 3)))
            here *= 1 - rim[..., None]
        here += (icon - here) * cover[..., None]
    word = "".join(rng.choice(list(string.ascii_uppercase), 8))
    at, colour = (8, tall - 10), tint(rng).tolist()
    write(image, word, at, size=rng.uniform(0.5, 1.2), colour=colour)
    return image, np.ones((tall, wide), np.float32)


def board(rng: Rng) -> Thing:
    """Return a chequered or dotted board, some fields with a disc."""
    many = int(rng.integers(3, 10))
    cell = FINE // many
    image = sheet(rng, many * cell, many * cell)
    other, ink = tint(rng), tint(rng).tolist()
    chequered, share = rng.random() < 0.6, rng.uniform(0, 0.6)
    for row in range(many):
        for col in range(many):
            here = np.s_[row * cell : (row + 1) * cell, col * cell : (col + 1) * cell]
            if chequered and (row + col) % 2:
                image[here] = other
            if rng.random() < share:
                middle = ((col + 0.5) * cell, (row + 0.5) * cell)
                disc(image, middle, cell * rng.uniform(0.1, 0.42), ink)
    return image, np.ones(image.shape[:2], np.float32)
