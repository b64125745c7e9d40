"""A whole rendered photo with the truth about every die in it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.train.render import clutter, lens, material, table
from vision.train.render.camera import Camera, stand
from vision.train.render.die import Die, Light, Shape, paint
from vision.train.render.faces import atlas

Rng = np.random.Generator

_SIDES = ((2, 5, 3, 4), (3, 4, 5, 2), (1, 6, 2, 5), (6, 1, 4, 3))


@dataclass
class Truth:
    """What is known of one die: box x0 y0 x1 y1, its face, its colour's index."""

    box: tuple[float, float, float, float]
    face: int
    colour: int
    whole: bool
    """False if it is cut by the frame or half hidden: neither right nor wrong."""
    elevation: float = 90.0
    pips: tuple[tuple[float, float], ...] = ()
    """Middles of the top face's pips in the picture, where they are known."""


@dataclass
class Scene:
    """A photo (uint8 BGR) and its dice."""

    photo: NDArray[np.uint8]
    dice: list[Truth] = field(default_factory=list)


def faces_around(rng: Rng, top: int) -> list[int]:
    """Return the six values with one on top; opposite faces make seven."""
    pairs = [p for p in ((1, 6), (2, 5), (3, 4)) if top not in p]
    (a, b), (c, d) = (rng.permutation(pairs[k]).tolist() for k in rng.permutation(2))
    return [a, b, c, d, top, 7 - top]


@dataclass
class _Plan:
    """What the dice of one scene share."""

    rng: Rng
    camera: Camera
    light: Light
    side: int
    elevation: float
    shape: Shape
    base: material.Material
    mixed: bool
    digits: bool
    blank: bool = False


def _shape(rng: Rng) -> Shape:
    edge = rng.uniform(0.04, 0.3) if rng.random() < 0.8 else rng.uniform(0.3, 0.5)
    ball = rng.uniform(1.28, 1.6) if rng.random() < 0.45 else 1.8
    return Shape(float(edge), float(ball))


def _elevation(rng: Rng) -> float:
    kind = rng.random()
    if kind < 0.5:
        return float(rng.uniform(74, 90))
    if kind < 0.78:
        return float(rng.uniform(52, 74))
    return float(rng.uniform(30, 52))


def plan(rng: Rng, side: int, die_px: float, elevation: float | None = None) -> _Plan:
    """Draw everything the dice of one photo have in common."""
    tilt = _elevation(rng) if elevation is None else elevation
    high, around = np.radians(rng.uniform(22, 88)), rng.uniform(0, 2 * np.pi)
    way = np.float32(
        [
            np.cos(high) * np.cos(around),
            np.cos(high) * np.sin(around),
            np.sin(high),
        ]
    )
    light = Light(way, rng.uniform(0.2, 0.9), rng.uniform(0.2, 0.7))
    return _Plan(
        rng,
        stand(rng, side, die_px, tilt),
        light,
        side,
        tilt,
        _shape(rng),
        material.choose(rng),
        mixed=rng.random() < 0.6,
        digits=rng.random() < 0.05,
    )


def make_die(plan: _Plan, middle: NDArray[np.float32], yaw: float, half: float) -> Die:
    """Return a die of the plan's family lying at a place."""
    rng = plan.rng
    look, shape = plan.base, plan.shape
    if plan.mixed:
        look = material.choose(rng)
        shape = _shape(rng) if rng.random() < 0.4 else shape
    values = [0] * 6 if plan.blank else faces_around(rng, int(rng.integers(1, 7)))
    sheet, spots = atlas(rng, values, plan.digits)
    return Die(middle, half, yaw, shape, look, values, sheet, spots)


def _square(die: Die) -> tuple[tuple[float, float], tuple[float, float], float]:
    side = 2 * die.half * 1.01
    return (
        (float(die.middle[0]), float(die.middle[1])),
        (side, side),
        float(np.degrees(die.yaw)),
    )


def _free(die: Die, others: list[Die]) -> bool:
    square = _square(die)
    return not any(
        cv2.rotatedRectangleIntersection(square, _square(other))[0] for other in others
    )


def lay(plan: _Plan, count: int, near: bool = False) -> list[Die]:
    """Return dice that lie on the table without cutting each other.

    In a near view the first lies about the middle.
    """
    rng, dice = plan.rng, []
    low, high = -0.04, 1.04
    gather = rng.random() < 0.35
    middle = rng.uniform(0.3, 0.7, 2) * plan.side
    vary = rng.random() < 0.3
    for _ in range(count * 6):
        if len(dice) == count:
            break
        half = float(rng.uniform(0.7, 1.3)) if vary else 1.0
        yaw = float(rng.uniform(0, np.pi / 2))
        if dice and rng.random() < 0.3:
            other = dice[int(rng.integers(len(dice)))]
            yaw = other.yaw if rng.random() < 0.6 else yaw
            reach = (half + other.half) * rng.choice([1.01, 1.02, 1.1, 1.3])
            quarter = other.yaw + int(rng.integers(4)) * np.pi / 2
            slide = rng.uniform(-0.6, 0.6) * other.half
            step = reach * np.array([np.cos(quarter), np.sin(quarter)])
            step += slide * np.array([-np.sin(quarter), np.cos(quarter)])
            spot = other.middle + np.float32([*step, half - other.half])
        else:
            at = rng.uniform(low, high, 2) * plan.side
            if near and not dice:
                at = rng.normal(0.5, 0.07, 2) * plan.side
            elif gather:
                at = middle + (at - middle) * 0.4
            spot = plan.camera.on_table(at[0], at[1], 0.0)
            spot = np.float32([spot[0], spot[1], half - 1.0])
        die = make_die(plan, spot.astype(np.float32), yaw, half)
        if _free(die, dice):
            dice.append(die)
    away = [float(np.linalg.norm(die.middle - plan.camera.place)) for die in dice]
    return [dice[k] for k in np.argsort(away)[::-1]]


def shadows(plan: _Plan, dice: list[Die]) -> NDArray[np.float32]:
    """Return what the dice leave of the lamp (0..1) and of all light, as one map."""
    side = plan.side
    cast = np.zeros((side, side), np.float32)
    touch = np.zeros((side, side), np.float32)
    way = plan.light.way
    size = 1.0
    for die in dice:
        corners = die.corners()
        floor = corners - way * ((corners[:, 2:] + 1) / max(way[2], 0.2))
        _fill(cast, plan.camera.project(floor))
        base = corners.copy()
        base[:, 2] = -1
        flat = plan.camera.project(base)
        _fill(touch, flat)
        size = max(size, float(np.ptp(flat[:, 0])))
    soft = size * plan.rng.uniform(0.01, 0.12) + 0.5
    cast = cv2.GaussianBlur(cast, (0, 0), soft)
    touch = cv2.GaussianBlur(touch, (0, 0), size * 0.08 + 0.5)
    lamp = plan.light.strength * way[2]
    share = lamp / (lamp + plan.light.ambient)
    return (1 - share * cast) * (1 - plan.rng.uniform(0.2, 0.6) * touch)


def _fill(mask: NDArray[np.float32], points: NDArray[np.float32]) -> None:
    if np.abs(points).max() < 20000:
        hull = cv2.convexHull(points.round().astype(np.int32).reshape(-1, 1, 2))
        cv2.fillConvexPoly(mask, hull, 1.0)


def _blend(
    linear, painted, light_map
) -> tuple[tuple[int, int, int, int], float] | None:
    """Paint a die's patch; return its box in the picture and the share in view."""
    left, top, colours, cover = painted
    side = linear.shape[0]
    tall, wide = cover.shape
    x0, y0, x1, y1 = (
        max(left, 0),
        max(top, 0),
        min(left + wide, side),
        min(top + tall, side),
    )
    if x1 - x0 < 3 or y1 - y0 < 3:
        return None
    cut = np.s_[y0 - top : y1 - top, x0 - left : x1 - left]
    here = np.s_[y0:y1, x0:x1]
    level = float(light_map[(y0 + y1) // 2, (x0 + x1) // 2])
    amount = cover[cut][..., None]
    linear[here] = linear[here] * (1 - amount) + colours[cut] * level * amount
    ys, xs = np.nonzero(cover > 0.35)
    if not len(ys):
        return None
    share = float((cover[cut] > 0.35).sum() / len(ys))
    box = (left + xs.min(), top + ys.min(), left + xs.max() + 1, top + ys.max() + 1)
    return box, share


def render(
    seed: int,
    side: int = 512,
    photos: list[NDArray[np.uint8]] | None = None,
    *,
    die_px: float | None = None,
    count: int | None = None,
    near: bool = False,
) -> Scene:
    """Return the photo that a seed stands for; the same seed, the same photo."""
    rng = np.random.default_rng(seed)
    if die_px is None:
        die_px = float(np.exp(rng.uniform(np.log(22), np.log(0.5 * side))))
    shared = plan(rng, side, die_px)
    most = max(1, min(15, int(0.35 * (side / die_px) ** 2)))
    if count is None:
        count = int(min(most, 1 + rng.integers(0, 5) * rng.integers(1, 4)))
    look = table.background(rng, side, photos or [])
    if rng.random() < 0.55:
        clutter.scatter(rng, look, die_px)
    linear = np.maximum(look, 0) ** np.float32(2.2)
    dice = lay(shared, count, near)
    if rng.random() < 0.12:
        bare = replace(shared, blank=True)
        extra = [make_die(bare, d.middle, d.yaw, d.half) for d in dice[:1]]
        dice = extra + dice[1:]
    lamp = lens.lamps(rng, side)
    base = shared.light.ambient + shared.light.strength * shared.light.way[2]
    linear = linear * (lamp * shadows(shared, dice) * base)[..., None]
    found = _paint_all(shared, dice, linear, lamp, 110 if near else 150)
    if rng.random() < 0.12:
        lens.glare(rng, linear)
    return Scene(lens.develop(rng, linear, 0.55 if near else 1.0), found)


def _paint_all(shared: _Plan, dice, linear, lamp, finest: int) -> list[Truth]:
    found: list[Truth] = []
    for die in dice:
        painted = paint(die, shared.camera, shared.light, shared.rng, finest)
        done = painted and _blend(linear, painted, lamp)
        if not done:
            continue
        box, share = done
        for earlier in found:
            if _covered(earlier.box, box) > 0.35:
                earlier.whole = False
        if die.top:
            found.append(
                Truth(
                    tuple(float(v) for v in box),
                    die.top,
                    die.material.colour,
                    share > 0.85,
                    shared.elevation,
                    _places(shared.camera, die),
                )
            )
    return found


def _places(camera: Camera, die: Die) -> tuple[tuple[float, float], ...]:
    if not die.spots:
        return ()
    return tuple((float(x), float(y)) for x, y in camera.project(die.pips()))


def _covered(box, by) -> float:
    wide = min(box[2], by[2]) - max(box[0], by[0])
    tall = min(box[3], by[3]) - max(box[1], by[1])
    if wide <= 0 or tall <= 0:
        return 0.0
    return wide * tall / ((box[2] - box[0]) * (box[3] - box[1]))
