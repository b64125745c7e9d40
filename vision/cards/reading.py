"""The reader of cards: outlines, titles and taught pictures, put together."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from vision import lexicon as titles_of
from vision import ppocr
from vision.cards import alone, decide, fanned, geometry, halves, promise
from vision.cards.match import Matcher
from vision.cards.pieces import Piece, upright
from vision.cards.quads import find_quads
from vision.cards.titles import Reader, workers
from vision.image import BgrImage, fit

if TYPE_CHECKING:
    from vision.cards.taught import Taught

Floats = NDArray[np.float64]

WORKING_SIDE = 1600
PATIENCE = 15.0
"""Seconds after which a photo is given back with what was read so far."""

NO_CARD = (
    "No card was found. Lay the cards flat, apart, with the table visible around "
    "them, and take the photo from above."
)
UNREAD = (
    "Some titles could not be read. Come closer, avoid glare, or tap the right card."
)


def read(
    image: BgrImage,
    lexicon: str | Path = "samsara",
    langs: Iterable[str] = titles_of.LANGUAGES,
    may: Mapping[str, int] | None = None,
    taught: Taught | None = None,
) -> dict[str, Any]:
    """Return the cards of a photo as plain values, corners in its own pixels."""
    return answer(look(image, lexicon, langs, taught), may)


@dataclass(frozen=True, slots=True)
class Look:
    """What was seen on a photo, before anything is known of what can lie there."""

    matcher: Matcher
    pieces: list[Piece]
    odds: list[Floats]
    complete: bool
    problem: str | None
    scale: float


def look(
    image: BgrImage,
    lexicon: str | Path = "samsara",
    langs: Iterable[str] = titles_of.LANGUAGES,
    taught: Taught | None = None,
) -> Look:
    """Return the cards of a photo with the log odds of each title."""
    picture = fit(image, WORKING_SIDE)
    matcher = Matcher(titles_of.load(lexicon, langs))
    deadline = time.monotonic() + PATIENCE
    glance = workers.submit(fanned.glanced, picture) if ppocr.available() else None
    pieces = [Piece(quad.corners, quad.likely) for quad in find_quads(picture)]
    if taught:
        pieces = _recognised(taught, picture, pieces, matcher.keys)
    lines = glance.result() if glance else ()
    reader = Reader(picture, matcher, deadline, glance=lines)
    pieces = promise.told_apart(reader, _titled(reader, pieces))
    return Look(
        matcher,
        pieces,
        [_odds(piece, len(matcher.keys)) for piece in pieces],
        promise.complete(reader, pieces),
        reader.problem,
        image.shape[1] / picture.shape[1],
    )


def answer(seen: Look, may: Mapping[str, int] | None = None) -> dict[str, Any]:
    """Return what lies there, given the cards that can."""
    verdicts = decide.decide(seen.matcher.keys, seen.odds, may)
    cards = [
        _card(piece, given, seen.matcher, seen.scale)
        for piece, given in zip(seen.pieces, verdicts, strict=True)
    ]
    report = _report(cards, seen.problem)
    report["certain"] &= seen.complete
    return report


def _titled(reader: Reader, pieces: list[Piece]) -> list[Piece]:
    """Return the pieces with their titles read, and cards that only titles show."""
    guess = alone.edge_to_edge(reader.image)
    if not pieces and guess and not ppocr.available():
        reader.read([guess])
        return [guess] if reader.clear(guess) else []
    reader.read([piece for piece in pieces if not piece.known])
    if not ppocr.available() or reader.late():
        return pieces
    pieces = halves.mended(reader, pieces)
    return alone.settled(reader, fanned.complete(reader, pieces))


def _recognised(
    taught: Taught, picture: BgrImage, pieces: list[Piece], keys: Sequence[str]
) -> list[Piece]:
    """Return the pieces with what their pictures say, and taught cards besides."""
    taught.recognise(picture, pieces, keys)
    if pieces and all(piece.known for piece in pieces):
        return pieces
    fresh = taught.search(picture, pieces, keys)
    if len(fresh) == 1 and not any(piece.known for piece in pieces):
        fresh = [alone.filling(picture, fresh[0])]
    return [p for p in pieces if p.known or not fanned.covered(p, fresh)] + fresh


def _odds(piece: Piece, cards: int) -> Floats:
    titles = piece.odds(cards)
    if piece.features is None:
        return titles
    return np.maximum(titles, 0.0) + piece.features


def _card(
    piece: Piece, given: decide.Verdict, matcher: Matcher, scale: float
) -> dict[str, Any]:
    titles = matcher.lexicon.titles
    corners = piece.corners if piece.turned is None else piece.turned
    heard = piece.title(matcher.keys.index(given.ranking[0][0]))
    if piece.turned is None and heard and given.card:
        corners = upright(corners, heard.line)
    return {
        "card": given.card,
        "title": titles[given.card] if given.card else None,
        "confidence": round(given.confidence, 4),
        "quad": [[round(x, 1), round(y, 1)] for x, y in (corners * scale).tolist()],
        "candidates": [
            {"card": key, "title": titles[key], "confidence": round(chance, 4)}
            for key, chance in given.ranking
        ],
        "text": heard.text if heard and np.isfinite(heard.odds).any() else None,
    }


def _report(cards: list[dict[str, Any]], problem: str | None) -> dict[str, Any]:
    cards = sorted(cards, key=_reading_order)
    sure = bool(cards) and all(c["confidence"] >= decide.CERTAIN for c in cards)
    unread = [n for n, card in enumerate(cards) if card["card"] is None]
    report: dict[str, Any] = {"cards": cards, "certain": sure and not problem}
    report["question"] = _question(cards)
    if not cards:
        report["problem"] = problem or NO_CARD
    elif problem or unread:
        report["problem"] = problem or UNREAD
    return report


def _question(cards: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the one card a person should name: the least sure one."""
    doubtful = [n for n, c in enumerate(cards) if c["confidence"] < decide.CERTAIN]
    if not doubtful:
        return None
    index = min(doubtful, key=lambda n: float(cards[n]["confidence"]))
    return {"index": index, "candidates": cards[index]["candidates"]}


def _reading_order(card: dict[str, Any]) -> tuple[float, float]:
    corners = np.array(card["quad"])
    middle = corners.mean(axis=0)
    row = np.sqrt(geometry.area(corners)) * 0.8
    return (round(float(middle[1]) / max(row, 1.0)), float(middle[0]))
