"""How closely a photo is looked at: quickly first, again where that leaves doubt."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from vision.dice.find import FINE, SCALES, SMALL, find, finer
from vision.dice.look import DIE, Eye, Look, crop, look
from vision.dice.nets import Nets
from vision.dice.thing import Judge, held_against
from vision.image import BgrImage

FIRST = 352
"""The longer side for the first look; most photos show dice large enough for it."""

SURE = 0.98
"""The reader's word from which on a box of the first look is a die beyond doubt."""

NONE = 0.05
"""The reader's word up to which it is none."""

SEEN = 0.6
"""The finder's word for a die beyond doubt: where it said so of all dice in renders,
none was overlooked, at 0.5 one in 27 photos had another."""


BEYOND = 0.9997
"""A chance from which on nobody else is asked about one of several dice."""


def search(image: BgrImage, nets: Nets) -> list[Look]:
    """Return the close looks at all boxes of a photo."""
    looks = _searched(image, nets)
    return _judged(image, looks, nets.judge) if nets.judge else looks


def _judged(image: BgrImage, looks: list[Look], judge: Judge) -> list[Look]:
    """Return the looks after one more opinion on what would be told as dice."""
    dice = [k for k, one in enumerate(looks) if one.there >= DIE]
    asked = [k for k in dice if looks[k].there < BEYOND or len(dice) == 1]
    told = judge.odds([crop(image, looks[k].found.box) for k in asked])
    judged = list(looks)
    for k, said in zip(asked, told, strict=True):
        there = held_against(looks[k].there, said)
        judged[k] = replace(looks[k], there=there, said=said)
    return judged


def _searched(image: BgrImage, nets: Nets) -> list[Look]:
    eye = Eye(image, nets.reader)
    see = partial(look, image, net=nets.reader, trust=nets.trust, eye=eye)
    first = find(image, nets.finder, (FIRST,))
    longest = max(image.shape[:2])
    vain = partial(_open, longest=longest)
    looks = see(found=first, vain=vain)
    if settled(looks, longest):
        return looks
    found = find(image, nets.finder, SCALES, first)
    looks = see(found=found)
    dice = [one.found for one in looks if one.there >= DIE]
    if not finer(image, dice):
        return looks
    return see(found=find(image, nets.finder, (FINE,), found))


def settled(looks: list[Look], longest: int) -> bool:
    """Return whether the first look leaves nothing open.

    Each box is a die beyond doubt or none, and no die is so small that others of its
    size may have been overlooked.
    """
    dice = [one for one in looks if one.die > NONE]
    return bool(dice) and all(one.die >= SURE and _plain(one, longest) for one in dice)


def _open(looks: list[Look], longest: int) -> bool:
    """Return whether the first look cannot be enough, whatever more views say."""
    return any(one.die >= DIE and not _plain(one, longest) for one in looks)


def _plain(one: Look, longest: int) -> bool:
    return one.found.score >= SEEN and one.found.size * FIRST >= SMALL * longest
