"""From log odds to answers: chances, the prior, and when to abstain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SOFTEN = 0.75
"""Log odds are a little too sure of themselves: measured, not derived."""

UNEXPECTED = 0.002
"""Chance that a card lies there which by the prior cannot."""

ACCEPT = 0.8
"""From this chance on a card is named, of 3,500 drawn ones one wrongly below 0.99;
below, the candidates are offered."""

PICTURED = 0.9
"""The same where its picture says so, no title does, and it was weighed as if none but
taught cards can lie there: of 189 strangers beside 36 and 24 taught cards six are
named at 0.8, one at this."""

CERTAIN = 0.97
"""From this chance on for every card, the whole reading is promised."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The chances of one piece, likeliest card first."""

    ranking: tuple[tuple[str, float], ...]
    accept: float = ACCEPT

    @property
    def card(self) -> str | None:
        """Return the card, or None where a person must say."""
        return self.ranking[0][0] if self.confidence >= self.accept else None

    @property
    def confidence(self) -> float:
        """Return the chance of the likeliest card."""
        return self.ranking[0][1] if self.ranking else 0.0


def prior(keys: Sequence[str], may: Mapping[str, int] | None) -> Floats:
    """Return the log chance of each card before anything is read."""
    if not may or not any(key in may for key in keys):
        return np.full(len(keys), -np.log(max(len(keys), 1)))
    counts = np.array([max(float(may.get(key, 0)), 0.0) for key in keys])
    shares = counts / max(counts.sum(), 1e-9)
    return np.asarray(np.log(shares * (1 - UNEXPECTED) + UNEXPECTED / len(keys)))


def verdict(
    keys: Sequence[str], odds: Floats, before: Floats, accept: float = ACCEPT
) -> Verdict:
    """Return the chances of every card, and of none of them, from its log odds."""
    weights = SOFTEN * odds + before
    top = max(float(np.max(weights, initial=-np.inf)), NOTHING)
    shares = np.exp(weights - top)
    shares = shares / (shares.sum() + np.exp(NOTHING - top))
    order = np.argsort(-shares, kind="stable")
    ranking = tuple((keys[n], float(shares[n])) for n in order[:OFFERED])
    return Verdict(ranking, accept)


def among(weights: Mapping[str, float], none: float) -> dict[str, float]:
    """Return log odds by which `verdict` gives each card its share of these weights.

    Log odds of nothing at all, alone among as many cards, would give all the others.
    """
    cards = list(weights)
    all_of_them = np.append([weights[card] for card in cards], none)
    powers = np.exp(all_of_them - all_of_them.max())
    shares = np.clip(powers / powers.sum(), 1e-9, 1 - 1e-9)[:-1]
    even = np.log(len(cards) - 1 + len(cards) * np.exp(NOTHING))
    odds = (np.log(shares / (1 - shares)) + even) / SOFTEN
    return dict(zip(cards, odds.tolist(), strict=True))


OFFERED = 3
"""Cards that a person may choose from."""

NOTHING = -1.0
"""Weight of "no title was read": text that is no title must not win."""


def decide(
    keys: Sequence[str],
    said: Sequence[tuple[Floats, float]],
    may: Mapping[str, int] | None,
) -> list[Verdict]:
    """Return a verdict per piece, the surest first served by what may occur.

    Of each its log odds are said, and the chance from which on it is named.
    """
    first = [verdict(keys, odds, prior(keys, may), accept) for odds, accept in said]
    if not may:
        return first
    left = Counter(may)
    final = list(first)
    for n in sorted(range(len(first)), key=lambda n: -first[n].confidence):
        odds, accept = said[n]
        final[n] = verdict(keys, odds, prior(keys, dict(left)), accept)
        if final[n].card:
            left[final[n].ranking[0][0]] -= 1
    return final
