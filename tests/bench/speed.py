"""Time and memory of a reader against decoding the same JPEG, on one core."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.image import decode


def cpu_ms(work: Callable[[], Any], times: int = 5) -> float:
    """The median of several runs, in milliseconds of this process's own CPU."""
    work()
    spent = []
    for _ in range(times):
        began = time.process_time()
        work()
        spent.append(1000 * (time.process_time() - began))
    return statistics.median(spent)


def against_decoding(data: bytes, read: Callable[[Any], Any]) -> tuple[float, float]:
    """Milliseconds to decode the JPEG fully, and to decode and read it."""
    raw = np.frombuffer(data, np.uint8)
    plain = cpu_ms(lambda: cv2.imdecode(raw, cv2.IMREAD_COLOR))
    return plain, cpu_ms(lambda: read(decode(data)))


def enlarged(path: Path, longest: int) -> bytes:
    """The photo as a JPEG with a longer side of `longest` pixels."""
    image = cv2.imread(str(path))
    scale = longest / max(image.shape[:2])
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    sized = cv2.resize(image, None, fx=scale, fy=scale, interpolation=how)
    done, packed = cv2.imencode(".jpg", sized, [cv2.IMWRITE_JPEG_QUALITY, 92])
    assert done
    return packed.tobytes()


def peak_mb(*words: str) -> float:
    """Peak memory in MB of `python -m vision WORDS`, of that process alone."""
    program = (
        "import sys; from vision.__main__ import main; main(sys.argv[1:]); "
        "print(open('/proc/self/status').read(), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *words],
        check=True,
        capture_output=True,
        text=True,
    )
    peak = next(line for line in done.stderr.splitlines() if "VmHWM" in line)
    return int(peak.split()[1]) / 1024
