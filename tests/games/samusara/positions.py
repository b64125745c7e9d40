"""Six positions to count from: four rich in captures and near a win, two odd boards."""

from __future__ import annotations

from tests.games.samusara.shared import at, start

OPENING = "opening"


def positions():
    """Return the positions by name."""
    quiet = {"repetition": False}
    return {
        OPENING: start(**quiet),
        "melee": at("E3 F4 G3", "G4 H3 F3", piles=(0, 0), cubes=(4, 4), **quiet),
        "hilltops": at(
            "E3 F3 F4 G3 G4 G5", "I3 I4", piles=(0, 0), cubes=(3, 5), **quiet
        ),
        "invaders": at(
            "L1 L2 I3",
            "B2 C3 D2 J3",
            piles=(0, 0),
            cubes=(5, 4),
            turn="brown",
            **quiet,
        ),
        "one-to-go": at("D2 E3 B1", "E2 F4 F3", piles=(1, 0), cubes=(5, 5), **quiet),
        "alquerque": at(
            "c3 d2 c4",
            "c5 d4 b4",
            piles=(0, 0),
            cubes=(3, 4),
            board="rectangle",
            **quiet,
        ),
        "diamond": start(board="diamond", **quiet),
    }
