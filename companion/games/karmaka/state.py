"""A position in Karmaka: what lies where, and who has told the app what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.core.cards import EMPTY, Cards, Zone
from companion.core.seats import Seat
from companion.core.turn import Question, Todo

NOBODY = Seat(-1)
"""No seat at all: not a wolf at the table, not a victim yet."""

FIRST = Seat(0)


@dataclass(frozen=True, slots=True)
class Setting:
    """What the table agreed on."""

    seats: int
    first: Seat = FIRST
    teams: bool = False
    wolf: Seat = NOBODY
    pair_future: bool = False
    """The two who hunt the Wolf may feed each other's Future Life."""

    rival: Seat = NOBODY
    """The seat the app plays."""

    strength: str = "normal"
    names: tuple[tuple[str, str], ...] = ()
    """Card names this table has taught the app."""


class Life(NamedTuple):
    """What belongs to one player.

    What everybody could see stands in `hand` and `future`; what only the owner may
    know, and has told the app, stands in `row` and `dreams`. Nothing another seat is
    shown or allowed depends on these two.
    """

    level: int = 0
    rings: int = 0
    hand: Zone = EMPTY
    row: tuple[str, ...] = ()
    """The Hand in the order it came, with an empty text for what was not told."""

    deck: int = 0
    future: tuple[str, ...] = ()
    """From bottom to top; an empty text where the table did not see the card."""

    dreams: tuple[str, ...] = ()
    """The same pile: cards that only the owner told the app."""

    deeds: tuple[str, ...] = ()
    """The exposed Deed is the last one."""

    look: Cards = ()
    """Cards of the Well the player is looking at, as told to the app."""


class Using(NamedTuple):
    """A card in the middle of the table whose power is being used."""

    card: str
    victim: Seat = NOBODY
    """The rival it was used against."""

    extra: bool = False
    """Another card may be played afterwards."""

    copied: tuple[tuple[int, int], ...] = ()
    """Embody and Mimic Deeds copied on the way, by seat and place: no loops."""


class Event(NamedTuple):
    """Something that happened because of the last word, as everybody could see it."""

    kind: str
    seat: Seat
    card: str = ""
    n: int = 0
    whom: Seat = NOBODY


class State(NamedTuple):
    """The whole table. Equal positions are equal values."""

    setting: Setting
    lives: tuple[Life, ...]
    well: int
    pool: Cards
    """All cards nobody has publicly seen where they lie now."""

    ruins: tuple[str, ...] = ()
    """From bottom to top, all public."""

    turn: Seat = FIRST
    using: Using | None = None
    news: tuple[Event, ...] = ()
    todo: Todo = ()

    def with_todo(self, todo: tuple[Any, ...]) -> State:
        """Return the same position with other things to settle."""
        return self._replace(todo=todo)


def asked(state: State) -> Question[State, Any] | None:
    """Return the question that is open, also in the app's hands; None at the end."""
    top = state.todo[-1] if state.todo else None
    top = getattr(top, "inner", top)
    return top if isinstance(top, Question) else None


def with_life(state: State, seat: int, life: Life) -> State:
    """Return the state with one player's things replaced."""
    lives = state.lives
    return state._replace(lives=(*lives[:seat], life, *lives[seat + 1 :]))


def heard(state: State, *events: Event) -> State:
    """Return the state with something to tell the table."""
    return state._replace(news=state.news + events)
