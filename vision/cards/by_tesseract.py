"""Titles read by Tesseract, where the networks for text are not installed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vision import ocr
from vision.cards import lines as plain_lines
from vision.cards.geometry import rectified
from vision.cards.pieces import Heard, Piece, card_size, crop_line, flipped, to_photo
from vision.ppocr import Line

if TYPE_CHECKING:
    from vision.cards.titles import Reader

Prepared = Callable[[NDArray[np.uint8]], NDArray[np.uint8]]


def read(reader: Reader, pieces: Sequence[Piece]) -> None:
    """Look for the title of every piece, one preparation after another."""
    for piece in pieces:
        piece.lines = _plain_lines(reader, piece)
    for prepare in ocr.PREPARATIONS:
        unread = [piece for piece in pieces if not reader.clear(piece)]
        if reader.late() or not unread or not _one_call(reader, unread, prepare):
            return


def _plain_lines(reader: Reader, piece: Piece) -> list[Line]:
    size = card_size(piece.corners, 368)
    card = rectified(reader.image, piece.corners, size)
    return to_photo(plain_lines.find_lines(card), piece.corners, size)


def _one_call(reader: Reader, pieces: Sequence[Piece], prepare: Prepared) -> bool:
    """Read two lines of every piece, both ways up; say whether that worked."""
    asked: list[tuple[Piece, Line]] = []
    for piece in pieces:
        best_first = sorted(piece.lines, key=lambda x: -reader.likely(piece, x))
        for line in best_first[:2]:
            asked += [(piece, line), (piece, flipped(line))]
    crops = [prepare(crop_line(reader.image, line, ocr.HEIGHT)) for _, line in asked]
    try:
        texts = ocr.read_lines(crops, ocr.PATIENCE, reader.matcher.lexicon.langs)
    except ocr.OcrFailed as failed:
        reader.problem = failed.code
        return False
    for (piece, line), text in zip(asked, texts, strict=True):
        odds = reader.doubted(text, reader.matcher.of_text(text))
        piece.heard.append(Heard(line, odds, text))
    return True
