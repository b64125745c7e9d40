"""The hands-free loop on drawn films of what happens at real tables.

`python -m tests.bench.vision_real 0 1 2` watches some of them: a die that rolls on
slowly or spins while others lie, a hand that stays half in the picture, a camera that
is bumped, dice that leave the picture, other people's hands, shadows, hurry.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from tests.bench.vision_watch import Count, counted, look, table, together
from tests.vision.clip_hand import hand
from tests.vision.clips import Clip, Rest, eased, lay_table


class RealClip(Clip):
    """A clip with what dice, hands and cameras also do."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._bumps: list[tuple[int, np.ndarray]] = []

    def creep(self, count: int, seconds: float) -> None:
        """Throw; the last die rolls on slowly after the others lie."""
        far = np.array([1.6, 0.5]) * self.table.die_px
        self._late(count, seconds, lambda _k, left: (far * left**2, 180 * left**2))

    def spin(self, count: int, seconds: float) -> None:
        """Throw; the last die spins on a corner after the others lie."""
        self._late(
            count,
            seconds,
            lambda k, left: (
                3 * left * np.array([np.sin(0.7 * k), np.cos(0.9 * k)]),
                left * (95 * k + 40),
            ),
        )

    def _late(self, count: int, seconds: float, where: Callable) -> None:
        dice = self.table.throw(count)
        middle = np.array(self.table.size) / 2
        self._come(middle, 0.3)
        self._roll(dice, middle)
        others, full = (self.table.shown(some) for some in (dice[:-1], dice))
        goal = self.table.places(dice[-1:])[0]
        steps = round(seconds * self.fps)
        for k in range(steps):
            off, turned = where(k, 1 - (k + 1) / steps)
            picture = others.copy()
            self._fly(picture, full, goal, goal + off, turned)
            self._shoot(picture)
        self.lying, self._now = dice, full

    def hover(self, seconds: float) -> None:
        """The hand comes half into the picture, lies there quite still, and goes."""
        out = (self._hand.away + np.array(self.table.size) / 2) / 2
        for part in eased(8):
            at = self._hand.away + (out - self._hand.away) * part
            self._shoot(self._with_hand(self._now, at))
        for _ in range(round(seconds * self.fps)):
            self._shoot(self._with_hand(self._now, out))
        self._go(out, 0.25)

    def shade(self, seconds: float, *, news: bool) -> None:
        """Rest while a shadow plays over the dice."""
        begins = self.seconds
        at = np.linspace(-1, 1, self.table.size[0], dtype=np.float32)
        for k in range(round(seconds * self.fps)):
            band = np.exp(-(((at - 0.3 * np.sin(0.21 * k)) / 0.4) ** 2))
            dark = 1 - (0.25 + 0.1 * np.sin(0.5 * k)) * band
            self._shoot(self._now * dark[None, :, None].astype(np.float32))
        faces = tuple(sorted(die.top for die in self.lying))
        self.rests.append(Rest(begins, self.seconds, faces, news))

    def leave(self) -> None:
        """The dice roll on and out of the picture."""
        goals, still = self.table.places(self.lying), self._now
        self.lying, bare = [], self.table.shown([])
        steps = round(0.5 * self.fps)
        for k in range(steps):
            picture = bare.copy()
            for goal in goals:
                far = 0.9 * self.table.size[0] * (k + 1) / steps
                self._fly(picture, still, goal, goal + np.array([far, 0]), 40 * k)
            self._shoot(picture)
        self._now = bare

    def someone_else(self) -> None:
        """The next hand is another one, from an edge of its own."""
        bare = bool(self.table.rng.random() < 0.5)
        self._hand = hand(self.table.rng, self.table.size, bare=bare)

    def bump(self, pixels: float) -> None:
        """The camera is bumped: it trembles and looks elsewhere from now on."""
        self._bumps.append((len(self.frames), pixels * np.array([1.0, -0.6])))

    def _shoot(self, picture) -> None:
        super()._shoot(picture)
        off = np.zeros(2)
        for frame, way in self._bumps:
            since = (len(self.frames) - 1 - frame) / self.fps
            off += way * (1 + 1.5 * np.exp(-8 * since) * np.sin(60 * since))
        if off.any():
            how = np.float32([[1, 0, off[0]], [0, 1, off[1]]])
            self.frames[-1] = cv2.warpAffine(
                self.frames[-1], how, self.table.size, borderMode=cv2.BORDER_REFLECT
            )


def creeping(shot: RealClip) -> None:
    """The last die of each throw takes its time."""
    shot.rest(0.4)
    for count, seconds in ((3, 1.0), (2, 0.7), (4, 1.4)):
        shot.creep(count, seconds)
        shot.rest(0.6)
        shot.take()


def spinning(shot: RealClip) -> None:
    """The last die of each throw spins."""
    for count, seconds in ((2, 1.2), (3, 2.5), (2, 4.0)):
        shot.spin(count, seconds)
        shot.rest(0.7)
        shot.take()


def staying(shot: RealClip) -> None:
    """A hand that does not leave the picture after the throw."""
    shot.rest(0.3)
    for count, seconds in ((2, 0.6), (3, 1.2), (2, 2.0)):
        shot.throw(count, shake=0.3)
        shot.hover(seconds)
        shot.rest(0.5)
        shot.hover(0.8)
        shot.rest(0.4, news=False)
        shot.take()


def in_the_midst(shot: RealClip) -> None:
    """The same, and no bare table was ever seen."""
    for count, seconds in ((2, 0.5), (3, 1.0), (2, 0.3), (3, 0.4)):
        shot.throw(count, shake=0.3)
        shot.hover(seconds)
        shot.rest(0.5)
        shot.take()


def bumped(shot: RealClip) -> None:
    """Somebody knocks against the tripod."""
    shot.throw(3, shake=0.3)
    shot.rest(0.8)
    shot.bump(7)
    shot.rest(1.2, news=False)
    shot.take()
    shot.bump(-9)
    for count, pixels in ((2, 0), (2, 5)):
        shot.throw(count, shake=0.2)
        shot.bump(pixels)
        shot.rest(0.7)
        shot.take()


def leaving(shot: RealClip) -> None:
    """Dice roll out of the picture, others in."""
    shot.throw(3, shake=0.3)
    shot.rest(0.6)
    shot.leave()
    shot.rest(0.6)
    shot.tower(2)
    shot.rest(0.5)
    shot.take()
    shot.throw(4, shake=0.3)
    shot.rest(0.5)


def company(shot: RealClip) -> None:
    """One throws, another takes, a third one only points."""
    shot.throw(2, shake=0.3)
    shot.rest(0.5)
    shot.someone_else()
    shot.take()
    shot.throw(3, shake=0.4)
    shot.rest(0.6)
    shot.someone_else()
    shot.cover(still=0.6)
    shot.rest(0.5, news=False)
    shot.someone_else()
    shot.take()
    shot.rest(0.5)


def shaded(shot: RealClip) -> None:
    """Somebody leans over: shadows play over dice at rest."""
    shot.throw(3, shake=0.3)
    shot.rest(0.5)
    shot.shade(1.0, news=False)
    shot.take()
    shot.throw(2, shake=0.2)
    shot.shade(0.6, news=True)
    shot.rest(0.5, news=False)
    shot.take()


def rushing(shot: RealClip) -> None:
    """Eight throws that lie for two fifths of a second each."""
    for count in (2, 3, 1, 2, 3, 2, 1, 3):
        shot.throw(count, shake=0.15)
        shot.rest(0.4)
        shot.take()


STORIES: tuple[Callable[[RealClip], None], ...] = (
    creeping,
    spinning,
    staying,
    in_the_midst,
    bumped,
    leaving,
    company,
    shaded,
    rushing,
)


def shoot(seed: int) -> RealClip:
    """Return the film that a number stands for."""
    rng = np.random.default_rng([seed, 4711])
    size = [(960, 540), (540, 960)][seed % 2]
    shot = RealClip(
        lay_table(seed + 9000, size, float(rng.uniform(34, 60))),
        noise=float(rng.uniform(0.005, 0.02)),
        flicker=float(rng.choice([0, 0.03])),
        exposure=float(rng.uniform(0.1, 0.35)),
        pump=float(rng.choice([0, 0.4])),
        drift=float(rng.choice([0, 0, 3])),
        tint=float(rng.uniform(0, 0.05)),
        smear=True,
        bare=bool(rng.random() < 0.5),
        squeezed=float(rng.choice([0, 0, 5])),
    )
    STORIES[seed % len(STORIES)](shot)
    return shot


def watched(seed: int) -> Count:
    """Draw one film, watch it and count."""
    shot = shoot(seed)
    with tempfile.TemporaryDirectory() as folder:
        path = shot.write(Path(folder) / f"{seed}{('.mp4', '.avi')[seed % 2]}")
        return counted(shot, *look(path))


def pieces() -> dict[str, Callable[[], Count]]:
    """Return what measures each film."""
    return {str(seed): partial(watched, seed) for seed in range(len(STORIES))}


def told(done: dict[str, Count]) -> str:
    """Return the counts of all films."""
    return table(["films of real troubles"], [together(done.values())])


def main() -> None:
    """Watch some films and count."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("seeds", type=int, nargs="*", default=list(range(len(STORIES))))
    args = parser.parse_args()
    cv2.setNumThreads(1)
    done = {}
    for seed in args.seeds:
        done[str(seed)] = watched(seed)
        print(seed, STORIES[seed % len(STORIES)].__name__, done[str(seed)], flush=True)
    print(told(done))


if __name__ == "__main__":
    main()
