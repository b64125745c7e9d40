"""The dice reader: which faces are up in a photo, and of which colour the dice are."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from vision.dice import decide
from vision.dice.drawing import draw
from vision.dice.look import Look
from vision.dice.nets import MODELS, Nets, nets
from vision.dice.own import recoloured
from vision.dice.prior import read_known
from vision.dice.problem import obstacle, problem
from vision.dice.search import search
from vision.image import BgrImage
from vision.readings import SIX, DicePrior, DieReading, Report, ThrownDie

__all__ = ["add_arguments", "draw", "judge", "read", "report"]

ANY = DicePrior()
"""Nothing is known of the dice."""


def read(
    image: BgrImage, prior: DicePrior = ANY, models: Path = MODELS
) -> Report[DieReading]:
    """Return the dice of a photo; boxes are in pixels of the image given."""
    loaded = nets(models)
    return judge(image, search(image, loaded), prior, loaded)


def judge(
    image: BgrImage, seen: list[Look], prior: DicePrior, loaded: Nets
) -> Report[DieReading]:
    """Return what close looks at a photo come to, with what is known of the dice."""
    looks = recoloured(image, seen, prior.own)
    reading = decide.sort_out(looks, loaded.trust)
    size = (int(image.shape[1]), int(image.shape[0]))
    if prior.dice and looks:
        return replace(read_known(reading, prior), size=size)
    if not reading.dice:
        code = obstacle(image) or "no-dice"
        return Report("dice", problem=problem(code), size=size)
    dice = decide.told(reading)
    sure = decide.certain(reading, max(size))
    asked = None if sure else decide.question(reading.dice)
    return Report("dice", dice, certain=sure, question=asked, size=size)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what only this reader understands to its command line."""
    parser.add_argument(
        "--prior",
        type=json.loads,
        metavar="JSON",
        help='the dice of this roll: [{"colour": "red", "faces": [1, 2, 3]}, ...]',
    )


def report(image: BgrImage, args: argparse.Namespace) -> Report[DieReading]:
    """Return the dice of one photo."""
    return read(image, _prior(args.prior))


def _prior(told: list[dict[str, Any]] | None) -> DicePrior:
    dice = (
        ThrownDie(one.get("colour"), tuple(one.get("faces") or SIX))
        for one in told or ()
    )
    return DicePrior(tuple(dice))
