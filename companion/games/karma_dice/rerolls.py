"""Throws with light blue dice: what to throw again, and what to copy before, exactly.

A throw is a table with one axis for the ways in which the plain dice lie, one for the
face of each green die and one for the face of each light blue die. Dice of a colour
are alike, so it is enough to know how many greens are bound (they copied a light blue
face before it was thrown again) and how many light blues are spent: by convention the
last ones, any other is reached by trading axes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from companion.games.karma_dice.box import CUBE

Numbers: TypeAlias = NDArray[np.float64]
Places: TypeAlias = NDArray[np.int64]
Lying: TypeAlias = tuple[int, tuple[int, ...]]
"""Faces that lie there (as bits, if somebody may copy them) and sums, as bits by the
number of dice removed."""

AT_ONCE = 1 << 21
"""Numbers weighed in one go: more would not fit into the caches of a small machine."""

WIDEST = 62
"""Sums up to here are bits of a machine word; larger ones are counted by Python."""


@dataclass(frozen=True, slots=True, eq=False)
class Rerolls:
    """What throwing a handful with light blue dice can bring."""

    top: int
    greens: int
    blues: int
    weights: Numbers
    """How likely each way is in which the plain dice lie."""

    results: Places
    """For each different set of sums and each row: the lowest sum that beats it."""

    sets: tuple[NDArray[Any], ...]
    """Which set of sums each cell of the table has, by the number of bound greens."""

    def value(self, worth: Numbers) -> Numbers:
        """Return the worth of the throw for each row.

        `worth[..., result]` is what each result is worth, the last one is failure.
        """
        lines = worth.reshape(-1, worth.shape[-1])
        step = max(1, AT_ONCE // (self.sets[0].size * self.results.shape[1]))
        parts = [
            self._value(lines[at : at + step]) for at in range(0, len(lines), step)
        ]
        return np.concatenate(parts).reshape(*worth.shape[:-1], -1)

    def _value(self, worth: Numbers) -> Numbers:
        settled = worth[:, self.results]
        best: dict[tuple[int, int], Numbers] = {}
        for spent in range(self.blues, -1, -1):
            for bound in range(self.greens, -1, -1):
                now = settled[:, self.sets[bound]]
                for blue in range(self.blues - spent):
                    now = np.maximum(now, self._again(best, bound, spent, blue))
                    for green in range(self.greens - bound):
                        early = self._copied(best, (bound, spent), (green, blue))
                        now = np.maximum(now, early)
                best[bound, spent] = now
        axes = tuple(range(2, 2 + self.greens + self.blues))
        lying = best[0, 0].mean(axis=axes)
        return np.asarray(np.einsum("zlr,l->zr", lying, self.weights))

    def _again(
        self, best: dict[tuple[int, int], Numbers], bound: int, spent: int, blue: int
    ) -> Numbers:
        """Return the worth of throwing one light blue die again."""
        axis = 2 + self.greens + blue
        last = 2 + self.greens + self.blues - spent - 1
        after = np.swapaxes(best[bound, spent + 1], axis, last)
        return np.asarray(after.mean(axis=axis, keepdims=True))

    def _copied(
        self,
        best: dict[tuple[int, int], Numbers],
        at: tuple[int, int],
        pair: tuple[int, int],
    ) -> Numbers:
        """Return the worth of copying a light blue face with a green die first."""
        (bound, spent), (green, blue) = at, pair
        axis, other = 2 + green, 2 + self.greens + blue
        last = 2 + self.greens - bound - 1
        after = np.swapaxes(best[bound + 1, spent], axis, last)
        same = np.diagonal(after, axis1=axis, axis2=other)
        return np.expand_dims(np.moveaxis(same, -1, other - 1), axis)


def rerolls(
    lying: Mapping[Lying, float],
    greens: int,
    blues: int,
    top: int,
    next_results: Callable[[int, int], Places],
) -> Rerolls:
    """Return the odds of plain dice that can lie so, with greens and light blues."""
    tables = [_sums(lying, greens, blues, bound, top) for bound in range(greens + 1)]
    every, places = np.unique(np.stack(tables), return_inverse=True)
    results = np.array([next_results(int(sums), top) for sums in every])
    small = np.uint16 if len(every) <= np.iinfo(np.uint16).max else np.int64
    sets = tuple(places.astype(small).reshape(greens + 1, *tables[0].shape))
    return Rerolls(top, greens, blues, np.array([*lying.values()]), results, sets)


def _sums(
    lying: Mapping[Lying, float], greens: int, blues: int, bound: int, top: int
) -> NDArray[Any]:
    """Return the reachable sums of every cell, the last greens being bound."""
    whole = (len(lying), *[len(CUBE)] * (greens + blues))
    dtype: Any = np.int64 if top <= WIDEST else object
    mask = _on_axis([faces for faces, _ in lying], 0, len(whole), np.int64)
    columns = zip(*[reach for _, reach in lying], strict=True)
    reach = [_on_axis(column, 0, len(whole), dtype) for column in columns]
    for axis in range(1, len(whole)):
        mask = mask | (1 << _on_axis(CUBE, axis, len(whole), np.int64))
    for axis in range(1 + greens - bound, len(whole)):
        faces = _on_axis(CUBE, axis, len(whole), dtype)
        reach = _or_removed(reach, [sums << faces for sums in reach])
    for _ in range(greens - bound):
        reach = _or_removed(reach, [_any_shown(sums, mask) for sums in reach])
    found = reach[0]
    for sums in reach[1:]:
        found = found | sums
    return np.broadcast_to(found, whole)


def _on_axis(values: Any, axis: int, axes: int, dtype: Any) -> NDArray[Any]:
    shape = [1] * axes
    shape[axis] = -1
    return np.array(values, dtype=dtype).reshape(shape)


def _or_removed(
    reach: list[NDArray[Any]], added: list[NDArray[Any]]
) -> list[NDArray[Any]]:
    """Return the sums with one more die added, or removed instead."""
    removed = zip(added[1:], reach[:-1], strict=True)
    return [added[0], *[kept | gone for kept, gone in removed]]


def _any_shown(sums: NDArray[Any], mask: Places) -> NDArray[Any]:
    """Return the sums with a die that may show any face that lies there."""
    found: NDArray[Any] = np.zeros_like(sums)
    for face in CUBE:
        found = found | np.where(mask >> face & 1, sums << face, 0)
    return found
