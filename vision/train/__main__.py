"""Make the dice reader's networks again: `python -m vision.train dice`."""

from __future__ import annotations

import argparse
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch

from vision.dice.nets import Net, Nets
from vision.dice.trust import save
from vision.train import bank, more, real
from vision.train.calibrate import fit, see
from vision.train.export import export
from vision.train.jobs import KINDS, Job, run
from vision.train.mine import mined, tightened

MODELS = Path(__file__).parents[1] / "models"
PHOTOS = Path(__file__).parents[3] / "shared" / "photos"
FOLDS = Path(__file__).parents[2] / "tests" / "bench" / "folds"

BANKS = (
    ("scenes.pickle", 0, 6000, "scenes"),
    ("close-ups.pickle", 3_000_000, 40000, "close-ups"),
)
"""Rendered photos to begin with: file, first seed, how many, of which kind."""

MORE = (
    ("crowds.pickle", 20_000_000, 2000, "crowds"),
    ("among.pickle", 30_000_000, 12000, "close-ups among things"),
    ("plain.pickle", 10_000_000, 1000, "scenes"),
)
"""The same to go on with."""

CHECKS = (
    ("checks.pickle", 8_000_000, 60, "scenes"),
    ("crowd-checks.pickle", 28_000_000, 60, "crowds"),
)
"""The same to calibrate with."""

MINED = 700
"""Scenes searched for what the finder takes for dice."""


@dataclass(frozen=True)
class Work:
    """Where things are: in the making, photos, networks shipped, and for measuring."""

    folder: Path
    photos: Path
    out: Path
    folds: Path

    def fold(self, source: str) -> Path:
        """Return where the networks are that never saw a source."""
        source = more.KEPT_APART.get(source, source)
        return self.folds / source.split("/", maxsplit=1)[0]

    def all(self) -> list[tuple[str | None, Path]]:
        """Return each source held out with its networks, None for those shipped."""
        return [(None, self.out), *((name, self.fold(name)) for name in real.SOURCES)]


def main() -> None:
    """Go through the stages, or those named; what is done is not done again."""
    parser = argparse.ArgumentParser(prog="python -m vision.train", description=__doc__)
    parser.add_argument("reader", choices=["dice"])
    parser.add_argument("--stages", nargs="+", choices=STAGES, default=SHIPPED)
    parser.add_argument("--work", type=Path, default=Path("build/dice"))
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    parser.add_argument("--out", type=Path, default=MODELS)
    parser.add_argument("--folds", type=Path, default=FOLDS)
    args = parser.parse_args()
    work = Work(args.work, args.photos, args.out, args.folds)
    for name, stage in STAGES.items():
        if name in args.stages:
            stage(work)


def _render(work: Work, banks: tuple[tuple[str, int, int, str], ...]) -> None:
    for name, first, count, kind in banks:
        if not (work.folder / name).exists():
            bank.make(work.folder / name, count, first, kind)


def _train(work: Work) -> None:
    """Train both networks on renders alone."""
    _render(work, BANKS)
    run([Job(kind, work.folder) for kind in KINDS])


def _tune(work: Work) -> None:
    """Go on with permitted photos, and for each source without it."""
    if not (work.folder / "mined.pickle").exists():
        _mine(work)
    run(
        [
            Job(kind, work.folder, out, source)
            for source, out in work.all()
            for kind in KINDS
        ]
    )


def _more(work: Work) -> None:
    """Go on with all networks among other things, from those that are there.

    Readers first: they are shown what the finders take for dice before that changes.
    """
    _render(work, MORE)
    run(
        [
            Job(kind, work.folder, out, source, work.photos)
            for kind in ("reader", "detector")
            for source, out in work.all()
        ]
    )


def _calibrate(work: Work) -> None:
    """Fit the trust of all networks, of each fold without its source."""
    _render(work, CHECKS)
    checks = [one for name, *_ in CHECKS for one in bank.load(work.folder / name)]
    photos = real.load(work.photos / "dice")
    free = work.photos / "dice_train"
    webcam = real.webcam(free, Nets(work.fold(real.WEBCAM)))
    photos[real.WEBCAM] = webcam[::3]  # they are much alike
    seen = {name: see(some, work.fold(name)) for name, some in photos.items()}
    for held, folder in work.all():
        shown = [
            some
            for name, some in seen.items()
            if held is None or work.fold(name) != work.fold(held)
        ]
        save(fit(see(checks, folder), *shown), folder)


STAGES: dict[str, Callable[[Work], None]] = {
    "train": _train,
    "tune": _tune,
    "more": _more,
    "calibrate": _calibrate,
}
"""In this order."""

SHIPPED = ("train", "tune", "calibrate")
"""The stages that the shipped networks went through."""


def _exported(work: Path, kind: str) -> Net:
    net = KINDS[kind].net()
    net.load_state_dict(torch.load(work / f"{kind}.pt"))
    export(net, KINDS[kind].size, work / f"{kind}.onnx")
    return Net(work / f"{kind}.onnx")


def _mine(work: Work) -> None:
    """Keep what the finder, trained on renders alone, takes for dice.

    The photos' boxes are drawn closer by the reader, which knows only renders too.
    """
    finder, reader = (_exported(work.folder, kind) for kind in ("detector", "reader"))
    scenes = mined(finder, bank.load(work.folder / "scenes.pickle")[:MINED])
    seen = {
        name: mined(finder, tightened(reader, some))
        for name, some in real.load(work.photos / "dice").items()
    }
    (work.folder / "mined.pickle").write_bytes(pickle.dumps((scenes, seen)))


if __name__ == "__main__":
    main()
