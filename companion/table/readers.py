"""The eyes: which reader of `vision` answers for which kind of photo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from companion.table.own_dice import with_own
from vision.readings import BoardPrior, CardsPrior, CellReading, Prior, Report


class NoReader(Exception):
    """This installation has no reader for that kind of photo."""


def read(image: Any, prior: Prior) -> Report[Any]:
    """Let the right reader look at a photo, told what can occur.

    Raises:
        NoReader: if it is not installed.
    """
    try:
        module = import_module(f"vision.{prior.reader}")
    except ImportError as missing:
        raise NoReader(prior.reader) from missing
    report: Report[Any] = module.read(image, prior)
    return report


def with_taught(prior: Prior, folder: Path | None) -> Prior:
    """Return the prior with what a host has taught, kept in this folder."""
    if not isinstance(prior, CardsPrior) or folder is None:
        return with_own(prior, folder)
    views = folder / prior.lexicon
    if not views.is_dir():
        return prior
    return replace(prior, taught=import_module("vision.teach").load(views))


def where_it_lay(prior: Prior, before: Sequence[Any]) -> Prior:
    """Return the prior with the place of a board in the last picture of a camera that
    stands still; `before` are the readings of that picture."""
    if not isinstance(prior, BoardPrior) or len(before) != len(prior.cells):
        return prior
    if not all(isinstance(one, CellReading) for one in before):
        return prior
    boxes = [one.box for one in before]
    lay = tuple((x + wide / 2, y + high / 2) for x, y, wide, high in boxes)
    return replace(prior, lay=lay)
