"""How strongly a line of text speaks for each title: log odds against other text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz, process
from rapidfuzz.distance import Levenshtein, Prefix

from vision.lexicon import Lexicon, fold
from vision.ppocr import LETTERS, Letters

Floats = NDArray[np.float64]

LETTER = 2.5
"""What one letter of unknown text weighs, in nats: one of about twelve."""

BESIDE = 0.8
"""Extra cost of each letter beside the title on the same line."""

CLIPPED = 1.5
"""Cost of a title that does not begin or end with its line."""

EXACT, SURE = 2.0, 0.9
"""What it adds that a title was read letter by letter, and how sure the letters must
be on average: the network errs less than single letters let fear."""

WRONG = 3.0
"""Cost of a letter that a plain reading got wrong, missed or invented."""

FLOOR = 1e-4
"""No letter is less likely than this: fonts are stranger than networks think."""

LIKE, UNLIKE_MOST = 0.5, 5.5
"""Share of letters that a reading must have in common with a title, and the log odds
beyond which it does not count with less: noise finds a path through some title."""

SHARED, TELLING, PLAINLY = 4, 0.34, 0.6
"""Letters with which two titles must begin or end alike to be taken for each other, and
the share of what tells them apart that must be read: to name one, to promise it."""

PARTLY = 60.0
"""Likeness, of a hundred, to a piece of a title from which on it may be cut off one."""

MOST_SPELLINGS = 64
"""So many titles are weighed closely; a rough look picks them from more."""


@dataclass(frozen=True)
class Matcher:
    """The titles of a lexicon, ready to be compared with lines."""

    lexicon: Lexicon

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """Return the cards in the order of every evidence array."""
        return self.lexicon.keys()

    @cached_property
    def _owner(self) -> NDArray[np.intp]:
        place = {key: n for n, key in enumerate(self.keys)}
        return np.array([place[key] for _, key in self.lexicon.spellings], np.intp)

    @cached_property
    def _spellings(self) -> list[str]:
        return [spelling for spelling, _ in self.lexicon.spellings]

    @cached_property
    def longest(self) -> int:
        """Return the number of letters of the longest title."""
        return max(len(spelling) for spelling in self._spellings)

    def nothing(self) -> Floats:
        """Return the evidence of no line at all."""
        return np.full(len(self.keys), -np.inf)

    def of_letters(self, line: Letters) -> Floats:
        """Return the log odds of each card, from letters and their chances."""
        seen = fold(line.text)
        if not seen:
            return self.nothing()
        chosen = self._rough(seen)
        odds = _aligned(line.chances, [self._spellings[n] for n in chosen])
        unlike = np.array([_likeness(seen, self._spellings[n]) < LIKE for n in chosen])
        odds = np.where(unlike, np.minimum(odds, UNLIKE_MOST), odds)
        if line.sure > SURE:
            odds += [EXACT * (self._spellings[n] == seen) for n in chosen]
        return self._gathered(chosen, odds)

    def of_text(self, text: str) -> Floats:
        """Return the log odds of each card, from a plain reading."""
        best = self.nothing()
        for piece in _pieces(text):
            odds = np.array([_odds(piece, s) for s in self._spellings])
            best = np.maximum(best, self._gathered(range(len(odds)), odds))
        return best

    def alone(self, text: str, card: int, spare: int = 0) -> bool:
        """Say whether the line holds few more letters than a title of this card."""
        letters = fold("".join(c for c in text if not c.isdigit()))
        printed = min(
            self._own(card), key=lambda title: Levenshtein.distance(letters, title)
        )
        return len(letters) <= len(printed) + spare

    def told(self, text: str, card: int, share: float = TELLING) -> bool:
        """Say whether what tells this card from others was read, not only the rest.

        *Durmangala Kar* is nearer to *Durmangala Maut* than to *Durmangala Kaam Kar*.
        """
        if self.telling(text, card) < share:
            return False
        seen = fold(text)
        own = min(self._own(card), key=lambda title: Levenshtein.distance(seen, title))
        for other, owner in zip(self._spellings, self._owner, strict=True):
            if owner == card:
                continue
            for way in (1, -1):
                same = int(Prefix.similarity(own[::way], other[::way]))
                rest = own[::way][same:]
                if same < SHARED or not rest:
                    continue
                if _likeness(seen[::way][same:], rest) < share:
                    return False
        return True

    def telling(self, text: str, card: int) -> float:
        """Return the least share that was read of the letters that tell it from others.

        *Durmangala vann* has no letter of what tells *Jann* from *Dhyann*.
        """
        seen = fold(text)
        own = min(self._own(card), key=lambda title: Levenshtein.distance(seen, title))
        read = np.zeros(len(own), bool)
        for step in Levenshtein.opcodes(own, seen):
            read[step.src_start : step.src_end] = step.tag == "equal"
        least = 1.0
        for other, owner in zip(self._spellings, self._owner, strict=True):
            start = int(Prefix.similarity(own, other))
            end = int(Prefix.similarity(own[start:][::-1], other[start:][::-1]))
            apart = read[start : len(own) - end]
            if owner != card and start + end >= SHARED and len(apart):
                least = min(least, float(apart.mean()))
        return least

    def reads(self, text: str, card: int) -> bool:
        """Say whether this is a title of the card, more or less."""
        return max(_likeness(fold(text), title) for title in self._own(card)) > LIKE

    def cut(self, text: str) -> bool:
        """Say whether this may be what the edge of the photo leaves of some title."""
        seen = fold(text)
        longer = [title for title in self._spellings if len(title) >= len(seen)]
        return any(fuzz.partial_ratio(seen, title) > PARTLY for title in longer)

    def _own(self, card: int) -> list[str]:
        """Return the spellings of one card."""
        pairs = zip(self._spellings, self._owner, strict=True)
        return [spelling for spelling, owner in pairs if owner == card]

    def room(self, card: int) -> int:
        """Return how many letters more a title has that holds one of this card."""
        return max(
            (
                len(other) - len(title)
                for other, n in zip(self._spellings, self._owner, strict=True)
                for title in self._own(card)
                if n != card and title in other
            ),
            default=0,
        )

    def _rough(self, seen: str) -> list[int]:
        if len(self._spellings) <= MOST_SPELLINGS:
            return list(range(len(self._spellings)))
        near = process.extract(
            seen,
            self._spellings,
            scorer=Levenshtein.normalized_similarity,
            limit=MOST_SPELLINGS,
        )
        return [index for _, _, index in near]

    def _gathered(self, chosen: Sequence[int], odds: Floats) -> Floats:
        best = self.nothing()
        np.maximum.at(best, self._owner[list(chosen)], odds)
        return best


def lowered(odds: Floats, most: float) -> Floats:
    """Return log odds, all of them less by what the likeliest card has too much.

    So a doubt about a line leaves the cards it may name as far apart as they are.
    """
    return odds - max(float(odds.max(initial=-np.inf)) - most, 0.0)


def _likeness(seen: str, title: str) -> float:
    """Return the share of letters that a reading and a title have in common."""
    return float(Levenshtein.normalized_similarity(seen, title))


def _pieces(text: str) -> set[str]:
    """Return the whole reading and what its ends leave without a stray sign."""
    words = text.split()
    pieces = {fold(text), fold(" ".join(words[1:])), fold(" ".join(words[:-1]))}
    return {piece for piece in pieces if len(piece) >= 3}


def _odds(seen: str, spelling: str) -> float:
    wrong = Levenshtein.distance(seen, spelling)
    right = max(len(seen), len(spelling)) - wrong
    return LETTER * right - WRONG * wrong - LETTER * 0.5


def _aligned(chances: Floats | NDArray[np.float32], spellings: list[str]) -> Floats:
    """Return log odds of each spelling: its best path against unknown text."""
    logs = np.log(np.maximum(chances, FLOOR)).astype(float)
    other, before, after = _unknown(logs)
    # silence beside a title is free, letters beside it are not
    silent = np.concatenate([[0.0], np.cumsum(logs[:, 0])])
    begun = np.maximum(before - CLIPPED, silent)
    rest = np.maximum(after[::-1] - CLIPPED, silent[-1] - silent)
    best = _viterbi(logs, spellings, begun[:-1], rest[1:])
    return np.asarray(best - other[-1], float)


def _unknown(logs: Floats) -> Floats:
    """Return the best path of any text up to each step, paid by the letter.

    Three at once: alone on the line, before a title, and, from the end, after one.
    """
    steps = np.stack([logs, logs, logs[::-1]], axis=1)
    letter = np.array([[LETTER], [LETTER + BESIDE], [LETTER + BESIDE]])
    paths = np.full(steps.shape[1:], -np.inf)
    paths[:, 0] = 0.0
    best = np.zeros((len(steps) + 1, 3))
    for n, step in enumerate(steps):
        so_far = best[n][:, None]
        paths = np.maximum(paths, so_far - letter) + step
        paths[:, 0] = best[n] + step[:, 0]
        paths.max(axis=1, out=best[n + 1])
    return best.T


def _viterbi(
    logs: Floats, spellings: list[str], before: Floats, after: Floats
) -> Floats:
    """Return the best path through each spelling, free to begin and end anywhere."""
    longest = max(len(s) for s in spellings)
    signs = np.zeros((len(spellings), 2 * longest + 1), np.intp)
    for row, spelling in enumerate(spellings):
        signs[row, 1 : 2 * len(spelling) : 2] = [1 + LETTERS.index(c) for c in spelling]
    skip = (signs[:, 2:] > 0) & (signs[:, 2:] != signs[:, :-2])
    barred = np.where(skip, 0.0, -np.inf)
    ends = np.array([2 * len(s) for s in spellings]) + signs.shape[1] * np.arange(
        len(spellings)
    )
    seen = logs[:, signs]
    path = np.full(signs.shape, -np.inf)
    moved, jump = np.empty_like(path), np.empty_like(barred)
    best = np.full(len(spellings), -np.inf)
    for step in range(len(logs)):  # in place: this runs for every line read
        moved[:, 0] = path[:, 0]
        np.maximum(path[:, 1:], path[:, :-1], out=moved[:, 1:])
        np.add(path[:, :-2], barred, out=jump)
        np.maximum(moved[:, 2:], jump, out=moved[:, 2:])
        np.maximum(moved[:, :2], before[step], out=moved[:, :2])
        np.add(moved, seen[step], out=path)
        ended = np.maximum(path.take(ends), path.take(ends - 1))
        np.maximum(best, ended + after[step], out=best)
    return best
