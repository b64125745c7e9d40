"""The trainings, two at a time: which network, how long, on what."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import torch

from vision.network import Floats
from vision.train import bank, whole
from vision.train.export import export
from vision.train.fit import fit_detector, fit_reader
from vision.train.nets import Detector, Reader


@dataclass(frozen=True)
class Kind:
    """What differs between the two trainings."""

    net: Callable[[], Detector | Reader]
    fit: Callable[..., None]
    file: str
    size: tuple[int, int]
    steps: int
    tuning: int
    """Steps with photos."""
    tuning_of_fold: int
    tuning_peak: float
    """Highest rate of learning with photos."""
    kept: float
    """Share of the weights before the tuning in those after."""
    shown: Callable[..., Iterator[Floats]]
    """Renders of the last bank as it sees them, to put it in whole numbers."""


KINDS = {
    "detector": Kind(
        Detector,
        fit_detector,
        "dice-finder.onnx",
        (480, 640),
        steps=21000,
        tuning=2000,
        tuning_of_fold=1500,
        tuning_peak=1.5e-3,
        kept=0.5,
        shown=whole.photos,
    ),
    "reader": Kind(
        Reader,
        fit_reader,
        "dice-reader.onnx",
        (64, 64),
        steps=26000,
        tuning=1200,
        tuning_of_fold=700,
        tuning_peak=5e-4,
        kept=0.0,
        shown=whole.crops,
    ),
}
PEAK = 3e-3
"""Highest rate of learning on renders."""

PHOTO_SHARE = 0.35


@dataclass(frozen=True)
class Job:
    """One training: of which network, and without which source."""

    kind: str
    work: Path
    out: Path | None = None
    """Where the tuned network goes; None trains on renders alone."""
    held: str | None = None


def run(jobs: list[Job]) -> None:
    """Train two networks at a time, one core each."""
    os.environ["OMP_NUM_THREADS"] = "1"
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        list(pool.map(_train, jobs, chunksize=1))


def _train(job: Job) -> None:
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    if job.out is None:
        _train_on_renders(job)
    else:
        _tune(job, job.out)


def _train_on_renders(job: Job) -> None:
    kind, base = KINDS[job.kind], job.work / f"{job.kind}.pt"
    if base.exists():
        return
    banks, odds = [bank.load(job.work / "scenes.pickle")], [1.0]
    if job.kind == "reader":
        banks.append(bank.load(job.work / "close-ups.pickle"))
        odds = [0.2, 0.8]
    torch.manual_seed(3)
    net, keep = kind.net(), base.with_suffix(".kept")
    kind.fit(net, banks, odds, steps=kind.steps, seed=3, peak=PEAK, keep=keep)
    torch.save(net.state_dict(), base)


def _tune(job: Job, out: Path) -> None:
    kind, tuned = KINDS[job.kind], job.work / f"{job.kind}-{out.name}.pt"
    if tuned.exists():
        return
    scenes, photos = pickle.loads((job.work / "mined.pickle").read_bytes())
    banks, odds = [bank.load(job.work / "scenes.pickle")], [1 - PHOTO_SHARE]
    if job.kind == "reader":
        banks = [scenes, bank.load(job.work / "close-ups.pickle")]
        odds = [0.2, 0.8 - PHOTO_SHARE]
    pictures = kind.shown(banks[-1])
    shown = [_unpacked(some) for name, some in photos.items() if name != job.held]
    odds += [PHOTO_SHARE / len(shown)] * len(shown)
    torch.manual_seed(8)
    net, start = kind.net(), torch.load(job.work / f"{job.kind}.pt")
    net.load_state_dict(start)
    kind.fit(
        net,
        [*banks, *shown],
        odds,
        steps=kind.tuning_of_fold if job.held else kind.tuning,
        seed=8,
        peak=kind.tuning_peak,
        keep=tuned.with_suffix(".kept"),
    )
    _go_back(net, start, kind.kept)
    export(net, kind.size, out / kind.file)
    whole.in_whole_numbers(out / kind.file, pictures)
    torch.save(net.state_dict(), tuned)


def _go_back(net: torch.nn.Module, start: dict[str, torch.Tensor], by: float) -> None:
    """Move weights back towards those before the tuning.

    What a few photos taught is kept, and less of what renders taught is forgotten.
    """
    now = net.state_dict()
    floats = {name: one for name, one in now.items() if one.is_floating_point()}
    moved = {name: one + by * (start[name] - one) for name, one in floats.items()}
    net.load_state_dict(now | moved)


def _unpacked(photos):
    """Return few photos decoded once, since each is shown many times."""
    return [(bank.unpack(packed), *rest) for packed, *rest in photos]
