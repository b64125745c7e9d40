"""The camera over the table: every new scene becomes a proposal, or counts at once."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any

from companion.core.errors import Refusal
from companion.core.phrase import Phrase, say
from companion.table.bearer import HOST
from companion.table.choosing import awaited
from companion.table.habits import Habits
from companion.table.kept_throws import KeptThrows
from companion.table.learnt_cards import LearntCards
from companion.table.photographer import (
    Photographer,
    ReadersBusy,
    read_with,
    small_jpeg,
    suggested,
)
from companion.table.proposals import Proposal
from companion.table.readers import where_it_lay
from companion.table.service import Tables
from companion.table.signs import stop_means
from companion.table.table import Table
from companion.table.waiting import Proposals
from vision.capture import Light, Scene, Watch
from vision.image import BgrImage
from vision.markers import STOP
from vision.readings import DicePrior, Prior, Reading, Report, piece_json
from vision.watching.film import Frame, NoFilm, at_its_speed, film

PREVIEW = 640
"""Longer side of the picture that the table screen shows."""

PREVIEW_EVERY = 0.4
"""Seconds between two of them: a person sees that it lives, a core hardly notices."""

LOOK_ROUND = 1.0
"""Seconds between two looks for a table that waits for what a camera can see."""

RETRY = 5.0
"""Seconds until a camera that fell silent is opened again."""

NOTHING_LIES = frozenset({"no-dice", "no-amulet", "no-card"})
"""Problems of a photo that are none of a table."""

GOODBYE = 2.0
"""Seconds to wait for the last frame when the server stops."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Sight:
    """What the camera sees and believes just now."""

    light: Light = Light.WAITING
    picture: int = 0
    """Counts the pictures, so that a screen knows when there is a new one."""

    readings: tuple[Reading, ...] = ()
    size: tuple[int, int] = (0, 0)
    certain: bool = False
    advice: Phrase | None = None
    """Why nothing is read, and what helps."""

    def pieces(self) -> list[dict[str, Any]]:
        """Return what was read last, ready for JSON."""
        return [piece_json(one) for one in self.readings]


@dataclass(frozen=True, slots=True)
class Room:
    """What the camera needs of the house."""

    tables: Tables
    photographer: Photographer
    proposals: Proposals
    kept: KeptThrows
    habits: Habits
    learnt: LearntCards
    """What hosts have taught: their cards, their dice and the light they lie in."""


@dataclass
class Eyes:
    """One camera; it looks at one table at a time."""

    source: str
    room: Room
    turn: int = 0
    """Degrees clockwise by which its pictures are turned upright."""

    sight: Sight = field(default_factory=Sight)
    table: str | None = None
    """Which table it serves; the newest that waits for it, unless a host chose."""

    _thread: Thread | None = None
    _chosen: bool = False
    _jpeg: bytes = b""
    _over: Event = field(default_factory=Event)
    _lock: Lock = field(default_factory=Lock)
    _looked: float = -LOOK_ROUND
    _shown: float = -PREVIEW_EVERY
    _signs: frozenset[Any] = frozenset()
    _used: bool = False
    """Whether what lies there was proposed already."""

    _early: bool = False
    """Whether something lies there that the table did not wait for yet."""

    _version: int = -1
    """The version of the table for which the scene at hand was read."""

    _usual: Prior = field(default_factory=DicePrior)
    """What was awaited last: while nothing is, the same kind of things lies there."""

    _clock: float = 0.0
    """When the last frame was taken, over all films: each counts from nought."""

    def __post_init__(self) -> None:
        self._watch = Watch(self._read, self._lit)

    def start(self) -> None:
        """Look from now on, in a thread of its own."""
        self._thread = Thread(target=self._run, name="eyes", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Look no more; a frame that is being read is waited for."""
        self._over.set()
        if self._thread:
            self._thread.join(GOODBYE)

    def look_at(self, table: str) -> None:
        """Serve this table, as its host wants."""
        self._usual = DicePrior()
        self.table, self._chosen = table, True
        self._watch.again()

    def look_away(self) -> None:
        """Serve whatever table waits for it."""
        self.table, self._chosen = None, False

    def again(self) -> None:
        """Read once more what lies there."""
        self._watch.again()

    def picture(self) -> bytes:
        """Return the newest picture, made small; nothing before the first."""
        return self._jpeg

    def follow(self, frames: Iterator[Frame]) -> None:
        """Look at a film to its end."""
        began = self._clock + RETRY
        for frame in frames:
            if self._over.is_set():
                return
            self._show(frame)
            self._look_round()
            self._clock = began + frame.at
            scene = self._watch.see(replace(frame, at=self._clock))
            if scene:
                self._meet(scene)
        last = self._watch.end()
        if last:
            self._meet(last)

    def _run(self) -> None:
        while not self._over.is_set():
            try:
                self._look_round()  # that nothing can be seen must be told at a table
                self.follow(at_its_speed(film(self.source, self.turn)))
                advice = say("The camera has stopped. Is it still plugged in?")
            except NoFilm as missing:
                _log.warning("%s", missing)
                advice = say("The camera cannot be opened: check --camera.")
            except Exception:
                _log.exception("the camera's loop failed")
                advice = say("The camera has stopped. Is it still plugged in?")
            self.sight = replace(self.sight, advice=advice, light=Light.WAITING)
            self._over.wait(RETRY)

    def _lit(self, light: Light) -> None:
        if self.sight.light is not light:
            self.sight = replace(self.sight, light=light)

    def _show(self, frame: Frame) -> None:
        if monotonic() - self._shown < PREVIEW_EVERY:
            return
        self._shown = monotonic()
        self._jpeg = small_jpeg(frame.image, PREVIEW)
        self.sight = replace(self.sight, picture=self.sight.picture + 1)

    def _look_round(self) -> None:
        """Find the table to serve; read what lay there before it was awaited."""
        if monotonic() - self._looked < LOOK_ROUND:
            return
        self._looked = monotonic()
        if not self._chosen:
            self.table = awaited(self.room.tables) or self.table
        table = self._at_table() if self._early else None
        if table and table.game.expects(table.state, None) is not None:
            self._early = False
            self._watch.again()

    def _at_table(self) -> Table | None:
        """Return the table that is served, if it is in play."""
        if self.table is None:
            return None
        try:
            found = self.room.tables.open(self.table)
        except Refusal:  # deleted meanwhile
            self.look_away()
            return None
        return found if isinstance(found, Table) else None

    def _read(self, image: BgrImage) -> Report[Any]:
        """Read a scene with what can occur now; without it, only to know it again."""
        table = self._at_table()
        prior = table.game.expects(table.state, None) if table else None
        self._version = table.version if table and prior else -1
        self._usual = prior or self._usual
        wanted = where_it_lay(self._usual, self.sight.readings)
        taught = self.room.learnt.folder_of_table(self.table) if self.table else None
        try:
            return self.room.photographer.in_time(
                lambda: read_with(image, wanted, taught)
            )
        except ReadersBusy:
            return Report(wanted.reader)

    def _meet(self, scene: Scene) -> None:
        """Propose what a scene suggests, or let it count."""
        report, table = scene.report, self._at_table()
        self.sight = replace(
            self.sight,
            readings=report.readings,
            size=report.size,
            certain=report.certain,
            advice=_advice(report),
        )
        signs = frozenset(one.what for one in scene.signs)
        fresh, self._signs = signs - self._signs, signs
        # Dice that counted do not count again because somebody moved them aside.
        self._used = self._used and bool(report.readings)
        if table is None or (STOP in fresh and self._stop(table)):
            return
        if table.version != self._version:
            self._early = bool(report.readings) and not self._used
            return
        made = suggested(table, HOST, scene.image, report)
        if made.candidates:
            self._used = True
            if not self._count(table, made):
                self._propose(made)

    def _count(self, table: Table, made: Proposal) -> bool:
        """Play what is certain and legal, if the table wants it so."""
        name = table.charter.table
        if not (made.certain and self.room.habits.counts_at_once(name)):
            return False
        after = self._said(table, made.best().action, made.id)
        if after:
            self.room.kept.keep(made, after.version)
        return after is not None

    def _propose(self, made: Proposal) -> None:
        try:
            self.room.proposals.keep(made)
        except Refusal as refused:
            _log.info("the camera's photo was not kept: %s", refused)

    def _stop(self, table: Table) -> bool:
        """Play what the card laid down means now."""
        meant = stop_means(table)
        if meant is None:
            return False
        said = table.game.to_json(meant)
        return self._said(table, said, f"sign-{table.version}") is not None

    def _said(self, table: Table, action: Any, once: str) -> Table | None:
        name = table.charter.table
        try:
            after, _ = self.room.tables.act(name, HOST, action, table.version, once)
        except Refusal as refused:
            _log.info("the camera's word was refused: %s", refused)
            return None
        return after


def _advice(report: Report[Any]) -> Phrase | None:
    problem = report.problem
    # An emptied table is what a camera over it sees most of the time.
    if problem is None or problem.code in NOTHING_LIES:
        return None
    return say(problem.advice, **dict(problem.numbers))
