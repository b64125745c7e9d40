"""From looks to a reading: which boxes are dice, how sure, what to ask."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from vision.dice.look import COLOURS, Look

DIE = 0.5
"""A box this likely to hold a die is read as one."""

NOISE = 0.25
"""A box between this and DIE leaves the count in doubt."""

SURE = 0.8
"""The face of every die must be at least this sure for `certain`."""

COUNTS = (0.65, 1.85, 2.95, 4.0, 5.1, 6.5)
"""What the reader's count of pips comes to for each face, on permitted photos."""


@dataclass(frozen=True)
class Reading:
    """The dice of a photo, and those left out although they might be dice."""

    dice: list[Look]
    doubtful: list[Look]


def sort_out(looks: list[Look]) -> Reading:
    """Separate dice from what is none."""
    dice = [one for one in looks if one.likelihood >= DIE]
    rest = [one for one in looks if NOISE <= one.likelihood < DIE]
    return Reading(_in_order(dice), rest)


def _in_order(dice: list[Look]) -> list[Look]:
    """Sort as one reads, in rows from the top left."""
    if not dice:
        return dice
    tall = float(np.median([one.found.size for one in dice]))
    return sorted(
        dice, key=lambda one: (round(one.found.box[1] / tall / 1.5), one.found.box[0])
    )


def confidence(look: Look) -> float:
    """Return how likely this die is there and its face is the one named.

    A box of likelihood DIE is a die in about six of ten cases, one of 0.75 always.
    """
    there = float(np.interp(look.likelihood, (NOISE, DIE, 0.75), (0.1, 0.6, 1.0)))
    return there * float(look.faces.max())


def agreed(look: Look) -> bool:
    """Return whether both views and the pips counted bear out a face that is sure.

    Digits have no pips to count.
    """
    face = int(look.faces.argmax()) + 1
    pips = min(look.pips, COUNTS[-1]) if face == 6 else look.pips
    counted = pips < 0.2 or abs(pips - COUNTS[face - 1]) <= 0.4 + 0.1 * face
    return look.alike and counted and float(look.faces.max()) >= SURE


def describe(look: Look) -> dict[str, Any]:
    """Return one die as the contract wants it."""
    x0, y0, x1, y1 = look.found.box
    return {
        "face": int(look.faces.argmax()) + 1,
        "colour": COLOURS[int(look.colours.argmax())],
        "confidence": round(confidence(look), 3),
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
    return (
        bool(reading.dice)
        and not reading.doubtful
        and all(agreed(one) for one in reading.dice)
    )


def question(dice: list[Look]) -> dict[str, Any] | None:
    """Return which die to ask about, with its two likeliest faces."""
    if not dice:
        return None
    least = min(range(len(dice)), key=lambda k: float(dice[k].faces.max()))
    best = np.argsort(dice[least].faces)[::-1][:2]
    return {"die": least, "choices": [int(face) + 1 for face in best]}
