"""Make the dice reader's networks again: `python -m vision.train dice`."""

from __future__ import annotations

import argparse
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch

from vision.dice import thing
from vision.dice.nets import Nets
from vision.dice.trust import Trust, save
from vision.network import Network
from vision.train import art, bank, lite, real, second_jobs, things
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

CHECKS = (
    ("checks.pickle", 8_000_000, 60, "scenes"),
    ("crowd-checks.pickle", 28_000_000, 60, "crowds"),
    ("real-checks.pickle", 58_000_000, 100, bank.REAL),
)
"""The same to calibrate with."""

TABLES = (
    ("things.pickle", 72_000_000, 1200, bank.REAL),
    ("crowds.pickle", 71_000_000, 1500, "crowds"),
    ("pictures.pickle", 0, 0, bank.PICTURES),
    ("cards.pickle", 0, 0, bank.CARDS),
    ("decks.pickle", 81_000_000, 700, bank.DECKS),
    ("more-scenes.pickle", 12_000_000, 600, "scenes"),
    ("more-close-ups.pickle", 13_000_000, 900, "close-ups"),
)
"""The same, and other pictures, to tell dice from things."""

SAY = {"decks.pickle": 3.75, "cards.pickle": 1.9, "pictures.pickle": 1.25}
SAY |= {"things.pickle": 1.25}
USUAL_SAY = 2.5
"""What a bank of these weighs against a source of photos."""

MINED = 700
"""Scenes searched for what the finder takes for dice."""


@dataclass(frozen=True)
class Work:
    """Where things are: in the making, photos, networks shipped, and for measuring."""

    folder: Path
    photos: Path
    out: Path
    folds: Path
    art: Path | None = None
    lite: Path | None = None

    def fold(self, source: str) -> Path:
        """Return where the networks are that never saw a source."""
        return self.folds / real.fold_of(source)

    def all(self) -> list[tuple[str | None, Path]]:
        """Return each source held out with its networks, None for those shipped."""
        return [(None, self.out), *((name, self.fold(name)) for name in real.SOURCES)]


def main() -> None:
    """Go through the stages, or those named; what is done is not done again."""
    parser = argparse.ArgumentParser(prog="python -m vision.train", description=__doc__)
    parser.add_argument("reader", choices=["dice"])
    parser.add_argument("--stages", nargs="+", choices=STAGES, default=list(STAGES))
    parser.add_argument("--work", type=Path, default=Path("build/dice"))
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    parser.add_argument("--out", type=Path, default=MODELS)
    parser.add_argument("--folds", type=Path, default=FOLDS)
    parser.add_argument("--art", type=Path, help="a folder of real things' pictures")
    parser.add_argument(
        "--lite", type=Path, help="EfficientNet-Lite0's weights, if they are not there"
    )
    args = parser.parse_args()
    work = Work(args.work, args.photos, args.out, args.folds, args.art, args.lite)
    for name, stage in STAGES.items():
        if name in args.stages:
            stage(work)


def _render(work: Work, banks: tuple[tuple[str, int, int, str], ...]) -> None:
    """Render what is not there yet.

    Raises:
        SystemExit: if that needs pictures of real things and no folder is named.
    """
    for name, first, count, kind in banks:
        if (work.folder / name).exists():
            continue
        if kind in ("scenes", "close-ups", "crowds"):
            bank.make(work.folder / name, count, first, kind)
            continue
        if not work.art:
            raise SystemExit("--art must name a folder with pictures of real things")
        pictures = art.load(work.art, others=banks is TABLES)
        if kind in (bank.REAL, bank.DECKS):
            bank.make(work.folder / name, count, first, kind, pictures)
        else:
            bank.make_without(work.folder / name, kind, pictures)


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


def _photos(work: Work) -> dict[str, list]:
    """Return the permitted photos by source, those of the webcam too."""
    photos: dict[str, list] = dict(real.load(work.photos / "dice"))
    nets = Nets(work.fold(real.WEBCAM), Trust())
    photos[real.WEBCAM] = real.webcam(work.photos / "dice_train", nets)
    return photos


def _without(work: Work, held: str | None, by_source: dict[str, list]) -> list[list]:
    """Return what a fold may know of the sources, or all for what is shipped."""
    return [
        some
        for name, some in by_source.items()
        if held is None or work.fold(name) != work.fold(held)
    ]


def _things(work: Work) -> None:
    """Train the heads that tell dice from things, of each fold without its sources.

    Each fold with networks of its own looks at a third of the tables; the others, and
    what is shipped, learn from all thirds.
    """
    if work.lite:
        export(lite.flat(work.lite), (64, 64), work.out / thing.FEATURES)
    _render(work, TABLES)
    net = thing.feature_net(work.out)
    photos = _photos(work)
    photos[real.WEBCAM] = photos[real.WEBCAM][::3]
    photos |= real.confirmed(work.photos / "dice", Nets(work.out))
    shown = {
        name: things.rows(net, some, see(some, work.fold(name)), photos=True)
        for name, some in photos.items()
    }
    thirds = {work.fold(name): _third(work, net, name) for name in real.SOURCES}
    for folder in dict.fromkeys([work.out, *map(work.fold, shown)]):
        own = thirds.get(folder)
        taught = [
            one
            for name, some in shown.items()
            if work.fold(name) != folder
            for one in things.weighed(some, 1.0)
        ]
        for third in [own] if own else thirds.values():
            for say, some in third:
                taught += things.weighed(some, say if own else say / len(thirds))
        things.fit(taught, folder)


def _third(
    work: Work, net: Network, held: str
) -> list[tuple[float, things.Rows | None]]:
    """Return what the tables teach that a fold's own networks look at, and its say."""
    k = list(real.SOURCES).index(held)
    taught = []
    for name, *_ in TABLES:
        some = bank.load(work.folder / name)[k :: len(real.SOURCES)]
        rows = things.rows(net, some, see(some, work.fold(held)), photos=False)
        taught.append((SAY.get(name, USUAL_SAY), rows))
    return taught


def _second(work: Work) -> None:
    """Train the second reader, and for each source without it.

    Raises:
        SystemExit: if nobody says where the weights are that it begins with.
    """
    if not work.lite:
        raise SystemExit("--lite must name the file of EfficientNet-Lite0's weights")
    _render(work, second_jobs.BANKS)
    free = work.photos / "dice_train" / "faces"
    second_jobs.train(work.folder, work.lite, free)
    photos = _photos(work)
    photos[real.WEBCAM] = photos[real.WEBCAM][::3]
    for held, out in work.all():
        shown = _without(work, held, photos)
        second_jobs.tune(work.folder, work.lite, free, shown, out)


def _calibrate(work: Work) -> None:
    """Fit the trust of all networks, of each fold without its source."""
    _render(work, CHECKS)
    checks = [one for name, *_ in CHECKS for one in bank.load(work.folder / name)]
    photos = _photos(work)
    photos[real.WEBCAM] = photos[real.WEBCAM][::3]  # they are much alike
    seen = {name: see(some, work.fold(name)) for name, some in photos.items()}
    for held, folder in work.all():
        save(fit(see(checks, folder), *_without(work, held, seen)), folder)


STAGES: dict[str, Callable[[Work], None]] = {
    "train": _train,
    "tune": _tune,
    "things": _things,
    "second": _second,
    "calibrate": _calibrate,
}
"""In this order."""


def _exported(work: Path, kind: str) -> Network:
    net = KINDS[kind].net()
    net.load_state_dict(torch.load(work / f"{kind}.pt"))
    export(net, KINDS[kind].size, work / f"{kind}.onnx")
    return Network(work / f"{kind}.onnx")


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
