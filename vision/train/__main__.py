"""Make the dice reader's networks again: `python -m vision.train dice`."""

from __future__ import annotations

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import torch

from vision.train import bank, real
from vision.train.export import export
from vision.train.fit import fit_detector, fit_reader

MODELS = Path(__file__).parents[1] / "models"
PHOTOS = Path(__file__).parents[3] / "shared" / "photos" / "dice"
FOLDS = Path(__file__).parents[2] / "tests" / "bench" / "folds"
SCENES, CLOSE_UPS = 5000, 8000


@dataclass(frozen=True)
class Kind:
    """What differs between the two trainings."""

    fit: object
    file: str
    size: tuple[int, int]
    steps: int
    tuning: int
    tuning_of_fold: int
    peak: float


KINDS = {
    "detector": Kind(
        fit_detector, "dice-finder.onnx", (480, 640), 2000, 1000, 450, 1.5e-3
    ),
    "reader": Kind(fit_reader, "dice-reader.onnx", (64, 64), 1400, 500, 300, 1.5e-3),
}


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
    """Render, train on renders, tune with the permitted photos, export."""
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
    _run([Job(kind, args.work, args.photos, args.out) for kind in KINDS])
    for source in real.SOURCES if args.folds else ():
        out = FOLDS / source.split("/", maxsplit=1)[0]
        _run([Job(kind, args.work, args.photos, out, source) for kind in KINDS])


def _run(jobs: list[Job]) -> None:
    """Train the two networks beside each other, one core each."""
    os.environ["OMP_NUM_THREADS"] = "1"
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        list(pool.map(_train, jobs))


def _train(job: Job) -> None:
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    kind, base = KINDS[job.kind], job.work / f"{job.kind}.pt"
    banks, odds = [bank.load(job.work / "scenes.pickle")], [1.0]
    if job.kind == "reader":
        banks.append(bank.load(job.work / "close-ups.pickle"))
        odds = [0.2, 0.8]
    if job.out is None:
        if not base.exists():
            net = kind.fit(banks, odds, steps=kind.steps, seed=3)
            torch.save(net.state_dict(), base)
        return
    photos = real.load(job.photos).items()
    shown = [some for name, some in photos if name != job.held]
    odds = [0.6 * odd for odd in odds] + [0.4 / len(shown)] * len(shown)
    steps = kind.tuning_of_fold if job.held else kind.tuning
    net = kind.fit(
        [*banks, *shown], odds, steps=steps, seed=5, start=base, peak=kind.peak
    )
    export(net, kind.size, job.out / kind.file)


if __name__ == "__main__":
    main()
