"""A list that never changes and grows cheaply: every version shares its past."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Generic, TypeVar, overload

T = TypeVar("T")

CHUNK = 32
"""Items per chunk: one more copies at most 31 references, and the 30 lines that a
view shows lie in the last two chunks."""


class Chunks(Sequence[T], Generic[T]):
    """An immutable sequence: adding or dropping the last item copies one chunk.

    A tuple would be copied whole for every entry of a log, so that a log of n entries
    costs n * n; here the older chunks are shared and never touched again.
    """

    __slots__ = ("_earlier", "_last", "_size")

    def __init__(
        self, earlier: Chunks[T] | None = None, last: tuple[T, ...] = ()
    ) -> None:
        self._earlier = earlier
        self._last = last
        self._size: int = (len(earlier) if earlier else 0) + len(last)

    def plus(self, item: T) -> Chunks[T]:
        """Return the sequence with one more item at its end."""
        if len(self._last) < CHUNK:
            return Chunks(self._earlier, (*self._last, item))
        return Chunks(self, (item,))

    def without_last(self) -> Chunks[T]:
        """Return the sequence without its last item.

        Raises:
            IndexError: if there is none.
        """
        if not self._size:
            raise IndexError
        if len(self._last) == 1 and self._earlier:
            return self._earlier.whole()
        return Chunks(self._earlier, self._last[:-1])

    def whole(self) -> Chunks[T]:
        """Return the sequence with all its items at hand."""
        return self

    @property
    def held(self) -> int:
        """How many items are in memory."""
        return len(self._last) + (self._earlier.held if self._earlier else 0)

    def recent(self, most: int, fetch: Callable[[int], Chunks[T]]) -> Chunks[T]:
        """Return the same sequence, with only its latest items in memory.

        `fetch` brings back as many of the first ones as it is asked for.
        """
        if self._size <= most:
            return self
        return Chunks(Past(self._size - most, fetch), self[-most:])

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[T]:
        return chain.from_iterable(self._pieces(0))

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...

    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        if isinstance(index, int):
            place = index + self._size if index < 0 else index
            if not 0 <= place < self._size:
                raise IndexError(index)
            chunk = self
            while place < chunk._size - len(chunk._last):
                assert chunk._earlier is not None
                chunk = chunk._earlier.whole()
            return chunk._last[place - chunk._size]
        start, stop, step = index.indices(self._size)
        if step < 0:
            return tuple(self)[index]
        pieces = self._pieces(start)
        offset = self._size - sum(len(piece) for piece in pieces)
        found = tuple(chain.from_iterable(pieces))
        return found[start - offset : max(stop - offset, 0) : step]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Chunks):
            return NotImplemented
        return self is other or (
            len(self) == len(other)
            and all(mine == theirs for mine, theirs in zip(self, other, strict=True))
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Chunks({list(self)!r})"

    def _pieces(self, start: int) -> list[tuple[T, ...]]:
        """Return the chunks from the one that holds this place to the end, in order."""
        pieces: list[tuple[T, ...]] = []
        chunk: Chunks[T] | None = self
        while chunk is not None:
            pieces.append(chunk._last)
            if chunk._size - len(chunk._last) <= start:
                break
            chunk = chunk._earlier.whole() if chunk._earlier else None
        return pieces[::-1]


class Past(Chunks[T]):
    """The first items of a sequence, fetched each time that somebody looks there."""

    __slots__ = ("_fetch",)

    def __init__(self, size: int, fetch: Callable[[int], Chunks[T]]) -> None:
        super().__init__()
        self._size, self._fetch = size, fetch

    def whole(self) -> Chunks[T]:
        """Return them all; not kept here, for nobody may look again for hours."""
        return self._fetch(self._size)
