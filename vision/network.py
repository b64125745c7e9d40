"""One learned network, run by ONNX Runtime on the caller's own thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

AT_ONCE = 2
"""So many pictures at the same time: each needs up to a hundred megabytes meanwhile."""

ERRORS_ONLY = 3


class Network:
    """One network, read from its file when it is first asked."""

    def __init__(self, model: Path | Callable[[], Path]) -> None:
        self._model = model
        self._session: Any = None
        self._reading = threading.Lock()
        self._turn = threading.BoundedSemaphore(AT_ONCE)

    def run(self, batch: Floats) -> Floats:
        """Return the first output for a batch of any number and size."""
        with self._turn:
            session = self._read()
            name = session.get_inputs()[0].name
            return np.asarray(session.run(None, {name: batch})[0], np.float32)

    def _read(self) -> Any:
        with self._reading:
            if self._session is None:
                path = self._model if isinstance(self._model, Path) else self._model()
                self._session = _session(path)
            return self._session


def _session(path: Path) -> Any:
    # Imported here: a table that shows no photo needs none of its 30 MB.
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = ERRORS_ONLY
    options.enable_cpu_mem_arena = False  # it would keep what the largest photo took
    return onnxruntime.InferenceSession(
        str(path), options, providers=["CPUExecutionProvider"]
    )
