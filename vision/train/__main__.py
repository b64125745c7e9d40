"""Make the dice reader's networks again: `python -m vision.train dice`."""

from __future__ import annotations

import argparse
import os
import pickle
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import torch

from vision.dice.nets import Net
from vision.train import bank, real
from vision.train.export import export
from vision.train.fit import fit_detector, fit_reader
from vision.train.mine import mined
from vision.train.nets import Detector

MODELS = Path(__file__).parents[1] / "models"
PHOTOS = Path(__file__).parents[3] / "shared" / "photos" / "dice"
FOLDS = Path(__file__).parents[2] / "tests" / "bench" / "folds"
SCENES, CLOSE_UPS = 5000, 14000


@dataclass(frozen=True)
class Kind:
    """What differs between the two trainings."""

    fit: object
    file: str
    size: tuple[int, int]
    steps: int
    peak: float
    tuning: tuple[int, ...]
    """Steps of each round with photos; every round begins at the peak rate again."""
    tuning_of_fold: tuple[int, ...]


KINDS = {
    "detector": Kind(
        fit_detector,
        "dice-finder.onnx",
        (480, 640),
        steps=2000,
        peak=2e-3,
        tuning=(1000, 900),
        tuning_of_fold=(450,),
    ),
    "reader": Kind(
        fit_reader,
        "dice-reader.onnx",
        (64, 64),
        steps=1400,
        peak=3e-3,
        tuning=(600, 800, 800),
        tuning_of_fold=(250, 800, 600),
    ),
}
TUNING_PEAK = {"detector": 1.5e-3, "reader": 2e-3}
PHOTO_SHARE = 0.35
MINED = 700
"""Scenes searched for what the finder takes for dice."""


@dataclass(frozen=True)
class Job:
    """One training: of which network, and without which source."""

    kind: str
    work: Path
    photos: Path
    out: Path | None = None
    """Where the tuned network goes; None trains on renders alone."""
    held: str | None = None


def main() -> None:
    """Render, train on renders, mine errors, tune with permitted photos, export."""
    parser = argparse.ArgumentParser(prog="python -m vision.train", description=__doc__)
    parser.add_argument("reader", choices=["dice"])
    parser.add_argument("--work", type=Path, default=Path("build/dice"))
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    parser.add_argument("--out", type=Path, default=MODELS)
    parser.add_argument(
        "--folds",
        action="store_true",
        help="also make the networks that never saw one source, for the benchmark",
    )
    args = parser.parse_args()
    if not (args.work / "scenes.pickle").exists():
        bank.make(args.work / "scenes.pickle", SCENES)
    if not (args.work / "close-ups.pickle").exists():
        bank.make(args.work / "close-ups.pickle", CLOSE_UPS, 3_000_000, near=True)
    _run([Job(kind, args.work, args.photos) for kind in KINDS])
    _mine(args.work, args.photos)
    _run([Job(kind, args.work, args.photos, args.out) for kind in KINDS])
    for source in real.SOURCES if args.folds else ():
        out = FOLDS / source.split("/", maxsplit=1)[0]
        _run([Job(kind, args.work, args.photos, out, source) for kind in KINDS])


def _mine(work: Path, photos: Path) -> None:
    """Keep what the finder, trained on renders alone, takes for dice."""
    net = Detector()
    net.load_state_dict(torch.load(work / "detector.pt"))
    export(net, KINDS["detector"].size, work / "finder.onnx")
    finder = Net(work / "finder.onnx")
    scenes = mined(finder, bank.load(work / "scenes.pickle")[:MINED])
    seen = {name: mined(finder, some) for name, some in real.load(photos).items()}
    (work / "mined.pickle").write_bytes(pickle.dumps((scenes, seen)))


def _run(jobs: list[Job]) -> None:
    """Train the two networks beside each other, one core each."""
    os.environ["OMP_NUM_THREADS"] = "1"
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        list(pool.map(_train, jobs))


def _train(job: Job) -> None:
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    if job.out is None:
        _train_on_renders(job)
    else:
        _tune(job, job.out)


def _train_on_renders(job: Job) -> None:
    kind, base = KINDS[job.kind], job.work / f"{job.kind}.pt"
    banks, odds = [bank.load(job.work / "scenes.pickle")], [1.0]
    if job.kind == "reader":
        banks.append(bank.load(job.work / "close-ups.pickle"))
        odds = [0.2, 0.8]
    if not base.exists():
        net = kind.fit(banks, odds, steps=kind.steps, seed=3, peak=kind.peak)
        torch.save(net.state_dict(), base)


def _tune(job: Job, out: Path) -> None:
    kind = KINDS[job.kind]
    scenes, photos = pickle.loads((job.work / "mined.pickle").read_bytes())
    banks, odds = [bank.load(job.work / "scenes.pickle")], [1 - PHOTO_SHARE]
    if job.kind == "reader":
        banks = [scenes, bank.load(job.work / "close-ups.pickle")]
        odds = [0.2, 0.8 - PHOTO_SHARE]
    shown = [some for name, some in photos.items() if name != job.held]
    odds += [PHOTO_SHARE / len(shown)] * len(shown)
    rounds = kind.tuning_of_fold if job.held else kind.tuning
    state = job.work / f"{job.kind}.pt"
    for number, steps in enumerate(rounds):
        peak, seed = TUNING_PEAK[job.kind], 8 + number
        net = kind.fit(
            [*banks, *shown], odds, steps=steps, seed=seed, start=state, peak=peak
        )
        state = job.work / f"{job.kind}-{out.name}-{number}.pt"
        torch.save(net.state_dict(), state)
    export(net, kind.size, out / kind.file)


if __name__ == "__main__":
    main()
