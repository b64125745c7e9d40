"""The shapes of what a view holds: a schema can be derived from them."""

from __future__ import annotations

from typing import Generic, TypedDict, TypeVar

from companion.games.samsara.provenance import Note
from companion.games.samsara.purchases import Offer

W = TypeVar("W")
"""How words stand there: as phrases in a view, as texts where people read them."""


class Phase(TypedDict, Generic[W]):
    """A phase of the turn, and whether it is the present one."""

    key: str
    name: W
    now: bool
    done: bool


class WheelZone(TypedDict, Generic[W]):
    """A zone of the wheel with its stack and its pawns."""

    zone: int
    key: str
    name: W
    meaning: W
    colour: str
    sign: str
    cards: int
    top: str | None
    specials: list[str]
    pawns: list[int]
    neutral: bool
    reach: bool


class Wheel(TypedDict, Generic[W]):
    """The wheel, clockwise from the rift."""

    zones: list[WheelZone[W]]
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


class OwnedAncestral(TypedDict, Generic[W]):
    """An Ancestral Amulet that somebody has won."""

    amulet: str
    face: str
    power: W


class LaidAncestral(OwnedAncestral[W]):
    """An Ancestral Amulet on the board."""

    zones: list[int]
    symbols: list[Symbol]


class CardCount(TypedDict, Generic[W]):
    """So many cards of a kind."""

    card: str
    count: int
    name: W


class Power(TypedDict, Generic[W]):
    """A power of a character board."""

    power: str
    name: W
    covered: bool


class CastMember(TypedDict, Generic[W]):
    """A character that can be chosen."""

    character: str
    wins: int | None
    """Games of 100 that the bot wins alone with it."""

    powers: list[W]


class SeatView(TypedDict, Generic[W]):
    """What lies in front of a player for everybody to see."""

    seat: int
    pawn: int | None
    character: str | None
    character_name: W | None
    powers: list[Power[W]]
    amulets: list[AmuletFace]
    ancestral: list[OwnedAncestral[W]]
    held: list[AmuletFace]
    left: int
    right: int
    hand: int
    draw: int
    discard: int
    next: int
    play: list[CardCount[W]]
    evanescent: list[CardCount[W]]
    reserve: list[CardCount[W]]
    bad_karma: int | None


class ZoneView(TypedDict, Generic[W]):
    """Cards of a zone that the app knows, and how many it does not."""

    seen: list[CardCount[W]]
    unseen: int


class Me(TypedDict, Generic[W]):
    """What only one seat may know."""

    seat: int
    hand: ZoneView[W]
    discard: ZoneView[W]
    next: ZoneView[W]
    draw: int
    deck: list[CardCount[W]]
    unseen: list[CardCount[W]]
    payable: list[Offer]
    missing: list[FarAmulet]
    coach: Coach[W] | None


class Solo(TypedDict):
    """The neutral pawn and the turns it leaves."""

    moves: int
    turns_left: int
    turns: int
    zone: int | None
    next: int


class FarAmulet(TypedDict):
    """An amulet that a player alone may win, and how far away it is."""

    amulet: AmuletFace
    lacks: list[Symbol]
    """Light symbols that no card of these zones covers yet."""

    jokers: int
    cards: int
    dark: int | None


class Advice(TypedDict, Generic[W]):
    """A first step, what the bot thinks of it, and what its plan leaves."""

    step: W
    rating: float
    """The more the better; an order, not a chance."""

    amulets: int
    bad: int
    cards: int
    reserve: int


class Coach(TypedDict, Generic[W]):
    """What the coach says when asked; not ready while the hand is not shown."""

    ready: bool
    hint: W | None
    steps: list[W]
    ways: list[Advice[W]]


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


class Board(TypedDict, Generic[W]):
    """The whole table."""

    task: str | None
    phases: list[Phase[W]]
    player: int
    actions: int
    round: int
    goal: int
    first: int
    ended: int | None
    wheel: Wheel[W]
    karma: Karma
    gaps: list[Gap]
    ancestral: list[LaidAncestral[W]]
    cast: list[CastMember[W]]
    players: list[SeatView[W]]
    me: Me[W] | None
    solo: Solo | None
    parts: Parts
    hands: str
    guessed: list[int]
    """The gaps whose faces nobody has seen yet: the app chose them."""

    notes: list[Note[W]]
