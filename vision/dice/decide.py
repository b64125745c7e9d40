"""From looks to a reading: which boxes are dice, how sure, what to ask."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from vision.dice.look import COLOURS, DIE, Look
from vision.dice.trust import Trust


@dataclass(frozen=True)
class Reading:
    """The dice of a photo, and boxes that are more likely none."""

    dice: list[Look]
    rest: list[Look]
    trust: Trust


def sort_out(looks: list[Look], trust: Trust) -> Reading:
    """Separate dice from what is none."""
    dice = [one for one in looks if one.there >= DIE]
    rest = [one for one in looks if one.there < DIE]
    return Reading(_in_order(dice), rest, trust)


def _in_order(dice: list[Look]) -> list[Look]:
    """Sort as one reads, in rows from the top left."""
    if not dice:
        return dice
    tall = float(np.median([one.found.size for one in dice]))
    return sorted(
        dice, key=lambda one: (round(one.found.box[1] / tall / 1.5), one.found.box[0])
    )


def describe(look: Look, trust: Trust) -> dict[str, Any]:
    """Return one die as the contract wants it."""
    x0, y0, x1, y1 = look.found.box
    return {
        "face": int(look.faces.argmax()) + 1,
        "colour": COLOURS[int(look.colours.argmax())],
        "confidence": round(look.there * trust.right(look.faces), 3),
        "box": [round(v, 1) for v in (x0, y0, x1 - x0, y1 - y0)],
        "faces": {
            str(k + 1): round(float(p), 3)
            for k, p in enumerate(look.faces)
            if p >= 0.02
        },
        "colours": {
            name: round(float(p), 3)
            for name, p in zip(COLOURS, look.colours, strict=True)
            if p >= 0.02
        },
    }


def certain(reading: Reading) -> bool:
    """Return whether the whole reading may be accepted unasked."""
    return bool(reading.dice) and chance(reading) >= reading.trust.certain


def chance(reading: Reading) -> float:
    """Return how likely every die was seen, every face is right and nothing added."""
    chances = [one.there * reading.trust.right(one.faces) for one in reading.dice]
    return math.prod([*chances, *(1 - one.there for one in reading.rest)])


def question(dice: list[Look]) -> dict[str, Any]:
    """Return which die to ask about, with its two likeliest faces."""
    least = min(range(len(dice)), key=lambda k: float(dice[k].faces.max()))
    best = np.argsort(dice[least].faces)[::-1][:2]
    return {"die": least, "choices": [int(face) + 1 for face in best]}
