"""One rule, card or piece as a room's `rulebook.toml` writes it, and the file."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from companion.core.options import Provenance

LANGUAGES = ("en", "fr", "it")
"""Every entry is complete in each of these; English is the fallback."""


class Kind(StrEnum):
    """What an entry is about; contents pages are grouped by it."""

    RULE = "rule"
    SETUP = "setup"
    SOLO = "solo"
    COMPONENT = "component"
    CARD = "card"
    DIE = "die"
    ZONE = "zone"
    AMULET = "amulet"
    CHARACTER = "character"


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry in one language, in our own words."""

    title: str
    short: str
    """One sentence: what a refusal and the teacher say."""

    text: str
    example: str = ""
    names: tuple[str, ...] = ()
    """Other words people would type for it."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A small piece of a rulebook with a stable address."""

    id: str
    """`<game>.<slug>`; never changes once printed on a sticker."""

    code: str
    """The short address in QR codes, e.g. `KD07`."""

    kind: Kind
    provenance: Provenance
    en: Words
    fr: Words
    it: Words
    facts: tuple[str, ...] = ()
    """Which numbered facts of the game this entry tells."""

    related: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    """Keys of the components it belongs to."""

    page: int | None = None
    """Page of the printed rulebook, where known."""

    @property
    def game(self) -> str:
        """The key of the game this entry belongs to."""
        return self.id.split(".", 1)[0]

    def words(self, lang: str) -> Words:
        """Return the entry in a language, in English if there is no such language."""
        match lang:
            case "fr":
                return self.fr
            case "it":
                return self.it
            case _:
                return self.en


class Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rule texts of one game, with all that others must know of the game."""

    game: str
    name: str
    prefix: str
    """How the short codes begin, e.g. `KD`; alone it stands for the whole game."""

    order: int
    """Place among the games of the contents page."""

    rule: tuple[Entry, ...]
    aid: tuple[str, ...] = ()
    """The ids on the player aid, in the order of play."""

    def on_aid(self) -> list[Entry]:
        """Return the entries on the player aid, in the order of play."""
        own = {entry.id: entry for entry in self.rule}
        return [own[rule_id] for rule_id in self.aid]
