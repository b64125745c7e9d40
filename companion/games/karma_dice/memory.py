"""What of a game of Karma Dice is remembered: how dice fell, and how turns ended.

Luck is counted in pips: the faces that fell, less the mean of those dice. Whatever is
thrown, and however often, it is zero on average.
"""

from __future__ import annotations

from typing import Any

from companion.core.colours import Colour
from companion.core.phrase import Phrase, say
from companion.core.remembering import Remembered
from companion.games.karma_dice.actions import Landed, Rolled
from companion.games.karma_dice.box import FACES, TRACK
from companion.games.karma_dice.state import KarmaDiceState

MEANS = {colour: sum(faces) / len(faces) for colour, faces in FACES.items()}
"""The mean face of a die of each colour."""


def remember(
    before: KarmaDiceState, action: Any, after: KarmaDiceState
) -> tuple[Remembered, ...]:
    """Return the luck of what fell, and the deed of the turn that a step ended."""
    found = []
    if isinstance(action, Landed):
        turn = before.turn
        thrown = tuple(turn.roll[place].colour for place in turn.air)
        found.append(Remembered(turn.seat, luck=_luck(thrown, action.faces)))
    elif isinstance(action, Rolled):
        found.append(
            Remembered(before.turn.seat, luck=_luck(action.dice, action.faces))
        )
    if after.summary is not None and after.summary is not before.summary:
        deed = _deed(after)
        found += [Remembered(after.summary.seat, deed=deed)] if deed else []
    return tuple(found)


def _luck(dice: tuple[Colour, ...], faces: tuple[int, ...]) -> float:
    return sum(faces) - sum(MEANS[colour] for colour in dice)


def _deed(state: KarmaDiceState) -> Phrase | None:
    turn = state.summary
    if turn is None:
        return None
    if turn.failed:
        return say("bust")
    return say("all six zones") if turn.points >= TRACK[-1] else None
