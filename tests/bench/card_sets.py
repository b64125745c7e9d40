"""Sets of drawn photos on which the card reader is measured, each by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import numpy as np

from tests.vision import render_cards, render_faces, render_tables
from vision import lexicon
from vision.lexicon import LANGUAGES

HANDS = (1, 2, 3, 4, 4, 4, 5, 6, 8)
TABLES = (2, 3, 4, 4, 5, 6, 8)


class Shown(NamedTuple):
    """One drawn photo and whose titles stand on it."""

    photo: render_cards.Photo
    game: str


@cache
def _titles(game: str, lang: str) -> dict[str, str]:
    return dict(lexicon.load(game, (lang,)).titles)


def _hand(
    rng: np.random.Generator, game: str, many: int, lang: str
) -> list[tuple[str, str]]:
    titles = _titles(game, lang)
    chosen = rng.choice(list(titles), many, replace=False)
    return [(str(key), titles[str(key)]) for key in chosen]


def _look(rng: np.random.Generator, sleeve: float = 0.3) -> render_cards.Look:
    return render_cards.Look(
        blur=rng.uniform(0.6, 1.4),
        noise=rng.uniform(3, 9),
        sleeve=bool(rng.random() < sleeve),
    )


def _drawn(rng: np.random.Generator, game: str, sleeve: float = 0.3) -> Shown:
    """Return one to eight cards in one of three languages, each in its own font."""
    many = int(rng.choice(HANDS))
    lang = str(rng.choice(LANGUAGES))
    hand = _hand(rng, game, many, lang)
    look = _look(rng, sleeve)
    if sleeve == 1:
        look = replace(look, glare=0.8)
    fonts = render_cards.fonts()
    faces = [
        (key, render_cards.card(title, rng, str(rng.choice(fonts))))
        for key, title in hand
    ]
    return Shown(render_cards.photo(faces, rng, look), game)


def _fanned(rng: np.random.Generator) -> Shown:
    """Return three to five cards lying on one another, titles visible."""
    many, lang = int(rng.integers(3, 6)), str(rng.choice(LANGUAGES))
    hand = _hand(rng, "karmaka", many, lang)
    fonts = render_cards.fonts()
    faces = [
        (key, render_cards.card(title, rng, str(rng.choice(fonts)), place="top"))
        for key, title in hand
    ]
    return Shown(render_cards.photo(faces, rng, _look(rng), fanned=True), "karmaka")


def _manner(rng: np.random.Generator, manner: str) -> Shown:
    """Return four cards whose titles are set in one manner, any font there is."""
    hand = _hand(rng, "karmaka", 4, str(rng.choice(LANGUAGES)))
    fonts = render_cards.fonts() + render_cards.ornamental()
    faces = [
        (key, render_faces.face(title, rng, manner, str(rng.choice(fonts))))
        for key, title in hand
    ]
    photo = render_cards.photo(faces, rng, _look(rng, 0.0))
    if manner == "named":  # no title of their own: nothing to be named
        photo.cards = [""] * len(photo.cards)
    return Shown(photo, "karmaka")


def _scan(rng: np.random.Generator) -> Shown:
    """Return one card, edge to edge, in any manner and font."""
    game = str(rng.choice(["karmaka", "samsara"]))
    ((key, title),) = _hand(rng, game, 1, str(rng.choice(LANGUAGES)))
    path = str(rng.choice(render_cards.fonts() + render_cards.ornamental()))
    manner = str(rng.choice(["framed", "full art", "ribbon", "small caps"]))
    if manner == "framed":
        face = render_cards.card(title, rng, path)
    else:
        face = render_faces.face(title, rng, manner, path)
    photo = render_faces.scan(face, rng)
    photo.cards = [key]
    return Shown(photo, game)


def table(
    rng: np.random.Generator, kind: str, many: int = 0, size: float = 1.0
) -> Shown:
    """Return cards of full art, two to eight if not said, on a table of this kind."""
    game = str(rng.choice(["karmaka", "samsara"]))
    many = many or int(rng.choice(TABLES))
    hand = _hand(rng, game, many, str(rng.choice(LANGUAGES)))
    path = str(rng.choice(render_cards.fonts()))
    faces = [(key, render_tables.full_art(title, rng, path)) for key, title in hand]
    return Shown(render_tables.photo(faces, rng, kind, size=size), game)


def _far(rng: np.random.Generator) -> Shown:
    """Return such cards as somebody sees them who stands, on any table."""
    kind = str(rng.choice(list(render_tables.TABLES)))
    return table(rng, kind, size=float(rng.uniform(0.4, 0.7)))


def _spread(rng: np.random.Generator, tops: tuple[int, ...]) -> Shown:
    """Return three to five cards of full art on one another."""
    hand = _hand(rng, "karmaka", int(rng.integers(3, 6)), str(rng.choice(LANGUAGES)))
    path = str(rng.choice(render_cards.fonts()))
    faces = [(k, render_tables.full_art(t, rng, path, tops)) for k, t in hand]
    kind = str(rng.choice(list(render_tables.TABLES)))
    return Shown(render_tables.photo(faces, rng, kind, fanned=True), "karmaka")


def _symbols(rng: np.random.Generator) -> Shown:
    """Return fifteen cards without any title: only their outlines count."""
    faces = [("", render_tables.symbols(rng)) for _ in range(15)]
    kind = str(rng.choice(["plain", "cloth", "slanted"]))
    return Shown(render_tables.photo(faces, rng, kind), "karmaka")


SETS: dict[str, Callable[[np.random.Generator], Shown]] = {
    "karmaka": lambda rng: _drawn(rng, "karmaka"),
    "samsara": lambda rng: _drawn(rng, "samsara"),
    "sleeved": lambda rng: _drawn(rng, "karmaka", sleeve=1),
    "fanned": _fanned,
    "scans": _scan,
    **{
        f"art, {kind}": (lambda rng, kind=kind: table(rng, kind))
        for kind in render_tables.TABLES
    },
    "art, far": _far,
    "art, fanned": lambda rng: _spread(rng, (40,)),
    "art, half hidden": lambda rng: _spread(rng, (40, 360, 600)),
    "symbols": _symbols,
    **{
        manner: (lambda rng, manner=manner: _manner(rng, manner))
        for manner in render_faces.MANNERS
    },
}
"""How one photo of each set is drawn."""


def shown(name: str, count: int, seed: int) -> Iterator[Shown]:
    """Yield so many photos of a set, one seed each."""
    for n in range(count):
        yield SETS[name](np.random.default_rng(seed + n))
