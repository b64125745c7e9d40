"""A position in Samsara, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.core.cards import Spread
from companion.games.samsara.box import Box

HAND, DRAW, DISCARD, PLAY, EVANESCENT, RESERVE, NEXT = range(7)
"""The zones of a player's deck. NEXT is set aside for the coming hand."""

ZONE_NAMES = ("hand", "draw", "discard", "play", "evanescent", "reserve", "next")
OFF_BOARD = -1


@dataclass(frozen=True, slots=True)
class Setting:
    """What was agreed before the game; it never changes."""

    seats: int
    first: int
    quick: bool
    """The fast game, or the easy one for a single player."""

    open: bool
    """Every draw is reported, so that all hands are known to the app."""

    bhaga: bool
    durmangala: bool
    ancestral: bool
    characters: bool
    box: Box

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


class Task(NamedTuple):
    """One thing that must be settled, and by whom."""

    kind: str
    seat: int
    n: int = 0
    more: tuple[Any, ...] = ()


class State(NamedTuple):
    """A position in Samsara. Equal positions are equal values."""

    setting: Setting
    players: tuple[Player, ...]
    stacks: tuple[Stack, ...]
    good: int
    bad: int
    gaps: tuple[tuple[str, ...], ...]
    """The amulets in each gap by face; gap g lies between seats g and g + 1."""

    ancestral: tuple[tuple[str, int], ...] = ()
    """Ancestral Amulets on the board, each with the zone before its edge."""

    seat: int = 0
    round: int = 1
    turn: Turn = Turn()
    todo: tuple[Task, ...] = ()
    """What must be settled, the next thing last."""

    neutral: int = 0
    """Moves of the neutral pawn so far."""

    ended: int | None = None
    """The seat that won a fifth amulet first: the round is played to its end."""

    over: bool = False

    @property
    def task(self) -> Task | None:
        """What must be settled now."""
        return self.todo[-1] if self.todo else None

    @property
    def neutral_zone(self) -> int:
        """Where the neutral pawn stands."""
        return (self.neutral - 1) % 8 if self.neutral else OFF_BOARD


def with_player(state: State, seat: int, player: Player) -> State:
    """Return the state with one player changed."""
    players = (*state.players[:seat], player, *state.players[seat + 1 :])
    return state._replace(players=players)


def with_cards(state: State, seat: int, cards: Spread) -> State:
    """Return the state with the deck of one player changed."""
    return with_player(state, seat, state.players[seat]._replace(cards=cards))


def push(state: State, *tasks: Task) -> State:
    """Return the state with tasks to settle first, in the order given."""
    return state._replace(todo=state.todo + tasks[::-1])


def pop(state: State) -> State:
    """Return the state with the present task settled."""
    return state._replace(todo=state.todo[:-1])


def others(state: State, seat: int) -> tuple[int, ...]:
    """Return the opponents of a seat in the order of play."""
    seats = state.setting.seats
    return tuple((seat + step) % seats for step in range(1, seats))
