"""The reader of cards: outlines, titles and taught pictures, put together."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision import lexicon as titles_of
from vision import ocr, ppocr
from vision.cards import (
    alone,
    decide,
    fanned,
    geometry,
    glance,
    halves,
    promise,
    quads,
    room,
)
from vision.cards.match import Matcher
from vision.cards.pieces import Piece, upright
from vision.cards.taught import Taught
from vision.cards.titles import Reader
from vision.image import BgrImage, fit
from vision.readings import (
    Box,
    CardGuess,
    CardReading,
    CardsPrior,
    Problem,
    Quad,
    Question,
    Report,
    Whole,
)

Floats = NDArray[np.float64]

WORKING_SIDE = 1600
PATIENCE = 15.0
"""Seconds after which a photo is given back with what was read so far."""

BEAM = 12
"""Half-read photos that are followed up at a time."""

MOST_WHOLES = 5
"""More than these nobody looks through on a phone."""

ADVICE = {
    "no-card": "No card was found. Lay the cards flat, apart, with the table visible "
    "around them, and take the photo from above.",
    "unread": "Some titles could not be read. Come closer, avoid glare, or tap the "
    "right card.",
    "fewer": "Fewer cards were found ({found}) than there should be ({wanted}). Lay "
    "them apart and take all of them into the picture.",
    "more": "More cards were found ({found}) than there should be ({wanted}). Take "
    "only these cards into the picture.",
    **ocr.ADVICE,
}


def read(image: BgrImage, prior: CardsPrior) -> Report[CardReading]:
    """Return the cards of a photo, corners in its own pixels."""
    return answer(look(image, prior), prior)


@dataclass(frozen=True, slots=True)
class Look:
    """What was seen on a photo, before anything is known of what can lie there."""

    matcher: Matcher
    pieces: list[Piece]
    said: list[tuple[Floats, float]]
    """Of each: the log odds of every card, and the chance that is enough to name it."""
    complete: bool
    """Whether nothing hints at a card that was not seen."""

    problem: str | None
    """The code of what kept titles from being read."""

    size: tuple[int, int]
    scale: float
    stray: bool = False
    """Whether some line outside all cards may be a title."""


def look(image: BgrImage, prior: CardsPrior) -> Look:
    """Return the cards of a photo with the log odds of each title."""
    picture = fit(image, WORKING_SIDE)
    matcher = Matcher(titles_of.load(prior.lexicon, prior.langs))
    deadline = time.monotonic() + PATIENCE
    seen = quads.survey(picture)
    pieces = [Piece(quad.corners, quad.likely) for quad in seen.quads]
    if prior.taught:
        pieces = _recognised(prior.taught, picture, pieces, matcher.keys)
    lines = glance.glanced(picture, seen) if ppocr.available() else ()
    reader = Reader(
        picture,
        matcher,
        deadline,
        glance=lines,
        inside=seen.inside,
        border=seen.border,
    )
    pieces = promise.told_apart(reader, _titled(reader, pieces))
    pieces = promise.without_things(reader, pieces)
    pieces, complete = _completed(reader, pieces)
    return Look(
        matcher,
        pieces,
        [_said(piece, len(matcher.keys)) for piece in pieces],
        complete,
        reader.problem,
        (int(image.shape[1]), int(image.shape[0])),
        image.shape[1] / picture.shape[1],
        reader.stray,
    )


def answer(seen: Look, prior: CardsPrior) -> Report[CardReading]:
    """Return what lies there, given the cards that can."""
    verdicts = decide.decide(seen.matcher.keys, seen.said, prior.may)
    cards = [
        _card(piece, given, seen.matcher, seen.scale)
        for piece, given in zip(seen.pieces, verdicts, strict=True)
    ]
    cards.sort(key=_reading_order)
    problem = _problem(cards, seen.problem, prior)
    sure = bool(cards) and all(c.confidence >= decide.CERTAIN for c in cards)
    # if as many titles were read as cards must lie there, none is left out: fans too
    counted = prior.count == len(cards) and not seen.stray
    return Report(
        "cards",
        tuple(cards),
        _wholes(cards),
        sure and (seen.complete or counted) and problem is None,
        _question(cards),
        problem,
        seen.size,
    )


def _problem(
    cards: Sequence[CardReading], code: str | None, prior: CardsPrior
) -> Problem | None:
    found, wanted = len(cards), prior.count
    most = prior.most if wanted is None else wanted
    if not cards:
        code = code or "no-card"
    elif most is not None and found > most:
        return Problem("more", ADVICE["more"], (("found", found), ("wanted", most)))
    elif wanted is not None and found < wanted:
        return Problem("fewer", ADVICE["fewer"], (("found", found), ("wanted", wanted)))
    elif any(card.card is None for card in cards):
        code = code or "unread"
    return Problem(code, ADVICE[code]) if code else None


def _wholes(cards: Sequence[CardReading]) -> tuple[Whole[CardReading], ...]:
    """Return the ways to read all cards, likely ones first, whatever their order."""
    beam: list[tuple[float, tuple[CardGuess, ...]]] = [(1.0, ())]
    for card in cards:
        beam = [
            (chance * guess.confidence, (*so_far, guess))
            for chance, so_far in beam
            for guess in card.candidates
        ]
        beam.sort(key=lambda entry: -entry[0])
        del beam[BEAM:]
    best: dict[tuple[str, ...], Whole[CardReading]] = {}
    for chance, guesses in beam:
        pieces = [CardReading(g.card, g.title, g.confidence) for g in guesses]
        pieces.sort(key=lambda piece: str(piece.card))
        key = tuple(str(piece.card) for piece in pieces)
        best.setdefault(key, Whole(tuple(pieces), chance))
    return tuple(best.values())[:MOST_WHOLES] if cards else ()


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


def _completed(reader: Reader, pieces: list[Piece]) -> tuple[list[Piece], bool]:
    """Return the pieces, and whether nothing hints at a card that was not seen.

    Only what would be promised is searched once more: most photos cost nothing.
    """
    complete = promise.complete(reader, pieces)
    if complete and ppocr.available() and all(map(reader.clear, pieces)):
        pieces = room.searched(reader, pieces)
        complete = promise.complete(reader, pieces)
    return pieces, complete


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


def _said(piece: Piece, cards: int) -> tuple[Floats, float]:
    """Return the log odds of each card, and the chance that is enough to name it."""
    titles = piece.odds(cards)
    if piece.features is None:
        return titles, decide.ACCEPT
    both = np.maximum(titles, 0.0) + piece.features
    pictured = piece.only_taught and titles[both.argmax()] <= 0
    return both, decide.PICTURED if pictured else decide.ACCEPT


def _card(
    piece: Piece, given: decide.Verdict, matcher: Matcher, scale: float
) -> CardReading:
    titles = matcher.lexicon.titles
    corners = piece.corners if piece.turned is None else piece.turned
    heard = piece.title(matcher.keys.index(given.ranking[0][0]))
    if piece.turned is None and heard and given.card:
        corners = upright(corners, heard.line)
    quad = tuple((round(x, 1), round(y, 1)) for x, y in (corners * scale).tolist())
    return CardReading(
        given.card,
        titles[given.card] if given.card else None,
        round(given.confidence, 4),
        (quad[0], quad[1], quad[2], quad[3]),
        tuple(
            CardGuess(key, titles[key], round(chance, 4))
            for key, chance in given.ranking
        ),
        heard.text if heard and np.isfinite(heard.odds).any() else None,
    )


def _question(cards: Sequence[CardReading]) -> Question | None:
    """Return the one card a person should name: the least sure one."""
    doubtful = [n for n, c in enumerate(cards) if c.confidence < decide.CERTAIN]
    if not doubtful:
        return None
    index = min(doubtful, key=lambda n: cards[n].confidence)
    options = tuple(guess.card for guess in cards[index].candidates)
    return Question(index, options, _around(cards[index].quad))


def _around(quad: Quad) -> Box:
    (left, top), (right, bottom) = np.min(quad, axis=0), np.max(quad, axis=0)
    return (
        round(float(left), 1),
        round(float(top), 1),
        round(float(right - left), 1),
        round(float(bottom - top), 1),
    )


def _reading_order(card: CardReading) -> tuple[float, float]:
    corners = np.array(card.quad)
    middle = corners.mean(axis=0)
    row = np.sqrt(geometry.area(corners)) * 0.8
    return (round(float(middle[1]) / max(row, 1.0)), float(middle[0]))
