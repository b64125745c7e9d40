"""What lessons are made of: fonts, pictures and words from folders."""

from __future__ import annotations

import zlib
from pathlib import Path

import cv2
from fontTools.ttLib import TTFont, TTLibError
from PIL import ImageFont

from vision.train.letters.strips import Press
from vision.train.letters.words import Words

NEVER = ("dejavu", "vera", "aerial", "tymes", "symbol", "math", "emoji", "mono")
"""Parts of the names of fonts that are left out: what measured photos are printed
with, its ancestors, and what has no letters."""

HELD = 8
"""One package of fonts and one picture of so many are held back for checks."""

LETTERS = "Pagezàéùç'"
SIZES = (24, 37, 55)


def press(
    fonts: Path, art: Path, words: list[Path], signs: set[str], held: bool
) -> Press:
    """Return a press with all but what is held back, or with that only."""
    packages: dict[str, list[str]] = {}
    for path in sorted(fonts.rglob("*.[to]tf")):
        name = path.name.lower()
        if not any(part in name for part in NEVER) and _latin(path):
            packages.setdefault(path.relative_to(fonts).parts[0], []).append(str(path))
    chosen = [some for name, some in packages.items() if _held(name) == held]
    pictures = [
        cv2.imread(str(path), cv2.IMREAD_COLOR)
        for path in sorted(art.iterdir())
        if _held(path.name) == held
    ]
    return Press(chosen, pictures, Words(words, signs))


def _held(name: str) -> bool:
    return zlib.crc32(name.encode()) % HELD == 0


def _latin(path: Path) -> bool:
    """Say whether the font draws letters with accents."""
    try:
        signs = TTFont(str(path), lazy=True).getBestCmap() or {}
        for size in SIZES:  # fonts of dots have but one
            ImageFont.truetype(str(path), size)
    except (OSError, TTLibError, KeyError):
        return False
    return all(ord(letter) in signs for letter in LETTERS)
