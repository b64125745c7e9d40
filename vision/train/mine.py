"""Boxes that the finder takes for dice although they are none."""

from __future__ import annotations

import cv2

from vision.dice.find import find
from vision.dice.nets import Net
from vision.train.bank import alike, unpack


def wrong_boxes(finder: Net, packed: bytes, dice) -> list[tuple]:
    """Return the finder's boxes that share little with any die of a photo."""
    found = find(unpack(packed), finder)
    return [
        one.box
        for one in found
        if one.score > 0.15 and all(alike(one.box, die.box) < 0.25 for die in dice)
    ]


def mined(finder: Net, bank) -> list:
    """Return the photos with the finder's errors as a third part."""
    cv2.setNumThreads(1)
    return [(packed, dice, wrong_boxes(finder, packed, dice)) for packed, dice in bank]
