"""Drawn discs: they stand up, hide what is behind them and cast shadows."""

from __future__ import annotations

import cv2
import numpy as np

from tests.vision.board_camera import Camera

HEIGHTS = {
    "counter": (0.05, 0.09),
    "wooden": (0.12, 0.2),
    "thin": (0.02, 0.05),
    "coin": (0.05, 0.09),
    "turned": (0.1, 0.2),
    "domed": (0.1, 0.18),
    "washer": (0.02, 0.06),
    "speckled": (0.06, 0.2),
    "crossed": (0.02, 0.14),
    "framed": (0.03, 0.2),
    "bimetal": (0.04, 0.09),
    "glossy": (0.08, 0.22),
    "stacked": (0.1, 0.2),
}
"""How high discs stand, in steps."""


def _ring(camera: Camera, spot, radius: float, height: float) -> np.ndarray:
    turns = np.linspace(0, 2 * np.pi, 28, endpoint=False)
    around = np.asarray(spot) + radius * np.stack([np.cos(turns), np.sin(turns)], 1)
    return np.rint(camera.see(around, height) * 16).astype(np.int32)


def _pen(camera: Camera) -> int:
    return max(1, round(2 * camera.fine))


def draw_disc(picture, rng, camera: Camera, disc, *, kind: str, size) -> None:
    """Draw a disc that stands on the board: its side, its top, and what is on it."""
    spot, colour = disc
    radius, height = size
    shade = np.array(colour) * rng.uniform(0.93, 1.05)
    bottom, top = _ring(camera, spot, radius, 0), _ring(camera, spot, radius, height)
    hull = cv2.convexHull(np.vstack([bottom, top]))
    cv2.fillConvexPoly(picture, hull, tuple(0.7 * shade), cv2.LINE_AA, 4)
    cv2.fillConvexPoly(picture, top, tuple(shade), cv2.LINE_AA, 4)
    if kind in FACES:
        FACES[kind](picture, rng, camera, (spot, shade), size)
    if rng.random() < 0.25:
        _draw_glint(picture, rng, camera, (spot, shade), size)


def _draw_groove(picture, rng, camera: Camera, disc, size) -> None:
    (spot, shade), (radius, height) = disc, size
    inner = _ring(camera, spot, radius * 0.72, height)
    shade = tuple(shade * 0.8)
    cv2.polylines(picture, [inner], True, shade, _pen(camera), cv2.LINE_AA, 4)


def _draw_coin(picture, rng, camera: Camera, disc, size) -> None:
    (spot, shade), (radius, height) = disc, size
    inner = _ring(camera, spot, radius * 0.85, height)
    bright = tuple(np.minimum(shade * 1.25, 255))
    cv2.polylines(picture, [inner], True, bright, _pen(camera), cv2.LINE_AA, 4)
    for _ in range(5):
        a, b = rng.uniform(-0.5, 0.5, (2, 2)) * radius
        ends = np.rint(camera.see(np.array([spot + a, spot + b]), height) * 16)
        one, two = (tuple(map(int, end)) for end in ends)
        tone = tuple(shade * rng.uniform(0.75, 1.2))
        cv2.line(picture, one, two, tone, _pen(camera), cv2.LINE_AA, 4)


def _draw_dome(picture, rng, camera: Camera, disc, size) -> None:
    (spot, shade), (radius, height) = disc, size
    for share in (0.8, 0.6, 0.4):
        middle = spot + np.array([0.1, -0.1]) * radius * (1 - share)
        ring = _ring(camera, middle, radius * share, height * 1.1)
        tone = tuple(np.minimum(shade * (1.2 - 0.2 * share), 255))
        cv2.fillConvexPoly(picture, ring, tone, cv2.LINE_AA, 4)


def _draw_hole(picture, rng, camera: Camera, disc, size) -> None:
    (spot, shade), (radius, height) = disc, size
    hole = _ring(camera, spot, radius * 0.35, height)
    cv2.fillConvexPoly(picture, hole, tuple(shade * 0.6), cv2.LINE_AA, 4)


def _draw_specks(picture, rng, camera: Camera, disc, size) -> None:
    (spot, shade), (radius, height) = disc, size
    for _ in range(9):
        off = rng.uniform(-0.6, 0.6, 2) * radius
        speck = _ring(camera, spot + off, radius * 0.1, height)
        tone = tuple(np.minimum(shade * rng.uniform(0.7, 1.3), 255))
        cv2.fillConvexPoly(picture, speck, tone, cv2.LINE_AA, 4)


def _draw_cross(picture, rng, camera: Camera, disc, size) -> None:
    (spot, shade), (radius, height) = disc, size
    turn, reach = rng.uniform(0, np.pi), radius * rng.uniform(0.3, 0.8)
    tone = tuple(np.minimum(shade * rng.uniform(0.5, 1.5), 255))
    for angle in (turn, turn + np.pi / 2):
        arm = reach * np.array([np.cos(angle), np.sin(angle)])
        ends = np.rint(camera.see(np.array([spot - arm, spot + arm]), height) * 16)
        one, two = (tuple(map(int, end)) for end in ends)
        cv2.line(picture, one, two, tone, _pen(camera) + 1, cv2.LINE_AA, 4)


def _draw_frame(picture, rng, camera: Camera, disc, size) -> None:
    (spot, shade), (radius, height) = disc, size
    turns = rng.uniform(0, np.pi) + np.pi / 2 * np.arange(4)
    corners = spot + 0.65 * radius * np.stack([np.cos(turns), np.sin(turns)], 1)
    square = np.rint(camera.see(corners, height) * 16).astype(np.int32)
    tone = tuple(np.minimum(shade * rng.uniform(0.6, 1.4), 255))
    cv2.polylines(picture, [square], True, tone, _pen(camera), cv2.LINE_AA, 4)


def _draw_two_metals(picture, rng, camera: Camera, disc, size) -> None:
    (spot, shade), (radius, height) = disc, size
    core = _ring(camera, spot, radius * 0.68, height)
    grey = 0.5 * shade + 0.5 * float(np.mean(shade)) * rng.uniform(0.8, 1.25)
    cv2.fillConvexPoly(picture, core, tuple(np.minimum(grey, 255)), cv2.LINE_AA, 4)
    _draw_coin(picture, rng, camera, disc, size)


def _draw_gloss(picture, rng, camera: Camera, disc, size) -> None:
    """A window or a lamp mirrored in a smooth top, a third of it wide."""
    (spot, shade), (radius, height) = disc, size
    if rng.random() < 0.6:
        off = rng.uniform(-0.45, 0.45, 2) * radius
        light = _ring(camera, spot + off, radius * rng.uniform(0.25, 0.45), height)
        tone = tuple(np.minimum(shade * 0.3 + rng.uniform(120, 180), 255))
        cv2.fillConvexPoly(picture, light, tone, cv2.LINE_AA, 4)


def _draw_stack(picture, rng, camera: Camera, disc, size) -> None:
    (spot, shade), (radius, height) = disc, size
    gap = _ring(camera, spot, radius, height * 0.5)
    dark = tuple(shade * 0.45)
    cv2.polylines(picture, [gap], True, dark, _pen(camera), cv2.LINE_AA, 4)
    top = _ring(camera, spot, radius, height)
    cv2.fillConvexPoly(picture, top, tuple(shade), cv2.LINE_AA, 4)
    _draw_coin(picture, rng, camera, disc, size)


FACES = {
    "counter": _draw_groove,
    "turned": _draw_groove,
    "coin": _draw_coin,
    "domed": _draw_dome,
    "washer": _draw_hole,
    "speckled": _draw_specks,
    "crossed": _draw_cross,
    "framed": _draw_frame,
    "bimetal": _draw_two_metals,
    "glossy": _draw_gloss,
    "stacked": _draw_stack,
}
"""What is on top of each kind of disc; the others are plain."""


def _draw_glint(picture, rng, camera: Camera, disc, size) -> None:
    (spot, shade), (radius, height) = disc, size
    middle = camera.see(spot + rng.uniform(-0.4, 0.4, 2) * radius, height)[0]
    own = np.rint(camera.see(spot, height) * 16).astype(np.int32)
    glint = _ring(camera, spot, radius * 0.18, height) - own
    light = tuple(np.minimum(shade * 0.5 + 130, 255))
    at = glint + np.rint(middle * 16).astype(np.int32)
    cv2.fillConvexPoly(picture, at, light, cv2.LINE_AA, 4)


def draw_shadows(picture, rng, camera: Camera, spots, size) -> None:
    """Darken the board beside every disc, and under somebody's shadow now and then."""
    small = np.ones((picture.shape[0] // 4, picture.shape[1] // 4), np.float32)
    radius, height = size
    away = rng.normal(0, 1, 2)
    away = away / np.linalg.norm(away) * height * rng.uniform(0.3, 1.6)
    dark = float(rng.uniform(0.55, 0.8))
    for spot in spots:
        ring = _ring(camera, spot + away, radius, 0) // 4
        cv2.fillConvexPoly(small, ring, dark, cv2.LINE_AA, 4)
    small = cv2.GaussianBlur(small, (0, 0), camera.fine * rng.uniform(0.6, 2.5))
    if rng.random() < 0.4:
        high, wide = small.shape
        edge = rng.uniform(-1, 1, 3) * (1 / wide, 1 / high, 0.4)
        rows, columns = np.mgrid[:high, :wide]
        side = (columns - wide / 2) * edge[0] + (rows - high / 2) * edge[1] + edge[2]
        soft = 1 / (1 + np.exp(-side * rng.uniform(10, 60)))
        small *= 1 - rng.uniform(0.2, 0.5) * soft.astype(np.float32)
    picture *= cv2.resize(small, picture.shape[1::-1])[..., None]
