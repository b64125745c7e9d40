"""What the networks, trained on renders alone, add to what is known of photos."""

from __future__ import annotations

from dataclasses import replace

import cv2

from vision.dice.find import Found, find
from vision.dice.look import PLACE, closer, crop
from vision.dice.nets import close_blob
from vision.network import Network
from vision.train.bank import alike, unpack

LOOSEST = 0.3
"""Overlap with the box of a label below which a closer one is not believed."""


def wrong_boxes(finder: Network, packed: bytes, dice) -> list[tuple]:
    """Return the finder's boxes that share little with any die of a photo."""
    found = find(unpack(packed), finder)
    return [
        one.box
        for one in found
        if one.score > 0.15 and all(alike(one.box, die.box) < 0.25 for die in dice)
    ]


def mined(finder: Network, bank) -> list:
    """Return the photos with the finder's errors as a third part."""
    cv2.setNumThreads(1)
    return [(packed, dice, wrong_boxes(finder, packed, dice)) for packed, dice in bank]


def tightened(reader: Network, bank) -> list:
    """Return the photos with their boxes drawn as close as those of renders.

    People leave room around a die, each a different one.
    """
    return [
        (packed, [_tight(reader, unpack(packed), die) for die in dice])
        for packed, dice in bank
    ]


def _tight(reader: Network, image, die):
    box = die.box
    for _ in range(2):
        said = reader.run(close_blob([crop(image, box)]))[0]
        box = closer(Found(box, 1.0), said[PLACE]).box
    return replace(die, box=box) if alike(box, die.box) > LOOSEST else die
