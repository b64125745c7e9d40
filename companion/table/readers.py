"""The eyes: which reader of `vision` answers for which kind of photo."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

Report = Mapping[str, Any]
Reader = Callable[[Any, Mapping[str, Any]], Report]

_LISTS = {"dice": "dice", "cards": "cards", "amulets": "amulets"}
"""Under which name each reader lists what it saw."""


class NoReader(Exception):
    """This installation has no reader for that kind of photo."""


def read(image: Any, prior: Mapping[str, Any]) -> Report:
    """Let the right reader look at a photo, told what can occur.

    Raises:
        NoReader: if it is not installed.
    """
    name = str(prior["reader"])
    try:
        module = import_module(f"vision.{name}")
    except ImportError as missing:
        raise NoReader(name) from missing
    hints = {key: value for key, value in prior.items() if key != "reader"}
    report: Report = module.read(image, prior=hints)
    return report


def readings(prior: Mapping[str, Any], report: Report) -> list[Mapping[str, Any]]:
    """Return what was seen, piece by piece."""
    return list(report.get(_LISTS.get(str(prior["reader"]), "readings"), ()))
