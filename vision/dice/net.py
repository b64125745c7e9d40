"""One learned network, run by OpenCV."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


class Net:
    """One network; threads take turns, because OpenCV's nets hold their own buffers.

    A net that is given another size of picture builds itself anew, so there is one
    for each of the last sizes. The classic engine is mostly the faster one on one core.
    """

    KEPT = 3

    def __init__(self, path: Path, engine: int = cv2.dnn.ENGINE_CLASSIC) -> None:
        self._path, self._engine = path, engine
        self._sizes: dict[tuple[int, ...], Any] = {}
        self._turn = threading.Lock()

    def run(self, batch: Floats) -> Floats:
        """Return the raw outputs for a batch (n, 3, h, w)."""
        with self._turn:
            net = self._for(batch.shape[2:])
            net.setInput(batch)
            return np.array(net.forward(), np.float32)

    def _for(self, size: tuple[int, ...]) -> Any:
        net = self._sizes.pop(size, None)
        if net is None:
            net = cv2.dnn.readNetFromONNX(str(self._path), engine=self._engine)
        self._sizes[size] = net
        if len(self._sizes) > self.KEPT:
            del self._sizes[next(iter(self._sizes))]
        return net
