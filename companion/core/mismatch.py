"""A table that does not lie as the app believes: what to put right, and how."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.phrase import Phrase
from companion.core.rules import Rule


@dataclass(frozen=True, slots=True)
class Mismatch:
    """How a table differs from what the app believes."""

    steps: tuple[Phrase, ...] = ()
    """What hands must do until both agree; none if they do."""

    rule: Rule | None = None
    """What speaks against the turn this looks like."""

    patch: Mapping[str, Any] | None = None
    """The host's correction that takes the table as it lies, if there is one."""


def no_mismatch(state: Any, report: Any) -> None:
    """Compare nothing: for games whose photos show no whole table."""
    del state, report
