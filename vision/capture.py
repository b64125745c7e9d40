"""The loop that needs no hands: wait for a still scene, read it once, tell it.

A frame is only made small and compared; a reading happens when the scene has changed,
lies still and has no hand in it. `companion` runs the same loop at a table.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import cv2
import numpy as np

from vision import markers
from vision.image import BgrImage, fit
from vision.readings import Report
from vision.watching.film import Frame
from vision.watching.hands import Hands
from vision.watching.restless import Mask, Restless
from vision.watching.same import Piece, around, pieces, unchanged
from vision.watching.still import FURTHEST, Change, Small, change, sharpness, small
from vision.watching.told import Told
from vision.watching.votes import agreed, best, views

REST = 0.2
"""Seconds without movement after which a scene lies still: dice that will be taken
again lie half a second, and a die that tips over does not wait so long."""

FIRST_REST = 0.3
"""The same before anything is known of the table: a hand that waits looks at rest."""

GLIMPSE = 0.12
"""Seconds of stillness that show what the table is like, if nothing else has."""

AGAIN = 0.25
"""Seconds until a scene that was not read surely is read again: a film needs about as
long to become sharp after movement."""

TRIES = 3
"""Readings of one scene at most."""

PATIENCE = 3.0
"""Something from the edge that lies still so many seconds belongs to the table."""

CUT = 0.07
"""Seconds in which no hand can come and lie still: then the film was cut."""

CUT_AREA = 0.05
"""Share of the picture that moves in a cut to another view: more than a few dice."""

BUSY = 0.03
"""Share of the picture that moves where a hand is at work: the frame after such a one
tells nothing, nor every other one of a table where all lies on."""

LOOK_FOR_HANDS = 0.1
"""Seconds until a hand that lay still is looked for again."""

KEPT = 5
"""Still frames of which the sharpest is read."""

LONGEST = 1920
"""Longer side of a frame as it is read: one of 1080p is not shrunk, which costs small
dice their pips and takes longer than all else that is done with a frame."""

ANCHOR_AGE = 1.0
"""Seconds after which stillness is measured from a newer frame: daylight changes."""


class Light(StrEnum):
    """What the loop is doing, as a lamp beside the picture shows it."""

    WAITING = "waiting"
    """Nothing has changed since the last reading."""

    HANDS = "hands"
    """Something moves, or a hand lies in the picture."""

    READING = "reading"
    READ = "read"
    """What lies there has been told."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A scene that came to rest, as it was read."""

    at: float
    """Seconds at which the frame that was read was taken."""

    frame: int
    image: BgrImage
    report: Report[Any]
    since: float
    """Seconds at which the scene came to rest."""

    told: float
    """Seconds of the film at which it is told."""

    signs: tuple[Piece, ...] = ()
    """Cards with a meaning that lie there, by their number."""

    shrunk: float = 1.0
    """Pixels of the frame along one pixel of the image that was read."""


class Watch:
    """Looks at frames one after another and tells each new scene once."""

    def __init__(
        self,
        read: Callable[[BgrImage], Report[Any]],
        light: Callable[[Light], None] = lambda _light: None,
    ) -> None:
        self._read, self._show = read, light
        self._hands = Hands()
        self._restless = Restless()
        self._never: Mask | None = None
        """Where something moves whatever happens: nobody waits for that."""
        self._anchor: tuple[float, Small] | None = None
        self._since = 0.0
        self._before: Change | None = None
        self._still: deque[Frame] = deque(maxlen=KEPT)
        self._told: Told | None = None
        self._fresh = True
        """Whether something moved since the last scene was settled."""
        self._calm = 0.0
        """When the scene was still for the last time before it moved."""
        self._seen = -1.0
        """When the last frame that was looked at was taken."""
        self._busy = False
        self._glimpse: Small | None = None
        """How it looked then."""
        self._cut = False
        self._waved = -PATIENCE
        """When a hand was last seen lying in the picture."""
        self._tries: list[Scene] = []
        self._looked: Small | None = None
        self._looks = 0
        """How often this rest was read."""

    def again(self) -> None:
        """Read what lies there once more, though it was told already."""
        self._told, self._fresh = None, True

    def see(self, frame: Frame) -> Scene | None:
        """Look at a frame; return the scene that can be told now, if there is one."""
        if self._may_rest(frame.at):
            return None
        now = small(frame.image)
        self._hands.glance(frame.at, now)
        if not self._lies_still(frame, now):
            return self._moving(frame)
        self._still.append(frame)
        if not self._fresh or frame.at - self._since < self._needed():
            return None
        if self._tries and frame.at - self._tries[-1].told < AGAIN:
            return None
        if frame.at - self._waved < LOOK_FOR_HANDS:
            return None
        if self._cut:
            self._hands.forget()
        if self._hands.inside(now) and frame.at - self._since < PATIENCE:
            self._waved = frame.at
            self._show(Light.HANDS)
            return None
        return self._look(frame, now)

    def end(self) -> Scene | None:
        """Return the scene that was being read when the film ended."""
        return self._settle(self._tries[-1].told) if self._tries else None

    def _may_rest(self, at: float) -> bool:
        """Return whether a frame may pass unseen; never two, nor where they are few."""
        dull = self._busy or not self._fresh
        if dull and at - self._seen <= CUT / 2:
            self._seen = -1.0
            return True
        self._seen = at
        return False

    def _needed(self) -> float:
        return REST if self._hands.knows and not self._cut else FIRST_REST

    def _lies_still(self, frame: Frame, now: Small) -> bool:
        """Compare with the frame since which nothing moved; begin anew if it did."""
        if self._anchor is None:
            self._anchor, self._since = (frame.at, now), frame.at
            return True
        at, anchor = self._anchor
        likely = self._before.shift if self._before else (0.0, 0.0)
        seen = change(anchor, now, likely)
        self._never = self._restless.note(frame.at, seen.moving)
        seen = seen.but(self._never)
        self._busy = not seen.still and float(seen.moving.mean()) >= BUSY
        if not seen.still:
            if self._glimpse and self._calm - self._since >= GLIMPSE:
                self._hands.glimpse(self._glimpse)
            self._anchor, self._before, self._since = (frame.at, now), None, frame.at
            self._glimpse = None
            self._cut = frame.at - self._calm <= CUT and seen.moving.mean() >= CUT_AREA
            return False
        self._before, self._calm, self._glimpse = seen, frame.at, now
        if frame.at - at > ANCHOR_AGE:
            self._anchor, self._before = (frame.at, now), None
            self._follow(frame, now)
        return True

    def _follow(self, frame: Frame, now: Small) -> None:
        """Keep in sight what was told and lies on, however far the camera drifts."""
        if self._fresh or self._told is None:
            return
        seen = change(self._told.small, now, furthest=FURTHEST).but(self._never)
        if seen.still and any(seen.shift):
            image = fit(frame.image, LONGEST)
            self._told = self._told.followed(image, now, seen)
            self._hands.follow(now)

    def _moving(self, frame: Frame) -> Scene | None:
        self._still.clear()
        self._still.append(frame)
        scene = self._settle(frame.at)
        self._fresh = True
        self._show(Light.HANDS)
        return scene

    def _look(self, frame: Frame, now: Small) -> Scene | None:
        """Read a scene that lies still and has no hand in it."""
        sharp = [sharpness(one.image) for one in self._still]
        sharpest = self._still[int(np.argmax(sharp))]
        image = fit(sharpest.image, LONGEST)
        if not self._tries and self._lies_on(image, now):
            self._rested(now)
            return None
        self._show(Light.READING)
        # The frame that is least like the sharpest has the other word.
        other = self._still[int(np.argmin(sharp))]
        mirror, signs = fit(other.image, LONGEST), _signs(image)
        shots = ((sharpest, image), (other, mirror), (other, mirror))
        for report, (shot, seen) in zip(
            views(image, mirror, self._read), shots, strict=False
        ):
            shrunk = shot.image.shape[1] / seen.shape[1]
            rest = (self._since, frame.at, signs, shrunk)
            self._tries.append(Scene(shot.at, shot.index, seen, report, *rest))
        self._looks += 1
        self._looked = now
        # A card with a meaning is never misread: what else lies there can wait.
        sure = agreed([one.report for one in self._tries])
        if sure or signs or self._looks >= TRIES:
            return self._settle(frame.at)
        return None

    def _lies_on(self, image: BgrImage, now: Small) -> bool:
        """Return whether only what was told is there, unmoved; look there from now."""
        if self._told is None:
            return False
        seen, turned = self._told.seen_in(image, now, self._never)
        if turned or not seen.still:
            return False
        self._told = self._told.followed(image, now, seen)
        return True

    def _settle(self, at: float) -> Scene | None:
        """Choose among the readings of one rest; return it if it is news."""
        if not self._tries or self._looked is None:
            return None
        said = [one.report for one in self._tries]
        chosen = self._tries[best(said)]
        report = replace(chosen.report, certain=agreed(said))
        scene, now = replace(chosen, report=report, told=at), self._looked
        old, self._tries, self._looks = self._told, [], 0
        self._rested(now)
        seen = tuple(pieces(scene.report))
        certain = scene.report.certain
        self._told = Told(now, scene.image, seen, scene.signs, certain)
        if old is None:
            return scene
        moved, turned = old.seen_in(scene.image, now, self._never)
        scale = max(scene.image.shape[:2]) / max(now.shape.shape)
        was, is_ = ((*one.pieces, *one.signs) for one in (old, self._told))
        if not unchanged(was, is_, moved, scale, turned):
            return scene
        # What was surely read stays read, however it looks the second time; but where
        # it lies now, for the camera may have drifted since.
        if old.certain:
            self._told = old.followed(scene.image, now, moved)
        return None

    def _rested(self, now: Small) -> None:
        self._fresh = False
        self._hands.gone(now)
        self._show(Light.READ)


def watch(
    frames: Iterable[Frame],
    read: Callable[[BgrImage], Report[Any]],
) -> Iterator[Scene]:
    """Yield every scene of a film that came to rest with no hand in it."""
    loop = Watch(read)
    for frame in frames:
        scene = loop.see(frame)
        if scene:
            yield scene
    last = loop.end()
    if last:
        yield last


def _signs(image: BgrImage) -> tuple[Piece, ...]:
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    found = markers.signs(grey)
    return tuple(around(number, quad) for number, quad in found.items())
