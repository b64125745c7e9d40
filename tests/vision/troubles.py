"""What real clips have and tidy films have not: knocks, shadows, words laid over."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from tests.vision.clips import Clip

KNOCK_SECONDS = 0.35
"""How long a tripod trembles after dice hit the table."""

FONT = cv2.FONT_HERSHEY_SIMPLEX
SAID = ("first throw", "what a roll", "and again", "so close")


@dataclass
class TroubledClip(Clip):
    """A clip with what happens to real ones; every trouble is off at nought."""

    knock: float = 0.0
    """Pixels by which the picture trembles when dice hit the table."""
    watermark: bool = False
    """Whether a stock library has written its name over the picture."""
    subtitles: bool = False
    """Whether words come and go at the lower edge, over dice at rest as well."""
    clock: bool = False
    """Whether tenths of seconds run in a corner, as a camera app writes them."""
    cast: float = 0.0
    """How dark a shadow runs ahead of the hand, far beyond it."""
    passer: float = 0.0
    """How dark the shadow of somebody is who walks by, whatever the dice do."""
    rim: bool = False
    """Whether the table is a tray, which gives way a little when dice hit its rim."""

    _hit: int = -(1 << 20)
    _given: float = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        self._chance = np.random.default_rng(int(self.table.rng.integers(1 << 30)))
        self._phase = float(self._chance.uniform(0, 6))

    def _roll(self, dice, start, *, seen: bool = True) -> None:
        self._hit = len(self.frames) + round(0.25 * self.fps)
        super()._roll(dice, start, seen=seen)
        if self.rim:
            self._given += float(self._chance.choice([-3, 3]))

    def _lit(self, picture):
        if self.cast and self._was is not None:
            picture = self._shaded(picture, self._was)
        if self.passer:
            picture = picture * self._walking()
        return _framed(picture, self._given) if self.rim else picture

    def _shoot(self, picture) -> None:
        super()._shoot(picture)
        k = len(self.frames) - 1
        self.frames[k] = self._written(self._shaken(self.frames[k], k), k)

    def _shaded(self, picture, at):
        """A long soft shadow beyond the fingers, away from the arm."""
        high, wide = picture.shape[:2]
        way = np.array(self.table.size) / 2 - self._hand.away
        way = way / np.hypot(*way)
        tip = np.asarray(at) + way * 0.55 * min(self.table.size)
        mask = np.zeros((high // 8, wide // 8), np.float32)
        ends = [tuple(int(v / 8) for v in end) for end in (at, tip)]
        cv2.line(mask, *ends, 1.0, max(1, min(mask.shape) // 4))
        mask = cv2.GaussianBlur(mask, (0, 0), min(mask.shape) / 24)
        mask = cv2.resize(mask, (wide, high))
        return picture * (1 - self.cast * mask)[..., None]

    def _walking(self):
        wide = self.table.size[0]
        at = np.arange(wide, dtype=np.float32) / wide
        middle = 1.6 * np.sin(0.7 * self.seconds + self._phase)
        dark = 1 - self.passer * np.exp(-(((at - 0.5 - middle) / 0.35) ** 2))
        return dark.astype(np.float32)[None, :, None]

    def _shaken(self, frame, k: int):
        since = (k - self._hit) / self.fps
        if not self.knock or not 0 <= since < KNOCK_SECONDS:
            return frame
        far = self.knock * np.exp(-since * 9)
        x, y = far * np.sin(since * 75), far * np.cos(since * 61)
        how = np.float32([[1, 0, x], [0, 1, y]])
        size = self.table.size
        return cv2.warpAffine(frame, how, size, borderMode=cv2.BORDER_REFLECT)

    def _written(self, frame, k: int):
        wide, high = self.table.size
        large = min(wide, high) / 720
        thick = max(1, round(2 * large))
        if self.watermark:
            over = frame.copy()
            for row in range(3):
                at = (int(wide * 0.08), int(high * (0.25 + 0.25 * row)))
                text = "stockfootage  stockfootage"
                cv2.putText(over, text, at, FONT, 1.1 * large, (255,) * 3, thick)
            frame = cv2.addWeighted(over, 0.25, frame, 0.75, 0)
        if self.subtitles:
            turn, part = divmod(k / self.fps, 2.3)
            if part < 1.4:
                text = SAID[int(turn) % len(SAID)]
                at = (int(wide * 0.3), int(high * 0.94))
                frame = frame.copy()
                cv2.putText(frame, text, at, FONT, 1.2 * large, (0,) * 3, 4 * thick)
                cv2.putText(frame, text, at, FONT, 1.2 * large, (255,) * 3, thick)
        if self.clock:
            frame = frame.copy()
            at = (int(wide * 0.03), int(high * 0.07))
            text = f"{k / self.fps:05.1f}"
            cv2.putText(frame, text, at, FONT, 0.9 * large, (0, 230, 255), thick)
        return frame


def _framed(picture, given: float):
    """A tray's rim around the picture, where it lies now."""
    high, wide = picture.shape[:2]
    width = round(0.07 * min(high, wide))
    left, top = (round(width + share * given) for share in (1.0, 0.5))
    out = picture.copy()
    wood = np.float32([0.12, 0.2, 0.32])
    shade = np.float32(0.7)
    out[:top] = wood
    out[:, :left] = wood
    out[high - 2 * width + top :] = wood * 1.1
    out[:, wide - 2 * width + left :] = wood * 1.1
    out[top : top + width // 3, left:] *= shade
    out[top:, left : left + width // 3] *= shade
    return out
