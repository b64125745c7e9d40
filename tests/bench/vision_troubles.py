"""The hands-free loop on films as phones make them, with what goes wrong in real ones.

`python -m tests.bench.vision_troubles` watches those looked at, `--apart` those kept
apart. Tables and dice are of real photographs where they are at hand. Films are made
once into `--keep` and watched from there; codecs need ffmpeg, else OpenCV's own.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tests.bench.vision_dice import unseen
from tests.bench.vision_films import films, one_by_one, passing, tower
from tests.bench.vision_watch import (
    Count,
    by_kind,
    counted,
    cuts,
    dawdle,
    eight,
    hurry,
)
from tests.vision.clip_hand import Hand, hand
from tests.vision.clips import Clip, Rest, lay_table
from tests.vision.encoders import RECIPES, Recipe, can_encode, encode
from tests.vision.photo_hand import photo_hand
from tests.vision.photo_tables import photo_table
from tests.vision.troubles import TroubledClip
from tests.vision.watching import faces
from vision.capture import Scene, watch
from vision.dice import read
from vision.watching.film import film

TROUBLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("a tripod that trembles", {"knock": 4.0}),
    ("a watermark", {"watermark": True}),
    ("subtitles", {"subtitles": True}),
    ("a running clock", {"clock": True}),
    ("a long hand shadow", {"cast": 0.45}),
    ("somebody walks by", {"passer": 0.4}),
    ("a tray that gives way", {"rim": True, "knock": 2.0}),
    ("a second hand, pumping light", {"guest": True, "pump": 0.5, "exposure": 0.3}),
    ("a hand of the table's colour", {"bare": True, "drift": 3.0}),
)

STORIES: tuple[Callable[[Clip], None], ...] = (
    hurry,
    one_by_one,
    passing,
    dawdle,
    tower,
    cuts,
    eight,
)

SIZES = ((960, 540), (540, 960), (1280, 720), (720, 1280))
LARGE = ((1920, 1080), (1080, 1920))
"""Of one film in nine."""
FIRST_APART = 1000
FILMS = 9
"""Of each half: one for each trouble."""

TIMED = tuple(one for one in RECIPES if one.ending != ".h264")
"""Recipes whose films say when their frames were taken."""


@dataclass(frozen=True)
class Made:
    """A film on disk and what is true of it."""

    path: Path
    seconds: float
    rests: list[Rest]
    trouble: str
    recipe: str
    source: str
    """Whose photographs it is made of; nothing if it is drawn."""


def alike_hand(colour: np.ndarray) -> Callable[..., Hand]:
    """Return what makes a hand of a table's colour."""

    def make(rng, size, *, bare: bool = False) -> Hand:
        drawn = hand(rng, size, bare=bare)
        own = np.median(drawn.open[0][drawn.open[1] > 0.5], axis=0)
        tone = (colour / np.maximum(own, 0.05)).astype(np.float32)
        parts = [(np.clip(a * tone, 0, 1), b) for a, b in (drawn.open, drawn.fist)]
        return Hand(*parts, drawn.shade, drawn.size, drawn.away)

    return make


def shoot(seed: int) -> tuple[TroubledClip, str, str] | None:
    """Return the clip of a number, its trouble and whose photographs it is made of."""
    rng = np.random.default_rng([seed, 1616])
    name, trouble = TROUBLES[seed % len(TROUBLES)]
    large = seed % 9 == 8
    size = LARGE[seed % 2] if large else SIZES[int(rng.integers(len(SIZES)))]
    groups = list(films(apart=seed >= FIRST_APART))
    laid, source = None, ""
    if groups and seed % 3:
        photos = groups[(seed * 7) % len(groups)][1]
        laid, source = photo_table(photos, size, seed), photos[0][0].source
    if laid is None:
        laid = lay_table(seed, size, float(rng.uniform(0.07, 0.14)) * min(size))
        source = ""
    how: dict[str, Any] = {
        "fps": float(rng.choice([30, 30, 24] if large else [30, 30, 30, 60, 24])),
        "noise": float(rng.uniform(0.004, 0.015)),
        "flicker": float(rng.choice([0.0, 0.02])),
        "exposure": float(rng.uniform(0, 0.2)),
        "tint": float(rng.uniform(0, 0.03)),
        "smear": True,
        "make_hand": photo_hand,
        **trouble,
    }
    if "colour" in name:
        how["make_hand"] = alike_hand(np.median(laid.shown([])[::8, ::8], axis=(0, 1)))
    shot = TroubledClip(laid, **how)
    try:
        STORIES[int(rng.integers(len(STORIES)))](shot)
    except RuntimeError:  # its dice are too large for three of them
        return None
    return shot, name, source


def made(folder: Path, seed: int) -> Made | None:
    """Return a film, made now unless it lies in the folder already."""
    truth = folder / f"{seed}.json"
    if not truth.exists():
        told = _make(folder / str(seed), seed)
        truth.write_text(json.dumps(told))
    held = json.loads(truth.read_text())
    if held is None:
        return None
    rests = [Rest(**{**one, "faces": tuple(one["faces"])}) for one in held.pop("rests")]
    return Made(folder / held.pop("file"), rests=rests, **held)


def _make(path: Path, seed: int) -> dict[str, Any] | None:
    shot = shoot(seed)
    if shot is None:
        return None
    clip, trouble, source = shot
    recipe = TIMED[(seed * 5 + seed // 11) % len(TIMED)]
    slower = recipe.slower if can_encode() else 1.0
    rests = [
        (rest.begins * slower, rest.ends * slower, rest.faces, rest.told)
        for rest in clip.rests
    ]
    return {
        "file": _written(clip, recipe, path).name,
        "seconds": clip.seconds * slower,
        "trouble": trouble,
        "recipe": recipe.name if can_encode() else "Motion JPEG",
        "source": source,
        "rests": [
            {"begins": a, "ends": b, "faces": faces_, "told": told}
            for a, b, faces_, told in rests
        ],
    }


def _written(clip: Clip, recipe: Recipe, path: Path) -> Path:
    if can_encode():
        return encode(clip.frames, clip.fps, recipe, path)
    return clip.write(path.with_suffix(".avi"))


def look(one: Made) -> tuple[list[Scene], float]:
    """Return what is told of a film by networks that never saw its dice."""
    reader = partial(read, models=unseen(one.source)) if one.source else read
    began = time.process_time()
    told = list(watch(film(str(one.path)), reader))
    return told, time.process_time() - began


def watched(seed: int, keep: Path | None) -> Count:
    """Make a film, watch it and count; nothing where none can be made."""
    with tempfile.TemporaryDirectory() as folder:
        one = made(keep or Path(folder), seed)
        if one is None:
            return {}
        told, spent = look(one)
        return {
            **counted(one, told, spent),
            "trouble": one.trouble,
            "recipe": one.recipe,
            "source": one.source,
            "said": json.dumps(
                [(round(s.at, 2), faces(s), s.report.certain) for s in told]
            ),
            "wanted": json.dumps(
                [(round(r.begins, 2), r.faces, r.told) for r in one.rests]
            ),
        }


LOOKED, APART = "looked at", "kept apart"


def pieces() -> dict[str, Callable[[], Count]]:
    """Return what measures each film, those looked at and those kept apart in turn."""
    return {
        f"{kind}|{first + k}": partial(watched, first + k, None)
        for k in range(FILMS)
        for kind, first in ((LOOKED, 0), (APART, FIRST_APART))
    }


def told(done: dict[str, Count]) -> str:
    """Return the counts of both halves."""
    films_ = {name: one for name, one in done.items() if one}
    return by_kind({name: name.partition("|")[0] for name in films_}, films_)


def main() -> None:
    """Watch films with troubles and count."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--apart", action="store_true")
    parser.add_argument("--films", type=int, default=FILMS)
    parser.add_argument("--keep", type=Path, help="a folder for the films and truths")
    parser.add_argument("--only-make", action="store_true")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    if args.keep:
        args.keep.mkdir(parents=True, exist_ok=True)
    first, done = FIRST_APART if args.apart else 0, {}
    for seed in range(first, first + args.films):
        if args.only_make:
            print(seed, made(args.keep, seed), flush=True)
            continue
        name = f"{APART if args.apart else LOOKED}|{seed}"
        done[name] = watched(seed, args.keep)
        print(json.dumps([seed, done[name]]), flush=True)
    print(told(done) if done else "")


if __name__ == "__main__":
    main()
