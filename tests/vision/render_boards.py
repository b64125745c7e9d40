"""Drawn photos of boards: a camera over a table, discs that stand up, lamps, hands.

What is used while building and what is measured with are different surfaces, colours
and kinds of discs: see `board_props`.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from tests.vision.board_camera import EDGE, FULL, Camera
from tests.vision.board_discs import HEIGHTS, draw_disc, draw_shadows
from tests.vision.board_paper import Paper
from tests.vision.board_props import BUILDING, HOUSEHOLD, MEASURING, Props
from vision import markers
from vision.boards.plan import Plan, plan_of
from vision.image import BgrImage
from vision.readings import BoardPrior, Position

PRINT = 48
"""Pixels of the printed board along one step."""


@dataclass(frozen=True)
class Photo:
    """A drawn photo and the truth about it."""

    image: BgrImage
    jpeg: bytes
    taps: tuple[tuple[float, float], ...]
    """Where a finger would tap the four outermost cells: not exactly there."""

    spots: np.ndarray
    hidden: np.ndarray
    """Which cells a hand covers, wholly or in part."""


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
    """Return the board as it comes out of a printer or a workshop, and its grain."""
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
    return sheet, kind


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


def _hand(picture, rng, target: np.ndarray, skins) -> None:
    """Reach from the edge of the picture to a place, in place."""
    high, wide = picture.shape[:2]
    edges = [
        (target[0], high + 60),
        (-60, target[1]),
        (wide + 60, target[1]),
        (target[0], -60),
    ]
    start = np.array(min(edges, key=lambda e: np.hypot(*(np.array(e) - target))))
    skin = np.array(skins[rng.integers(len(skins))], float)
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


def _hand_shadow(picture, rng, most: float) -> None:
    """Darken where the hand that holds the phone stands in the light, in place."""
    if rng.random() < 0.5:
        return
    high, wide = picture.shape[:2]
    shade = np.ones((high // 8, wide // 8), np.float32)
    span = np.array([wide, high]) / 8
    root = rng.uniform(0, 1, 2) * span
    tip = root + rng.normal(0, 0.4, 2) * span
    thick = int(span[0] * rng.uniform(0.06, 0.14))
    dark = 1 - float(rng.uniform(0.2, most))
    cv2.line(shade, *(tuple(map(int, end)) for end in (root, tip)), dark, thick)
    for _ in range(3):
        finger = tip + rng.normal(0, 0.08, 2) * span
        ends = (tuple(map(int, end)) for end in (tip, finger))
        cv2.line(shade, *ends, dark, thick // 3)
    soft = cv2.GaussianBlur(shade, (0, 0), rng.uniform(1.0, 4.0))
    picture *= cv2.resize(soft, (wide, high))[..., None]


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
    sheet, grain_of_it = printed(rng, board, plan, props, marked)
    paper = Paper(rng, plan, props.curl if grain_of_it == "paper" else 0.0)
    paper.lay(picture, sheet, camera, PRINT)
    kind = props.kinds[rng.integers(len(props.kinds))]
    light, dark = props.discs[rng.integers(len(props.discs))]
    colours = dict(zip(board.pieces, (light, dark), strict=True))
    build = (rng.uniform(0.3, 0.42), rng.uniform(*HEIGHTS[kind]))
    laid = [
        (spot + np.clip(rng.normal(0, 0.035, 2), -0.1, 0.1), what)
        for spot, what in zip(
            paper.seen_flat(plan.spots, camera), position, strict=True
        )
        if what
    ]
    draw_shadows(picture, rng, camera, [spot for spot, _ in laid], build)
    for spot, what in sorted(laid, key=lambda one: camera.see(one[0])[0, 1]):
        draw_disc(picture, rng, camera, (spot, colours[what]), kind=kind, size=build)
    spots = camera.see(plan.spots, paper.height(plan.spots))
    if props.dusk:
        _hand_shadow(picture, rng, props.dusk)
    bare = picture.copy()
    if hand:
        _hand(picture, rng, _reach(rng, camera, plan, hand), props.skins)
    hidden = _changed(bare, picture, spots)
    image, jpeg = _taken(rng, picture)
    off = rng.normal(0, 0.006 * size[0], (4, 2))
    taps = tuple((float(x), float(y)) for x, y in spots[list(plan.taps)] + off)
    return Photo(image, jpeg, taps, spots, hidden)


def _changed(bare: np.ndarray, picture: np.ndarray, spots: np.ndarray) -> np.ndarray:
    """Return which places, a few pixels around counted, look different now."""
    high, wide = bare.shape[:2]
    reach = 12 * wide // FULL
    near = np.array([(x, y) for x in (-reach, 0, reach) for y in (-reach, 0, reach)])
    at = np.rint(spots[:, None] + near).astype(int)
    x, y = np.clip(at[..., 0], 0, wide - 1), np.clip(at[..., 1], 0, high - 1)
    return (bare[y, x] != picture[y, x]).any((1, 2))


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
    # Grain and blur belong to a camera of 1600 pixels: smaller photos are made of it.
    fine = wide / FULL
    picture = cv2.GaussianBlur(picture, (0, 0), fine * rng.uniform(0.6, 2.0))
    cv2.setRNGSeed(int(rng.integers(1 << 30)))
    noise = np.empty((high, wide, 3), np.float32)
    cv2.randn(noise, 0, fine * float(rng.uniform(1.5, 6)))
    image = np.clip(picture + noise, 0, 255).astype(np.uint8)
    quality = int(rng.integers(60, 93))
    jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return BgrImage(cv2.imdecode(jpeg, cv2.IMREAD_COLOR)), jpeg.tobytes()


__all__ = ["BUILDING", "HOUSEHOLD", "MEASURING", "Photo", "photo"]
