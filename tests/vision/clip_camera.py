"""What a camera makes of what lies before it: exposure, lamps, drift, grain, blocks."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

BLOCK = 16
"""Pixels of a codec's macroblock."""

KEY_FRAME = 30
"""Frames after which a codec draws everything anew."""


@dataclass
class FilmCamera:
    """A fixed camera that films at its rate; every effect is off at nought."""

    rng: np.random.Generator
    size: tuple[int, int]
    fps: float = 30.0
    noise: float = 0.012
    flicker: float = 0.03
    drift: float = 0.0
    """Pixels a second."""
    exposure: float = 0.15
    """How much darker it makes a picture with a bright hand in it."""
    pump: float = 0.0
    """How far its exposure overshoots, as a share of the step, before it settles."""
    squeezed: float = 0.0
    """Grey levels below which a codec leaves a block as it was, between key frames."""
    zoom: float = 0.0
    """Share by which the view grows in a second: a lens that hunts for its focus."""
    leaps: float = 0.0
    """Sudden steps of the exposure in a second."""
    tint: float = 0.0
    """How far the white balance follows a hand, as a share."""

    _gain: float = 1.0
    _step: float = 1.0
    _tinted: float = 0.0
    _speed: float = 0.0
    _shot: int = 0
    _last: np.ndarray | None = None
    _grain: list[np.ndarray] = field(default_factory=list)

    def __post_init__(self) -> None:
        wide, high = self.size
        self._grain = [
            self.rng.normal(0, self.noise, (high, wide, 3)).astype(np.float32)
            for _ in range(3)
        ]

    def shoot(self, picture: np.ndarray, *, hand: bool) -> np.ndarray:
        """Return the next frame of the film."""
        index, self._shot = self._shot, self._shot + 1
        if self.leaps and self.rng.random() < self.leaps / self.fps:
            self._step = float(self.rng.uniform(0.8, 1.2))
        self._expose((1 - self.exposure if hand else 1.0) * self._step)
        self._tinted += (self.tint * hand - self._tinted) * 0.06
        rows = np.arange(picture.shape[0], dtype=np.float32) / picture.shape[0]
        lamp = 1 + self.flicker * np.sin(6.283 * (2 * rows + index * 0.37))
        out = picture * (self._gain * lamp)[:, None, None]
        if self.tint:
            out = out * np.float32([1 + self._tinted, 1.0, 1 - self._tinted])
        if self.drift or self.zoom:
            far = self.drift * index / self.fps
            near = 1 + self.zoom * index / self.fps
            x, y = (far - side / 2 * (near - 1) for side in self.size)
            out = cv2.warpAffine(
                out,
                np.float32([[near, 0, x], [0, near, 0.4 * far + y - far]]),
                self.size,
                flags=cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REFLECT,
            )
        # A few fields of grain in turn: drawing new ones would take longer than all.
        grain = np.roll(self._grain[index % 3], int(self.rng.integers(100)), axis=1)
        frame = cv2.convertScaleAbs(np.maximum(out + grain, 0), alpha=255)
        return self._squeeze(frame, index) if self.squeezed else frame

    def _expose(self, goal: float) -> None:
        """Follow the light late, and too far where the camera pumps."""
        if not self.pump:
            self._gain += (goal - self._gain) * 0.08
            return
        # A spring: less damped the more it pumps; it rings at about 2 Hz.
        self._speed += (goal - self._gain) * 0.16 - self._speed * (0.8 - self.pump)
        self._gain += self._speed

    def _squeeze(self, frame: np.ndarray, index: int) -> np.ndarray:
        """Return what a starved codec leaves of a frame."""
        packed = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, 40])[1]
        fresh = cv2.imdecode(packed, cv2.IMREAD_COLOR)
        if self._last is not None and index % KEY_FRAME:
            high, wide = frame.shape[:2]
            gap = cv2.cvtColor(cv2.absdiff(frame, self._last), cv2.COLOR_BGR2GRAY)
            small = (wide // BLOCK, high // BLOCK)
            moved = cv2.resize(gap, small, interpolation=cv2.INTER_AREA) > self.squeezed
            mask = cv2.resize(
                moved.astype(np.uint8), (wide, high), interpolation=cv2.INTER_NEAREST
            )
            fresh = cv2.copyTo(fresh, mask, self._last.copy())
        self._last = fresh
        return fresh
