"""Rendered clips of a hand that throws dice, with the truth about every rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from tests.vision.clip_camera import FilmCamera
from tests.vision.clip_hand import Hand, hand
from vision.train.render import table
from vision.train.render.die import paint
from vision.train.render.plan import lay, make_die, plan
from vision.train.render.scene import shadows

STILL = 0.25
"""Seconds without a hand below which nobody can ask that a scene was read."""


@dataclass(frozen=True)
class Rest:
    """Seconds in which the same dice lie still and no hand is in the picture."""

    begins: float
    ends: float
    faces: tuple[int, ...]
    told: bool
    """Whether a line must be printed: not for dice that were told and did not move."""


@dataclass(frozen=True)
class Table:
    """The table of one clip: the same light and dice for all its throws."""

    rng: np.random.Generator
    size: tuple[int, int]
    plan: object
    bare: np.ndarray
    level: float
    """What the camera multiplies light with."""

    def shown(self, dice) -> np.ndarray:
        """Return the picture (floats, BGR 0..1) with dice on the table."""
        wide, high = self.size
        side = max(self.size)
        rng = np.random.default_rng(7)  # the same shadows whatever lies there
        light = shadows(replace(self.plan, rng=rng), dice)
        linear = self.bare * light[..., None]
        for die in dice:
            painted = paint(die, self.plan.camera, self.plan.light, rng)
            if painted:
                _lay_on(linear, painted)
        left, top = (side - wide) // 2, (side - high) // 2
        cut = linear[top : top + high, left : left + wide]
        return np.clip(cut * self.level, 0, 1).astype(np.float32) ** np.float32(1 / 2.2)

    def throw(self, count: int):
        """Return dice that lie well inside the picture."""
        wide, high = self.size
        side = max(self.size)
        for _ in range(200):
            dice = lay(self.plan, count)
            at = self.plan.camera.project(np.float32([die.middle for die in dice]))
            at -= [(side - wide) / 2, (side - high) / 2]
            edge = 0.12 * min(self.size)
            if (
                len(dice) == count
                and (at > edge).all()
                and _inside(at, self.size, edge)
            ):
                return dice
        raise RuntimeError("these dice are too large for the picture")

    def places(self, dice) -> np.ndarray:
        """Return where dice lie, in pixels of the picture."""
        wide, high = self.size
        side = max(self.size)
        at = self.plan.camera.project(np.float32([die.middle for die in dice]))
        return at - [(side - wide) / 2, (side - high) / 2]

    def turned(self, old):
        """Return another face where a die lies."""
        plain = replace(self.plan, mixed=False)
        while True:
            new = make_die(plain, old.middle, old.yaw, old.half)
            if new.top != old.top:
                return replace(new, material=old.material)

    @property
    def die_px(self) -> float:
        """Pixels along a die."""
        ends = self.plan.camera.project(np.float32([[-1, 0, 0], [1, 0, 0]]))
        return float(abs(ends[1, 0] - ends[0, 0])) * 1.2


def _inside(at, size, edge) -> bool:
    return bool((at < np.array(size) - edge).all())


def _lay_on(linear, painted) -> None:
    left, top, colours, cover = painted
    side = linear.shape[0]
    x0, y0 = max(left, 0), max(top, 0)
    x1, y1 = min(left + cover.shape[1], side), min(top + cover.shape[0], side)
    if x1 <= x0 or y1 <= y0:
        return
    cut = np.s_[y0 - top : y1 - top, x0 - left : x1 - left]
    amount = cover[cut][..., None]
    here = np.s_[y0:y1, x0:x1]
    linear[here] = linear[here] * (1 - amount) + colours[cut] * amount


def lay_table(seed: int, size: tuple[int, int], die_px: float) -> Table:
    """Return a table seen from above, lit and exposed by chance."""
    rng = np.random.default_rng(seed)
    side = max(size)
    shared = replace(
        plan(rng, side, die_px, elevation=float(rng.uniform(70, 90))), digits=False
    )
    look = table.background(rng, side, [])
    base = shared.light.ambient + shared.light.strength * shared.light.way[2]
    bare = np.maximum(look, 0) ** np.float32(2.2) * base
    level = float(rng.uniform(0.35, 0.6) / (np.percentile(bare[::4, ::4], 75) + 1e-4))
    return Table(rng, size, shared, bare.astype(np.float32), level)


@dataclass
class Clip:
    """A film in the making: pictures, seconds and what is true of them."""

    table: Table
    fps: float = 30.0
    noise: float = 0.012
    flicker: float = 0.03
    drift: float = 0.0
    exposure: float = 0.15
    pump: float = 0.0
    squeezed: float = 0.0
    zoom: float = 0.0
    leaps: float = 0.0
    tint: float = 0.0
    """These are explained at `FilmCamera`."""
    smear: bool = False
    """Whether a hand that moves is blurred by its own movement."""
    bare: bool = False
    """Whether the arm has no sleeve."""
    gloss: float = 0.0
    """How much of the hand the table mirrors."""
    guest: bool = False
    """Whether somebody's hand lies at an edge all the time, and breathes."""
    make_hand: Callable[..., Hand] = hand

    frames: list[np.ndarray] = field(default_factory=list)
    rests: list[Rest] = field(default_factory=list)
    lying: list = field(default_factory=list)
    _hand: Hand | None = None
    _was: np.ndarray | None = None

    def __post_init__(self) -> None:
        self._now = self.table.shown([])
        self._camera = FilmCamera(
            self.table.rng,
            self.table.size,
            self.fps,
            self.noise,
            self.flicker,
            self.drift,
            self.exposure,
            self.pump,
            self.squeezed,
            self.zoom,
            self.leaps,
            self.tint,
        )
        rng, size = self.table.rng, self.table.size
        self._hand = self.make_hand(rng, size, bare=self.bare).mirrored(self.gloss)
        self._guest = self.make_hand(rng, size) if self.guest else None

    @property
    def seconds(self) -> float:
        return len(self.frames) / self.fps

    def rest(self, seconds: float, *, news: bool = True) -> None:
        """Let everything lie; `news` if what lies there was not told before."""
        faces = tuple(sorted(die.top for die in self.lying))
        begins = self.seconds
        for _ in range(round(seconds * self.fps)):
            self._shoot(self._now)
        if seconds < STILL:
            return
        self.rests.append(Rest(begins, self.seconds, faces, news))

    def lay(self, count: int) -> None:
        """Let dice lie there that nobody was seen to throw."""
        self.lying = self.table.throw(count)
        self._now = self.table.shown(self.lying)

    def throw(self, count: int, *, shake: float = 0.6, linger: float = 0.0) -> None:
        """A hand comes, shakes and throws; then it is gone."""
        dice = self.table.throw(count)
        middle = np.array(self.table.size) / 2
        self._come(middle, 0.35)
        for step in range(round(shake * self.fps)):
            sway = 14 * np.array([np.sin(step * 1.9), np.cos(step * 1.3)])
            self._shoot(self._with_hand(self._now, middle + sway, closed=True))
        self._roll(dice, middle)
        self.lying = dice
        self._now = self.table.shown(dice)
        if linger:
            out = self._hand.rest_place()
            for step in range(round(linger * self.fps)):
                sway = 3 * np.array([np.sin(step * 0.9), np.cos(step * 0.7)])
                self._shoot(self._with_hand(self._now, out + sway))
            self._go(out, 0.2)

    def take(self) -> None:
        """The hand gathers the dice and leaves with them."""
        places = self.table.places(self.lying)
        middle = places.mean(0)
        self._come(middle, 0.3)
        before, self.lying = self._now, []
        self._now = self.table.shown([])
        for step in range(round(0.3 * self.fps)):
            part = step / (0.3 * self.fps)
            mixed = before * (1 - part) + self._now * part  # under the moving hand
            at = middle + 40 * np.array([np.sin(step), np.cos(step)])
            self._shoot(self._with_hand(mixed, at, closed=True))
        self._go(middle, 0.3)

    def take_one(self) -> None:
        """The hand takes the last die away and leaves the others."""
        at = self.table.places(self.lying[-1:])[0]
        self._come(at, 0.3)
        self.lying = self.lying[:-1]
        self._now = self.table.shown(self.lying)
        self._go(at, 0.3)

    def tower(self, count: int) -> None:
        """Dice roll in over an edge, out of a tower; no hand is seen."""
        self.lying = self.table.throw(count)
        self._roll(self.lying, self._hand.away, seen=False)
        self._now = self.table.shown(self.lying)

    def cover(self, still: float = 0.0) -> None:
        """The hand comes, perhaps lies still over the dice, and goes again."""
        middle = self.table.places(self.lying).mean(0) if self.lying else None
        middle = np.array(self.table.size) / 2 if middle is None else middle
        self._come(middle, 0.3)
        for _ in range(round(still * self.fps)):
            self._shoot(self._with_hand(self._now, middle))
        self._go(middle, 0.3)

    def turn(self) -> None:
        """The hand turns the first die to another face where it lies."""
        old = self.lying[0]
        at = self.table.places([old])[0]
        self._come(at, 0.3)
        self.lying = [self.table.turned(old), *self.lying[1:]]
        self._now = self.table.shown(self.lying)
        self._go(at, 0.3)

    def reach(self) -> None:
        """The hand comes in over the dice; what follows is left to a cut."""
        self._come(np.array(self.table.size) / 2, 0.3)

    def cut(self, count: int) -> None:
        """A jump cut: another moment of the same table."""
        self.lay(count)

    # -- how it is drawn

    def _come(self, to, seconds: float) -> None:
        for part in eased(round(seconds * self.fps)):
            at = self._hand.away + (to - self._hand.away) * part
            self._shoot(self._with_hand(self._now, at))

    def _go(self, start, seconds: float) -> None:
        for part in eased(round(seconds * self.fps)):
            at = start + (self._hand.away - start) * part
            self._shoot(self._with_hand(self._now, at))

    def _roll(self, dice, start, *, seen: bool = True) -> None:
        """Dice leave the hand, slow down and lie; the hand withdraws meanwhile."""
        goals = self.table.places(dice)
        still = self.table.shown(dice)
        wait = int(self.table.rng.uniform(0.35, 0.6) * self.fps)
        for step in range(wait):
            part = 1 - (1 - (step + 1) / wait) ** 2
            picture = self._now.copy()
            for die, goal in zip(dice, goals, strict=True):
                at = start + (goal - start) * part
                self._fly(picture, still, goal, at, (1 - part) * 500 * (1 + die.yaw))
            leaving = start + (self._hand.away - start) * min(1, 1.2 * part)
            self._shoot(self._with_hand(picture, leaving) if seen else picture)

    def _fly(self, picture, still, goal, at, turned: float) -> None:
        """Copy a lying die to where it is in flight, turned and smeared."""
        reach = round(0.75 * self.table.die_px)
        (x, y), (u, v) = goal.round().astype(int), at.round().astype(int)
        patch = still[y - reach : y + reach, x - reach : x + reach]
        if patch.shape[:2] != (2 * reach, 2 * reach):
            return
        spin = cv2.getRotationMatrix2D((reach, reach), turned, 1)
        patch = cv2.warpAffine(patch, spin, (2 * reach, 2 * reach))
        if abs(turned) > 30:
            patch = cv2.blur(patch, (9, 5))
        disc = np.zeros(patch.shape[:2], np.float32)
        cv2.circle(disc, (reach, reach), int(reach * 0.9), 1.0, -1)
        _paste(picture, patch, cv2.blur(disc, (5, 5)), (u - reach, v - reach))

    def _with_hand(self, picture, at, *, closed: bool = False):
        now = self._hand.over(picture, at, closed=closed)
        was, self._was = self._was, np.asarray(at, float)
        if not self.smear or was is None or np.abs(self._was - was).max() < 4:
            return now
        # While the shutter is open the hand goes half the way it goes in a frame.
        for part in (0.17, 0.33):
            place = self._was + (was - self._was) * part
            now = now + self._hand.over(picture, place, closed=closed)
        return now / np.float32(3)

    def _shoot(self, picture) -> None:
        """Add a frame as the camera sees it."""
        there = picture is not self._now
        self._was = self._was if there else None
        if self._guest:
            breath = 0.6 * np.sin(len(self.frames) / self.fps * 1.7)
            way = self._guest.away - np.array(self.table.size) / 2
            at = self._guest.away - way / np.hypot(*way) * 0.05 * min(self.table.size)
            picture = self._guest.over(picture, at + breath, closed=False)
        self.frames.append(self._camera.shoot(self._lit(picture), hand=there))

    def _lit(self, picture):
        """Return the scene in its light, as the camera finds it."""
        return picture

    def write(self, path: Path) -> Path:
        """Write the film; the ending chooses the codec."""
        codes = {".avi": "MJPG", ".mp4": "mp4v", ".webm": "VP80"}
        code = cv2.VideoWriter.fourcc(*codes[path.suffix])
        film = cv2.VideoWriter(str(path), code, self.fps, self.table.size)
        for frame in self.frames:
            film.write(frame)
        film.release()
        return path


def _paste(picture, patch, cover, corner) -> None:
    x, y = corner
    high, wide = picture.shape[:2]
    x0, y0, x1, y1 = max(x, 0), max(y, 0), x + patch.shape[1], y + patch.shape[0]
    x1, y1 = min(x1, wide), min(y1, high)
    if x1 <= x0 or y1 <= y0:
        return
    cut = np.s_[y0 - y : y1 - y, x0 - x : x1 - x]
    amount = cover[cut][..., None]
    here = np.s_[y0:y1, x0:x1]
    picture[here] = picture[here] * (1 - amount) + patch[cut] * amount


def eased(steps: int) -> Iterator[float]:
    for step in range(1, steps + 1):
        part = step / steps
        yield part * part * (3 - 2 * part)
