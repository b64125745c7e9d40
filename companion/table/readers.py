"""The eyes: which reader of `vision` answers for which kind of photo."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

Report = Mapping[str, Any]
Prior = Mapping[str, Any]


class NoReader(Exception):
    """This installation has no reader for that kind of photo."""


def read(image: Any, prior: Prior, taught: Path | None = None) -> Report:
    """Let the right reader look at a photo, told what can occur.

    `taught` is the folder of the cards that the host has taught, if there is one.

    Raises:
        NoReader: if it is not installed.
    """
    name = str(prior["reader"])
    if name not in _READERS:
        raise NoReader(name)
    try:
        module = import_module(f"vision.{name}")
    except ImportError as missing:
        raise NoReader(name) from missing
    return _READERS[name](module, image, prior, taught)


def readings(prior: Prior, report: Report) -> list[Mapping[str, Any]]:
    """Return what was seen, piece by piece."""
    return list(report.get(str(prior["reader"]), ()))


def _dice(module: Any, image: Any, prior: Prior, _taught: Path | None) -> Report:
    report: Report = module.read(image, list(prior["dice"]))
    return report


def _cards(module: Any, image: Any, prior: Prior, taught: Path | None) -> Report:
    known = None
    if taught is not None and (taught / prior["lexicon"]).is_dir():
        known = import_module("vision.teach").load(taught / prior["lexicon"])
    report: Report = module.read(
        image, lexicon=prior["lexicon"], may=prior.get("may"), taught=known
    )
    return report


def _amulets(module: Any, image: Any, prior: Prior, _taught: Path | None) -> Report:
    report: Report = module.read(image, palette=prior.get("palette"))
    return report


_READERS: Mapping[str, Callable[[Any, Any, Prior, Path | None], Report]] = {
    "dice": _dice,
    "cards": _cards,
    "amulets": _amulets,
}
