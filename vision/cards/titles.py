"""From outlines to titles: which lines to read, which way up, and when to stop."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from vision import ocr, ppocr
from vision.cards import by_tesseract
from vision.cards.geometry import area, rectified
from vision.cards.looks import CLOSER, NARROW, NEARLY, Closer, known, marked
from vision.cards.match import PLAINLY, Matcher, lowered
from vision.cards.pieces import (
    Heard,
    Piece,
    against,
    card_size,
    crop_line,
    flipped,
    longer_line,
    on_row,
    place_in,
    spanning,
    to_photo,
    together,
    widened,
    within,
)
from vision.cards.rows import Row, everywhere, read_blindly, row_of
from vision.cards.rows import likely as likely_rows
from vision.image import BgrImage
from vision.lexicon import fold
from vision.ppocr import Line

Floats = NDArray[np.float64]
Prepared = Callable[[NDArray[np.uint8]], NDArray[np.uint8]]

CLEAR = 6.5
"""Log odds at which a title is read and the other lines need no look."""

APART = 4.0
"""Log odds between the best and the next card for that."""

PLAIN = 9.0
"""Log odds up to which what is nearly a title is read again, longer and with even
contrast: a letter may have been cut off, or drowned in the art."""

DOUBT = 4.0
"""Log odds a line can reach at most that may be other text which names a card."""

NAMED = 6.4
"""Log odds by which a card is named, whichever game it is of, and never promised."""

PART = 0.6
"""How sure the letters of both halves of a title broken in two must be: noise beside
one word of it (*Durmangala*) is some other word of another (*Maut*) soon enough."""

SPARE = 2
"""So many letters beside a title may be stray signs; more are other words."""

STOPS = (".", ",", ";", ":")
"""Signs that end sentences, or parts of them, but no title."""

TALLER = 1.6
"""A title is no smaller than this share of other words printed on its card."""

ENDS = ((0.0, 0.16), (0.84, 1.0))
"""Where titles stand on cards of which nothing is known."""

AT_A_GLANCE = 2
"""Lines of a card that are read where the quick look saw them."""

SURELY = 8.3
"""Log odds below which a title is read, but not so surely as to be promised: its card
is looked at once more."""

MANY = 8
"""More cards than these of which none shows a title at a first look have none."""

FEW = 2
"""So many cards are read row by row even if no title was seen on any."""

ROWS_AFTER = 2
"""Looks after which the rows of other cards' titles are read, line or no line: what
looks band by band still find after that costs more."""

NOTHING = np.zeros((1, 1), np.float32)

workers = ThreadPoolExecutor(2, thread_name_prefix="titles")


@dataclass
class Reader:
    """Reads the titles of the cards of one photo."""

    image: BgrImage
    matcher: Matcher
    deadline: float
    problem: str | None = None
    """The code of what kept titles from being read."""

    rows: list[Row] = field(default_factory=list)
    """Where titles were found on cards of this photo."""

    glance: Sequence[Line] = ()
    """Lines of text seen in a quick look over the whole photo."""

    inside: NDArray[np.float32] = field(default_factory=lambda: NOTHING)
    """Chance of some card lying there, per cell of the photo."""

    border: NDArray[np.float32] = field(default_factory=lambda: NOTHING)
    """Chance of the edge of a card, per cell."""

    words: list[Heard] = field(default_factory=list)
    """Lines on no card that were read beyond doubt, and are no titles."""

    stray: bool = False
    """Whether text that may be a title belongs to no card read."""

    def read(self, pieces: Sequence[Piece]) -> None:
        """Look for the title of every piece."""
        if ppocr.available():
            self._by_network(pieces)
        elif ocr.available():
            by_tesseract.read(self, pieces)
        else:
            self.problem = "no-text-reader"

    def clear(self, piece: Piece) -> bool:
        """Say whether one title stands out, or the taught picture."""
        return piece.known or clear(piece.odds(len(self.matcher.keys)))

    def title(self, piece: Piece) -> Line:
        """Return the line that speaks most for the likeliest card of a piece."""
        heard = piece.title(int(piece.odds(len(self.matcher.keys)).argmax()))
        assert heard is not None
        return heard.line

    def late(self) -> bool:
        """Say whether the time for this photo is over."""
        return time.monotonic() > self.deadline

    def _by_network(self, pieces: Sequence[Piece]) -> None:
        list(workers.map(self._at_a_glance, pieces))
        for tried, closer in enumerate(CLOSER):
            unread = [piece for piece in pieces if not self.clear(piece)]
            if self.late() or (tried and MANY < len(pieces) == len(unread)):
                return
            if tried == ROWS_AFTER:
                list(workers.map(self._along_rows, unread))
                unread = [piece for piece in unread if not self.clear(piece)]
            if tried == 1:
                unread += [piece for piece in pieces if self._nearly_sure(piece)]
            list(workers.map(partial(self._look, closer=closer), unread))
        unread = [piece for piece in pieces if not self.clear(piece)]
        if self.rows or len(pieces) <= FEW:
            list(workers.map(self._everywhere, unread))
        for piece in unread:
            if not self.clear(piece) and not self.late():
                self.hear_beside(piece, [])  # or a part of a title gives it its name

    def _nearly_sure(self, piece: Piece) -> bool:
        """Say whether the title read may be promised if a closer look agrees."""
        return (
            self.clear(piece)
            and not piece.known
            and piece.odds(len(self.matcher.keys)).max() < SURELY
        )

    def _at_a_glance(self, piece: Piece) -> None:
        """Read the likeliest lines that the quick look has shown on this card."""
        own = [line for line in self.glance if within(line, piece.corners)]
        self.read_lines(piece, own, AT_A_GLANCE)

    def _look(self, piece: Piece, closer: Closer) -> None:
        """Find lines on one card and read the likeliest until one is a title."""
        size = card_size(piece.corners, closer.width)
        card = rectified(self.image, piece.corners, size)
        found = to_photo(marked(card, closer), piece.corners, size)
        fresh = [line for line in found if not known(line, piece.lines)]
        self.read_lines(piece, fresh, closer.most)

    def _along_rows(self, piece: Piece) -> None:
        """Read the rows in which the other cards have their titles, line or no line."""
        read_blindly(self, piece, likely_rows(self.rows), NEARLY)

    def _everywhere(self, piece: Piece) -> None:
        """Read a whole card row by row: not all have their titles in the same place."""
        read_blindly(self, piece, everywhere(), DOUBT)

    def read_lines(self, piece: Piece, found: list[Line], most: int) -> None:
        """Read lines of one card, the likeliest first, the likelier way up first."""
        if not found or self.late():
            return
        tallest = 0.2 * np.sqrt(area(piece.corners))
        short = [x for x in found if self.short(x) and x.height < tallest]
        ordered = sorted(short, key=lambda line: -self.likely(piece, line))[:most]
        if not ordered:
            return
        turned = self._turned(ordered[:2])
        for way, some in ((turned, ordered), (not turned, ordered[:2])):
            if way != turned and piece.worded:  # words show which way is up
                return
            for line in some:
                self._hear_out(piece, flipped(line) if way else line)
                if self.clear(piece):
                    self.hear_beside(piece, found)
                    self._remember(piece)
                    return
                if self.late():
                    return

    def short(self, line: Line) -> bool:
        """Say whether the line is no longer than the longest title."""
        return line.width < (0.75 * self.matcher.longest + 3) * line.height

    def likely(self, piece: Piece, line: Line) -> float:
        """Return how likely a line is a title, by its height and place."""
        _, down = place_in(piece.corners, line)
        near = [
            abs(row.middle - y) < 0.06 for row in self.rows for y in (down, 1 - down)
        ]
        bands = [
            top <= y <= end
            for top, end in self.matcher.lexicon.bands or ENDS
            for y in (down, 1 - down)
        ]
        return line.height * (2.5 if any(near) else 1.6 if any(bands) else 1.0)

    def _turned(self, found: list[Line]) -> bool:
        """Say whether these lines stand on their heads."""
        chances = ppocr.upside_down([crop_line(self.image, x, 48) for x in found])
        weights = [min(line.width / line.height, 8.0) for line in found]
        return float(np.average(chances, weights=weights)) > 0.5

    def _hear_out(self, piece: Piece, line: Line) -> None:
        """Read a line; again, with more around it, if it is nearly a title."""
        self._hear(piece, line, narrow=NARROW)
        best = float(piece.heard[-1].odds.max())
        if best < NEARLY:
            piece.lines.append(line)  # looking closer would not make it one
        elif best < PLAIN:
            longer = widened(line, 0.4 * line.height, piece.corners)
            for prepared in (np.asarray, ppocr.even):
                if self._hear(piece, longer, prepared).odds.max() > PLAIN:
                    return

    def _hear(
        self,
        piece: Piece,
        line: Line,
        prepared: Prepared = np.asarray,
        narrow: float = 1.0,
    ) -> Heard:
        strip = prepared(crop_line(self.image, line, 48))
        letters = ppocr.read_lines([strip], narrow)[0]
        odds = self.doubted(letters.text, self.matcher.of_letters(letters))
        if self._in_smaller_print(piece, line):
            odds = lowered(odds, DOUBT)
        heard = Heard(line, odds, letters.text, letters, letters.sure)
        piece.heard.append(heard)
        single = [other for other in piece.heard[:-1] if other.letters]
        for other in single:
            for first, second in ((other, heard), (heard, other)):
                if together(first.line, second.line):
                    piece.heard.append(self._joined(first, second))
        return heard

    def hear_beside(self, piece: Piece, found: list[Line]) -> None:
        """Look for the rest of a title where a longer one holds what was read.

        Where more letters are then seen beside the shorter one, or it is not read again
        with room around it, it stays in doubt, whatever is read of this card later; a
        stray one or two keep it from being promised.
        """
        card = int(piece.odds(len(self.matcher.keys)).argmax())
        heard, room = piece.title(card), self.matcher.room(card)
        if not room or heard is None:
            return
        near = [flipped(x) if against(x, heard.line) else x for x in found]
        for line in near:
            if together(line, heard.line) or together(heard.line, line):
                self._hear(piece, line)
        longer = self._hear(piece, longer_line(heard, room, piece.corners))
        again = self.matcher.alone(longer.text, card, SPARE)
        again = again and self.matcher.reads(longer.text, card)
        if not again or self._in_company(piece, heard.line):
            piece.partly[card] = DOUBT
        elif not self.matcher.alone(longer.text, card):
            piece.partly.setdefault(card, NAMED)
        if card in piece.partly:  # a row a little off shows fewer letters, no others
            most, short = piece.partly[card], piece.heard
            piece.heard = [replace(h, odds=_capped(h.odds, card, most)) for h in short]

    def _in_company(self, piece: Piece, title: Line) -> bool:
        """Say whether other words were read on the same row as this title."""
        return any(
            on_row(other.line, title)
            for other in piece.heard
            if other.letters and len(fold(other.text)) > SPARE
        )

    def doubted(self, text: str, odds: Floats) -> Floats:
        """Return the log odds, less of them where a card is named in a sentence."""
        card = int(odds.argmax())
        alone = self.matcher.alone(text, card, SPARE) and self.matcher.told(text, card)
        if not alone or text.rstrip().endswith(STOPS):
            return lowered(odds, DOUBT)
        if self.matcher.told(text, card, PLAINLY):
            return odds
        return lowered(odds, NAMED)

    def _in_smaller_print(self, piece: Piece, line: Line) -> bool:
        """Say whether other words stand on the card that are much taller."""
        return any(
            other.line.height > TALLER * line.height
            for other in piece.heard
            if other.letters and other.letters.words
        )

    def _joined(self, first: Heard, second: Heard) -> Heard:
        assert first.letters
        assert second.letters
        letters = ppocr.joined(first.letters, second.letters)
        line = spanning(first.line, second.line)
        odds = self.doubted(letters.text, self.matcher.of_letters(letters))
        if letters.sure < PART:
            odds = lowered(odds, DOUBT)
        return Heard(line, odds, letters.text, sure=letters.sure)

    def _remember(self, piece: Piece) -> None:
        self.rows.append(row_of(piece.corners, self.title(piece)))


def clear(odds: Floats) -> bool:
    """Say whether one card stands out among these log odds."""
    if not len(odds):
        return False
    best, second = np.sort(np.append(odds, -np.inf))[::-1][:2]
    return bool(best > CLEAR and best - second > APART)


def _capped(odds: Floats, card: int, most: float) -> Floats:
    """Return the log odds with those of one card no more than so much."""
    less = odds.copy()
    less[card] = min(less[card], most)
    return less
