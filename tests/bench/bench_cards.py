"""Measures the card and amulet readers: `python -m tests.bench.bench_cards`.

Drawn photos for titles, the prior and taught cards; the real photographs beside the
repository, if they are there, for outlines and titles. Right, wrong and asked are told
apart; times are wall and processor time of this machine.
"""

from __future__ import annotations

import argparse
import csv
import itertools
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tests.bench import card_prints, card_sets
from tests.vision import render_cards, render_tables
from vision import cards, lexicon, ocr, ppocr, teach
from vision.cards import geometry, reading
from vision.cards.quads import find_quads
from vision.image import decode, load
from vision.readings import CardReading, CardsPrior, Report

HERE = Path(__file__).parent
PHOTOS = HERE.parents[2] / "shared" / "photos" / "cards"
MAGIC = HERE / "magic.json"


def told(what: str, counts: Counter[str]) -> None:
    """Say on the error stream how far a measurement is: it may take minutes."""
    print(what, dict(counts), file=sys.stderr, flush=True)


def judged(shown: card_sets.Shown, report: Report[CardReading]) -> Counter[str]:
    """Return how many cards of a photo were right, wrong, asked or not found."""
    photo = shown.photo
    truth = Counter(key for key in photo.cards if key)
    named = Counter(c.card for c in report.readings if c.card)
    near = [
        max(
            (geometry.iou(quad, np.array(c.quad)) for c in report.readings),
            default=0,
        )
        for quad in photo.quads
    ]
    right, wrong = (truth & named).total(), (named - truth).total()
    left = len(photo.cards) - right - wrong
    asked = min(max(left, 0), sum(c.card is None for c in report.readings))
    return Counter(
        cards=len(photo.cards),
        right=right,
        wrong=wrong,
        asked=asked,
        missed=max(left - asked, 0),
        outlines=sum(iou > 0.8 for iou in near),
        ghosts=max(len(report.readings) - len(photo.cards), 0),
        photos=1,
        whole=int(named == truth and len(report.readings) == len(photo.cards)),
        certain=int(report.certain),
        certain_wrong=int(report.certain and named != truth),
    )


@dataclass
class Trust:
    """How often the likeliest card is the right one, by the chance it is given."""

    chances: list[float] = field(default_factory=list)
    hits: list[bool] = field(default_factory=list)

    def add(self, shown: card_sets.Shown, report: Report[CardReading]) -> None:
        """Note the chance of every card that lies on a drawn outline."""
        for card in report.readings:
            corners = np.array(card.quad)
            ious = [geometry.iou(quad, corners) for quad in shown.photo.quads]
            if max(ious) > 0.6:
                truth = shown.photo.cards[int(np.argmax(ious))]
                self.chances.append(card.candidates[0].confidence)
                self.hits.append(card.candidates[0].card == truth)

    def table(self) -> dict[str, str]:
        """Return per range of chances what was stated and what was right."""
        chances, hits = np.array(self.chances), np.array(self.hits)
        rows = {}
        for low, high in itertools.pairwise(STEPS):
            some = (chances >= low) & (chances < high)
            if some.any():
                told, true = float(chances[some].mean()), float(hits[some].mean())
                rows[f"{low}-{min(high, 1)}"] = f"{some.sum()}: {told:.3f} / {true:.3f}"
        return rows


STEPS = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97, 0.99, 1.01)


def titles(
    name: str, count: int, seed: int, trust: Trust | None = None
) -> dict[str, Counter[str]]:
    """Read a set of drawn photos once; answer without and with what may be there."""
    plain: Counter[str] = Counter()
    prior: Counter[str] = Counter()
    for n, shown in enumerate(card_sets.shown(name, count, seed)):
        known = CardsPrior(shown.game)
        seen = reading.look(shown.photo.image, known)
        report = reading.answer(seen, known)
        plain.update(judged(shown, report))
        if trust:
            trust.add(shown, report)
        rng = np.random.default_rng(seed + n)
        others = rng.choice(lexicon.load(shown.game).keys(), 4, replace=False)
        may = {str(key): 1 for key in others} | Counter(shown.photo.cards)
        prior.update(judged(shown, reading.answer(seen, replace(known, may=may))))
        told(f"{name}, no prior", plain)
        told(f"{name}, prior", prior)
    if name in ("named", "symbols"):  # nothing may be named: a prior says nothing
        return {name: plain}
    return {name: plain, f"{name}, with prior": prior}


def taught(count: int, seed: int) -> dict[str, Counter[str]]:
    """Teach every Karmaka card once, then show them with their titles covered."""
    laid: Counter[str] = Counter()
    fan: Counter[str] = Counter()
    keys = lexicon.load("karmaka").keys()
    rng = np.random.default_rng(seed)
    faces = {
        key: render_cards.card("", rng, place="top", seed=seed + n)
        for n, key in enumerate(keys)
    }
    with tempfile.TemporaryDirectory() as folder:
        for key, face in faces.items():
            one = render_cards.photo([(key, face)], rng, size=(900, 1100))
            teach.learn(one.image, key, folder)
        known = teach.load(folder)
    for n in range(count):
        chosen = [str(key) for key in rng.choice(keys, 4, replace=False)]
        covered = [(key, _covered(faces[key])) for key in chosen]
        counts = fan if n % 4 == 3 else laid
        photo = render_cards.photo(covered, rng, fanned=n % 4 == 3)
        shown = card_sets.Shown(photo, "karmaka")
        counts.update(
            judged(shown, cards.read(photo.image, CardsPrior("karmaka", taught=known)))
        )
        told("taught", counts)
    return {"taught, titles covered": laid, "the same, fanned": fan}


def taught_on_tables(count: int, seed: int) -> dict[str, Counter[str]]:
    """Teach 36 cards of full art once, on a plain table; show them on other tables."""
    counts: Counter[str] = Counter()
    keys = lexicon.load("karmaka").keys()[:36]
    titles = lexicon.load("karmaka").titles
    rng = np.random.default_rng(seed)
    faces = {
        key: render_tables.full_art(titles[key], rng, render_cards.fonts()[0], (40,))
        for key in keys
    }
    with tempfile.TemporaryDirectory() as folder:
        for key, face in faces.items():
            one = render_tables.photo([(key, face)], rng, "plain")
            teach.learn(one.image, key, folder)
        known = teach.load(folder)
    for _ in range(count):
        chosen = [str(key) for key in rng.choice(keys, 4, replace=False)]
        covered = [(key, _covered(faces[key])) for key in chosen]
        kind = str(rng.choice(list(render_tables.TABLES)))
        shown = card_sets.Shown(render_tables.photo(covered, rng, kind), "karmaka")
        prior = CardsPrior("karmaka", taught=known)
        counts.update(judged(shown, cards.read(shown.photo.image, prior)))
        told("taught, on tables", counts)
    return {"taught, on tables, titles covered": counts}


def other_prints(
    count: int, seed: int, deck: int = 36, *, every: bool = False
) -> dict[str, Counter[str]]:
    """Teach a deck once; show other prints of it, cut, coloured, framed anew.

    The deck is the whole game (`every`) or a part of one with 264 titles.
    """
    counts: Counter[str] = Counter()
    titles = dict(list(lexicon.load(MAGIC, ("en",)).titles.items())[:deck])
    rng = np.random.default_rng(seed)
    printed = list(card_prints.prints(titles, seed))
    with tempfile.TemporaryDirectory() as folder:
        for one in printed:
            photo = card_prints.taught_photo(one, rng)
            try:
                teach.learn(photo.image, one.card, folder)
            except teach.CannotLearn:
                counts["not learnt"] += 1
        known = teach.load(folder)
        game = str(MAGIC)
        if every:
            game = f"{folder}/game.json"
            Path(game).write_text(json.dumps(list(titles.values())))
            lexicon.load(game, ("en",))  # remembered while the file is there
    prior = CardsPrior(game, langs=("en",), taught=known)
    for n in range(count):
        hand = [printed[(4 * n + k) % len(printed)] for k in range(4)]
        shown = card_sets.Shown(card_prints.shown_photo(hand, rng), str(MAGIC))
        counts.update(judged(shown, cards.read(shown.photo.image, prior)))
        told("other prints", counts)
    whole = ", the whole game" if every else ""
    return {f"taught{whole}, other prints, titles hidden": counts}


def _covered(face: np.ndarray) -> np.ndarray:
    hidden = face.copy()
    hidden[:120] = 128
    return hidden


def real_outlines() -> Counter[str]:
    """Look for the labelled outlines of the real photographs."""
    counts: Counter[str] = Counter()
    for name, labelled in json.loads((PHOTOS / "quads.json").read_text()).items():
        image = load(PHOTOS / name)
        scale = image.shape[1] / load(PHOTOS / name, 10_000).shape[1]
        found = [quad.corners for quad in find_quads(image)]
        for quad in labelled["quads"]:
            truth = np.array(quad, float) * scale
            best = max((geometry.iou(truth, c) for c in found), default=0.0)
            counts["outlines"] += 1
            counts["found (IoU 0.8)"] += best > 0.8
            counts["close (IoU 0.9)"] += best > 0.9
    return counts


def real_titles() -> Counter[str]:
    """Read the Magic cards of the real photographs against some 260 names."""
    counts: Counter[str] = Counter()
    with (PHOTOS / "labels.csv").open() as file:
        rows = [row for row in csv.DictReader(file) if "Magic" in row["game"]]
    for row in rows:
        report = cards.read(
            load(PHOTOS / row["file"]), CardsPrior(str(MAGIC), langs=("en",))
        )
        truth = Counter(lexicon.slug(title) for title in row["titles"].split("|"))
        named = Counter(c.card for c in report.readings if c.card)
        right = sum((truth & named).values())
        counts += Counter(titles=truth.total(), right=right)
        counts["wrong"] += sum((named - truth).values())
        counts["asked"] += sum(c.card is None for c in report.readings)
        counts["photos"] += 1
        counts["whole photos"] += named == truth
        counts["certain"] += report.certain
        counts["certain and wrong"] += report.certain and named != truth
        told(row["file"], counts)
    return counts


def speed(seed: int, hands: int = 8) -> dict[str, str]:
    """Return processor milliseconds of reading, beside those of decoding the JPEG.

    One thread of OpenCV; the best of two readings of each photo, so that loading the
    networks and a busy machine count little.
    """
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    rows = {}
    for name, many in (("four cards", (4,)), ("six to eight cards", (6, 7, 8))):
        times = []
        for n in range(hands):
            rng = np.random.default_rng(seed + n)
            kind = list(render_tables.TABLES)[n % 4]
            shown = card_sets.table(rng, kind, many[n % len(many)])
            times.append(_spent(shown))
        decoded, spent = (np.array(column) for column in zip(*times, strict=True))
        rows[f"{name}, {hands} photos"] = (
            f"median {np.median(spent):.0f} ms, slowest {spent.max():.0f} ms; decoding "
            f"{np.median(decoded):.0f} ms: {np.median(spent / decoded):.0f} times"
        )
    cv2.setNumThreads(threads)
    return rows


def _spent(shown: card_sets.Shown) -> tuple[float, float]:
    """Return processor milliseconds for decoding and for reading one photo."""
    jpeg = cv2.imencode(".jpg", shown.photo.image)[1].tobytes()
    times = []
    for _ in range(2):
        began = time.process_time()
        image = decode(jpeg)
        decoded = time.process_time()
        cards.read(image, CardsPrior(shown.game))
        times.append((decoded - began, time.process_time() - decoded))
    return min(t[0] for t in times) * 1000, min(t[1] for t in times) * 1000


def main() -> int:
    """Run what was asked for and print one JSON line per measurement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=int, default=20, help="drawn photos to read")
    parser.add_argument("--seed", type=int, default=70_100)
    parser.add_argument("--deck", type=int, default=36, help="cards taught")
    parser.add_argument("--only", nargs="*", help="names of measurements")
    parser.add_argument("--tesseract", action="store_true", help="without networks")
    args = parser.parse_args()
    if args.tesseract:
        ppocr.available = lambda: False  # type: ignore[assignment]
    reading.PATIENCE = 120  # a busy machine must not change what is measured
    ocr.PATIENCE = 60
    trust = Trust()
    jobs: dict[str, Callable[[], Any]] = {
        "speed": lambda: speed(args.seed),
        **{
            name: lambda name=name: titles(name, args.photos, args.seed, trust)
            for name in card_sets.SETS
        },
        "taught": lambda: taught(args.photos, args.seed),
        "taught on tables": lambda: taught_on_tables(args.photos, args.seed),
        "other prints": lambda: other_prints(args.photos, args.seed, args.deck),
        "whole game": lambda: other_prints(
            args.photos, args.seed, args.deck, every=True
        ),
        "trust": trust.table,
    }
    if PHOTOS.is_dir():
        jobs |= {"real outlines": real_outlines, "real titles": real_titles}
    for name in args.only or jobs:
        print(json.dumps({name: jobs[name]()}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
