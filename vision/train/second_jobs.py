"""The trainings of the second reader: on renders alone, then with permitted photos."""

from __future__ import annotations

from pathlib import Path

import torch

from vision.dice.second import FILE, SIDE
from vision.train import bank
from vision.train.export import export
from vision.train.second import Second, fit
from vision.train.second_views import as_seen, translucent

CLOSE, SCENES, CROWDS = (f"second-{name}.pickle" for name in ("near", "far", "crowds"))
BANKS = (
    (CLOSE, 90_000_000, 13000, "close-ups"),
    (SCENES, 93_000_000, 160, "scenes"),
    (CROWDS, 94_000_000, 120, "crowds"),
)
"""Rendered photos: file, first seed, how many, of which kind."""

STEPS, PEAK = 1850, 1e-3
TUNING, TUNING_PEAK = 450, 5e-4
GLASSY, FAR, PHOTO_SHARE = 0.05, 0.1, 0.35
"""Shares of translucent dice, of tables seen whole, and of permitted photos."""

BASE = "second.pt"


def train(work: Path, weights: Path, free: Path) -> None:
    """Train on renders, and on translucent dice that nothing is measured by."""
    if (work / BASE).exists():
        return
    _alone()
    torch.manual_seed(5)
    net, keep = Second(weights), work / "second.kept"
    banks = [bank.load(work / CLOSE), translucent(free), bank.load(work / SCENES)]
    odds = [1 - GLASSY - FAR, GLASSY, FAR]
    fit(net, banks, odds, steps=STEPS, seed=5, peak=PEAK, keep=keep)
    torch.save(net.state_dict(), work / BASE)


def tune(work: Path, weights: Path, free: Path, photos: list[list], out: Path) -> None:
    """Go on with what the networks of a folder see in photos, and write it there."""
    tuned = work / f"second-{out.name}.pt"
    if tuned.exists():
        return
    _alone()
    tables = [*bank.load(work / SCENES), *bank.load(work / CROWDS)]
    shown = [_unpacked(as_seen(some, out)) for some in photos]
    things = [one for one in as_seen(tables, out) if one[1] or one[2]]
    banks = [bank.load(work / CLOSE), translucent(free), things, *shown]
    odds = [1 - GLASSY - FAR - PHOTO_SHARE, GLASSY, FAR]
    odds += [PHOTO_SHARE / len(shown)] * len(shown)
    torch.manual_seed(6)
    net, keep = Second(weights), tuned.with_suffix(".kept")
    net.load_state_dict(torch.load(work / BASE))
    fit(net, banks, odds, steps=TUNING, seed=6, peak=TUNING_PEAK, keep=keep)
    export(net, (SIDE, SIDE), out / FILE, bytes_each=True)
    torch.save(net.state_dict(), tuned)


def _alone() -> None:
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)


def _unpacked(photos: list[tuple]) -> list[tuple]:
    """Return few photos decoded once, since each is shown many times."""
    return [(bank.unpack(packed), *rest) for packed, *rest in photos]
