"""Where frames come from: a camera, a stream or a file, upright and in order."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Condition, Thread

import cv2
import numpy as np

from vision.image import BgrImage

USUAL_RATE = 30.0
"""Frames a second, where a file does not say."""

QUICKEST = 1 / 32
"""Seconds between two frames that are looked at: of a film of 60 or 240 frames a second
the others are only counted, which spares making pictures of them."""

HELD = 0.4
"""Seconds after which a frame without a successor is looked at again and again: where
nothing moves some films leave frames out, and a slide is one frame."""

HELD_STEP = 0.05

SILENCE = 10.0
"""Seconds without a frame after which a live camera is given up."""

TURNS = {
    0: None,
    90: cv2.ROTATE_90_CLOCKWISE,
    180: cv2.ROTATE_180,
    270: cv2.ROTATE_90_COUNTERCLOCKWISE,
}
"""Degrees, clockwise, by which the pictures of a camera can be turned."""


class NoFilm(ValueError):
    """The source cannot be opened, or shows nothing."""


class Picture:
    """What a file shows just now; made when somebody looks, for that takes as long as
    to decode it."""

    def __init__(self, opened: _Opened, before: BgrImage | None) -> None:
        self._opened = opened
        self.image = before
        """The picture if it was looked at and is whole, else the one before."""
        self.seen = self.over = False
        """Whether somebody has looked; whether the film has gone on since."""

    def look(self) -> BgrImage | None:
        """Return the picture; the one before where it is broken, or too late."""
        if not (self.seen or self.over):
            image = self._opened.retrieve()
            self.seen = image is not None
            self.image = image if self.seen else self.image
        return self.image


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture, when it was taken (seconds from the first) and its index."""

    index: int
    at: float
    picture: BgrImage | Picture

    @property
    def image(self) -> BgrImage:
        """Return the picture; a file's is to be looked at before its next frame."""
        if not isinstance(self.picture, Picture):
            return self.picture
        image = self.picture.look()
        if image is None:
            raise NoFilm("This film shows nothing.")
        return image


def film(source: str, turn: int = 0) -> Iterator[Frame]:
    """Yield the frames of a camera number, a stream or a file, turned by degrees.

    A file is given whole; of a live source always the newest frame, older ones are
    dropped while somebody is busy with one.

    Raises:
        NoFilm: if it cannot be opened or shows nothing.
    """
    is_file = not source.isdigit() and Path(source).is_file()
    if not (is_file or source.isdigit() or "://" in source):
        raise NoFilm(f"{source}: no such file, and neither a camera number nor a URL.")
    opened = _Opened(source, turn)
    return _from_file(source, opened) if is_file else _Live(source, opened).frames()


def at_its_speed(frames: Iterator[Frame]) -> Iterator[Frame]:
    """Yield frames no sooner than they were taken: a file that stands for a camera."""
    began = time.monotonic()
    for frame in frames:
        time.sleep(max(0.0, began + frame.at - time.monotonic()))
        yield frame


class _Opened:
    """A camera or film that gives its pictures upright.

    Raises:
        NoFilm: if it cannot be opened.
    """

    def __init__(self, source: str, turn: int) -> None:
        self._source, self._turn = source, turn
        self._capture = cv2.VideoCapture(int(source) if source.isdigit() else source)
        if not self._capture.isOpened():
            raise NoFilm(f"{source}: this camera or film cannot be opened.")
        # A phone held upright films sideways and says so in the file.
        self._capture.set(cv2.CAP_PROP_ORIENTATION_AUTO, 1)
        self.grab, self.get = self._capture.grab, self._capture.get
        self.release = self._capture.release

    def again(self) -> _Opened:
        """Return it opened anew, at its beginning."""
        return _Opened(self._source, self._turn)

    def retrieve(self) -> BgrImage | None:
        """Return the picture that was grabbed last, unless it is broken."""
        there, image = self._capture.retrieve()
        if not there:
            return None
        code = TURNS[self._turn]
        upright = image if code is None else cv2.rotate(image, code)
        return BgrImage(np.asarray(upright, np.uint8))


def _from_file(source: str, opened: _Opened) -> Iterator[Frame]:
    last: Frame | None = None
    picture, holds = Picture(opened, None), False
    try:
        for index, at in _times(opened):
            if last and at - last.at < QUICKEST:
                continue
            if last and at - last.at > HELD:
                # Whether a frame is held is only known when it is too late to look.
                if not (picture.seen or holds):
                    again = _once_more(opened, last.index)
                    picture.image = picture.image if again is None else again
                yield from _held(last, at)
                holds = True
            picture = Picture(opened, picture.image)
            if (last is None or holds) and picture.look() is None:
                continue
            last = Frame(index, at, picture)
            yield last
            picture.over = True
    finally:
        opened.release()
    if last is None:
        raise NoFilm(f"{source}: this file shows nothing.")


def _once_more(film: _Opened, index: int) -> BgrImage | None:
    """Return a frame that passed unseen; the film is opened anew, once at most."""
    opened = film.again()
    for _ in range(index + 1):
        opened.grab()
    image = opened.retrieve()
    opened.release()
    return image


def _times(opened: _Opened) -> Iterator[tuple[int, float]]:
    """Yield index and seconds of every frame, from nought on and always rising."""
    rate = opened.get(cv2.CAP_PROP_FPS)
    rate = rate if 1 <= rate <= 1000 else USUAL_RATE
    first: float | None = None
    index, last = 0, -1.0
    while opened.grab():
        said = opened.get(cv2.CAP_PROP_POS_MSEC) / 1000
        first = said if first is None else first
        # Some files have no times, or times that stand still or leap back.
        at = said - first
        at = at if at > last else max(index / rate, last + 1 / rate)
        yield index, at
        index, last = index + 1, at


def _held(frame: Frame, until: float) -> Iterator[Frame]:
    """Yield a frame for as long as it is shown."""
    for step in range(1, int(min(until - frame.at, SILENCE) / HELD_STEP)):
        yield replace(frame, at=frame.at + step * HELD_STEP)


class _Live:
    """The newest frame of a camera, fetched by a thread of its own."""

    def __init__(self, source: str, opened: _Opened) -> None:
        self._source, self._opened = source, opened
        self._newest: Frame | None = None
        self._news = Condition()
        self._over = False
        Thread(target=self._fetch, name="camera", daemon=True).start()

    def _fetch(self) -> None:
        began, index = time.monotonic(), 0
        while not self._over:
            picture = self._opened.retrieve() if self._opened.grab() else None
            with self._news:
                if picture is None:
                    self._over = True
                else:
                    at = time.monotonic() - began
                    self._newest = Frame(index, at, picture)
                index += 1
                self._news.notify_all()
        self._opened.release()

    def frames(self) -> Iterator[Frame]:
        """Yield the newest frame whenever one is asked for."""
        seen = False
        try:
            while True:
                with self._news:
                    came = self._news.wait_for(
                        lambda: self._newest is not None or self._over, SILENCE
                    )
                    frame, self._newest = self._newest, None
                if frame is None or not came:
                    break
                seen = True
                yield frame
        finally:
            self._over = True
        if not seen:
            raise NoFilm(f"{self._source}: this camera shows nothing.")
