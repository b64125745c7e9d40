"""What the networks go on with: other things, glassy dice, more photos."""

from __future__ import annotations

import pickle
from pathlib import Path

from vision.dice.nets import Nets
from vision.train import bank, real
from vision.train.mine import mined, tightened

SHARES = {
    "reader": {
        "among": 0.37,
        "crowds": 0.25,
        "photos": 0.24,
        "webcam": 0.08,
        "glassy": 0.06,
    },
    "detector": {"plain": 0.2, "crowds": 0.5, "photos": 0.2, "webcam": 0.1},
}
"""How much of what a network is shown comes from where."""

KEPT_APART = {real.WEBCAM: "DamianTab/DiceDetection"}
"""The webcam's photos are also kept from the fold of another source.

So there is one that never saw them, by which they can be calibrated on.
"""


def banks(kind: str, work: Path, folder: Path, photos: Path, held: str | None):
    """Return banks and their odds for a network of a folder, without a source.

    Its own networks say where dice end and what is easily taken for one.
    """
    path = work / f"more-{folder.name}.pickle"
    if not path.exists():
        path.write_bytes(pickle.dumps(_made(work, folder, photos, held)))
    crowds, shown, webcam, glassy = pickle.loads(path.read_bytes())
    shares = SHARES[kind]
    drawn = "among" if "among" in shares else "plain"
    parts = [(shares[drawn], bank.load(work / f"{drawn}.pickle"))]
    parts += [(shares["crowds"], crowds), (shares["webcam"], webcam)]
    parts += [(shares["photos"] / len(shown), some) for some in shown]
    parts += [(shares.get("glassy", 0.0), glassy)]
    parts = [(share, some) for share, some in parts if share and some]
    whole = sum(share for share, _ in parts)
    return [some for _, some in parts], [share / whole for share, _ in parts]


def _made(work: Path, folder: Path, photos: Path, held: str | None):
    nets = Nets(folder)
    finder, reader = nets.finder, nets.reader
    crowds = mined(finder, bank.load(work / "crowds.pickle"))
    shown = [
        _unpacked(mined(finder, tightened(reader, some)))
        for name, some in real.load(photos / "dice").items()
        if name != held
    ]
    free = photos / "dice_train"
    apart = held == KEPT_APART[real.WEBCAM]
    webcam = [] if apart else _unpacked(mined(finder, real.webcam(free, nets)))
    return crowds, shown, webcam, _unpacked(real.glassy(free, nets))


def _unpacked(photos):
    """Return few photos decoded once, since each is shown many times."""
    return [(bank.unpack(packed), *rest) for packed, *rest in photos]
