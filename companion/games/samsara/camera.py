"""Photos: what one can show now, and what a reading of it suggests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from companion.core.colours import HEX
from companion.core.seats import Seat
from companion.games.samsara.actions import Action, Drawn, Lay, Relay, Show
from companion.games.samsara.box import Box, face_of, need
from companion.games.samsara.dealing import layout
from companion.games.samsara.engine import TURNS
from companion.games.samsara.questions.gaining import ReportDraw
from companion.games.samsara.questions.setup import LayAmulets, metals
from companion.games.samsara.state import HAND, State
from vision.readings import (
    AmuletReading,
    AmuletsPrior,
    CardReading,
    CardsPrior,
    Report,
    Symbols,
    symbols,
)

MOST_SUGGESTED = 5
"""More buttons than this under a photo are not read."""


def expects(state: State, seat: Seat | None) -> AmuletsPrior | CardsPrior | None:
    """Return what a photo taken now by this seat can show."""
    if state.asked is None:
        return None
    if isinstance(state.asked, LayAmulets):
        return _amulets_expected(state, *layout(state.setting))
    if _relays(state):
        gap = state.guessed[0]
        return _amulets_expected(state.with_gap(gap, ()), *metals(state.gaps[gap]))
    if seat is None:
        return None
    cards = state.players[seat].cards
    if not cards.size(HAND):
        return None
    may = {card: cards.most(HAND, card) for card in cards.choices(HAND)}
    return CardsPrior("samsara", may, most=cards.size(HAND))


def _relays(state: State) -> bool:
    """Tell whether a photo shows amulets that were guessed: before the first turn."""
    asked = state.asked
    return bool(state.guessed) and asked is not None and asked.stage == "setup"


def _amulets_expected(state: State, gold: int, copper: int) -> AmuletsPrior:
    box = state.setting.box
    return AmuletsPrior(
        palette={colour.value: HEX[colour] for colour in box.colours},
        may=_faces_left(state),
        surely="amulets" in box.corrected,
        gold=gold,
        copper=copper,
    )


def _faces_left(state: State) -> dict[Symbols, int]:
    """Return the faces of all pieces that do not lie elsewhere already."""
    box = state.setting.box
    laid = Counter(face for gap in state.gaps for face in gap)
    left: Counter[Symbols] = Counter()
    for piece in box.amulets:
        sides = [side for side in (piece.gold, piece.copper, piece.copper_back) if side]
        lying = next((side for side in sides if laid[side]), None)
        if lying:
            laid[lying] -= 1
        else:
            left.update(_symbols(box, side) for side in sides)
    return dict(left)


def _symbols(box: Box, face: str) -> Symbols:
    counts = zip(box.colours, need(face), strict=True)
    return symbols({colour.value: count for colour, count in counts})


def _face(box: Box, shown: Symbols) -> str:
    """Return what was seen as a face: four red and four orange are `J4V4`."""
    counts = dict(shown)
    return face_of(tuple(counts.get(colour.value, 0) for colour in box.colours))


def observe(
    state: State, seat: Seat | None, report: Report[Any]
) -> tuple[tuple[Action, float], ...]:
    """Return what a report suggests, best first; only what can be."""
    if state.asked is None:
        return ()
    if isinstance(state.asked, LayAmulets) or _relays(state):
        found = _lay(state, report)
    elif seat is not None:
        found = _hand(state, seat, report)
    else:
        return ()
    possible = [pair for pair in found if TURNS.broken_rule(state, pair[0]) is None]
    possible.sort(key=lambda pair: -pair[1])
    return tuple(possible[:MOST_SUGGESTED])


def _lay(state: State, report: Report[AmuletReading]) -> Iterator[tuple[Action, float]]:
    box = state.setting.box
    for whole in report.wholes:
        faces = sorted(_face(box, amulet.symbols) for amulet in whole.pieces)
        if isinstance(state.asked, LayAmulets):
            yield Lay(tuple(faces)), whole.chance
        else:
            yield Relay(state.guessed[0], tuple(faces)), whole.chance


def _hand(
    state: State, seat: Seat, report: Report[CardReading]
) -> Iterator[tuple[Action, float]]:
    asked = state.asked
    awaited = isinstance(asked, ReportDraw) and asked.seat == seat
    for whole in report.wholes:
        cards = tuple(str(piece.card) for piece in whole.pieces)
        if awaited:
            yield Drawn(cards), whole.chance
        yield Show(seat, cards), whole.chance
