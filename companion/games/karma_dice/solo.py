"""The Evil Eye: a chase of this project's own making, not the official solo rules.

After each turn the Eye's token moves on, farther as your dice grow more. From the
second round on you are caught when it stands at or past your score.
"""

from __future__ import annotations

from companion.games.karma_dice.state import KarmaDiceState, Level

GRACE = 1
"""How many rounds the Eye cannot catch anyone."""

STEPS = {
    Level.GENTLE: (1, 2, 5, 6, 7, 8, 9),
    Level.FAIR: (1, 3, 5, 6, 8, 9, 10),
    Level.HARSH: (1, 3, 5, 7, 9, 10, 11),
    Level.EASY: (1, 2, 4, 5, 5, 7, 8),
    Level.NORMAL: (1, 2, 4, 5, 7, 8, 8),
    Level.HARD: (1, 3, 5, 5, 7, 8, 9),
}
"""The Eye's moves by round, tuned on the oracle: see docs/karma-dice.md. The last three
were tuned on the careful player and are for tables of before."""

STEPS_WITH_TRAITS = {
    Level.GENTLE: (2, 4, 6, 6, 8, 9),
    Level.FAIR: (2, 4, 6, 8, 10, 10),
    Level.HARSH: (2, 5, 7, 8, 10, 11),
    Level.EASY: (2, 3, 5, 5, 6, 7),
    Level.NORMAL: (2, 4, 5, 6, 7, 8),
    Level.HARD: (2, 4, 6, 6, 8, 9),
}
"""A trait gives a die before the game, so the Eye is faster and the game shorter."""


def steps(state: KarmaDiceState) -> int:
    """Return how far the Eye moves after this round's turn."""
    table = STEPS_WITH_TRAITS if state.setup.traits else STEPS
    moves = table[state.setup.eye]
    return moves[min(state.round, len(moves)) - 1]


def next_place(state: KarmaDiceState) -> int:
    """Return where the Eye will stand after its next move."""
    return state.eye + steps(state)


def is_caught(state: KarmaDiceState) -> bool:
    """Tell whether the Eye has reached the player."""
    return state.round > GRACE and state.eye >= state.players[0].score
