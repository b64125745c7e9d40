"""The reader of cards: outlines, titles and taught pictures, put together."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from vision import lexicon as titles_of
from vision import ppocr
from vision.cards import decide, fanned, geometry, promise
from vision.cards.match import Matcher
from vision.cards.pieces import Piece, upright
from vision.cards.quads import find_quads
from vision.cards.titles import Reader
from vision.image import BgrImage, fit

if TYPE_CHECKING:
    from vision.teach import Taught

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
    picture = fit(image, WORKING_SIDE)
    matcher = Matcher(titles_of.load(lexicon, langs))
    reader = Reader(picture, matcher, time.monotonic() + PATIENCE)
    pieces = [Piece(quad.corners, quad.likely) for quad in find_quads(picture)]
    if taught:
        taught.recognise(picture, pieces, matcher.keys)
    reader.read([piece for piece in pieces if not piece.known])
    if ppocr.available() and not reader.late():
        pieces = fanned.complete(reader, pieces)
    pieces = promise.told_apart(reader, pieces)
    odds = [_odds(piece, len(matcher.keys)) for piece in pieces]
    verdicts = decide.decide(matcher.keys, odds, may)
    scale = image.shape[1] / picture.shape[1]
    cards = [
        _card(piece, given, matcher, scale)
        for piece, given in zip(pieces, verdicts, strict=True)
    ]
    report = _report(cards, reader.problem)
    report["certain"] &= promise.complete(reader, pieces)
    return report


def _odds(piece: Piece, cards: int) -> Any:
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
