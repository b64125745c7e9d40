"""The hands-free loop on films made of real photographs (`vision/photo_tables.py`).

`python -m tests.bench.vision_films --apart` watches those kept apart; without it those
that were looked at while the loop was made. About half a minute a film on one core.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from tests.bench.vision_dice import Label, unseen
from tests.bench.vision_watch import (
    Count,
    by_kind,
    counted,
    cuts,
    dawdle,
    eight,
    evening,
    hurry,
)
from tests.vision.clips import Clip, Rest
from tests.vision.photo_hand import photo_hand
from tests.vision.photo_tables import photo_table, sources
from tests.vision.watching import faces
from vision.capture import watch
from vision.dice import read
from vision.watching.film import film

LOOKED_AT = ("matteop65", "DamianTab", "Krajzys", "KingJacker")
"""Sources of which every other photo was looked at; all others are kept apart."""


def one_by_one(shot: Clip) -> None:
    """Dice lie there from the first frame and are taken one at a time."""
    shot.lay(3)
    shot.rest(0.8)
    for _ in range(3):
        shot.take_one()
        shot.rest(0.7)
    shot.throw(2, shake=0.3)
    shot.rest(0.5)


def tower(shot: Clip) -> None:
    """Dice come out of a tower; a hand only takes them."""
    shot.rest(0.6)
    for count in (2, 3, 1):
        shot.tower(count)
        shot.rest(0.7)
        shot.cover()
        shot.rest(0.5, news=False)
        shot.take()
        shot.rest(0.6)


def passing(shot: Clip) -> None:
    """Hands pass over dice that lie on and on; then one is turned."""
    shot.throw(3, shake=0.4)
    shot.rest(1.2)
    for still in (0.0, 0.3, 0.8):
        shot.cover(still=still)
        shot.rest(0.7, news=False)
    shot.turn()
    shot.rest(1.0)
    shot.cover()
    shot.rest(2.0, news=False)


STORIES: tuple[Callable[[Clip], None], ...] = (
    eight,
    one_by_one,
    cuts,
    passing,
    tower,
    dawdle,
    hurry,
    evening,
)

SIZES = ((640, 360), (360, 640), (640, 360), (360, 640), (640, 480), (960, 540))
RATES = (30.0, 30.0, 30.0, 30.0, 25.0, 24.0, 60.0)
ENDINGS = (".mp4", ".avi")


def shoot(photos: list[tuple[Label, Path]], seed: int) -> Clip | None:
    """Return a film of a photo's table; none where its dice cannot be cut out."""
    rng = np.random.default_rng([seed, 616])
    size = SIZES[int(rng.integers(len(SIZES)))]
    laid = photo_table(photos, size, seed)
    if laid is None:
        return None
    shot = Clip(
        laid,
        fps=RATES[int(rng.integers(len(RATES)))],
        noise=float(rng.uniform(0.006, 0.03)),
        flicker=float(rng.choice([0.0, rng.uniform(0, 0.05)])),
        drift=float(rng.uniform(1, 6)) if rng.random() < 0.3 else 0.0,
        zoom=float(rng.uniform(-0.004, 0.004)) if rng.random() < 0.2 else 0.0,
        exposure=float(rng.uniform(0, 0.25)),
        pump=float(rng.uniform(0.2, 0.6)) if rng.random() < 0.4 else 0.0,
        squeezed=float(rng.uniform(2, 8)) if rng.random() < 0.4 else 0.0,
        leaps=float(rng.uniform(0.1, 0.5)) if rng.random() < 0.2 else 0.0,
        tint=float(rng.uniform(0, 0.05)),
        smear=True,
        bare=bool(rng.random() < 0.4),
        gloss=float(rng.uniform(0.05, 0.2)) if rng.random() < 0.25 else 0.0,
        guest=bool(rng.random() < 0.15),
        make_hand=photo_hand,
    )
    try:
        STORIES[seed % len(STORIES)](shot)
    except RuntimeError:  # its dice are too large for three of them
        return None
    return shot


def films(apart: bool) -> Iterator[tuple[int, list[tuple[Label, Path]]]]:
    """Return numbers and the photos of a film each: its table, and who lends dice."""
    by_source: dict[str, list[tuple[Label, Path]]] = {}
    for label, folder in sources():
        owner = label.source.split("/")[0]
        number = int(label.file[1:4])
        if (owner not in LOOKED_AT or number % 2 == 1) == apart:
            by_source.setdefault(owner, []).append((label, folder))
    seed = 500 if apart else 0
    for photos in by_source.values():
        for k in range(0, len(photos), 3 if len(photos) > 20 else 1):
            seed += 1
            some = [photos[(k + step) % len(photos)] for step in (0, 1, 2, 3)]
            yield seed, some


@dataclass(frozen=True)
class Made:
    """A film on disk and what is true of it."""

    path: Path
    seconds: float
    rests: list[Rest]


def _made(folder: Path, photos: list[tuple[Label, Path]], seed: int) -> Made | None:
    """Return a film, made now unless it lies in the folder already."""
    path = folder / f"{seed}{ENDINGS[seed % 2]}"
    truth = path.with_suffix(".json")
    if not truth.exists():
        shot = shoot(photos, seed)
        if shot:
            shot.write(path)
        held = [shot.seconds, [asdict(rest) for rest in shot.rests]] if shot else None
        truth.write_text(json.dumps(held))
    held = json.loads(truth.read_text())
    if held is None:
        return None
    rests = [Rest(**{**one, "faces": tuple(one["faces"])}) for one in held[1]]
    return Made(path, held[0], rests)


def watched(photos: list[tuple[Label, Path]], seed: int, keep: Path | None) -> Count:
    """Make a film, watch it and count; nothing but its name where there is none."""
    source = photos[0][0].source
    with tempfile.TemporaryDirectory() as folder:
        made = _made(keep or Path(folder), photos, seed)
        if made is None:
            return {"source": source}
        began = time.process_time()
        look = partial(read, models=unseen(source))
        told = list(watch(film(str(made.path)), look))
        return {
            **counted(made, told, time.process_time() - began),
            "source": source,
            "said": json.dumps(
                [(round(s.at, 2), faces(s), s.report.certain) for s in told]
            ),
            "wanted": json.dumps(
                [(round(r.begins, 2), r.faces, r.told) for r in made.rests]
            ),
        }


SHARE = 1.5
EACH = 5
"""One film of so many is part of the bench, from the sources in turn."""

LOOKED, APART = "looked at while the loop was made", "kept apart"


def pieces() -> dict[str, Callable[[], Count]]:
    """Return what measures each film, those looked at and those kept apart in turn."""
    both = [list(films(apart))[::EACH] for apart in (False, True)]
    return {
        f"{kind}|{some[k][0]}": partial(watched, some[k][1], some[k][0], None)
        for k in range(max(map(len, both)))
        for kind, some in zip((LOOKED, APART), both, strict=True)
        if k < len(some)
    }


def told(done: dict[str, Count]) -> str:
    """Return the counts of both halves, and of each source."""
    films_ = {name: one for name, one in done.items() if "clips" in one}
    if not films_:
        return "The photographs are not here: no film was made."
    halves = {name: name.partition("|")[0] for name in films_}
    owners = {name: f"{halves[name]}, {one['source']}" for name, one in films_.items()}
    return f"{by_kind(halves, films_)}\n\n{by_kind(owners, films_)}"


def main() -> None:
    """Watch films made of real photographs and count."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--apart", action="store_true")
    parser.add_argument("--every", type=int, default=1, help="one of so many films")
    parser.add_argument("--keep", type=Path, help="a folder for the films and truths")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    done = {}
    for seed, photos in list(films(args.apart))[:: args.every]:
        name = f"{APART if args.apart else LOOKED}|{seed}"
        done[name] = watched(photos, seed, args.keep)
        print(json.dumps([seed, done[name]]), flush=True)
    print(told(done))


if __name__ == "__main__":
    main()
