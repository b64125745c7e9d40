"""Drawn photos of boards: a camera over a table, discs that stand up, lamps, hands.

What is used while building and what is measured with are different surfaces, colours
and kinds of discs: see `board_props`.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from tests.vision.board_camera import EDGE, Camera
from tests.vision.board_props import BUILDING, MEASURING, Props
from vision import markers
from vision.boards.plan import Plan, plan_of
from vision.image import BgrImage
from vision.readings import BoardPrior, Position

PRINT = 48
"""Pixels of the printed board along one step."""

HEIGHTS = {
    "counter": (0.05, 0.09),
    "wooden": (0.12, 0.2),
    "thin": (0.02, 0.05),
    "coin": (0.05, 0.09),
    "turned": (0.1, 0.2),
    "domed": (0.1, 0.18),
}
"""How high discs stand, in steps."""


@dataclass(frozen=True)
class Photo:
    """A drawn photo and the truth about it."""

    image: BgrImage
    jpeg: bytes
    taps: tuple[tuple[float, float], ...]
    """Where a finger would tap the four outermost cells: not exactly there."""

    spots: np.ndarray


def grain(rng, shape: tuple[int, int], colour, kind: str) -> np.ndarray:
    """Return a surface of a colour: plain, woven or wood."""
    high, wide = shape
    picture = np.full((high, wide, 3), colour, np.float32)
    if kind == "wood":
        rows = cv2.resize(
            rng.normal(0, 1, (high // 3 + 1, 6)).astype(np.float32), (wide, high)
        )
        picture *= 1 + 0.07 * rows[..., None]
    elif kind == "cloth":
        picture *= 1 + 0.06 * rng.normal(0, 1, (high, wide, 1)).astype(np.float32)
    soft = cv2.resize(rng.normal(0, 1, (5, 5)).astype(np.float32), (wide, high))
    return picture * (1 + 0.03 * soft[..., None])


def printed(rng, board: BoardPrior, plan: Plan, props: Props, marked: bool):
    """Return the board as it comes out of a printer or a workshop."""
    colour, ink, kind = props.surfaces[rng.integers(len(props.surfaces))]
    wide, high = np.ceil((plan.extent + 2 * EDGE) * PRINT).astype(int)
    sheet = grain(rng, (high, wide), colour, kind)

    def at(spot) -> tuple[int, int]:
        x, y = (np.asarray(spot) + EDGE) * PRINT * 16
        return int(x), int(y)

    index = {cell.id: n for n, cell in enumerate(board.cells)}
    thick = int(rng.integers(2, 5))
    for line in board.lines:
        ends = plan.spots[[index[line[0]], index[line[-1]]]]
        cv2.line(sheet, at(ends[0]), at(ends[1]), ink, thick, cv2.LINE_AA, 4)
    places = list(zip(plan.spots, board.grounds, strict=True))
    _print_cells(sheet, rng, places, (colour, ink, thick), props=props, at=at)
    if rng.random() < 0.5:
        cv2.rectangle(
            sheet, at((-1.6, -1.6)), at(plan.extent + 1.6), ink, thick, cv2.LINE_AA, 4
        )
    if marked:
        for number in range(4):
            _print_marker(sheet, number, plan)
    return sheet


def _print_cells(sheet, rng, places, look, *, props, at) -> None:
    """Print points, rings or filled cells where lines meet."""
    colour, ink, thick = look
    style = rng.choice(["points", "rings", "cells"])
    grounds = props.grounds[rng.integers(len(props.grounds))]
    radius = {
        "points": rng.uniform(0.05, 0.1),
        "rings": 0.36,
        "cells": rng.uniform(0.3, 0.44),
    }[style]
    for spot, ground in places:
        fill = ink if style == "points" else colour
        if style == "cells":
            fill = grounds.get(ground, colour)
        cv2.circle(sheet, at(spot), int(radius * PRINT * 16), fill, -1, cv2.LINE_AA, 4)
        if style != "points":
            cv2.circle(
                sheet, at(spot), int(radius * PRINT * 16), ink, thick, cv2.LINE_AA, 4
            )


def _print_marker(sheet: np.ndarray, number: int, plan: Plan) -> None:
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    side = round(markers.SIDE * PRINT)
    code = cv2.aruco.generateImageMarker(book, number, side)
    quiet = cv2.copyMakeBorder(code, *4 * [side // 6], cv2.BORDER_CONSTANT, value=255)
    middle = (plan.markers[number].mean(0) + EDGE) * PRINT
    x, y = np.rint(middle - quiet.shape[0] / 2).astype(int)
    shade = quiet[..., None] * 0.88 + 20
    sheet[y : y + quiet.shape[0], x : x + quiet.shape[1]] = shade


def _ring(camera: Camera, spot, radius: float, height: float) -> np.ndarray:
    turns = np.linspace(0, 2 * np.pi, 28, endpoint=False)
    around = np.asarray(spot) + radius * np.stack([np.cos(turns), np.sin(turns)], 1)
    return np.rint(camera.see(around, height) * 16).astype(np.int32)


def _disc(picture, rng, camera: Camera, disc, *, kind: str, size) -> None:
    spot, colour = disc
    radius, height = size
    shade = np.array(colour) * rng.uniform(0.93, 1.05)
    bottom, top = _ring(camera, spot, radius, 0), _ring(camera, spot, radius, height)
    hull = cv2.convexHull(np.vstack([bottom, top]))
    cv2.fillConvexPoly(picture, hull, tuple(0.7 * shade), cv2.LINE_AA, 4)
    cv2.fillConvexPoly(picture, top, tuple(shade), cv2.LINE_AA, 4)
    if kind in ("counter", "turned"):
        inner = _ring(camera, spot, radius * 0.72, height)
        cv2.polylines(picture, [inner], True, tuple(shade * 0.8), 2, cv2.LINE_AA, 4)
    elif kind == "coin":
        inner = _ring(camera, spot, radius * 0.85, height)
        cv2.polylines(
            picture,
            [inner],
            True,
            tuple(np.minimum(shade * 1.25, 255)),
            2,
            cv2.LINE_AA,
            4,
        )
        for _ in range(5):
            a, b = rng.uniform(-0.5, 0.5, (2, 2)) * radius
            ends = np.rint(camera.see(np.array([spot + a, spot + b]), height) * 16)
            cv2.line(
                picture,
                *[tuple(map(int, e)) for e in ends],
                tuple(shade * rng.uniform(0.75, 1.2)),
                2,
                cv2.LINE_AA,
                4,
            )
    elif kind == "domed":
        for share in (0.8, 0.6, 0.4):
            ring = _ring(
                camera,
                spot + np.array([0.1, -0.1]) * radius * (1 - share),
                radius * share,
                height * 1.1,
            )
            cv2.fillConvexPoly(
                picture,
                ring,
                tuple(np.minimum(shade * (1.2 - 0.2 * share), 255)),
                cv2.LINE_AA,
                4,
            )
    if rng.random() < 0.25:
        middle = camera.see(spot + rng.uniform(-0.4, 0.4, 2) * radius, height)[0]
        glint = _ring(camera, spot, radius * 0.18, height) - np.rint(
            camera.see(spot, height) * 16
        ).astype(np.int32)
        light = tuple(np.minimum(shade * 0.5 + 130, 255))
        cv2.fillConvexPoly(
            picture,
            glint + np.rint(middle * 16).astype(np.int32),
            light,
            cv2.LINE_AA,
            4,
        )


def _shadows(picture, rng, camera: Camera, spots, size) -> None:
    """Darken the board beside every disc, and under somebody's shadow now and then."""
    small = np.ones((picture.shape[0] // 4, picture.shape[1] // 4), np.float32)
    radius, height = size
    away = rng.normal(0, 1, 2)
    away = away / np.linalg.norm(away) * height * rng.uniform(0.3, 1.6)
    dark = float(rng.uniform(0.55, 0.8))
    for spot in spots:
        ring = _ring(camera, spot + away, radius, 0) // 4
        cv2.fillConvexPoly(small, ring, dark, cv2.LINE_AA, 4)
    small = cv2.GaussianBlur(small, (0, 0), rng.uniform(0.6, 2.5))
    if rng.random() < 0.4:
        high, wide = small.shape
        edge = rng.uniform(-1, 1, 3) * (1 / wide, 1 / high, 0.4)
        rows, columns = np.mgrid[:high, :wide]
        side = (columns - wide / 2) * edge[0] + (rows - high / 2) * edge[1] + edge[2]
        soft = 1 / (1 + np.exp(-side * rng.uniform(10, 60)))
        small *= 1 - rng.uniform(0.2, 0.5) * soft.astype(np.float32)
    picture *= cv2.resize(small, picture.shape[1::-1])[..., None]


def _hand(picture, rng, target: np.ndarray) -> None:
    """Reach from the edge of the picture to a place, in place."""
    high, wide = picture.shape[:2]
    edges = [
        (target[0], high + 60),
        (-60, target[1]),
        (wide + 60, target[1]),
        (target[0], -60),
    ]
    start = np.array(min(edges, key=lambda e: np.hypot(*(np.array(e) - target))))
    skin = np.array(
        [(120, 150, 205), (70, 95, 145), (150, 180, 230)][rng.integers(3)], float
    )
    width = wide * rng.uniform(0.04, 0.06)
    spread = np.array([-(target - start)[1], (target - start)[0]])
    spread = spread / max(1.0, np.hypot(*spread))
    cv2.line(
        picture,
        *[tuple(map(int, p)) for p in (start, start + 0.6 * (target - start))],
        tuple(skin * 0.9),
        int(2.2 * width),
        cv2.LINE_AA,
    )
    for n in (-1.2, -0.4, 0.4, 1.2):
        tip = target + spread * n * width * 0.7
        root = start + 0.55 * (target - start) + spread * n * width * 0.6
        cv2.line(
            picture,
            tuple(map(int, root)),
            tuple(map(int, tip)),
            tuple(skin * rng.uniform(0.9, 1.05)),
            int(width * 0.55),
            cv2.LINE_AA,
        )


def photo(
    board: BoardPrior,
    position: Position,
    rng: np.random.Generator,
    props: Props = BUILDING,
    *,
    marked: bool = False,
    hand: str | None = None,
    size: tuple[int, int] = (1600, 1200),
) -> Photo:
    """Return a photo of a position; `hand` is `edge`, `over` or nothing."""
    plan = plan_of(board)
    tilt = rng.uniform(5, 30) if rng.random() < 0.4 else rng.uniform(30, 60)
    camera = Camera(rng, plan, size, tilt)
    picture = _table(rng, props, camera, plan, size)
    sheet = printed(rng, board, plan, props, marked)
    shift = np.array([[1 / PRINT, 0, -EDGE], [0, 1 / PRINT, -EDGE], [0, 0, 1]])
    plane = camera.plane() @ shift
    cv2.warpPerspective(
        sheet, plane, size, picture, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT
    )
    kind = props.kinds[rng.integers(len(props.kinds))]
    light, dark = props.discs[rng.integers(len(props.discs))]
    colours = dict(zip(board.pieces, (light, dark), strict=True))
    build = (rng.uniform(0.3, 0.42), rng.uniform(*HEIGHTS[kind]))
    laid = [
        (spot + np.clip(rng.normal(0, 0.035, 2), -0.1, 0.1), what)
        for spot, what in zip(plan.spots, position, strict=True)
        if what
    ]
    _shadows(picture, rng, camera, [spot for spot, _ in laid], build)
    for spot, what in sorted(laid, key=lambda one: camera.see(one[0])[0, 1]):
        _disc(picture, rng, camera, (spot, colours[what]), kind=kind, size=build)
    if hand:
        _hand(picture, rng, _reach(rng, camera, plan, hand))
    image, jpeg = _taken(rng, picture)
    spots = camera.see(plan.spots)
    off = rng.normal(0, 0.006 * size[0], (4, 2))
    taps = tuple((float(x), float(y)) for x, y in spots[list(plan.taps)] + off)
    return Photo(image, jpeg, taps, spots)


def _table(rng, props: Props, camera: Camera, plan: Plan, size) -> np.ndarray:
    colour, kind = props.tables[rng.integers(len(props.tables))]
    cloth = grain(rng, (600, 600), colour, kind)
    span = float(plan.extent.max()) * 5
    spread = np.array(
        [[span / 600, 0, -span / 2], [0, span / 600, -span / 2], [0, 0, 1]]
    )
    spread[:2, 2] += plan.extent / 2
    return cv2.warpPerspective(
        cloth, camera.plane() @ spread, size, borderMode=cv2.BORDER_REFLECT
    )


def _reach(rng, camera: Camera, plan: Plan, hand: str) -> np.ndarray:
    if hand == "over":
        return camera.see(plan.spots[rng.integers(len(plan.spots))])[0]
    corner = plan.markers.mean(1)[rng.integers(4)]
    middle = plan.extent / 2
    # Between two corners where the board has room, or it would be over the cells.
    return camera.see(middle + (corner - middle) * 1.3)[0]


def _taken(rng, picture: np.ndarray) -> tuple[BgrImage, bytes]:
    """Light the scene, take the photo and store it."""
    high, wide = picture.shape[:2]
    lamp = rng.uniform(0.2, 0.8, 2) * (1, 1)
    rows, columns = np.mgrid[0:1:60j, 0:1:80j].astype(np.float32)
    fall = np.hypot(columns - lamp[0], rows - lamp[1])
    field = rng.uniform(0.8, 1.08) * (1 - rng.uniform(0, 0.5) * fall)
    tint = np.array(
        [rng.uniform(0.68, 1.05), rng.uniform(0.9, 1.02), rng.uniform(0.95, 1.08)]
    )
    picture = picture * cv2.resize(field.astype(np.float32), (wide, high))[..., None]
    picture = picture * tint.astype(np.float32)
    picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.6, 2.0))
    cv2.setRNGSeed(int(rng.integers(1 << 30)))
    noise = np.empty((high, wide, 3), np.float32)
    cv2.randn(noise, 0, float(rng.uniform(1.5, 6)))
    image = np.clip(picture + noise, 0, 255).astype(np.uint8)
    quality = int(rng.integers(60, 93))
    jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return BgrImage(cv2.imdecode(jpeg, cv2.IMREAD_COLOR)), jpeg.tobytes()


__all__ = ["BUILDING", "MEASURING", "Photo", "photo"]
