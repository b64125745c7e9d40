"""Photographs whose licence allows training, as banks by source."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from vision.dice.look import COLOURS
from vision.train.render.scene import Truth

SOURCES = {
    "nell-byler/dice_detection": "BSD-3-Clause",
    "DamianTab/DiceDetection": "Apache-2.0",
    "Epanemu/GameDiceRecognition": "CC BY 4.0",
}
"""The only sources ever trained on; all others are for measuring."""

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
