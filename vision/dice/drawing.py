"""The reading, drawn on the photo."""

from __future__ import annotations

import cv2
import numpy as np

from vision.image import BgrImage
from vision.readings import DieReading, Report

_GREEN, _AMBER = (60, 180, 60), (0, 160, 255)


def draw(image: BgrImage, report: Report[DieReading]) -> BgrImage:
    """Return the photo with every die's box, face and colour."""
    drawn = np.array(image, np.uint8)
    thick = max(1, max(image.shape[:2]) // 500)
    for die in report.readings:
        x, y, w, h = (round(v) for v in die.box)
        colour = _GREEN if die.confidence >= 0.9 else _AMBER
        cv2.rectangle(drawn, (x, y), (x + w, y + h), colour, thick)
        text = f"{die.face} {die.colour} {die.confidence:.2f}"
        at = (max(x, 0), max(y - 4 * thick, 12 * thick))
        cv2.putText(drawn, text, at, 0, 0.45 * thick, (0, 0, 0), 3 * thick)
        cv2.putText(drawn, text, at, 0, 0.45 * thick, (255, 255, 255), thick)
    return BgrImage(drawn)
