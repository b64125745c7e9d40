"""Clear red dice drawn on green cloth: pictures that no reader should doubt."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from vision.markers import STOP

SIZE = (640, 480)
_CORNERS = [(-1, -1), (1, 1)]
PIPS = {
    2: _CORNERS,
    3: [*_CORNERS, (0, 0)],
    4: [*_CORNERS, (1, -1), (-1, 1)],
    5: [*_CORNERS, (1, -1), (-1, 1), (0, 0)],
    6: [*_CORNERS, (1, -1), (-1, 1), (-1, 0), (1, 0)],
}
TURNED = np.radians(20)


def picture(*dice: tuple[int, int, int]) -> np.ndarray:
    """Return the cloth with dice on it: x, y, face."""
    image = np.full((SIZE[1], SIZE[0], 3), (96, 128, 96), float)
    grain = np.random.default_rng(1).normal(0, 4, image.shape)
    image = np.clip(image + grain, 0, 255).astype(np.uint8)
    for x, y, face in dice:
        cv2.ellipse(image, (x + 8, y + 10), (60, 60), 0, 0, 360, (60, 80, 60), -1)
        box = cv2.boxPoints(((x, y), (84, 84), 20)).astype(int)
        cv2.fillPoly(image, [box], (30, 30, 190))
        cv2.polylines(image, [box], True, (30, 30, 190), 14, cv2.LINE_AA)
        for u, v in PIPS[face]:
            across = u * np.cos(TURNED) - v * np.sin(TURNED)
            down = u * np.sin(TURNED) + v * np.cos(TURNED)
            at = (int(x + 26 * across), int(y + 26 * down))
            cv2.circle(image, at, 9, (240, 240, 240), -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 1), np.uint8)


def stop_card(side: int = 130) -> np.ndarray:
    """Return the card that says stop, as the kit prints it, with its white edge."""
    edge = side // 7
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    square = cv2.aruco.generateImageMarker(book, STOP, side - 2 * edge)
    card = cv2.copyMakeBorder(
        square, edge, edge, edge, edge, cv2.BORDER_CONSTANT, value=255
    )
    return cv2.cvtColor(card, cv2.COLOR_GRAY2BGR)


def with_stop_card(image: np.ndarray) -> np.ndarray:
    """Return a picture with the card laid at its lower right."""
    out, card = image.copy(), stop_card()
    out[300 : 300 + len(card), 470 : 470 + len(card)] = card
    return out


def film(path: Path, *scenes: tuple[np.ndarray, float], rate: int = 15) -> Path:
    """Write pictures, each shown for some seconds, as a film of JPEGs."""
    frames = [image for image, seconds in scenes for _ in range(round(seconds * rate))]
    out = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), rate, SIZE)
    for frame in frames:
        out.write(frame)
    out.release()
    return path
