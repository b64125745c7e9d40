"""Photos: what one can show now, and what a reading of it suggests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.core.seats import Seat
from companion.games.samsara.actions import Action, Drawn, Lay, Show
from companion.games.samsara.box import LETTERS, Box, face_of
from companion.games.samsara.dealing import layout
from companion.games.samsara.engine import TURNS
from companion.games.samsara.questions.gaining import ReportDraw
from companion.games.samsara.questions.setup import LayAmulets
from companion.games.samsara.state import HAND, State

MOST_SUGGESTED = 5
"""More buttons than this under a photo are not read."""

BEAM = 12
"""Half-read photos that are followed up at a time: wide enough for two doubtful cards
of a hand, small enough for a phone's patience."""


def expects(state: State, seat: Seat | None) -> dict[str, Any] | None:
    """Return what a photo taken now by this seat can show."""
    if state.asked is None:
        return None
    if isinstance(state.asked, LayAmulets):
        return _amulets_expected(state)
    if seat is None:
        return None
    cards = state.players[seat].cards
    if not cards.size(HAND):
        return None
    may = {card: cards.most(HAND, card) for card in cards.choices(HAND)}
    return {"reader": "cards", "lexicon": "samsara", "may": may}


def _amulets_expected(state: State) -> dict[str, Any]:
    gold, copper = layout(state.setting)
    box = state.setting.box
    zones = dict(zip(LETTERS, (colour.value for colour in box.colours), strict=True))
    return {
        "reader": "amulets",
        "gold": gold,
        "copper": copper,
        "colours": list(zones.values()),
        "may": sorted(_known_faces(box)),
    }


def _known_faces(box: Box) -> set[str]:
    sides = (
        side
        for piece in box.amulets
        for side in (piece.gold, piece.copper, piece.copper_back)
    )
    return {side for side in sides if side}


def observe(
    state: State, seat: Seat | None, readings: Sequence[Mapping[str, Any]]
) -> tuple[tuple[Action, float], ...]:
    """Return what the readings suggest, best first; only what can be."""
    if state.asked is None or not readings:
        return ()
    if isinstance(state.asked, LayAmulets):
        found = _lay(state, readings)
    elif seat is not None:
        found = _hand(state, seat, readings)
    else:
        return ()
    possible = [pair for pair in found if TURNS.broken_rule(state, pair[0]) is None]
    possible.sort(key=lambda pair: -pair[1])
    return tuple(possible[:MOST_SUGGESTED])


def _lay(
    state: State, readings: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[Action, float]]:
    """Read amulets by their symbols; whole gaps, likely ones first."""
    faces = [_faces(state.setting.box, reading) for reading in readings]
    for gap, confidence in _together(faces):
        yield Lay(gap), confidence


def _faces(box: Box, reading: Mapping[str, Any]) -> list[tuple[str, float]]:
    """Return what one amulet may be, as faces: four red and four orange are `J4V4`."""
    options = reading.get("candidates") or [reading]
    return [
        (_face(box, option["symbols"]), float(option.get("confidence", 1.0)))
        for option in options
        if option.get("symbols")
    ]


def _face(box: Box, symbols: Mapping[str, int]) -> str:
    return face_of(tuple(int(symbols.get(colour.value, 0)) for colour in box.colours))


def _hand(
    state: State, seat: Seat, readings: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[Action, float]]:
    asked = state.asked
    for cards, confidence in _together([_cards(reading) for reading in readings]):
        if isinstance(asked, ReportDraw) and asked.seat == seat:
            yield Drawn(cards), confidence
        yield Show(seat, cards), confidence


def _together(
    pieces: Sequence[Sequence[tuple[str, float]]],
) -> Iterator[tuple[tuple[str, ...], float]]:
    """Return whole photos from the candidates of each piece, likely ones first."""
    beam: list[tuple[float, tuple[str, ...]]] = [(1.0, ())]
    for candidates in pieces:
        beam = [
            (chance * share, (*names, name))
            for chance, names in beam
            for name, share in candidates
        ]
        beam.sort(key=lambda entry: -entry[0])
        del beam[BEAM:]
    best: dict[tuple[str, ...], float] = {}
    for chance, names in beam:
        key = tuple(sorted(names))
        best[key] = max(best.get(key, 0.0), chance)
    yield from sorted(best.items(), key=lambda entry: -entry[1])


def _cards(reading: Mapping[str, Any]) -> list[tuple[str, float]]:
    options = reading.get("candidates") or [reading]
    return [
        (str(option["card"]), float(option.get("confidence", 1.0)))
        for option in options
        if option.get("card")
    ]
