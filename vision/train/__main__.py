"""Make the dice reader's networks again: `python -m vision.train dice`."""

from __future__ import annotations

import argparse
import pickle
from pathlib import Path

import torch

from vision.dice.nets import Net
from vision.dice.trust import save
from vision.train import bank, real
from vision.train.calibrate import fit, see
from vision.train.export import export
from vision.train.jobs import KINDS, Job, run
from vision.train.mine import mined, tightened
from vision.train.nets import Detector, Reader

MODELS = Path(__file__).parents[1] / "models"
PHOTOS = Path(__file__).parents[3] / "shared" / "photos" / "dice"
FOLDS = Path(__file__).parents[2] / "tests" / "bench" / "folds"
HELD = {source: FOLDS / source.split("/", maxsplit=1)[0] for source in real.SOURCES}
"""Where the networks go that never saw a source."""

BANKS = (
    ("scenes.pickle", 0, 6000, False),
    ("close-ups.pickle", 3_000_000, 40000, True),
    ("checks.pickle", 8_000_000, 300, False),
)
"""Rendered photos: file, first seed, how many, close-ups or not."""

MINED = 700
"""Scenes searched for what the finder takes for dice."""


def main() -> None:
    """Render, train on renders, mine errors, tune with permitted photos, calibrate.

    What is already in the folder of work is not made again.
    """
    parser = argparse.ArgumentParser(prog="python -m vision.train", description=__doc__)
    parser.add_argument("reader", choices=["dice"])
    parser.add_argument("--work", type=Path, default=Path("build/dice"))
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    parser.add_argument("--out", type=Path, default=MODELS)
    args = parser.parse_args()
    _render(args.work)
    run([Job(kind, args.work) for kind in KINDS])
    if not (args.work / "mined.pickle").exists():
        _mine(args.work, args.photos)
    jobs = [Job(kind, args.work, args.out) for kind in ("reader", "detector")]
    jobs += [
        Job(kind, args.work, out, source)
        for source, out in HELD.items()
        for kind in KINDS
    ]
    run(jobs)
    _calibrate(args.work, args.photos, args.out)


def _render(work: Path) -> None:
    for name, first, count, near in BANKS:
        if not (work / name).exists():
            bank.make(work / name, count, first, near=near)


def _calibrate(work: Path, photos: Path, out: Path) -> None:
    """Fit the trust of all networks, of each fold without its source."""
    checks = bank.load(work / "checks.pickle")
    seen = {name: see(some, HELD[name]) for name, some in real.load(photos).items()}
    for held, folder in ((None, out), *HELD.items()):
        shown = [one for name, some in seen.items() if name != held for one in some]
        save(fit(see(checks, folder), shown), folder)


def _exported(work: Path, kind: str) -> Net:
    net = Detector() if kind == "detector" else Reader()
    net.load_state_dict(torch.load(work / f"{kind}.pt"))
    export(net, KINDS[kind].size, work / f"{kind}.onnx")
    return Net(work / f"{kind}.onnx")


def _mine(work: Path, photos: Path) -> None:
    """Keep what the finder, trained on renders alone, takes for dice.

    The photos' boxes are drawn closer by the reader, which knows only renders too.
    """
    finder, reader = (_exported(work, kind) for kind in ("detector", "reader"))
    scenes = mined(finder, bank.load(work / "scenes.pickle")[:MINED])
    seen = {
        name: mined(finder, tightened(reader, some))
        for name, some in real.load(photos).items()
    }
    (work / "mined.pickle").write_bytes(pickle.dumps((scenes, seen)))


if __name__ == "__main__":
    main()
