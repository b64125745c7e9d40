"""The loop and its twin in the browser see the same small frames, and decide alike."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.capture import Watch
from vision.image import BgrImage
from vision.readings import DieReading, Report
from vision.watching.film import Frame

NODE = shutil.which("node")
SCRIPTS = Path(__file__).parents[2] / "static" / "js"

WIDE, HIGH = 160, 90
"""The size in which the browser compares."""

RATE = 15
"""Frames a second: about as often as the browser looks."""

LARGER = 4
"""The loop itself is shown what a camera gives it."""

SKIN = 176.0
DIE = 240.0

LOOK = """
import { watcher } from "%(scripts)s/watch.js"
import { readFileSync } from "node:fs"
const [path, wide, high, rate] = process.argv.slice(2)
const grey = readFileSync(path)
const [width, height] = [Number(wide), Number(high)]
const loop = watcher()
const rests = []
for (let at = 0; at < grey.length / (width * height); at++) {
  const data = new Uint8ClampedArray(4 * width * height)
  const start = at * width * height
  data.forEach((_, k) => { data[k] = grey[start + (k >> 2)] })
  const rests_now = loop.see({ data, width, height }, (1000 * at) / rate) === "rest"
  if (rests_now) rests.push([at, ...loop.drifted().map((part) => part * width)])
}
console.log(JSON.stringify(rests))
"""


class Camera:
    """A table that a camera sees while it drifts; frames are counted."""

    def __init__(self, drift: float, seed: int = 4) -> None:
        rng = np.random.default_rng(seed)
        coarse = rng.normal(0, 1, (24, 32)).astype(np.float32)
        self._cloth = 105 + 22 * cv2.resize(
            coarse, (2 * WIDE, 2 * HIGH), interpolation=cv2.INTER_CUBIC
        )
        self._rng, self._drift = rng, drift
        self.frames: list[np.ndarray] = []

    def shows(
        self, seconds: float, *dice: tuple[int, int], arm: int = 0, sway: int = 0
    ) -> range:
        """Film dice at places for a while, an arm reaching in so far; return when."""
        begins = len(self.frames)
        for k in range(round(seconds * RATE)):
            scene = self._cloth.copy()
            for x, y in dice:
                scene[y : y + 9, x : x + 9] = DIE
                scene[y + 3 : y + 6, x + 3 : x + 6] = 40
            if arm:
                left = 110 + (k % 2) * sway
                scene[: 40 + arm, left : left + 26] = SKIN
            self.frames.append(self._seen(scene))
        return range(begins, len(self.frames))

    def comes_and_goes(self, *dice: tuple[int, int], still: float = 0.0) -> None:
        """An arm reaches in over the table, perhaps lies there, and leaves."""
        for arm in (8, 20, 34):
            self.shows(1 / RATE, *dice, arm=arm)
        self.shows(0.3, *dice, arm=46, sway=5)
        self.shows(still, *dice, arm=46)
        for arm in (34, 20, 8):
            self.shows(1 / RATE, *dice, arm=arm)

    def _seen(self, scene: np.ndarray) -> np.ndarray:
        far = self._drift * len(self.frames)
        how = np.float32([[1, 0, far - 40], [0, 1, 0.5 * far - 40]])
        out = cv2.warpAffine(scene, how, (WIDE, HIGH), flags=cv2.INTER_LINEAR)
        grain = self._rng.normal(0, 1.5, out.shape)
        return np.clip(out + grain, 0, 255).astype(np.uint8)


def bright_squares(image: BgrImage) -> Report[DieReading]:
    """Read a die wherever something is nearly white."""
    mask = (image.min(axis=2) > 205).astype(np.uint8)
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((21, 21), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    dice = tuple(
        DieReading(1, "white", 1.0, tuple(float(v) for v in box[:4]))
        for box in stats[1:]
        if box[4] > 300
    )
    return Report("dice", dice, certain=bool(dice))


def told_by_the_loop(frames: list[np.ndarray]) -> Iterator[int]:
    loop = Watch(bright_squares)
    for at, grey in enumerate(frames):
        size = (WIDE * LARGER, HIGH * LARGER)
        large = cv2.resize(grey, size, interpolation=cv2.INTER_LINEAR)
        image = BgrImage(cv2.cvtColor(large, cv2.COLOR_GRAY2BGR))
        if loop.see(Frame(at, at / RATE, image)):
            yield at


def told_by_the_browser(frames: list[np.ndarray], folder: Path) -> list[list[float]]:
    """Return when the browser sees a rest, and how far it drifted since the last."""
    (folder / "look.mjs").write_text(LOOK % {"scripts": SCRIPTS})
    (folder / "frames").write_bytes(b"".join(one.tobytes() for one in frames))
    words = [str(folder / "frames"), str(WIDE), str(HIGH), str(RATE)]
    done = subprocess.run(
        [NODE, str(folder / "look.mjs"), *words],
        check=True,
        capture_output=True,
        text=True,
    )
    rests: list[list[float]] = json.loads(done.stdout)
    return rests


@pytest.mark.skipif(NODE is None, reason="no Node.js on this machine")
@pytest.mark.parametrize("drift", [0.0, 0.04, 0.08])
def test_both_tell_every_new_scene_once_from_a_drifting_camera(tmp_path, drift) -> None:
    """A twelfth of a small pixel in a frame is ten pixels a second of a film."""
    one, other = ((75, 80), (95, 92)), ((120, 100),)
    camera = Camera(drift)
    bare = camera.shows(1.0)
    camera.comes_and_goes(*one)
    thrown = camera.shows(1.2, *one)
    camera.comes_and_goes(*one, still=0.5)
    camera.shows(4.0, *one)
    camera.comes_and_goes(*one, still=0.3)
    camera.shows(1.0, *one)
    camera.comes_and_goes(*other)
    again = camera.shows(2.5, *other)
    rests = told_by_the_browser(camera.frames, tmp_path)
    for told in (list(told_by_the_loop(camera.frames)), [int(at) for at, *_ in rests]):
        assert [[at in when for when in (bare, thrown, again)] for at in told] == [
            [True, False, False],
            [False, True, False],
            [False, False, True],
        ], told
    (_, *_), (before, *_), (now, right, down) = rests
    far = drift * (now - before)
    assert (right, down) == pytest.approx((far, far / 2), abs=1.0)


@pytest.mark.skipif(NODE is None, reason="no Node.js on this machine")
def test_both_see_dice_after_a_film_that_began_with_a_hand(tmp_path) -> None:
    """The hand was taken for the table; what it uncovers is no hand."""
    dice = ((75, 80), (95, 92))
    camera = Camera(0.0)
    camera.shows(1.0, arm=46)
    for arm in (34, 20, 8):
        camera.shows(1 / RATE, *dice, arm=arm)
    thrown = camera.shows(1.5, *dice)
    rests = told_by_the_browser(camera.frames, tmp_path)
    for told in (list(told_by_the_loop(camera.frames)), [int(at) for at, *_ in rests]):
        assert [at for at in told if at in thrown] == told[-1:], told
