"""What can be said at a Samsara table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from companion.core.codec import Codec


@dataclass(frozen=True, slots=True)
class Lay:
    """These amulets lie in the gap that is being laid out: the table reports them."""

    faces: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "faces", tuple(sorted(self.faces)))


@dataclass(frozen=True, slots=True)
class Dealt:
    """The app chose these amulets: which faces the table's box has is its guess."""

    faces: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "faces", tuple(sorted(self.faces)))


@dataclass(frozen=True, slots=True)
class Relay:
    """Amulets that the app guessed show these faces: the table reports them."""

    gap: int
    faces: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "faces", tuple(sorted(self.faces)))


@dataclass(frozen=True, slots=True)
class ChooseCharacter:
    """Take a character, its board and its marker."""

    character: str


@dataclass(frozen=True, slots=True)
class ChooseAncestral:
    """Take an Ancestral Amulet and decide which face will be up."""

    piece: int
    face: Literal["silver", "red"]


@dataclass(frozen=True, slots=True)
class PlaceAncestral:
    """Lay it across the line between this zone and the next one clockwise."""

    zone: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """These cards were drawn: the table reports them."""

    cards: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(sorted(self.cards)))


@dataclass(frozen=True, slots=True)
class Show:
    """These cards are in the hand of this seat: a report nobody has to make."""

    seat: int
    cards: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(sorted(self.cards)))


@dataclass(frozen=True, slots=True)
class Move:
    """Move the pawn clockwise by so many zones."""

    steps: int


@dataclass(frozen=True, slots=True)
class PutBack:
    """Put a card of the hand back on its supply."""

    card: str


@dataclass(frozen=True, slots=True)
class Lack:
    """Declare that the hand holds no (other) card that would do."""


@dataclass(frozen=True, slots=True)
class Give:
    """Give a card of the hand to another player."""

    card: str
    to: int


@dataclass(frozen=True, slots=True)
class Grant:
    """Let another player take a Good Karma from the supply."""

    to: int


@dataclass(frozen=True, slots=True)
class TakeBad:
    """Pay the toll by taking two Bad Karma."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take the top card of the stack of a zone."""

    zone: int


@dataclass(frozen=True, slots=True)
class TakeGood:
    """Take a Good Karma in place of the card of an empty stack."""


@dataclass(frozen=True, slots=True)
class TakeNothing:
    """Leave it."""


@dataclass(frozen=True, slots=True)
class Uncovered:
    """What came to light under the card just taken: a special card, or nothing new."""

    card: str = ""


@dataclass(frozen=True, slots=True)
class Play:
    """Play an Experience card of the hand for its action."""

    card: str


@dataclass(frozen=True, slots=True)
class Reserve:
    """Tuck a card of the hand into the Reserve."""

    card: str


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard a card of the hand."""

    card: str


@dataclass(frozen=True, slots=True)
class Buy:
    """Win an amulet of a gap (-1: one held by Kasyapa) with these cards."""

    gap: int
    face: str
    hand: tuple[str, ...]
    reserve: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "hand", tuple(sorted(self.hand)))
        object.__setattr__(self, "reserve", tuple(sorted(self.reserve)))


@dataclass(frozen=True, slots=True)
class BuyAncestral:
    """Win an Ancestral Amulet of the board with these cards."""

    amulet: str
    hand: tuple[str, ...]
    reserve: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "hand", tuple(sorted(self.hand)))
        object.__setattr__(self, "reserve", tuple(sorted(self.reserve)))


@dataclass(frozen=True, slots=True)
class Trigger:
    """Let the effect of an Ancestral Amulet happen next."""

    amulet: str


@dataclass(frozen=True, slots=True)
class ChoosePower:
    """Put the marker on a power of the character board."""

    power: str


@dataclass(frozen=True, slots=True)
class Copy:
    """Appropriate a free power of an opponent."""

    seat: int
    power: str


@dataclass(frozen=True, slots=True)
class Target:
    """Choose the opponent an effect is meant for."""

    seat: int


@dataclass(frozen=True, slots=True)
class Strike:
    """Choose an Evanescent or Reserve card of an opponent."""

    seat: int
    zone: Literal["evanescent", "reserve"]
    card: str


@dataclass(frozen=True, slots=True)
class Stolen:
    """The card that was taken at random from a hand: its owner reports it."""

    card: str


@dataclass(frozen=True, slots=True)
class Kept:
    """The card Muyarati keeps of those she drew: she reports it."""

    card: str


@dataclass(frozen=True, slots=True)
class Pick:
    """Pick a card out of the own draw pile; no name if it stays unseen."""

    card: str = ""


@dataclass(frozen=True, slots=True)
class PickAmulet:
    """Point at an amulet that lies in a gap."""

    gap: int
    face: str


@dataclass(frozen=True, slots=True)
class Flip:
    """Turn an amulet over; it now shows this face."""

    gap: int
    face: str
    shows: str


@dataclass(frozen=True, slots=True)
class MoveAmulet:
    """Move the amulet to this gap (or leave it where it is)."""

    gap: int


@dataclass(frozen=True, slots=True)
class Manual:
    """One piece of a power we cannot read: the player says what it does."""

    effect: str
    seat: int = -1


@dataclass(frozen=True, slots=True)
class Enough:
    """Nothing more of this."""


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Discard everything, draw the new hand and pass the turn."""


@dataclass(frozen=True, slots=True)
class MoveNeutral:
    """The neutral pawn has been moved one zone."""


Action: TypeAlias = (
    Lay
    | Dealt
    | Relay
    | ChooseCharacter
    | ChooseAncestral
    | PlaceAncestral
    | Drawn
    | Show
    | Move
    | PutBack
    | Lack
    | Give
    | Grant
    | TakeBad
    | Take
    | TakeGood
    | TakeNothing
    | Uncovered
    | Play
    | Reserve
    | Discard
    | Buy
    | BuyAncestral
    | Trigger
    | ChoosePower
    | Copy
    | Target
    | Strike
    | Stolen
    | Kept
    | Pick
    | PickAmulet
    | Flip
    | MoveAmulet
    | Manual
    | Enough
    | EndTurn
    | MoveNeutral
)

CODEC = Codec(*get_args(Action))
