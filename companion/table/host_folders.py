"""A folder for what each host has taught, for so many hosts and no more."""

from __future__ import annotations

from pathlib import Path

from companion.core.errors import Refusal
from companion.core.phrase import say

MOST_HOSTS = 100
"""Hosts whose cards and dice are kept; more would let a stranger fill the disk."""


class TooManyHosts(Refusal):
    """No room for what one more host teaches."""

    code = "too_many_hosts"

    def __init__(self) -> None:
        super().__init__(
            say(
                "Too many hosts have taught their cards here. Ask whoever runs this"
                " server to delete the folder of taught cards."
            )
        )


def folder_for(root: Path, host: str) -> Path:
    """Return where to keep what a host teaches.

    Raises:
        TooManyHosts: if there is no room for one more.
    """
    folder = root / host
    if not folder.is_dir() and root.is_dir() and _count(root) >= MOST_HOSTS:
        raise TooManyHosts
    return folder


def _count(root: Path) -> int:
    return sum(one.is_dir() for one in root.iterdir())
