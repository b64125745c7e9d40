"""The shape of what the screens draw, so that a schema can be derived from it.

`W` is what words are: phrases when a view is made, texts when it leaves the server.
"""

from __future__ import annotations

from typing import Any, Generic, TypeAlias, TypedDict, TypeVar, cast

W = TypeVar("W")

Words: TypeAlias = dict[str, Any]
"""A phrase as JSON."""


class FreeDice(TypedDict, Generic[W]):
    """The dice of one colour in the general reserve."""

    colour: str
    count: int
    power: str
    name: W
    power_name: W


class TraitCard(TypedDict):
    """A trait card that may be seen."""

    die: str
    ability: str
    used: bool


class SeatView(TypedDict):
    """What lies in front of a seat."""

    seat: int
    score: int
    dice: list[str]
    hand: list[str]
    chosen: bool
    trait: TraitCard | None


class DieView(TypedDict):
    """A die; without a face while it is in the air."""

    colour: str
    face: int | None


class RolledDie(DieView):
    """A die of the present roll."""

    place: int
    air: bool
    spent: bool


class ZoneView(TypedDict):
    """A zone of the board of whoever plays."""

    points: int
    total: int | None
    dice: list[DieView]


class Result(TypedDict, Generic[W]):
    """A result the powers can make, and how."""

    total: int
    beats: bool
    lowest: bool
    highest: bool
    words: W
    steps: list[W]


class Now(TypedDict, Generic[W]):
    """The turn being played."""

    seat: int
    left: list[str]
    zones: list[ZoneView]
    last: int | None
    points: int
    next: int | None
    if_failed: int
    roll: list[RolledDie]
    rerolls: list[int]
    results: list[Result[W]]


class EyeView(TypedDict):
    """The Evil Eye: where it stands and goes."""

    place: int
    next: int
    steps: int
    level: str
    lead: int
    catches: bool


class SummaryView(TypedDict):
    """How the last turn went."""

    seat: int
    points: int
    failed: bool
    rolls: list[int]


class Choice(TypedDict, Generic[W]):
    """An option as the table chose it."""

    key: str
    value: str | int | bool
    label: W
    provenance: str
    note: W | None


class Fact(TypedDict, Generic[W]):
    """Where a fact about the box comes from."""

    fact: str
    provenance: str
    note: W


class Board(TypedDict, Generic[W]):
    """Everything the screens of this game draw."""

    phase: str
    round: int
    rounds: int | None
    last_round: bool
    first: int
    order: list[int]
    red: int
    yogi: int | None
    track: list[int]
    entry: str
    may_score: list[int]
    """What a turn that was not told so far can have scored."""
    reserve: list[FreeDice[W]]
    seats: list[SeatView]
    now: Now[W] | None
    picking: list[int]
    eye: EyeView | None
    oracle: dict[str, Any] | None
    summary: SummaryView | None
    options: list[Choice[W]]
    sources: list[Fact[W]]


BOARD = cast("type", Board[str])
"""The board as it leaves the server."""
