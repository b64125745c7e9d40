"""Films of a table on which hands change what lies there: amulets, discs, anything."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from tests.vision.clip_camera import FilmCamera
from tests.vision.clip_hand import hand
from tests.vision.clips import eased

FPS = 30.0
REST = 0.8
"""Seconds for which everything lies."""


def filmed(
    pictures: Sequence[np.ndarray], seed: int, *, drift: float = 0.0
) -> tuple[list[np.ndarray], list[tuple[float, float]]]:
    """Return the frames of a film, and from when to when each picture lies still.

    Between two pictures a hand comes in, changes the one into the other, and goes.
    """
    rng = np.random.default_rng([seed, 77])
    size = (pictures[0].shape[1], pictures[0].shape[0])
    camera = FilmCamera(rng, size, FPS, noise=0.008, flicker=0.01, drift=drift)
    arm = hand(rng, size)
    middle = np.array(size) / 2
    frames: list[np.ndarray] = []
    rests: list[tuple[float, float]] = []
    before = None
    for picture in pictures:
        now = picture.astype(np.float32) / 255
        if before is not None:
            for lying, start, end in (
                (before, arm.away, middle),
                (now, middle, arm.away),
            ):
                for part in eased(round(0.35 * FPS)):
                    shown = arm.over(lying, start + (end - start) * part, closed=True)
                    frames.append(camera.shoot(shown, hand=True))
        begins = len(frames) / FPS
        frames += [camera.shoot(now, hand=False) for _ in range(round(REST * FPS))]
        rests.append((begins, len(frames) / FPS))
        before = now
    return frames, rests


def write(frames: Sequence[np.ndarray], path: Path) -> Path:
    """Write a film as Motion JPEG."""
    code = cv2.VideoWriter.fourcc(*"MJPG")
    out = cv2.VideoWriter(str(path), code, FPS, frames[0].shape[1::-1])
    for frame in frames:
        out.write(frame)
    out.release()
    return path
