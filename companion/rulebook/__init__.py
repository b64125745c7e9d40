"""The rules of every game in small entries, in three languages, with search."""

from companion.rulebook.catalogue import Catalogue, catalogue
from companion.rulebook.entry import LANGUAGES, Book, Entry, Kind, Words
from companion.rulebook.library import Library, library

__all__ = [
    "LANGUAGES",
    "Book",
    "Catalogue",
    "Entry",
    "Kind",
    "Library",
    "Words",
    "catalogue",
    "library",
]
