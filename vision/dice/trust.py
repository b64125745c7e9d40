"""How far to trust a look: chances fitted on photos whose dice are known."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

FILE = "dice-trust.json"
LEAD = 12.0
"""A face that leads the next by more nats than this is not surer still."""


@dataclass(frozen=True)
class Trust:
    """Weights of two logistic curves, and when a whole photo is beyond doubt."""

    presence: tuple[float, ...] = (0.0, 0.5, 0.5, 0.0, 0.0, 0.0)
    """Of: one, the finder's and the reader's log odds that a die is there, how unlike
    the other dice in size and how oblong the box is, and how far the dice are ahead
    of other things."""
    face: tuple[float, ...] = (0.0, 1.0)
    """Of: one, and the face's lead over the next in nats."""
    certain: float = 0.9
    """The chance above which a reading of several dice is accepted unasked."""

    def there(self, signs: tuple[float, ...]) -> float:
        """Return the chance that a box holds a die, by all that speaks for it."""
        return curve(self.presence, signs)

    def right(self, faces: Floats) -> float:
        """Return the chance that the likeliest face is the upper one of this die."""
        return curve(self.face, face_signs(faces))


def curve(weights: tuple[float, ...], signs: tuple[float, ...]) -> float:
    """Return the logistic curve of weighed signs."""
    total = sum(w * s for w, s in zip(weights, signs, strict=True))
    return float(1 / (1 + np.exp(-np.clip(total, -30, 30))))


def odds(chance: float) -> float:
    """Return the log odds of a chance, bounded."""
    held = min(max(chance, 1e-4), 1 - 1e-4)
    return float(np.log(held / (1 - held)))


def face_signs(faces: Floats) -> tuple[float, ...]:
    """Return what speaks for the likeliest face."""
    second, first = np.sort(faces)[-2:]
    return 1.0, min(float(np.log(first / max(float(second), 1e-7))), LEAD)


def load(folder: Path) -> Trust:
    """Return the trust that belongs to a folder's networks."""
    held = json.loads((folder / FILE).read_text())
    return Trust(
        presence=tuple(held["presence"]),
        face=tuple(held["face"]),
        certain=held["certain"],
    )


def save(trust: Trust, folder: Path) -> None:
    """Write a trust beside its networks."""
    (folder / FILE).write_text(json.dumps(asdict(trust), indent=1) + "\n")
