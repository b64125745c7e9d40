"""Drawn tables with dice, lamp and cloth of their own, the same in every photo."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.dice.look import COLOURS
from vision.readings import Box
from vision.train.render import material, table
from vision.train.render.die import Die, paint
from vision.train.render.plan import Plan, lay, plan
from vision.train.render.scene import shadows

SIDE = 640
BOX = COLOURS[:8]
"""The eight colours of a box; black dice are not among them."""

HUES = {
    "red": (340, 375),
    "orange": (12, 40),
    "yellow": (40, 66),
    "green": (78, 172),
    "light-blue": (178, 214),
    "dark-blue": (206, 252),
    "violet": (256, 312),
}
"""Wider than any name: makers of dice do not ask whether orange is still orange."""

BRIGHTEST = 1.8
"""Linear level of white, by the brightest cloth of a light, that a camera allows."""

LIGHTS = {
    # Gains of blue, green and red, and how bright three quarters of the picture are.
    "even": ((1.0, 1.0, 1.0), (0.3, 0.5)),
    "warm": ((0.55, 0.92, 1.25), (0.2, 0.5)),
    "cold": ((1.35, 1.02, 0.68), (0.2, 0.5)),
    "dim": ((0.8, 1.0, 1.05), (0.03, 0.08)),
}


@dataclass(frozen=True)
class Lying:
    """What is true of one drawn die."""

    box: Box
    face: int
    colour: str


@dataclass(frozen=True)
class OwnTable:
    """A table whose cloth, lamp and dice are the same in every photo."""

    rng: np.random.Generator
    plan: Plan
    cloth: np.ndarray
    lamp: str
    dice: dict[str, material.Material]

    def photo(self, names: list[str]) -> tuple[np.ndarray, list[Lying]]:
        """Return a photo (BGR) of dice of these colours thrown, and the truth."""
        thrown = self._throw(names)
        light = self.plan.light
        base = light.ambient + light.strength * light.way[2]
        linear = self.cloth * (shadows(self.plan, thrown) * base)[..., None]
        truth = [lying for die in thrown if (lying := self._lay(linear, die))]
        return self._develop(linear), truth

    def _throw(self, names: list[str]) -> list[Die]:
        for _ in range(200):
            dice = lay(self.plan, len(names))
            at = self.plan.camera.project(np.float32([one.middle for one in dice]))
            edge = 0.1 * SIDE
            inside = bool((at > edge).all() and (at < SIDE - edge).all())
            if len(dice) == len(names) and inside:
                return [
                    replace(die, material=self.dice[name])
                    for die, name in zip(dice, names, strict=True)
                ]
        raise RuntimeError("these dice are too large for the picture")

    def _lay(self, linear: np.ndarray, die: Die) -> Lying | None:
        painted = paint(die, self.plan.camera, self.plan.light, self.rng)
        if not painted:
            return None
        left, top, colours, cover = painted
        x0, y0 = max(left, 0), max(top, 0)
        x1, y1 = min(left + cover.shape[1], SIDE), min(top + cover.shape[0], SIDE)
        cut = np.s_[y0 - top : y1 - top, x0 - left : x1 - left]
        amount = cover[cut][..., None]
        here = np.s_[y0:y1, x0:x1]
        linear[here] = linear[here] * (1 - amount) + colours[cut] * amount
        solid = np.argwhere(cover > 0.35)
        (down, across), (low, right) = solid.min(0), solid.max(0) + 1
        box = (left + across, top + down, right - across, low - down)
        return Lying(tuple(map(float, box)), die.top, COLOURS[die.material.colour])

    def _develop(self, linear: np.ndarray) -> np.ndarray:
        """Return what a phone makes of it: own exposure and white balance each time."""
        rng, (gains, bright) = self.rng, LIGHTS[self.lamp]
        own = np.exp(rng.normal(0, 0.06, 3)).astype(np.float32)
        linear = linear * np.float32(gains) * own
        middle = float(np.percentile(linear[::4, ::4], 75)) + 1e-4
        light = self.plan.light
        lit = light.ambient + light.strength * light.way[2]
        # A camera does not burn white dice out because the cloth is black.
        level = min(rng.uniform(*bright) / middle, BRIGHTEST * max(bright) / lit)
        shown = np.clip(linear * level, 0, 1) ** (1 / 2.2)
        grain = rng.standard_normal(shown.shape, np.float32)
        shown = shown + grain * rng.uniform(0.005, 0.02)
        out = (np.clip(shown, 0, 1) * 255).astype(np.uint8)
        packed = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, 88])[1]
        return cv2.imdecode(packed, cv2.IMREAD_COLOR)


def own_table(seed: int, lamp: str) -> OwnTable:
    """Return the table that a number stands for, under a lamp."""
    rng = np.random.default_rng(seed)
    die_px = float(rng.uniform(45, 80))
    shared = plan(rng, SIDE, die_px, elevation=float(rng.uniform(60, 90)))
    shared = replace(shared, digits=False, mixed=False)
    look = table.background(rng, SIDE, [])
    dice = {name: _material(rng, name) for name in BOX}
    return OwnTable(rng, shared, np.maximum(look, 0) ** np.float32(2.2), lamp, dice)


def _material(rng: np.random.Generator, name: str) -> material.Material:
    """Return a die of this name as some maker means it."""
    base = material.choose(rng, COLOURS.index(name))
    body = material.body_colour(rng, COLOURS.index(name))
    if name in HUES:
        hue = rng.uniform(*HUES[name])
        body = material.hsv(hue, rng.uniform(0.5, 1.0), rng.uniform(0.4, 0.95))
    pip = material.pip_colour(rng, body)
    return replace(
        base,
        colour=COLOURS.index(name),
        body=body,
        second=body,
        pip=pip,
        odd_pip=pip,
        clear=0.0,
    )


def throws(seed: int, count: int) -> Iterator[list[str]]:
    """Yield the colours of throws of four to six different dice."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        yield [str(name) for name in rng.permutation(BOX)[: int(rng.integers(4, 7))]]
