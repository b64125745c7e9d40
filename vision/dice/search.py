"""How closely a photo is looked at: quickly first, again where that leaves doubt."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from vision.dice import second
from vision.dice.decide import BEYOND, VOUCHED
from vision.dice.find import FINE, SCALES, SMALL, Found, find, finer
from vision.dice.lamp import by_day
from vision.dice.light import lit
from vision.dice.look import DIE, Eye, Look, crop, glance, look
from vision.dice.nets import Nets
from vision.dice.thing import ASKED, Judge, weighed
from vision.image import BgrImage
from vision.network import Network

FIRST = 352
"""The longer side for the first look; most photos show dice large enough for it."""

SURE = 0.98
"""The reader's word from which on a box of the first look is a die beyond doubt."""

NONE = 0.05
"""The reader's word up to which it is none."""

SEEN = 0.6
"""The finder's word for a die beyond doubt: where it said so of all dice in renders,
none was overlooked, at 0.5 one in 27 photos had another."""

LIKELY = 0.1
"""A chance of a die up to which a box that was refused hardly keeps a photo from being
promised, so nobody else is asked about it."""

FAINT = 0.2
"""A chance of a die below which nobody asks for its face again."""

READ = 0.997
"""A face surer than this is not read again."""


def search(image: BgrImage, nets: Nets) -> list[Look]:
    """Return the close looks at all boxes of a photo."""
    image = lit(image)
    looks = _searched(image, nets)
    if nets.judge:
        looks = _judged(image, looks, nets.judge)
    if nets.second:
        looks = read_again(image, looks, nets.second)
    return by_day(image, looks, nets.reader)


def read_again(image: BgrImage, looks: list[Look], net: Network) -> list[Look]:
    """Return the looks after the second reader's word on faces in doubt."""
    asked = [
        k
        for k, one in enumerate(looks)
        if one.there >= FAINT and float(one.faces.max()) < READ
    ]
    if not asked:
        return looks
    crops = [crop(image, looks[k].found.box, second.SIDE) for k in asked]
    alone = len(_dice(looks)) == 1
    again = list(looks)
    for k, said in zip(asked, second.faces(net, crops), strict=True):
        faces = second.together(looks[k].faces, said, alone=alone)
        again[k] = replace(looks[k], faces=faces)
    return again


def _judged(image: BgrImage, looks: list[Look], judge: Judge) -> list[Look]:
    """Return the looks after one more opinion on what would be told as dice."""
    dice = _dice(looks)
    alone = len(dice) == 1
    asked = [k for k in dice if alone or looks[k].there < BEYOND]
    judged = _weighed(image, looks, asked, judge, alone=alone)
    left = _dice(judged)
    if len(left) == 1 and not alone:  # nothing that was not turned down speaks for it
        judged[left[0]] = _weighed(image, looks, left, judge, alone=True)[left[0]]
    return cleared(image, judged, judge)


def _dice(looks: list[Look]) -> list[int]:
    return [k for k, one in enumerate(looks) if one.there >= DIE]


def _weighed(
    image: BgrImage, looks: list[Look], asked: list[int], judge: Judge, *, alone: bool
) -> list[Look]:
    told = judge.odds([crop(image, looks[k].found.box) for k in asked])
    judged = list(looks)
    for k, said in zip(asked, told, strict=True):
        there = weighed(looks[k].there, said, alone=alone)
        judged[k] = replace(looks[k], there=there, said=said)
    return judged


def cleared(image: BgrImage, looks: list[Look], judge: Judge) -> list[Look]:
    """Return the looks after its word on what was refused, if it knows these dice."""
    dice = [one for one in looks if one.there >= DIE]
    known = dice and all(one.there >= BEYOND or one.said >= VOUCHED for one in dice)
    asked = [k for k, one in enumerate(looks) if known and LIKELY < one.there < ASKED]
    told = judge.odds([crop(image, looks[k].found.box) for k in asked])
    judged = list(looks)
    for k, said in zip(asked, told, strict=True):
        judged[k] = replace(looks[k], said=said)
    return judged


def _searched(image: BgrImage, nets: Nets) -> list[Look]:
    eye = Eye(image, nets.reader)
    see = partial(look, image, net=nets.reader, trust=nets.trust, eye=eye)
    first = find(image, nets.finder, (FIRST,))
    longest = max(image.shape[:2])
    vain = partial(_open, longest=longest)
    # One box may tell for one crop what all would: that this look is not enough.
    least = [one for one in first if not _plain(one, longest)][:1]
    enough = not vain(glance(least, eye, nets.trust))
    looks = see(found=first, vain=vain) if enough else []
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
    return bool(dice) and all(
        one.die >= SURE and _plain(one.found, longest) for one in dice
    )


def _open(looks: list[Look], longest: int) -> bool:
    """Return whether the first look cannot be enough, whatever more views say."""
    return any(one.die >= DIE and not _plain(one.found, longest) for one in looks)


def _plain(box: Found, longest: int) -> bool:
    return box.score >= SEEN and box.size * FIRST >= SMALL * longest
