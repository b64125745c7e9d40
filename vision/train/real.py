"""Photographs to train with, as banks by source.

`load` returns those of the measured set whose licence allows it, `webcam` those that
are free to train with, and `confirmed` the others of the measured set, which teach only
what is a die and what a thing.
"""

from __future__ import annotations

import csv
import json
from pathlib import Path

import cv2
import numpy as np

from vision.dice.decide import sort_out
from vision.dice.find import find
from vision.dice.look import COLOURS, look
from vision.dice.nets import Nets
from vision.dice.search import search
from vision.image import BgrImage
from vision.train.bank import unpack
from vision.train.render.scene import Truth

SOURCES = {
    "nell-byler/dice_detection": "BSD-3-Clause",
    "DamianTab/DiceDetection": "Apache-2.0",
    "Epanemu/GameDiceRecognition": "CC BY 4.0",
}
"""The only sources that finder and readers are ever trained on."""

OWN_LABELS = Path(__file__).parent / "photo_labels.json"
"""Boxes and colours we drew ourselves for these photos."""

_ELEVATION = {"top": 80.0, "oblique": 45.0}


def load(photos: Path) -> dict[str, list[tuple[bytes, list[Truth]]]]:
    """Return for each permitted source its packed photos with their dice."""
    boxes = json.loads((photos / "boxes.json").read_text())
    own = json.loads(OWN_LABELS.read_text())
    banks: dict[str, list[tuple[bytes, list[Truth]]]] = {name: [] for name in SOURCES}
    with (photos / "labels.csv").open() as rows:
        for row in csv.DictReader(rows):
            name = row["file"]
            if row["source_repo"] not in banks:
                continue
            drawn = own["boxes"].get(name) or [
                [b["x0"], b["y0"], b["x1"], b["y1"], b["face"]]
                for b in boxes[name]["boxes"]
            ]
            colours = own["colours"].get(name, ["" for _ in drawn])
            tilt = _ELEVATION[row["view"]]
            dice = [
                Truth(
                    tuple(box[:4]),
                    box[4],
                    COLOURS.index(colour) if colour in COLOURS else -1,
                    True,
                    tilt,
                )
                for box, colour in zip(drawn, colours, strict=True)
            ]
            packed = (photos / name).read_bytes()
            banks[row["source_repo"]].append((packed, dice))
    return banks


WEBCAM = "matteop65/Dice_Detection_Recognition"
"""150 photos of white dice beside a laptop (MIT)."""

OTHERS = "KingJacker/dice-detector-pi"
"""One of four sources of few photos that are kept apart together."""

KEPT_APART = {
    WEBCAM: "DamianTab/DiceDetection",
    "mschlafly/baxterplaysyahtzee": OTHERS,
    "chrisaholt/dice-reader": OTHERS,
    "piotrowy/DiceRecognition": OTHERS,
}
"""Sources that are kept from the fold of another one too.

So there is one that never saw them, by which they can be calibrated on and measured.
"""


def fold_of(source: str) -> str:
    """Return whose fold never saw a source, by its owner's name."""
    return KEPT_APART.get(source, source).split("/", maxsplit=1)[0]


def confirmed(photos: Path, nets: Nets) -> dict[str, list[tuple[bytes, list[Truth]]]]:
    """Return the photos of other sources that networks read as people did.

    Where their dice lie nobody wrote down: finder and readers say, who never saw them.
    Whose heads learn from these photos has no say in which they are.
    """
    nets.judge = None
    banks: dict[str, list[tuple[bytes, list[Truth]]]] = {}
    with (photos / "labels.csv").open() as rows:
        others = [
            row for row in csv.DictReader(rows) if row["source_repo"] not in SOURCES
        ]
    for row in others:
        packed = (photos / row["file"]).read_bytes()
        dice = sort_out(search(unpack(packed), nets), nets.trust).dice
        faces = [int(one.faces.argmax()) + 1 for one in dice]
        if sorted(faces) != [int(face) for face in row["faces"].split(";")]:
            continue
        tilt = _ELEVATION[row["view"]]
        told = [
            Truth(one.found.box, face, -1, True, tilt)
            for one, face in zip(dice, faces, strict=True)
        ]
        banks.setdefault(row["source_repo"], []).append((packed, told))
    return banks


def webcam(folder: Path, nets: Nets) -> list[tuple[bytes, list[Truth]]]:
    """Return the webcam's photos; where a die ends is for networks to say.

    The source boxes pips alone, and once a pip of a five as a one: a box inside
    another one is dropped.
    """
    bank = []
    for name, told in json.loads((folder / "boxes.json").read_text()).items():
        packed = (folder / name).read_bytes()
        image = BgrImage(cv2.imdecode(np.frombuffer(packed, np.uint8), 1))
        seen = look(image, find(image, nets.finder), nets.reader, nets.trust)
        whole = [one.found.box for one in seen]
        pips = [(x, y, x + w, y + h, face) for x, y, w, h, face in told["boxes"]]
        alone = [a for a in pips if not any(_within(a, b) for b in pips if b is not a)]
        bank.append((packed, [_around(one, whole) for one in alone]))
    return bank


def _within(a, b) -> bool:
    x, y = (a[0] + a[2]) / 2, (a[1] + a[3]) / 2
    return b[0] < x < b[2] and b[1] < y < b[3] and a[2] - a[0] < 0.8 * (b[2] - b[0])


def _around(pips, boxes) -> Truth:
    """Return the die that shows these pips; it does not count without a box."""
    x, y = (pips[0] + pips[2]) / 2, (pips[1] + pips[3]) / 2
    on = [b for b in boxes if b[0] < x < b[2] and b[1] < y < b[3]]
    box = max(on, key=lambda b: b[2] - b[0]) if on else pips[:4]
    white, slanting = COLOURS.index("white"), _ELEVATION["oblique"]
    return Truth(tuple(box), pips[4], white, bool(on), slanting)
