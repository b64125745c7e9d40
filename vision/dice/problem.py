"""Why a photo cannot be read, in words a person can act on."""

from __future__ import annotations

import cv2
import numpy as np

from vision.image import BgrImage
from vision.readings import Problem

ADVICE = {
    "dark": "The photo is too dark. Turn on a lamp or move the dice into the light.",
    "blurred": "The photo is blurred. Hold the phone still and tap the dice to focus.",
    "no-dice": "No dice were found. Fill the picture with the dice, seen from above.",
    "fewer": "Fewer dice were found ({found}) than were thrown ({wanted}). Spread them "
    "out and take them all into the picture.",
    "more": "More dice were found ({found}) than were thrown ({wanted}). Take away the "
    "dice and other things that do not belong to this throw.",
    "surplus": "More dice were found ({found}) than can be thrown now ({wanted}). Take "
    "away the dice that lie there from before.",
}


def problem(code: str, **numbers: int) -> Problem:
    """Return a problem with its advice."""
    return Problem(code, ADVICE[code], tuple(numbers.items()))


def obstacle(image: BgrImage) -> str | None:
    """Return `dark` or `blurred` if nothing could be read in such a photo."""
    step = max(1, max(image.shape[:2]) // 800)
    grey = cv2.cvtColor(np.ascontiguousarray(image[::step, ::step]), cv2.COLOR_BGR2GRAY)
    if float(np.percentile(grey, 99)) < 40:
        return "dark"
    contrast = float(grey.std()) + 1.0
    sharpness = float(cv2.Laplacian(grey, cv2.CV_32F).std())
    return "blurred" if sharpness / contrast < 0.04 else None
