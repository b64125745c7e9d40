"""From likely cells to a likely board: positions that the rules allow, as wholes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.boards.find import Place
from vision.boards.judge import judged
from vision.boards.plan import Floats, Ints
from vision.boards.weigh import codes
from vision.readings import BoardPrior, Box, CellReading, Question, Successor, Whole

MOST_WHOLES = 5
"""More than these nobody looks through on a phone."""

ONE_MORE_TURN = 4.0
"""Nats against each turn beyond the first: mostly someone reads after every turn."""

HELD = 1.6
"""Nats in favour of what lay on a cell last, if nobody says which positions follow."""

CERTAIN = 6.0
"""Nats by which the best position must lead, one in four hundred: of 720 readings of
photos held back no wrong one led by more than 3.5."""

CLEARLY = 10.0
"""Nats by which one turn must lead all that two turns could reach, or these are
weighed too: more than a promise needs."""

UNEXPLAINED = 5.0
"""Nats by which cells on their own may beat the best legal position."""

STRANGE = float(np.log(0.2))
"""Logarithm of the chance that a cell holds something else: a hand, glare."""

ALIGNED = 0.6
"""Share of lines and circles in their places below which a promise is a guess."""

NO_BOARD = 1.8
"""Nats by cell that a board found by its geometry must explain, or it is none."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a board is read as."""

    readings: tuple[CellReading, ...]
    wholes: tuple[Whole[CellReading], ...]
    certain: bool
    question: Question | None
    unlike: int
    """Cells that differ from the nearest position that can be reached."""

    no_board: bool = False


def decided(place: Place, prior: BoardPrior, boxes: Sequence[Box]) -> Decision:
    """Return the likeliest positions and whether the first can be promised."""
    if place.how == "geometry" and place.fits < NO_BOARD:
        return Decision((), (), False, None, 0, True)
    found = judged(place.look, place.weights, prior)
    logs = _open(found)
    if prior.last is not None and not prior.successors:
        logs[np.arange(len(logs)), codes(prior.last, prior)] += HELD
    chances = _chances(logs)
    alone = logs.argmax(1)
    ways, scores = _ranked(logs, prior)
    best = ways[0]
    behind = float(logs.max(1).sum() - logs[np.arange(len(best)), best].sum())
    explained = behind <= UNEXPLAINED
    lead = float(scores[0] - scores[1]) if len(scores) > 1 else np.inf
    clear = _trustworthy(place, prior) and float(found[:, -1].max()) < STRANGE
    certain = explained and lead >= CERTAIN and clear
    cells = _cells(chances, prior, boxes)
    wholes = _wholes(ways, scores, cells)
    shown = best if explained else alone
    readings = _pieces(shown, cells)
    unlike = 0 if explained else int((alone != best).sum())
    question = None if certain else _question(readings, ways, chances)
    return Decision(readings, wholes, certain, question, unlike)


def _open(found: Floats) -> Floats:
    """Return the chances of a cell's contents if something else hides it or not: under
    a hand anything may lie."""
    hidden = found[:, -1:] - np.log(found.shape[1] - 1)
    return np.asarray(np.logaddexp(found[:, :-1], hidden), float)


def _chances(logs: Floats) -> Floats:
    odds = np.exp(logs - logs.max(1, keepdims=True))
    return np.asarray(odds / odds.sum(1, keepdims=True), float)


def _ranked(logs: Floats, prior: BoardPrior) -> tuple[Ints, Floats]:
    """Return positions, the likeliest first, and their log-likelihoods.

    What takes more than one turn is only weighed where it could matter.
    """
    if not prior.successors:
        return _nearby(logs, np.arange(len(logs)))
    near = [one for one in prior.successors if one.turns <= 1]
    if prior.last is not None:
        # Nobody has moved yet: a photo too many is no turn.
        near.append(Successor(prior.last, 1))
    ways, scores = _scored(near, logs, prior)
    ranked = np.sort(logs, axis=1)
    loss = ranked[:, -1] - ranked[:, -2]
    # A position that is not the likeliest differs from it in a cell at least.
    most = ranked[:, -1].sum()
    if near and scores[0] - (most - loss.min() - ONE_MORE_TURN) > CLEARLY:
        return ways, scores
    far = [one for one in prior.successors if one.turns > 1]
    if not far:
        return ways, scores
    likely = logs.argmax(1)
    before = likely if prior.last is None else codes(prior.last, prior)
    clear = int((loss * (likely != before)).argmax())
    what = ("", *prior.pieces)[likely[clear]]
    some = [one for one in far if one.position[clear] == what]
    ways, scores = _scored([*near, *some], logs, prior)
    # The others lose this cell at least, and one more turn.
    if some and scores[0] - (most - loss[clear] - ONE_MORE_TURN) > CLEARLY:
        return ways, scores
    return _scored([*near, *far], logs, prior)


def _scored(
    successors: Sequence[Successor], logs: Floats, prior: BoardPrior
) -> tuple[Ints, Floats]:
    code = {"": 0} | {piece: n for n, piece in enumerate(prior.pieces, 1)}
    fewest: dict[bytes, int] = {}
    coded = code.__getitem__
    for one in successors:
        key = bytes(map(coded, one.position))
        if fewest.get(key, one.turns) >= one.turns:
            fewest[key] = one.turns
    ways = np.frombuffer(b"".join(fewest), np.uint8).reshape(-1, len(logs))
    turns = np.array(list(fewest.values()))
    each = logs[np.arange(len(logs)), ways].sum(1)
    scores = each - ONE_MORE_TURN * np.maximum(turns - 1, 0)
    order = np.argsort(-scores, kind="stable")[: MOST_WHOLES + 1]
    return ways[order].astype(int), scores[order]


def _nearby(logs: Floats, cells: Ints) -> tuple[Ints, Floats]:
    """Return the likeliest position and those that differ in one doubtful cell."""
    best = logs.argmax(1)
    ranked = np.sort(logs, axis=1)
    loss = ranked[:, -1] - ranked[:, -2]
    second = np.argsort(logs, axis=1)[:, -2]
    ways, scores = [best], [logs[cells, best].sum()]
    for cell in np.argsort(loss)[:MOST_WHOLES].tolist():
        other = best.copy()
        other[cell] = second[cell]
        ways.append(other)
        scores.append(scores[0] - loss[cell])
    return np.array(ways), np.array(scores)


def _trustworthy(place: Place, prior: BoardPrior) -> bool:
    """Tell whether the picture is clear enough to promise anything."""
    if place.how == "geometry" and (prior.last is None or not place.weights.ordered):
        # Seen from the other side most boards look the same.
        return False
    return place.look.agree > ALIGNED


def _wholes(
    ways: Ints, scores: Floats, cells: list[list[CellReading]]
) -> tuple[Whole[CellReading], ...]:
    odds = np.exp(scores - scores.max())
    odds /= odds.sum()
    return tuple(
        Whole(_pieces(way, cells), round(float(chance), 4))
        for way, chance in list(zip(ways, odds, strict=True))[:MOST_WHOLES]
    )


def _pieces(way: Ints, cells: list[list[CellReading]]) -> tuple[CellReading, ...]:
    return tuple(one[what] for one, what in zip(cells, way.tolist(), strict=True))


def _cells(
    chances: Floats, prior: BoardPrior, boxes: Sequence[Box]
) -> list[list[CellReading]]:
    """Return every reading that each cell may have."""
    names = ("", *prior.pieces)
    found = []
    rounded = chances.round(4).tolist()
    for cell, row, box in zip(prior.cells, rounded, boxes, strict=True):
        odds = tuple(zip(names, row, strict=True))
        found.append([CellReading(cell.id, what, p, odds, box) for what, p in odds])
    return found


def _question(
    readings: tuple[CellReading, ...], ways: Ints, chances: Floats
) -> Question:
    """Ask for the cell that tells the two likeliest positions apart best."""
    doubt = 1 - chances.max(1)
    if len(ways) > 1:
        differ = ways[0] != ways[1]
        doubt = np.where(differ, doubt + 1, doubt)
    piece = int(doubt.argmax())
    ranked = sorted(readings[piece].chances, key=lambda one: -one[1])
    return Question(piece, tuple(name for name, _ in ranked), readings[piece].box)
