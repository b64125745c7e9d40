"""The shapes of what a view holds: a schema can be derived from them."""

from __future__ import annotations

from typing import Any, TypedDict

from companion.games.samsara.provenance import Note
from companion.games.samsara.purchases import Offer

Words = dict[str, Any]
"""A phrase, to be put into words at the edge."""


class Phase(TypedDict):
    """A phase of the turn, and whether it is the present one."""

    key: str
    name: Words
    now: bool
    done: bool


class WheelZone(TypedDict):
    """A zone of the wheel with its stack and its pawns."""

    zone: int
    key: str
    name: Words
    meaning: Words
    colour: str
    sign: str
    cards: int
    top: str | None
    specials: list[str]
    pawns: list[int]
    neutral: bool
    reach: bool


class Wheel(TypedDict):
    """The wheel, clockwise from the rift."""

    zones: list[WheelZone]
    start: list[int]
    neutral_at_start: bool


class Symbol(TypedDict):
    """So many symbols of a zone."""

    zone: str
    colour: str
    count: int


class AmuletFace(TypedDict):
    """A face of an Eternity Amulet."""

    face: str
    metal: str
    symbols: list[Symbol]


class Gap(TypedDict):
    """The amulets between two players."""

    gap: int
    between: list[int]
    amulets: list[AmuletFace]


class OwnedAncestral(TypedDict):
    """An Ancestral Amulet that somebody has won."""

    amulet: str
    face: str
    power: Words


class LaidAncestral(OwnedAncestral):
    """An Ancestral Amulet on the board."""

    zones: list[int]
    symbols: list[Symbol]


class CardCount(TypedDict):
    """So many cards of a kind."""

    card: str
    count: int
    name: Words


class Power(TypedDict):
    """A power of a character board."""

    power: str
    name: Words
    covered: bool


class CastMember(TypedDict):
    """A character that can be chosen."""

    character: str
    powers: list[Words]


class SeatView(TypedDict):
    """What lies in front of a player for everybody to see."""

    seat: int
    pawn: int | None
    character: str | None
    character_name: Words | None
    powers: list[Power]
    amulets: list[AmuletFace]
    ancestral: list[OwnedAncestral]
    held: list[AmuletFace]
    left: int
    right: int
    hand: int
    draw: int
    discard: int
    next: int
    play: list[CardCount]
    evanescent: list[CardCount]
    reserve: list[CardCount]
    bad_karma: int | None


class ZoneView(TypedDict):
    """Cards of a zone that the app knows, and how many it does not."""

    seen: list[CardCount]
    unseen: int


class Me(TypedDict):
    """What only one seat may know."""

    seat: int
    hand: ZoneView
    discard: ZoneView
    next: ZoneView
    draw: int
    deck: list[CardCount]
    unseen: list[CardCount]
    payable: list[Offer]


class Solo(TypedDict):
    """The neutral pawn and the turns it leaves."""

    moves: int
    turns_left: int
    turns: int
    zone: int | None
    next: int


class Karma(TypedDict):
    """The supplies in the middle."""

    good: int
    bad: int


class Parts(TypedDict):
    """The parts of the expansion in play."""

    bhaga: bool
    durmangala: bool
    ancestral: bool
    characters: bool


class Board(TypedDict):
    """The whole table."""

    task: str | None
    phases: list[Phase]
    player: int
    actions: int
    round: int
    goal: int
    first: int
    ended: int | None
    wheel: Wheel
    karma: Karma
    gaps: list[Gap]
    ancestral: list[LaidAncestral]
    cast: list[CastMember]
    players: list[SeatView]
    me: Me | None
    solo: Solo | None
    parts: Parts
    hands: str
    notes: list[Note]
