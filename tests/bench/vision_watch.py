"""The hands-free loop on rendered clips: found, told twice, missed, how soon.

`python -m tests.bench.bench_vision watch` renders them, a clip in half a minute;
`python -m tests.bench.vision_watch --like-real 30 31` some of them.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np

from tests.vision.clips import Clip, Rest, lay_table
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


def eight(shot: Clip) -> None:
    """Eight throws, each taken up again after half a second."""
    for count in (2, 1, 3, 2, 2, 1, 3, 2):
        shot.throw(count, shake=0.2)
        shot.rest(0.5)
        shot.take()


def cuts(shot: Clip) -> None:
    """A film put together of pieces: cuts from dice to dice, and out of a hand."""
    shot.throw(2)
    shot.rest(0.6)
    shot.cut(3)
    shot.rest(0.7)
    shot.take()
    shot.throw(1, linger=0.5)
    shot.rest(0.5)
    shot.reach()
    shot.cut(2)
    shot.rest(0.8)
    shot.cover(still=0.4)
    shot.rest(0.5, news=False)
    shot.take()


def dawdle(shot: Clip) -> None:
    """A hand that stays near, moves dice aside and comes back over them."""
    shot.rest(0.4)
    shot.throw(3, shake=0.9, linger=0.6)
    shot.rest(0.5)
    shot.cover(still=0.7)
    shot.rest(0.6, news=False)
    shot.take()
    shot.throw(2, linger=0.4)
    shot.rest(1.5)
    shot.turn()
    shot.rest(0.5)
    shot.take()
    shot.rest(0.7)


STORIES: tuple[Callable[[Clip], None], ...] = (evening, hurry)
LIKE_REAL: tuple[Callable[[Clip], None], ...] = (eight, cuts, dawdle)


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


def shoot_like_real(seed: int) -> Clip:
    """Return a clip as people post them: a pumping camera, a starved codec, drift."""
    rng = np.random.default_rng([seed, 16])
    size = (640, 360) if seed % 2 else (360, 640)
    shot = Clip(
        lay_table(seed, size, float(rng.uniform(32, 52))),
        noise=float(rng.uniform(0.006, 0.025)),
        flicker=float(rng.uniform(0, 0.05)),
        drift=float(rng.uniform(1, 5)) if rng.random() < 0.5 else 0.0,
        exposure=float(rng.uniform(0.05, 0.3)),
        pump=float(rng.uniform(0.2, 0.6)),
        squeezed=float(rng.uniform(3, 9)),
        smear=True,
        bare=bool(rng.random() < 0.4),
    )
    LIKE_REAL[seed % len(LIKE_REAL)](shot)
    return shot


@dataclass(frozen=True)
class Reel:
    """Clips of one kind."""

    name: str
    shoot: Callable[[int], Clip]
    seeds: range


REELS = (
    Reel("rendered clips, looked at", shoot, range(CLIPS)),
    Reel("clips like real ones, looked at", shoot_like_real, range(30, 33)),
    Reel("clips like real ones, kept apart", shoot_like_real, range(50, 54)),
)


def look(path: Path) -> tuple[list[Scene], float]:
    """Return what is told of a film, and the processor seconds that took."""
    began = time.process_time()
    told = list(watch(film(str(path)), read))
    return told, time.process_time() - began


class Filmed(Protocol):
    """What is true of a film."""

    @property
    def seconds(self) -> float: ...
    @property
    def rests(self) -> Sequence[Rest]: ...


Count = dict[str, Any]
"""What was counted of films: the numbers of a score, delays, seconds and work."""


def counted(shot: Filmed, told: list[Scene], spent: float) -> Count:
    """Count one clip that was watched."""
    score = Score()
    score.add("", shot.rests, told)
    return {
        **score.counts(),
        "clips": 1,
        "seconds": shot.seconds,
        "work": spent,
        "delays": score.delays,
    }


def together(counts: Iterable[Count]) -> Count:
    """Return the sums of what was counted."""
    total: Count = {}
    for one in counts:
        for name, value in one.items():
            if not isinstance(value, str):
                total[name] = total[name] + value if name in total else value
    return total


def watched(reel: Reel, seed: int, keep: Path | None = None) -> Count:
    """Draw one clip, watch it and count."""
    shot = reel.shoot(seed)
    with tempfile.TemporaryDirectory() as folder:
        path = (keep or Path(folder)) / f"{seed}{('.mp4', '.avi')[seed % 2]}"
        return counted(shot, *look(shot.write(path)))


def pieces() -> dict[str, Callable[[], Count]]:
    """Return what measures each clip, the reels in turn."""
    longest = max(len(reel.seeds) for reel in REELS)
    return {
        f"{reel.name}|{reel.seeds[k]}": partial(watched, reel, reel.seeds[k])
        for k in range(longest)
        for reel in REELS
        if k < len(reel.seeds)
    }


def told(done: dict[str, Count]) -> str:
    """Return a column for each reel."""
    return by_kind({name: name.partition("|")[0] for name in done}, done)


def by_kind(kinds: Mapping[str, str], done: Mapping[str, Count]) -> str:
    """Return a column for each kind of film; `kinds` tells each film's."""
    names = list(dict.fromkeys(kinds.values()))
    return table(
        names,
        [
            together(one for name, one in done.items() if kinds[name] == kind)
            for kind in names
        ],
    )


def table(names: Sequence[str], counts: Sequence[Count]) -> str:
    """Return the measures side by side, a column for each reel."""
    columns = [_column(one) for one in counts]
    head = " | ".join(
        f"{one['clips']} {name}" for name, one in zip(names, counts, strict=True)
    )
    rows = [
        f"| {what} | " + " | ".join(str(column[what]) for column in columns) + " |"
        for what in columns[0]
    ]
    return "\n".join([f"| | {head} |", "|---" * (len(columns) + 1) + "|", *rows])


def _column(of: Count) -> dict[str, object]:
    soon, late = np.percentile(of["delays"] or [0.0], [50, 95])
    return {
        "scenes that came to rest": of["rests"],
        "told": of["found"],
        "told with every face right": of["right"],
        "of these certain": of["sure"],
        "missed": of["missed"],
        "told twice": of["twice"],
        "told with a hand in the picture": of["stray"],
        "wrong and certain": of["wrong and certain"],
        "seconds from rest to told, middle and 95th of 100": f"{soon:.2f}, {late:.2f}",
        "seconds of film in a second of one core": f"{of['seconds'] / of['work']:.1f}",
    }


def main() -> None:
    """Watch some clips: `python -m tests.bench.vision_watch --like-real 30 31`."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("seeds", type=int, nargs="+")
    parser.add_argument("--like-real", action="store_true")
    parser.add_argument("--keep", type=Path, help="a folder for the films")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    reel = REELS[1] if args.like_real else REELS[0]
    counts = []
    for seed in args.seeds:
        counts.append(watched(reel, seed, args.keep))
        print(seed, counts[-1], flush=True)
    print(table([reel.name], [together(counts)]))


if __name__ == "__main__":
    main()
