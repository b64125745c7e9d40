"""The hands-free loop on rendered clips: found, told twice, missed, how soon.

`python -m tests.bench.bench_vision watch` renders them all; two minutes for four.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from tests.vision.clips import Clip, lay_table
from tests.vision.watching import Score
from vision.capture import Scene, watch
from vision.dice import read
from vision.watching.film import film

CLIPS = 8
"""Each of them another table, hand, camera and film."""


def evening(shot: Clip) -> None:
    """Throw, cover, turn, take away, throw and take again at once."""
    shot.rest(0.5)
    shot.throw(2)
    shot.rest(0.6)
    shot.cover()
    shot.rest(0.6, news=False)
    shot.turn()
    shot.rest(0.7)
    shot.take()
    shot.rest(0.8)
    shot.throw(3, linger=0.3)
    shot.rest(0.5)
    shot.take()
    shot.throw(2)
    shot.rest(0.8)
    shot.cover(still=0.5)
    shot.rest(0.6, news=False)


def hurry(shot: Clip) -> None:
    """Throw after throw, the dice lying half a second, then a jump cut."""
    for count in (2, 1, 3, 2):
        shot.throw(count, shake=0.4)
        shot.rest(0.5)
        shot.take()
    shot.throw(2)
    shot.rest(0.7)
    shot.cut(2)
    shot.rest(0.7)


STORIES: tuple[Callable[[Clip], None], ...] = (evening, hurry)


def shoot(seed: int) -> Clip:
    """Return the clip that a number stands for."""
    rng = np.random.default_rng(seed)
    size = (1280, 720) if seed % 3 else (720, 1280)
    shot = Clip(
        lay_table(seed, size, float(rng.uniform(45, 110))),
        noise=float(rng.uniform(0.006, 0.02)),
        flicker=float(rng.uniform(0, 0.04)),
        drift=float(rng.uniform(1, 5)) if seed % 4 == 2 else 0.0,
        exposure=float(rng.uniform(0, 0.25)),
    )
    STORIES[seed % 2](shot)
    return shot


def look(path: Path) -> tuple[list[Scene], float]:
    """Return what is told of a film, and the processor seconds that took."""
    began = time.process_time()
    told = list(watch(film(str(path)), read))
    return told, time.process_time() - began


def run() -> str:
    """Return the results as Markdown."""
    score, seconds, work = Score(), 0.0, 0.0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(CLIPS):
            shot = shoot(seed)
            ending = (".mp4", ".avi")[seed % 2]
            path = shot.write(Path(folder) / f"{seed}{ending}")
            told, spent = look(path)
            score.add(str(seed), shot.rests, told)
            seconds, work = seconds + shot.seconds, work + spent
    return table(score, seconds, work)


def table(score: Score, seconds: float, work: float) -> str:
    """Return the measures of all clips as one table."""
    soon, late = np.percentile(score.delays, [50, 95])
    rows = {
        "scenes that came to rest": score.rests,
        "told": score.found,
        "told with every face right": score.right,
        "of these certain": score.sure,
        "missed": len(score.missed),
        "told twice": score.twice,
        "told with a hand in the picture": score.stray,
        "wrong and certain": score.wrong_accepted,
        "seconds from rest to told, middle and 95th of 100": f"{soon:.2f}, {late:.2f}",
        "seconds of film in a second of one core": f"{seconds / work:.1f}",
    }
    lines = [f"| {name} | {value} |" for name, value in rows.items()]
    return "\n".join([f"| {CLIPS} rendered clips | |", "|---|---|", *lines])
