"""Die or another thing: a third opinion, by features that photos of all kinds taught.

The features are the first layers of EfficientNet-Lite0 as they are; what they say of
dice is in the few weights of a head of its own beside each pair of networks.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.dice.trust import curve, odds
from vision.network import Floats, Network

FEATURES = "photo-features.onnx"
HEAD = "dice-thing.npz"
MIDDLE = np.float32(127 / 128)
"""What these layers take for grey: bytes less 127, over 128."""

MOST = 10.0
"""Log odds beyond this say no more."""

SURELY, WEIGHT = 2.0, 4.0
"""Log odds against a die from which on this opinion counts, and how much. It knows
things better than the others, but not the dice of every table: of 1,116 in photos of
sources it never saw four are lost; of 66 drawn tables without dice 18 have a false one,
of 160 with playing cards of decks it never saw 21 (22 and 24 by the head before)."""

LIKELIER, SURER = 2.0, 3.0
"""Log odds from which on it speaks for one of several dice, and the most it then adds:
no false die more is told on those tables, and three photos of 150 need no question."""

PERHAPS = 1.0
"""Log odds below which one of several dice vouches for none: of 37 things taken for the
only die on 160 drawn tables 33 have less, of 34 dice alone in photos whose source was
never seen none has less than 2.6."""

ASKED = 0.4
"""The chance that is left to a die at least, which only this opinion speaks against:
too small to be told, too large for a promise that none lies there."""


class Judge:
    """Says how likely crops show a die."""

    def __init__(self, features: Network, head: Path) -> None:
        self._features = features
        held = np.load(head)
        inner = held["weight1"].astype(np.float32) * held["scale1"]
        self._first = inner, held["bias1"]
        self._last = held["weight2"], held["bias2"]

    def odds(self, crops: list[NDArray[np.uint8]]) -> list[float]:
        """Return the log odds of a die for each crop."""
        if not crops:
            return []
        hidden = features(self._features, crops) @ self._first[0] + self._first[1]
        said = np.maximum(hidden, 0) @ self._last[0] + self._last[1]
        return [float(one) for one in np.clip(said[:, 0], -MOST, MOST)]


def weighed(there: float, said: float, *, alone: bool) -> float:
    """Return the chance of a die, after log odds that were told of it here."""
    if there < ASKED:
        return there
    against = WEIGHT * min(said + SURELY, 0.0)
    if against:
        return max(_moved(there, against), ASKED)
    ahead = 0.0 if alone else min(max(said - LIKELIER, 0.0), SURER)
    return max(_moved(there, ahead), there)


def _moved(there: float, by: float) -> float:
    return curve((1.0, 1.0), (odds(there), by))


def features(net: Network, crops: list[NDArray[np.uint8]]) -> Floats:
    """Return what the layers say of crops."""
    stacked = np.stack(crops).transpose(0, 3, 1, 2)
    return net.run(np.ascontiguousarray(stacked, np.float32) / np.float32(128) - MIDDLE)


def feature_net(folder: Path) -> Network:
    """Return the layers."""
    return Network(folder / FEATURES)
