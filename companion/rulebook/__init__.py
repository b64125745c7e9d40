"""The rules of every game in small entries, in three languages, with search."""

from companion.rulebook.catalogue import Catalogue, catalogue
from companion.rulebook.entry import LANGUAGES, Entry, Kind, Words

__all__ = ["LANGUAGES", "Catalogue", "Entry", "Kind", "Words", "catalogue"]
