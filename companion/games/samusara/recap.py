"""After the game: how it stood turn by turn, and where it turned."""

from __future__ import annotations

from typing import Any

from companion.games.samusara import bot
from companion.games.samusara.questions import thought
from companion.games.samusara.state import COLOURS, YELLOW, State
from companion.games.samusara.words import written

LOOK = bot.Strength(positions=250, depth=3)
"""A whole game is looked through at once, on a small machine too."""

CLEAR = 600
"""Beyond this the game is decided: the line goes no further."""

WIDE, HIGH = 100.0, 30.0
"""Size of the drawing."""

MISTAKE = 60
"""Worth of a turn that is worth speaking of: more than half a capture."""


def recap(before: State, after: State) -> dict[str, Any] | None:
    """Return how a turn was made, how it stood before, and what we would have done."""
    if after.turns != before.turns + 1:
        # What the host put right is nobody's turn, and of two turns told at once
        # neither stands alone: they part the line.
        return {"corrected": True} if before.discs != after.discs else None
    found = bot.ranked(before.board, thought(before), LOOK)
    worth, key = found[0]
    best = bot.move_of(before.board, thought(before), key)
    sign = 1 if before.colour == YELLOW else -1
    left, entered, _ = (before.board.ids(cells) for cells in after.last)
    return {
        "turn": after.turns,
        "colour": COLOURS[before.colour],
        "value": sign * max(-CLEAR, min(CLEAR, worth)),
        "way": "-".join((*left, *entered)) if left else " ".join(entered),
        "better": written(best),
        "won": None if after.winner is None else COLOURS[after.winner],
    }


def line(turns: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the line of a game as a drawing, and the turn that cost most."""
    parted = [
        "corrected" in after
        for one, after in zip(turns, [*turns[1:], {}], strict=False)
        if "corrected" not in one
    ]
    turns = [one for one in turns if "corrected" not in one]
    values = [one["value"] for one in turns]
    if turns and turns[-1]["won"]:
        values.append(CLEAR if turns[-1]["won"] == "yellow" else -CLEAR)
    elif turns:
        values.append(0)
    step = WIDE / max(1, len(values) - 1)
    spots = [
        (round(at * step, 2), round(HIGH / 2 - value * HIGH / 2 / CLEAR, 2))
        for at, value in enumerate(values)
    ]
    losses = [
        0 if apart else (before - after) * (1 if one["colour"] == "yellow" else -1)
        for one, before, after, apart in zip(
            turns, values, values[1:], parted, strict=False
        )
    ]
    worst = max(range(len(losses)), key=losses.__getitem__, default=None)
    turning = None
    if worst is not None and losses[worst] >= MISTAKE:
        turning = {**turns[worst], "x": spots[worst][0], "y": spots[worst][1]}
    return {
        "box": f"0 0 {WIDE:.0f} {HIGH:.0f}",
        "points": " ".join(f"{x},{y}" for x, y in spots),
        "middle": HIGH / 2,
        "turning": turning,
    }
