"""What was told last, followed to where it lies in newer pictures."""

from __future__ import annotations

from dataclasses import dataclass, replace

from vision.image import BgrImage
from vision.watching.restless import Mask
from vision.watching.same import Piece, is_turned
from vision.watching.still import FURTHEST, Change, Small, change


@dataclass(frozen=True, slots=True)
class Told:
    """What was told last, as it lies in the newest picture of it."""

    small: Small
    image: BgrImage
    pieces: tuple[Piece, ...]
    signs: tuple[Piece, ...]
    certain: bool

    def seen_in(
        self, image: BgrImage, now: Small, restless: Mask | None
    ) -> tuple[Change, list[Piece]]:
        """Return how a picture differs, and which pieces look otherwise in it."""
        seen = change(self.small, now, furthest=FURTHEST).but(restless)
        by = _by(seen, image, now)
        # Seen closely: a small picture hides the pips.
        turned = [one for one in self.pieces if is_turned(one, self.image, image, by)]
        return seen, turned

    def followed(self, image: BgrImage, now: Small, seen: Change) -> Told:
        """Return the same where a drifting camera sees it now."""
        if not any(seen.shift):  # a drift too small to be measured must not be lost
            return self
        x, y = _by(seen, image, now)
        pieces, signs = (
            tuple(replace(one, x=one.x + x, y=one.y + y) for one in some)
            for some in (self.pieces, self.signs)
        )
        return Told(now, image, pieces, signs, self.certain)


def _by(seen: Change, image: BgrImage, now: Small) -> tuple[float, float]:
    """Return how far a picture has drifted, in its own pixels."""
    scale = max(image.shape[:2]) / max(now.shape.shape)
    return seen.shift[0] * scale, seen.shift[1] * scale
