"""The dice reader: which faces are up in a photo, and of which colour the dice are."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from vision.dice import decide
from vision.dice.drawing import draw
from vision.dice.find import FINE, SCALES, find, finer
from vision.dice.look import DIE, Look, look
from vision.dice.nets import MODELS, Nets, nets
from vision.dice.prior import read_known
from vision.dice.problem import obstacle, problem
from vision.image import BgrImage

__all__ = ["add_arguments", "draw", "read", "report"]


def read(
    image: BgrImage,
    prior: list[dict[str, Any]] | None = None,
    models: Path = MODELS,
) -> dict[str, Any]:
    """Return the dice of a photo; boxes are in pixels of the image given.

    `prior` names exactly the dice of this roll: `[{"colour": "red", "faces":
    [1, 2, 3, 4, 5, 6]}, ...]`.
    """
    loaded = nets(models)
    looks = _looks(image, loaded)
    reading = decide.sort_out(looks, loaded.trust)
    if prior and looks:
        return read_known(reading, prior)
    if not reading.dice:
        return _nothing(image)
    sure = decide.certain(reading)
    return {
        "dice": [decide.describe(one, loaded.trust) for one in reading.dice],
        "certain": sure,
        "question": None if sure else decide.question(reading.dice),
        "problem": None,
    }


def _looks(image: BgrImage, loaded: Nets) -> list[Look]:
    """Return the looks at all boxes; for small dice or none it is searched finer."""
    looks = look(image, find(image, loaded.finder), loaded.reader, loaded.trust)
    dice = [one.found for one in looks if one.there >= DIE]
    if not finer(image, dice):
        return looks
    found = find(image, loaded.finder, (FINE, *SCALES))
    return look(image, found, loaded.reader, loaded.trust)


def _nothing(image: BgrImage) -> dict[str, Any]:
    return {
        "dice": [],
        "certain": False,
        "question": None,
        "problem": problem(obstacle(image) or "no-dice"),
    }


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what only this reader understands to its command line."""
    parser.add_argument(
        "--prior",
        type=json.loads,
        metavar="JSON",
        help='the dice of this roll: [{"colour": "red", "faces": [1, 2, 3]}, ...]',
    )


def report(image: BgrImage, args: argparse.Namespace) -> dict[str, Any]:
    """Return the JSON of one photo; `problem` only when there is one."""
    answer = read(image, args.prior)
    return {k: v for k, v in answer.items() if k != "problem" or v is not None}
