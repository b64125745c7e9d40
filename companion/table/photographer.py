"""From a photo to suggested actions: the camera proposes, the rules filter."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TookTooLong
from dataclasses import replace
from pathlib import Path
from threading import Semaphore
from time import perf_counter
from typing import Any, TypeAlias, TypeVar

from companion.core.errors import Refusal
from companion.core.phrase import say
from companion.core.seats import Seat
from companion.table import readers
from companion.table.bearer import Bearer, Role
from companion.table.proposals import Candidate, Proposal, differing, sighting
from companion.table.refusals import NotYours
from companion.table.table import Table
from vision.readings import BoardPrior, DicePrior, Prior, Problem, Report

WORKERS = 2
"""Photos read at the same time; more would only slow each other down."""

PATIENCE = 3.0
"""Seconds to wait for a free reader."""

TIME_LIMIT = 30.0
"""Seconds a reading may take."""

CLEAR = 2.0
"""A certain candidate is at least this many times as likely as the next."""

LONGEST = 1600
SMALL = 960
"""Longer side of the photo as it is read, and as it is shown again."""

NO_READER = "Photos of this kind cannot be read here. Enter it by hand."
READER_FAILED = "This photo could not be read. Try another, or enter it."

Taps: TypeAlias = "tuple[tuple[float, float], ...]"

Job = TypeVar("Job")

_log = logging.getLogger(__name__)


class NoPhoto(Refusal):
    """Nothing was sent where the picture should be."""

    code = "malformed"

    def __init__(self) -> None:
        super().__init__(say("Send one picture, in the field called photo."))


class NothingToPhotograph(Refusal):
    """No photo can help now."""

    code = "nothing_expected"

    def __init__(self) -> None:
        super().__init__(say("There is nothing to photograph now."))


class NotAPicture(Refusal):
    """The file cannot be decoded."""

    code = "not_a_picture"

    def __init__(self) -> None:
        super().__init__(
            say("This file is not a picture we can read. Send a JPEG or PNG photo.")
        )


class PictureTooLarge(Refusal):
    """The file is larger than any honest photo."""

    code = "too_large"

    def __init__(self) -> None:
        super().__init__(say("This picture is too large. Take it at a smaller size."))


class ReadersBusy(Exception):
    """Every reader is at work, or one took too long."""


class Photographer:
    """Reads photos, a few at a time."""

    def __init__(self, workers: int = WORKERS) -> None:
        self._free = Semaphore(workers)
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="photo")

    def propose(
        self,
        table: Table,
        who: Bearer,
        data: bytes,
        taught: Path | None = None,
        taps: Taps | None = None,
        *,
        watched: bool = False,
    ) -> Proposal:
        """Return what a photo suggests at a table.

        `taught` is the folder of the cards that the table's host has taught; `taps`
        are where somebody pointed at the outermost cells of a board, as shares. With
        `watched` nobody looked at the picture: it is certain only if a second look
        agrees, as for a camera over the table.

        Raises:
            Refusal: if a photo cannot help, or cannot be read as a picture.
            ReadersBusy: if it would take too long.
        """
        if who.role is Role.WATCH:
            raise NotYours(say("You are watching. Take a seat to play."))
        prior = table.game.expects(table.state, table.eyes(who))
        if prior is None:
            raise NothingToPhotograph
        told = (prior, taught, taps)
        return self.in_time(lambda: _propose(table, who, data, told, watched=watched))

    def close(self) -> None:
        """Stop taking photos."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def in_time(self, job: Callable[[], Job]) -> Job:
        """Do a job on a photo within the limits that all photos share.

        Raises:
            ReadersBusy: if it would take too long.
        """
        if not self._free.acquire(timeout=PATIENCE):
            raise ReadersBusy
        future: Future[Job] = self._pool.submit(job)
        # Released by the reader itself: one that runs on keeps its place.
        future.add_done_callback(lambda _done: self._free.release())
        try:
            return future.result(TIME_LIMIT)
        except TookTooLong:
            raise ReadersBusy from None


def _propose(
    table: Table,
    who: Bearer,
    data: bytes,
    told: tuple[Prior, Path | None, Taps | None],
    *,
    watched: bool,
) -> Proposal:
    began = perf_counter()
    image = decoded(data)
    prior, taught, taps = told
    wanted = _tapped(prior, taps, image)
    report = read_with(image, wanted, taught)
    if watched:
        report = _confirmed(report, image, lambda seen: read_with(seen, wanted, taught))
    secret_of = _secret_of(table, who, prior)
    stop_card = isinstance(prior, DicePrior) and _shows_stop(image)
    ms = round((perf_counter() - began) * 1000, 1)
    made = suggested(table, who, image, report, secret_of=secret_of, ms=ms)
    return replace(made, stop_card=stop_card)


def _confirmed(
    report: Report[Any], image: Any, read: Callable[[Any], Report[Any]]
) -> Report[Any]:
    from vision.watching.votes import confirmed

    return confirmed(report, image, read)


def _shows_stop(image: Any) -> bool:
    """Tell whether the stop card lies where dice are thrown."""
    import cv2

    from vision import markers

    return markers.STOP in markers.signs(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))


def suggested(
    table: Table,
    who: Bearer,
    image: Any,
    report: Report[Any],
    *,
    secret_of: Seat | None = None,
    ms: float = 0.0,
) -> Proposal:
    """Return what a picture that was read suggests at a table."""
    best, candidates = _candidates(table, who, report)
    return Proposal(
        table=table.charter.table,
        version=table.version,
        by=who,
        secret_of=secret_of,
        sighting=sighting(report),
        candidates=candidates,
        certain=report.certain and best and _clear(candidates),
        ms=ms,
        picture=small_jpeg(image),
        unshown=table.game.unshown(table.state, table.eyes(who)),
        differs=differing(table.game.mismatch(table.state, report)),
    )


def _tapped(prior: Prior, taps: Taps | None, image: Any) -> Prior:
    """Return the prior with what somebody pointed at, in pixels of the photo."""
    if taps is None or not isinstance(prior, BoardPrior):
        return prior
    high, wide = image.shape[:2]
    one, two, three, four = ((x * wide, y * high) for x, y in taps)
    return replace(prior, corners=(one, two, three, four))


def _secret_of(table: Table, who: Bearer, prior: Prior) -> Seat | None:
    """Return whose secret a photo is: what a camera over the table expects is none."""
    shared = table.game.expects(table.state, None)
    return None if prior == shared else table.eyes(who)


def decoded(data: bytes) -> Any:
    """Return a photo ready for the readers.

    Raises:
        Refusal: if it is no picture, or larger than any honest photo.
    """
    from vision.image import NotAnImage, TooLarge, decode

    try:
        return decode(data, LONGEST)
    except NotAnImage:
        raise NotAPicture from None
    except TooLarge:
        raise PictureTooLarge from None


def small_jpeg(image: Any, longest: int = SMALL) -> bytes:
    """Return a picture made small, as JPEG."""
    import cv2

    from vision.image import fit

    _, small = cv2.imencode(".jpg", fit(image, longest), [cv2.IMWRITE_JPEG_QUALITY, 80])
    return bytes(small.tobytes())


def read_with(image: Any, prior: Prior, taught: Path | None = None) -> Report[Any]:
    """Return what the right reader says; one that fails says so with advice."""
    size = (int(image.shape[1]), int(image.shape[0]))
    try:
        return readers.read(image, readers.with_taught(prior, taught))
    except readers.NoReader:
        problem = Problem("no-reader", NO_READER)
    except Exception:
        _log.exception("a reader failed on a photo")
        problem = Problem("failed", READER_FAILED)
    return Report(prior.reader, problem=problem, size=size)


def _candidates(
    table: Table, who: Bearer, report: Report[Any]
) -> tuple[bool, tuple[Candidate, ...]]:
    """Return whether the likeliest reading is legal, and every legal one."""
    game, state = table.game, table.state
    suggested = game.observe(state, table.eyes(who), report)
    likelihood: dict[Any, float] = {}
    for action, confidence in suggested:
        if game.broken_rule(state, action) is None:
            likelihood[action] = max(confidence, likelihood.get(action, 0.0))
    ranked = sorted(likelihood.items(), key=lambda pair: -pair[1])
    best = bool(suggested) and bool(ranked) and suggested[0][0] == ranked[0][0]
    return best, tuple(
        Candidate(
            game.to_json(action),
            game.actor(state, action),
            confidence,
            game.label(state, action).to_json(),
        )
        for action, confidence in ranked
    )


def _clear(candidates: Sequence[Candidate]) -> bool:
    if len(candidates) < 2:
        return bool(candidates)
    return candidates[0].confidence >= CLEAR * candidates[1].confidence
