"""Which dice lie where, before anything is painted."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.train.render import material
from vision.train.render.camera import Camera, stand
from vision.train.render.die import Die, Light, Shape
from vision.train.render.faces import atlas

Rng = np.random.Generator


def faces_around(rng: Rng, top: int) -> list[int]:
    """Return the six values with one on top; opposite faces make seven."""
    pairs = [p for p in ((1, 6), (2, 5), (3, 4)) if top not in p]
    (a, b), (c, d) = (rng.permutation(pairs[k]).tolist() for k in rng.permutation(2))
    return [a, b, c, d, top, 7 - top]


@dataclass
class Plan:
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
    if kind < 0.45:
        return float(rng.uniform(74, 90))
    if kind < 0.7:
        return float(rng.uniform(52, 74))
    return float(rng.uniform(24, 52))


def _towards(rng: Rng, lowest: float) -> NDArray[np.float32]:
    """Return a direction at least so many degrees above the table."""
    high, around = np.radians(rng.uniform(lowest, 88)), rng.uniform(0, 2 * np.pi)
    flat = np.cos(high)
    return np.float32([flat * np.cos(around), flat * np.sin(around), np.sin(high)])


def plan(rng: Rng, side: int, die_px: float, elevation: float | None = None) -> Plan:
    """Draw everything the dice of one photo have in common."""
    tilt = _elevation(rng) if elevation is None else elevation
    light = Light(
        _towards(rng, 22),
        rng.uniform(0.05, 0.9),
        rng.uniform(0.2, 0.8),
        _towards(rng, 5),
        rng.uniform(0, 4),
        np.float32(rng.normal(0, 12, 3)) * (rng.random() < 0.4),
    )
    return Plan(
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


def make_die(plan: Plan, middle: NDArray[np.float32], yaw: float, half: float) -> Die:
    """Return a die of the plan's family lying at a place."""
    rng = plan.rng
    look, shape = plan.base, plan.shape
    if plan.mixed and rng.random() < 0.8:
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


def lay(plan: Plan, count: int, near: bool = False) -> list[Die]:
    """Return dice that lie on the table without cutting each other.

    In a near view the first lies about the middle.
    """
    rng, dice = plan.rng, []
    low, high = -0.04, 1.04
    gather = rng.random() < 0.35
    touching = 0.85 if rng.random() < 0.3 else 0.3
    middle = rng.uniform(0.3, 0.7, 2) * plan.side
    vary = rng.random() < 0.3
    for _ in range(count * 6):
        if len(dice) == count:
            break
        half = float(rng.uniform(0.7, 1.3)) if vary else 1.0
        yaw = float(rng.uniform(0, np.pi / 2))
        if dice and rng.random() < touching:
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
