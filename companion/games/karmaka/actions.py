"""Everything that can be said at a table of Karmaka."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from companion.core.codec import Codec


class Use(StrEnum):
    """The ways to play a card."""

    DEED = "deed"
    POWER = "power"
    FUTURE = "future"
    PARTNER = "partner"


class Place(StrEnum):
    """What a seat can show to the app, for its own eyes."""

    HAND = "hand"
    FUTURE = "future"
    WELL = "well"
    ROW = "row"
    """The next cards of the app's own row that it does not know, from the left."""


@dataclass(frozen=True, slots=True)
class Play:
    """A card is played; no name is needed for a card that stays face down."""

    card: str
    use: Use


@dataclass(frozen=True, slots=True)
class Pass:
    """No card, or no further card."""


@dataclass(frozen=True, slots=True)
class Aim:
    """The player a power is used on, or whose exposed Deed is copied."""

    seat: int


@dataclass(frozen=True, slots=True)
class Put:
    """A card goes openly from the Hand to where the power says."""

    card: str


@dataclass(frozen=True, slots=True)
class Enough:
    """No more cards for this power."""


@dataclass(frozen=True, slots=True)
class Draw:
    """So many cards were drawn from the Well, one at a time."""

    count: int


@dataclass(frozen=True, slots=True)
class Pick:
    """A card of a pile by its place, the top one is 0."""

    place: int


@dataclass(frozen=True, slots=True)
class Copy:
    """The power of this own Deed is copied."""

    card: str


@dataclass(frozen=True, slots=True)
class Sow:
    """Cards went face down on the Future Life, the last on top; names are optional."""

    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Destine:
    """So many of the cards looked at were kept; names are optional."""

    count: int
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Turned:
    """Cards came to light, in this order: chance speaks through the table."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Picked:
    """The cards picked blind by Swindle; none named if they stay a secret."""

    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Keep:
    """The one of the picked cards that is kept."""

    card: str


@dataclass(frozen=True, slots=True)
class Accept:
    """The used card goes on one's own Future Life."""


@dataclass(frozen=True, slots=True)
class Refuse:
    """The used card is not wanted."""


@dataclass(frozen=True, slots=True)
class Reborn:
    """A life ends: so many Rings are spent, then the next life begins."""

    rings: int = 0


@dataclass(frozen=True, slots=True)
class Show:
    """A seat tells the app cards only this seat may see.

    The Hand in any order, all of it or some; the Future Life from bottom to top with
    an empty text for what is not told; the cards of the Well being looked at. The
    app's own row only ever grows: whoever shows it a card need not know the others.
    """

    seat: int
    place: Place
    cards: tuple[str, ...]


Action: TypeAlias = (
    Play
    | Pass
    | Aim
    | Put
    | Enough
    | Draw
    | Pick
    | Copy
    | Sow
    | Destine
    | Turned
    | Picked
    | Keep
    | Accept
    | Refuse
    | Reborn
    | Show
)

CODEC = Codec(
    Play,
    Pass,
    Aim,
    Put,
    Enough,
    Draw,
    Pick,
    Copy,
    Sow,
    Destine,
    Turned,
    Picked,
    Keep,
    Accept,
    Refuse,
    Reborn,
    Show,
)
