"""A whole rendered photo with the truth about every die in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.train.render import clutter, lens, table, things
from vision.train.render.camera import Camera
from vision.train.render.die import Die, paint
from vision.train.render.plan import Plan, lay, make_die, plan

SOLID = 0.35
"""Cover from which a pixel counts as the die's."""

ALIKE = 0.2
"""How often dice and table have one colour."""


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


def shadows(plan: Plan, dice: list[Die]) -> NDArray[np.float32]:
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
    return (1 - share * cast) * (1 - plan.rng.uniform(0.05, 0.6) * touch)


def _fill(mask: NDArray[np.float32], points: NDArray[np.float32]) -> None:
    if np.abs(points).max() < 20000:
        hull = cv2.convexHull(points.round().astype(np.int32).reshape(-1, 1, 2))
        cv2.fillConvexPoly(mask, hull, 1.0)


def _blend(linear, painted, light_map) -> NDArray[np.bool_] | None:
    """Paint a die's patch; return where it is to be seen, None if nowhere."""
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
    shown = np.zeros((side, side), bool)
    shown[here] = cover[cut] > SOLID
    return shown


def render(
    seed: int,
    side: int = 512,
    photos: list[NDArray[np.uint8]] | None = None,
    *,
    die_px: float | None = None,
    count: int | None = None,
    near: bool = False,
    crowd: int = 0,
    cut_outs: Sequence[NDArray[np.uint8]] = (),
) -> Scene:
    """Return the photo that a seed stands for; the same seed, the same photo.

    A crowd of things that are no dice lies around the dice, if one is wanted; some
    of them are cut out of photos, if such are given.
    """
    rng = np.random.default_rng(seed)
    if die_px is None:
        die_px = float(np.exp(rng.uniform(np.log(22), np.log(0.5 * side))))
    shared = plan(rng, side, die_px)
    most = max(1, min(15, int(0.35 * (side / die_px) ** 2)))
    if count is None:
        count = int(min(most, 1 + rng.integers(0, 5) * rng.integers(1, 4)))
    look = table.background(rng, side, photos or [])
    if rng.random() < ALIKE:
        shared = replace(shared, mixed=rng.random() < 0.3)
        look = table.toned(rng, look, shared.base.body)
    if rng.random() < 0.55:
        clutter.scatter(rng, look, die_px)
    things.crowd(rng, look, die_px, crowd, cut_outs)
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


def _paint_all(shared: Plan, dice, linear, lamp, finest: int) -> list[Truth]:
    """Paint the dice from far to near; return what can be seen of them."""
    owner = np.full(linear.shape[:2], -1, np.int16)
    seen: list[tuple[int, Die, NDArray[np.intp], int]] = []
    for k, die in enumerate(dice):
        painted = paint(die, shared.camera, shared.light, shared.rng, finest)
        shown = painted and _blend(linear, painted, lamp)
        if shown is None:
            continue
        owner[shown] = k
        left, top, _, cover = painted
        solid = np.argwhere(cover > SOLID)
        if len(solid) and die.top:
            low, high = solid.min(0), solid.max(0) + 1
            box = np.array([left + low[1], top + low[0], left + high[1], top + high[0]])
            seen.append((k, die, box, len(solid)))
    found = []
    for k, die, box, size in seen:
        pips = _places(shared.camera, die)
        mine = owner == k
        enough = mine.sum() >= 0.6 * size and _inside(shared.camera, die, len(owner))
        found.append(
            Truth(
                tuple(float(v) for v in box),
                die.top,
                die.material.colour,
                bool(enough) and _shows(mine, pips),
                shared.elevation,
                pips,
            )
        )
    return found


def _shows(mine, pips: tuple[tuple[float, float], ...]) -> bool:
    """Return whether a die is to be seen, not hidden, at each of its pips."""
    side = len(mine)
    return all(
        0 <= int(x) < side and 0 <= int(y) < side and mine[int(y), int(x)]
        for x, y in pips
    )


def _inside(camera: Camera, die: Die, side: int) -> bool:
    """Return whether the frame cuts off nearly nothing."""
    around = camera.project(die.corners())
    edge = 0.06 * float(np.ptp(around))
    return bool((around > -edge).all() and (around < side + edge).all())


def _places(camera: Camera, die: Die) -> tuple[tuple[float, float], ...]:
    if not die.spots:
        return ()
    return tuple((float(x), float(y)) for x, y in camera.project(die.pips()))
