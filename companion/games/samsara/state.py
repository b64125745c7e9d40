"""A position in Samsara, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from companion.core.cards import Spread
from companion.core.seats import Seat
from companion.core.turn import Todo
from companion.games.samsara.box import Box

if TYPE_CHECKING:
    # A question is asked about a state, so a state cannot import it to run.
    from companion.games.samsara.questions.base import Ask

HAND, DRAW, DISCARD, PLAY, EVANESCENT, RESERVE, NEXT = range(7)
"""The zones of a player's deck. NEXT is set aside for the coming hand."""

ZONE_NAMES = ("hand", "draw", "discard", "play", "evanescent", "reserve", "next")
OFF_BOARD = -1

PRIVATE, EVERY_DRAW, OPEN_REPORT = "private", "every-draw", "open-report"
"""What the app is told of hands. OPEN_REPORT is for tables of before: a draw that the
app can tell by itself is not asked for, which tells the others that a pile is uniform.
"""


@dataclass(frozen=True, slots=True)
class Setting:
    """What was agreed before the game; it never changes."""

    seats: int
    first: Seat
    quick: bool
    """The fast game, or the easy one for a single player."""

    hands: str
    """What the app is told of the hands: one of the names below."""

    bhaga: bool
    durmangala: bool
    ancestral: bool
    characters: bool
    box: Box
    chains: bool = True
    """Whether a single possible choice is taken by itself; not at tables of before."""

    coach: bool = True
    """Whether somebody who plays alone may ask for advice."""

    @property
    def open(self) -> bool:
        """Whether every draw is reported, so that all hands are known to the app."""
        return self.hands != PRIVATE

    @property
    def infers(self) -> bool:
        """Whether the app notes at once that all unseen cards of a deck are alike."""
        return self.hands != EVERY_DRAW

    @property
    def gaps(self) -> int:
        """How many places for amulets lie between the players."""
        return self.seats if self.seats > 2 else 1


@dataclass(frozen=True, slots=True)
class Stack:
    """One stack of the Samsara: how many normal cards, which specials are in it."""

    normal: int
    specials: tuple[str, ...] = ()
    sure: int = 1
    """Cards from the top that are known to be normal; matters if there are specials."""

    def __len__(self) -> int:
        return self.normal + len(self.specials)


class Player(NamedTuple):
    """Everything in front of one seat."""

    cards: Spread
    pawn: int = OFF_BOARD
    character: str = ""
    markers: tuple[str, ...] = ()
    """The powers covered by a marker."""

    amulets: tuple[str, ...] = ()
    ancestral: tuple[str, ...] = ()
    """Ancestral Amulets won, e.g. `silver-2`."""

    held: tuple[str, ...] = ()
    """Amulets Kasyapa has set aside for herself."""

    opening: bool = True
    """The first turn has not ended: the hand is still the opening hand."""

    @property
    def wins(self) -> int:
        """How many amulets of both kinds this player owns."""
        return len(self.amulets) + len(self.ancestral)


class Turn(NamedTuple):
    """What this turn has used up and brought."""

    actions: int = 1
    special: bool = False
    """A Bhaga or Durmangala card has been revealed this turn."""

    won: bool = False
    extra: int = 0
    """Cards more than usual (or fewer) in the coming draw."""

    twice: int = 0
    """How often the character power is repeated."""


class State(NamedTuple):
    """A position in Samsara. Equal positions are equal values."""

    players: tuple[Player, ...]
    setting: Setting
    stacks: tuple[Stack, ...]
    good: int
    bad: int
    gaps: tuple[tuple[str, ...], ...]
    """The amulets in each gap by face; gap g lies between seats g and g + 1."""

    ancestral: tuple[tuple[str, int], ...] = ()
    """Ancestral Amulets on the board, each with the zone before its edge."""

    seat: Seat = Seat(0)
    round: int = 1
    turn: Turn = Turn()
    neutral: int = 0
    """Moves of the neutral pawn so far."""

    ended: Seat | None = None
    """The seat that won a fifth amulet first: the round is played to its end."""

    guessed: tuple[int, ...] = ()
    """The gaps whose amulets the app chose without having seen their faces."""

    todo: Todo = ()
    """What must be settled, the next thing last; nothing when the game is over."""

    @property
    def asked(self) -> Ask[Any] | None:
        """What must be answered now."""
        return cast("Ask[Any]", self.todo[-1]) if self.todo else None

    @property
    def over(self) -> bool:
        """Whether the last turn has been played."""
        return not self.todo

    @property
    def neutral_zone(self) -> int:
        """Where the neutral pawn stands."""
        return (self.neutral - 1) % 8 if self.neutral else OFF_BOARD

    # The players and the stack change with nearly every step. They stand first and
    # last, so that a copy is made in a third of the time that `_replace` takes.

    def with_todo(self, todo: Todo) -> State:
        """Return the same state with another stack."""
        return tuple.__new__(State, (*self[:-1], todo))

    def with_player(self, seat: int, player: Player) -> State:
        """Return the state with one player changed."""
        players = (*self.players[:seat], player, *self.players[seat + 1 :])
        return tuple.__new__(State, (players, *self[1:]))

    def with_cards(self, seat: int, cards: Spread) -> State:
        """Return the state with the deck of one player changed."""
        player = tuple.__new__(Player, (cards, *self.players[seat][1:]))
        return self.with_player(seat, player)

    def with_gap(self, gap: int, faces: tuple[str, ...]) -> State:
        """Return the state with the amulets of one gap changed."""
        gaps = (*self.gaps[:gap], tuple(sorted(faces)), *self.gaps[gap + 1 :])
        return self._replace(gaps=gaps)

    def with_stack(self, zone: int, stack: Stack) -> State:
        """Return the state with one stack of the Samsara changed."""
        stacks = (*self.stacks[:zone], stack, *self.stacks[zone + 1 :])
        return self._replace(stacks=stacks)


def others(state: State, seat: int) -> tuple[Seat, ...]:
    """Return the opponents of a seat in the order of play."""
    seats = state.setting.seats
    return tuple(Seat((seat + step) % seats) for step in range(1, seats))
