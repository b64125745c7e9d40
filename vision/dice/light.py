"""Dim photos are read as if they had been exposed longer."""

from __future__ import annotations

import cv2
import numpy as np

from vision.image import BgrImage

SIDE = 160
"""Pixels along a side by which a photo is judged."""

DIM, LIT = 150.0, 215.0
"""A photo whose brightest hundredth is darker than the first is lifted to the second.
Of 106 photos of permitted sources and the webcam's, made darker with a sensor's grain,
98, 97, 87 and 81 are then read right instead of 94, 93, 83 and 71 at a half, a third, a
fifth and an eighth of their light, 3 instead of 10 of these promised wrongly; lifted to
180 or 240 a few less. As they are none is told otherwise."""

BRIGHTEST = 99


def lit(image: BgrImage) -> BgrImage:
    """Return the photo, lifted if it is dim."""
    shades = cv2.split(cv2.resize(image, (SIDE, SIDE)))
    brightest = float(np.percentile(np.maximum.reduce(shades), BRIGHTEST))
    if not 0 < brightest < DIM:
        return image
    lifted = np.clip(np.arange(256) * (LIT / brightest), 0, 255).astype(np.uint8)
    return BgrImage(np.asarray(cv2.LUT(image, lifted), np.uint8))
