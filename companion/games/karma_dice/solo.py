"""The Evil Eye: a chase of this project's own making, not the official solo rules.

After each turn the Eye's token moves on, faster as your dice grow more. From the
second round on you are caught when it stands at or past your score.
"""

from __future__ import annotations

from math import ceil

from companion.games.karma_dice.state import KarmaDiceState, Level

GRACE = 1
"""How many rounds the Eye cannot catch anyone."""

PLAIN = (2.78, 3.22, 3.61, 3.97, 4.27, 4.61, 4.90, 5.26)
"""Expected points of a turn with 6 to 13 plain dice, played as well as possible."""

SPEED = {Level.EASY: 0.8, Level.NORMAL: 1.0, Level.HARD: 1.3}


def steps(level: Level, turn: int) -> int:
    """Return how far the Eye moves after this round's turn."""
    dice = min(turn, len(PLAIN)) - 1
    return ceil(SPEED[level] * PLAIN[dice])


def is_caught(state: KarmaDiceState) -> bool:
    """Tell whether the Eye has reached the player."""
    return state.round > GRACE and state.eye >= state.players[0].score


def next_place(state: KarmaDiceState) -> int:
    """Return where the Eye will stand after its next move."""
    return state.eye + steps(state.setup.eye, state.round)
