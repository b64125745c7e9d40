"""Cards a host has shown by name: kept per host, known at the tables of that host."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from shutil import rmtree
from typing import Any, NamedTuple

from companion.core.errors import Refusal
from companion.core.phrase import Phrase, say
from companion.table.host_folders import folder_for
from companion.table.hosts import Hosts
from companion.table.photographer import Photographer, decoded


class CannotTeach(Refusal):
    """The photo does not show the card well enough to know it again."""

    code = "cannot_teach"


class Learnt(NamedTuple):
    """What is kept of a card that was shown."""

    views: int
    like: str | None
    """A card known by another name that looks the same."""


class LearntCards:
    """Learns and forgets the cards of each host, who goes by id here."""

    def __init__(self, root: Path, hosts: Hosts, photographer: Photographer) -> None:
        self._root, self._hosts, self._photographer = root, hosts, photographer

    def folder_of_table(self, table: str) -> Path | None:
        """Return where the cards of a table's host are kept, None if nobody knows."""
        host = self._hosts.host_of(table)
        return self._root / host if host else None

    def knows(self, host: str) -> bool:
        """Tell whether this host has taught anything yet."""
        return bool(host) and (self._root / host).is_dir()

    def taught(self, host: str, lexicon: str) -> frozenset[str]:
        """Return the cards this host has taught."""
        folder = self._root / host / lexicon
        found = folder.glob("*.[0-9].npz") if host else ()
        return frozenset(path.name.partition(".")[0] for path in found)

    def learn(self, host: str, lexicon: str, card: str, data: bytes) -> Learnt:
        """Learn a card from its photo.

        Raises:
            Refusal: with advice, if the photo does not show a card clearly.
            ReadersBusy: if it would take too long.
        """
        folder = folder_for(self._root, host)
        return self._photographer.in_time(lambda: _learn(data, card, folder / lexicon))

    def forget(self, host: str, lexicon: str, card: str = "") -> None:
        """Forget one card of this host, or all of a game."""
        folder = self._root / host / lexicon
        if card:
            for path in folder.glob(f"{card}.*npz"):
                path.unlink(missing_ok=True)
        else:
            rmtree(folder, ignore_errors=True)


def titles(lexicon: str, lang: str) -> Mapping[str, str] | None:
    """Return the cards of a game by name in a language, None if none are known."""
    known = import_module("vision.lexicon")
    if lexicon not in known.names():
        return None
    found: Mapping[str, str] = known.load(lexicon, (lang,)).titles
    return found


def _learn(data: bytes, card: str, folder: Path) -> Learnt:
    teach: Any = import_module("vision.teach")
    try:
        kept = teach.learn(decoded(data), card, folder, outlined=True)
    except teach.CannotLearn as reason:
        raise CannotTeach(_advice(teach, reason)) from None
    return Learnt(kept.views, kept.like)


def _advice(teach: Any, reason: Exception) -> Phrase:
    if isinstance(reason, teach.NoCardSeen):
        return say(
            "No card was found. Lay it alone on a plain table of another colour, with"
            " all four edges in the picture."
        )
    return say(
        "Too little can be made out on this card. Hold still, come closer, and take"
        " care that there is light but no glare."
    )
