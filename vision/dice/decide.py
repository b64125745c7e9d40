"""From looks to a reading: which boxes are dice, how sure, what to ask."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from vision.dice.look import COLOURS, DIE, Look
from vision.dice.thing import ASKED, PERHAPS
from vision.dice.trust import Trust
from vision.readings import Box, DieReading, Question

VAST = 0.55
"""What fills more of a photo's longer side is rather a card or a sheet than a die.

Chosen by photos of cards (0.54 to 0.89) and of single dice close up (up to 0.5)."""

PLAINLY = 6.0
"""Log odds from which on who tells dice from things vouches for one so large: of eleven
dice close up whose source was never seen none has less than 9.4, of six real cards so
large none more than -3.9, of thirty drawn things 3.7."""

UNKNOWN = "unknown"
NAMED = 0.45
"""A colour less likely than this is not named: the die may be of another one."""

BEYOND = 0.99997
"""A chance from which on nobody else is asked about one of several dice."""

VOUCHED, ENOUGH = 2.5, 0.8
"""Log odds from which on who tells dice from things vouches for one, and how likely a
reading must be at least to be promised where the die is alone, or only half vouched
for: of 160 drawn tables without dice five were promised when less was asked, of these
none now."""

THING = -5.0
"""Log odds, by the same, up to which a box that both networks refused keeps no photo
from being promised. It is asked about such boxes only where it vouches for all dice:
of 21 photos free to look at that were asked about three are promised so, all of them
read right, and no drawn table without dice more."""

RULED_OUT = 0.02
"""Faces and colours less likely than this are not told."""


@dataclass(frozen=True)
class Looks:
    """The dice of a photo, and boxes that are more likely none."""

    dice: list[Look]
    rest: list[Look]
    trust: Trust


def sort_out(looks: list[Look], trust: Trust) -> Looks:
    """Separate dice from what is none."""
    dice = [one for one in looks if one.there >= DIE]
    rest = [one for one in looks if one.there < DIE]
    return Looks(_in_order(dice), rest, trust)


def _in_order(dice: list[Look]) -> list[Look]:
    """Sort as one reads, in rows from the top left."""
    if not dice:
        return dice
    tall = float(np.median([one.found.size for one in dice]))
    return sorted(
        dice, key=lambda one: (round(one.found.box[1] / tall / 1.5), one.found.box[0])
    )


def told(reading: Looks) -> tuple[DieReading, ...]:
    """Return all dice as they were seen."""
    most = 1.0 if vouched(reading) else ASKED
    return tuple(describe(one, reading.trust, most) for one in reading.dice)


def describe(look: Look, trust: Trust, most: float = 1.0) -> DieReading:
    """Return one die as it was seen, its chance no more than that."""
    faces = enumerate(look.faces, 1)
    colours = zip(COLOURS, look.colours, strict=True)
    return DieReading(
        face=int(look.faces.argmax()) + 1,
        colour=_name(look),
        confidence=round(min(look.there * trust.right(look.faces), most), 3),
        box=box_of(look),
        faces=tuple((k, round(float(p), 3)) for k, p in faces if p >= RULED_OUT),
        colours=tuple((k, round(float(p), 3)) for k, p in colours if p >= RULED_OUT),
    )


def _name(look: Look) -> str:
    best = int(look.colours.argmax())
    return COLOURS[best] if look.colours[best] >= NAMED else UNKNOWN


def box_of(look: Look) -> Box:
    """Return where a die lies."""
    x0, y0, x1, y1 = look.found.box
    return round(x0, 1), round(y0, 1), round(x1 - x0, 1), round(y1 - y0, 1)


def certain(reading: Looks, longest: float) -> bool:
    """Return whether the whole reading may be accepted unasked."""
    vast = any(one.found.size > VAST * longest for one in reading.dice)
    alone = len(reading.dice) == 1
    if not reading.dice or (vast and not (alone and reading.dice[0].said >= PLAINLY)):
        return False
    if not vouched(reading):
        return False
    sure = not alone and any(_by(one, VOUCHED) for one in reading.dice)
    return chance(reading) >= max(reading.trust.certain, 0 if sure else ENOUGH)


def vouched(reading: Looks, alone: float = VOUCHED) -> bool:
    """Return whether one die is beyond doubt, or a die to who tells them from things.

    Without such a one, all that was taken for dice may be cards or dominoes. The only
    die of a photo must have so much of its word.
    """
    enough = alone if len(reading.dice) == 1 else PERHAPS
    return any(_by(one, enough) for one in reading.dice)


def _by(one: Look, enough: float) -> bool:
    return one.said >= enough or (one.said == 0 and one.there >= BEYOND)


def chance(reading: Looks) -> float:
    """Return how likely every die was seen, every face is right and nothing added."""
    chances = [one.there * reading.trust.right(one.faces) for one in reading.dice]
    return math.prod(chances) * nothing_else(reading)


def nothing_else(reading: Looks) -> float:
    """Return how likely no box that was taken for none holds a die."""
    return math.prod(1 - one.there for one in reading.rest if not _thing(one))


def _thing(one: Look) -> bool:
    """Return whether all agree that a box holds no die."""
    return one.there < ASKED and one.said <= THING


def question(dice: list[Look]) -> Question:
    """Return which die to ask about, with its two likeliest faces."""
    least = min(range(len(dice)), key=lambda k: float(dice[k].faces.max()))
    best = np.argsort(dice[least].faces)[::-1][:2]
    return Question(least, tuple(int(face) + 1 for face in best), box_of(dice[least]))
