"""The loop and its twin in the browser see the same small frames, and decide alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import cv2
import numpy as np
import pytest

from tests.vision.twin import NODE, SMALL, Twin
from vision.capture import Watch
from vision.image import BgrImage
from vision.readings import DieReading, Report
from vision.watching.film import Frame

pytestmark = pytest.mark.skipif(NODE is None, reason="no Node.js on this machine")

WIDE, HIGH = SMALL, 90
"""The size in which the browser compares."""

RATE = 15
"""Frames a second: about as often as the browser looks."""

LARGER = 4
"""The loop itself is shown what a camera gives it."""

SKIN = 176.0
DIE = 240.0

Paint: TypeAlias = Callable[[np.ndarray, int], None]
"""Draws more on a scene; it is told which frame of these this is."""


class Camera:
    """A table that a camera sees while it drifts; frames are counted."""

    def __init__(self, drift: float, seed: int = 4) -> None:
        rng = np.random.default_rng(seed)
        coarse = rng.normal(0, 1, (24, 32)).astype(np.float32)
        grey = 105 + 22 * cv2.resize(
            coarse, (2 * WIDE, 2 * HIGH), interpolation=cv2.INTER_CUBIC
        )
        self.cloth = np.dstack([grey] * 3)
        self._rng, self._drift = rng, drift
        self.skin: float | tuple[float, ...] = SKIN
        self.creases = 0.0
        """How much darker the lines along the arm are."""
        self.frames: list[np.ndarray] = []

    def shows(
        self,
        seconds: float,
        *dice: tuple[int, int],
        arm: int = 0,
        sway: int = 0,
        paint: Paint | None = None,
    ) -> range:
        """Film dice at places for a while, an arm reaching in so far; return when."""
        begins = len(self.frames)
        for k in range(round(seconds * RATE)):
            scene = self.cloth.copy()
            for x, y in dice:
                scene[y : y + 9, x : x + 9] = DIE
                scene[y + 3 : y + 6, x + 3 : x + 6] = 40
            if arm:
                left = 110 + (k % 2) * sway
                scene[: 40 + arm, left : left + 26] = self.skin
                scene[: 40 + arm, left + 4 : left + 26 : 6] -= self.creases
            if paint:
                paint(scene, k)
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
        grain = self._rng.normal(0, 1.5, (HIGH, WIDE, 1))
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
    for at, frame in enumerate(frames):
        size = (WIDE * LARGER, HIGH * LARGER)
        large = cv2.resize(frame, size, interpolation=cv2.INTER_LINEAR)
        if loop.see(Frame(at, at / RATE, BgrImage(large))):
            yield at


def told_by_the_browser(frames: list[np.ndarray]) -> list[list[float]]:
    """Return when the browser sees a rest, and how far it drifted since the last."""
    with Twin() as twin:
        said = [twin.see(frame, at / RATE) for at, frame in enumerate(frames)]
    rests = [(at, one) for at, one in enumerate(said) if one["light"] == "rest"]
    return [[at, *one["drift"]] for at, one in rests]


def told_by_both(frames: list[np.ndarray]) -> Iterator[list[int]]:
    yield list(told_by_the_loop(frames))
    yield [int(at) for at, *_ in told_by_the_browser(frames)]


@pytest.mark.parametrize("drift", [0.0, 0.04, 0.08])
def test_both_tell_every_new_scene_once_from_a_drifting_camera(drift) -> None:
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
    rests = told_by_the_browser(camera.frames)
    for told in (list(told_by_the_loop(camera.frames)), [int(at) for at, *_ in rests]):
        assert [[at in when for when in (bare, thrown, again)] for at in told] == [
            [True, False, False],
            [False, True, False],
            [False, False, True],
        ], told
    (_, *_), (before, *_), (now, right, down) = rests
    far = drift * (now - before)
    assert (right, down) == pytest.approx((far, far / 2), abs=1.0)


def test_both_see_dice_after_a_film_that_began_with_a_hand() -> None:
    """The hand was taken for the table; what it uncovers is no hand."""
    dice = ((75, 80), (95, 92))
    camera = Camera(0.0)
    camera.shows(1.0, arm=46)
    for arm in (34, 20, 8):
        camera.shows(1 / RATE, *dice, arm=arm)
    thrown = camera.shows(1.5, *dice)
    for told in told_by_both(camera.frames):
        assert [at for at in told if at in thrown] == told[-1:], told


ONE = (115, 60)
"""Where a die lies under the arm."""


def covered(camera: Camera) -> tuple[range, range]:
    """Film a die that an arm lies on for a while; return when it lies bare, and so."""
    camera.shows(1.0)
    camera.comes_and_goes(ONE)
    thrown = camera.shows(1.2, ONE)
    for arm in (8, 20, 34):
        camera.shows(1 / RATE, ONE, arm=arm)
    camera.shows(0.2, ONE, arm=46, sway=5)
    lies = camera.shows(0.9, ONE, arm=46)
    for arm in (34, 20, 8):
        camera.shows(1 / RATE, ONE, arm=arm)
    camera.shows(1.0, ONE)
    return thrown, lies


def test_both_know_a_hand_by_its_colour() -> None:
    """As bright as the table: in grey nothing would be there."""
    camera = Camera(0.0)
    camera.cloth = camera.cloth * 0.25 + 78
    camera.skin = (62.0, 100.0, 140.0)
    thrown, lies = covered(camera)
    for told in told_by_both(camera.frames):
        assert [at for at in told if at in thrown], told
        assert not [at for at in told if at >= lies.start], told


def test_both_know_a_hand_by_the_pattern_it_covers() -> None:
    """Of the table's colour and brightness, on crossed threads."""
    camera = Camera(0.0)
    rows, columns = np.indices(camera.cloth.shape[:2])
    threads = 24.0 * ((rows // 6 + columns // 6) % 2) - 12
    camera.cloth = 105 + 0 * camera.cloth + threads[..., None]
    camera.skin = 105.0
    thrown, lies = covered(camera)
    for told in told_by_both(camera.frames):
        assert [at for at in told if at in thrown], told
        assert not [at for at in told if at >= lies.start], told


def test_both_know_a_hand_by_its_lines() -> None:
    """Nearly of the table's colour, and the table has hardly a pattern to cover."""
    camera = Camera(0.0)
    camera.cloth = 105 + 0.3 * (camera.cloth - 105)
    camera.skin, camera.creases = 118.0, 60.0
    thrown, lies = covered(camera)
    for told in told_by_both(camera.frames):
        assert [at for at in told if at in thrown], told
        assert not [at for at in told if at >= lies.start], told


def test_neither_waits_for_a_clock_that_runs() -> None:
    def clock(scene: np.ndarray, k: int) -> None:
        scene[48:52, 48:54] = (90, 130)[k % 2]

    camera = Camera(0.0)
    camera.shows(3.0, paint=clock)
    for x in (60, 75, 90):
        camera.shows(1 / RATE, (x, 90), paint=clock)
    thrown = camera.shows(1.2, (105, 90), paint=clock)
    for told in told_by_both(camera.frames):
        assert [at in thrown for at in told] == [False, True], told


def test_both_take_another_view_for_another_table() -> None:
    """No hand is so large: nobody waits three seconds for it to go."""
    camera = Camera(0.0)
    camera.shows(1.0)
    others = [Camera(0.0, seed).cloth[..., 0] for seed in (5, 6, 7)]
    camera.cloth = np.clip(105 + 2 * (np.dstack(others) - 105), 20, 190)
    camera.shows(3 / RATE, arm=20, sway=9)
    elsewhere = camera.shows(1.2, (105, 90))
    for told in told_by_both(camera.frames):
        assert [at in elsewhere for at in told] == [False, True], told


def test_neither_takes_for_a_hand_what_only_touches_the_edge() -> None:
    def tile(scene: np.ndarray, _k: int) -> None:
        corners = np.array([[120, 40], [137, 57], [120, 74], [103, 57]], np.int32)
        cv2.fillConvexPoly(scene, corners, (230, 230, 230))

    camera = Camera(0.0)
    camera.shows(1.0)
    camera.shows(3 / RATE, arm=20, sway=9)
    laid = camera.shows(1.2, paint=tile)
    for told in told_by_both(camera.frames):
        assert [at in laid for at in told] == [False, True], told
