"""Fits what outlines weigh: `python -m vision.train.cards.weigh --art PICTURES`.

Prints `WEIGHTS` and `BIAS` of `vision/cards/quads.py`, and how far they can be trusted,
from scenes the network was not trained on.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from vision.cards import finder, geometry, quads
from vision.image import BgrImage
from vision.train.cards import faces, scenes

SEED = 900
GOOD, NEAR, SEEN = 0.88, 0.78, 0.5
"""An outline is right from this overlap on; between the two, nobody can say."""


def rows(art: Path | None, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the numbers of every outline found, and whether it is a card's."""
    rng = np.random.default_rng(SEED)
    photos = faces.pictures(art)
    games = [faces.game(rng, photos) for _ in range(30)]
    seen, right = [], []
    for _ in range(count):
        scene = scenes.scene(rng, games, photos)
        scale = quads.WORKING_SIDE / scenes.LONG
        small = BgrImage(cv2.resize(scene.image, None, fx=scale, fy=scale))
        found = finder.find(small)
        corners, numbers = quads.measured(small, found)
        for row, outline in zip(numbers, corners, strict=True):
            ious = [geometry.iou(outline, quad * scale) for quad in scene.quads]
            best = int(np.argmax(ious)) if ious else -1
            iou = ious[best] if ious else 0.0
            hidden = bool(ious) and scene.seen[best] < SEEN
            if iou > GOOD or (iou < NEAR and not hidden):
                seen.append(row)
                right.append(iou > GOOD)
    return np.array(seen), np.array(right)


def fitted(seen: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Return weights and bias of a logistic fit, a little held back."""
    wide = np.column_stack([seen, np.ones(len(seen))])
    weights = np.zeros(wide.shape[1])
    held = np.diag([0.1] * seen.shape[1] + [0.0])
    for _ in range(60):
        chance = 1 / (1 + np.exp(-np.clip(wide @ weights, -30, 30)))
        slope = wide.T @ (right - chance) - held @ weights
        bend = (wide * (chance * (1 - chance))[:, None]).T @ wide + held
        weights = weights + np.linalg.solve(bend + 1e-6 * np.eye(len(bend)), slope)
    return weights


def main() -> None:
    """Fit and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--art", type=Path)
    parser.add_argument("--scenes", type=int, default=250)
    args = parser.parse_args()
    seen, right = rows(args.art, args.scenes)
    weights = fitted(seen, right)
    odds = seen @ weights[:-1] + weights[-1]
    print(
        "WEIGHTS", weights[:-1].round(2).tolist(), "BIAS", round(float(weights[-1]), 2)
    )
    for low, high in ((-99, -3), (-3, -1), (-1, 0), (0, 1), (1, 3), (3, 99)):
        some = (odds >= low) & (odds < high)
        if some.any():
            print(f"{low} to {high}: {some.sum()}, right {right[some].mean():.3f}")


if __name__ == "__main__":
    main()
