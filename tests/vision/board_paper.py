"""Paper that does not lie flat: rolled up before, or creased where it was folded."""

from __future__ import annotations

import cv2
import numpy as np

from tests.vision.board_camera import EDGE, Camera
from vision.boards.plan import Plan

STEP = 8
"""Pixels between places whose height is worked out; between them it changes evenly."""


class Paper:
    """How high a sheet stands above the table, in steps, and how that looks."""

    def __init__(self, rng, plan: Plan, most: float) -> None:
        self.most = float(most * rng.random()) if most else 0.0
        if not most:
            return
        self.middle = plan.extent / 2
        self.reach = float(np.linalg.norm(self.middle)) + EDGE
        turn = rng.uniform(0, np.pi)
        self.across = np.array([np.cos(turn), np.sin(turn)]) / self.reach
        self.fold = np.array([-np.sin(turn), np.cos(turn)]) / self.reach
        self.crease = float(rng.uniform(0, 0.4) * self.most)

    def height(self, spots: np.ndarray) -> np.ndarray:
        """Return how high the paper stands at places of the board."""
        if not self.most:
            return np.zeros(len(spots))
        off = spots - self.middle
        rolled = self.most * (off @ self.across) ** 2
        return rolled + self.crease * (1 - np.minimum(1, np.abs(off @ self.fold) * 3))

    def seen_flat(self, spots: np.ndarray, camera: Camera) -> np.ndarray:
        """Return the places of a flat board that are seen where these are."""
        if not self.most:
            return spots
        seen = camera.see(spots, self.height(spots))
        back = np.linalg.inv(camera.plane())
        return cv2.perspectiveTransform(seen[None], back)[0]

    def lay(self, picture: np.ndarray, sheet: np.ndarray, camera: Camera, unit) -> None:
        """Draw the sheet, so many pixels to a step, into a picture."""
        high, wide = picture.shape[:2]
        shift = np.array([[1 / unit, 0, -EDGE], [0, 1 / unit, -EDGE], [0, 0, 1]])
        if not self.most:
            cv2.warpPerspective(
                sheet,
                camera.plane() @ shift,
                (wide, high),
                picture,
                cv2.INTER_LINEAR,
                cv2.BORDER_TRANSPARENT,
            )
            return
        rows, columns = np.mgrid[0 : high + STEP : STEP, 0 : wide + STEP : STEP]
        wanted = np.stack([columns.ravel(), rows.ravel()], 1).astype(float)
        back = np.linalg.inv(camera.plane())
        there = cv2.perspectiveTransform(wanted[None], back)[0]
        # Where the paper stands higher another place of it is seen: found step by step.
        for _ in range(4):
            off = camera.see(there, self.height(there)) - camera.see(there)
            there = cv2.perspectiveTransform((wanted - off)[None], back)[0]
        at = ((there + EDGE) * unit).reshape(*rows.shape, 2).astype(np.float32)
        grown = (rows.shape[1] * STEP, rows.shape[0] * STEP)
        smooth = np.array([[STEP, 0, 0], [0, STEP, 0]], np.float32)
        at = cv2.warpAffine(at, smooth, grown, flags=cv2.INTER_LINEAR)[:high, :wide]
        drawn = cv2.remap(
            sheet, at, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        inside = (at >= 0).all(2) & (at < sheet.shape[1::-1]).all(2)
        picture[inside] = drawn[inside]
