"""The browser's twin of the hands-free loop, run by Node.js and shown frames."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any

import cv2
import numpy as np

NODE = shutil.which("node")
SCRIPTS = Path(__file__).parents[2] / "static" / "js"

SMALL = 160
"""Longer side of the picture that the browser compares."""

LOOK = """
import { readSync, writeSync } from "node:fs"
import { watcher } from "%(scripts)s/watch.js"
import { alike } from "%(scripts)s/alike.js"
const bytes = (count) => {
  const all = Buffer.alloc(count)
  for (let got = 0; got < count;) {
    const more = readSync(0, all, got, count - got)
    if (!more) process.exit()
    got += more
  }
  return all
}
const loop = watcher()
let last = null
for (;;) {
  const { width, height, at, answer } = JSON.parse(bytes(bytes(4).readUInt32LE()))
  const told = {}
  if (answer) {
    const drift = loop.drifted().map((part) => part * answer.size[0])
    told.same = last !== null && alike(last.readings, answer.readings, drift)
    last = answer
  }
  if (width) {
    const data = new Uint8ClampedArray(bytes(4 * width * height))
    const began = process.cpuUsage()
    told.light = loop.see({ data, width, height }, at)
    told.ms = process.cpuUsage(began).user / 1000
    if (told.light === "rest") told.drift = loop.drifted().map((part) => part * width)
  }
  writeSync(1, JSON.stringify(told) + "\\n")
}
"""


class Twin:
    """One browser's loop; it is shown frames and told what its photos were read as."""

    def __init__(self, scripts: Path = SCRIPTS) -> None:
        words = [str(NODE), "--input-type=module", "-e", LOOK % {"scripts": scripts}]
        self._node = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def __enter__(self) -> Twin:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._node.communicate()

    def see(self, image: np.ndarray, at: float) -> dict[str, Any]:
        """Show a frame (BGR) taken at so many seconds; return what the twin says."""
        little = made_small(image)
        high, wide = little.shape[:2]
        pixels = cv2.cvtColor(little, cv2.COLOR_BGR2RGBA).tobytes()
        return self._ask({"width": wide, "height": high, "at": 1000 * at}, pixels)

    def hear(self, answer: dict[str, Any]) -> dict[str, Any]:
        """Tell what a photo was read as; return whether it is the same."""
        return self._ask({"answer": answer})

    def _ask(self, what: dict[str, Any], pixels: bytes = b"") -> dict[str, Any]:
        text = json.dumps(what).encode()
        assert self._node.stdin
        assert self._node.stdout
        self._node.stdin.write(len(text).to_bytes(4, "little") + text + pixels)
        self._node.stdin.flush()
        told: dict[str, Any] = json.loads(self._node.stdout.readline())
        return told


def made_small(image: np.ndarray) -> np.ndarray:
    """Return a frame as a browser draws it small: each pixel the mean of many."""
    scale = min(1, SMALL / max(image.shape[:2]))
    size = tuple(round(side * scale) for side in image.shape[1::-1])
    return cv2.resize(image, size, interpolation=cv2.INTER_AREA)
