"""A position in Karma Dice. Equal positions are equal values."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from companion.core.colours import Colour
from companion.core.seats import Seat
from companion.games.karma_dice.box import RED_DICE, TRACK
from companion.games.karma_dice.dice import Dice, sort_dice

FIRST = Seat(0)


class Phase(StrEnum):
    """What the table is waiting for."""

    TRAITS = "traits"
    THROW = "throw"
    AIR = "air"
    SETTLE = "settle"
    DRAFT = "draft"
    EYE = "eye"
    OVER = "over"


class End(StrEnum):
    """When the game is over."""

    RESERVE_EMPTY = "reserve-empty"
    ROUNDS = "rounds"
    TARGET = "target"


class Level(StrEnum):
    """How fast the Evil Eye is."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"


class Setup(NamedTuple):
    """What the table chose before the game."""

    players: int
    end: End = End.RESERVE_EMPTY
    rounds: int = 7
    target: int = 50
    traits: bool = False
    yogi: bool = True
    rotate_first: bool = False
    oracle: bool = False
    eye: Level = Level.NORMAL

    @property
    def solo(self) -> bool:
        """Whether one player plays against the Evil Eye."""
        return self.players == 1


class Trait(NamedTuple):
    """A character trait card, as its owner typed it in."""

    die: Colour
    ability: str = ""
    used: bool = False


class Player(NamedTuple):
    """What lies in front of one seat from turn to turn."""

    score: int = 0
    dice: Dice = ()
    """Own coloured dice, without the red ones and the Yogi."""

    trait: Trait | None = None


class Die(NamedTuple):
    """A die of the present roll."""

    colour: Colour
    face: int
    """0 while it is in the air for the first time."""

    spent: bool = False
    """Its reroll or its copy has been used in this roll."""


class Zone(NamedTuple):
    """A validated zone: the dice in it and the result they made."""

    dice: tuple[Die, ...]
    total: int


class Turn(NamedTuple):
    """The turn being played."""

    seat: Seat
    left: Dice
    """Dice still in the personal reserve, red ones and the Yogi included."""

    zones: tuple[Zone, ...] = ()
    roll: tuple[Die, ...] = ()
    """The dice thrown and not yet settled."""

    air: tuple[int, ...] = ()
    """Which of them the table must report: their places in the roll."""

    bonus: int = 0
    """What a trait adds to the result of this roll."""

    @property
    def last(self) -> int | None:
        """The result to beat; None before the first roll is validated."""
        return self.zones[-1].total if self.zones else None

    @property
    def points(self) -> int:
        """What stopping now scores."""
        if not self.zones:
            return 0
        bonus = 2 * len(self.left) if len(self.zones) == len(TRACK) else 0
        return TRACK[len(self.zones) - 1] + bonus


class Summary(NamedTuple):
    """How the last turn went, for those who looked away."""

    seat: Seat
    points: int
    failed: bool
    rolls: tuple[int, ...]
    """The results of its rolls, the failed one included."""


class KarmaDiceState(NamedTuple):
    """Everything the table knows."""

    setup: Setup
    phase: Phase
    players: tuple[Player, ...]
    reserve: Dice
    """The general reserve: free dice of the six Chakra colours."""

    turn: Turn
    round: int = 1
    first: Seat = FIRST
    played: int = 0
    """How many seats have played in this round."""

    yogi: Seat | None = None
    picking: tuple[Seat, ...] = ()
    """Who still takes a die in this draft, the next one first."""

    eye: int = 0
    """Where the Evil Eye stands; it stays at 0 when several play."""

    summary: Summary | None = None

    def at(self, phase: Phase, turn: Turn) -> KarmaDiceState:
        """Return the state at this point of a turn: what changes most often."""
        return KarmaDiceState(
            self.setup,
            phase,
            self.players,
            self.reserve,
            turn,
            self.round,
            self.first,
            self.played,
            self.yogi,
            self.picking,
            self.eye,
            self.summary,
        )


def hand_of(state: KarmaDiceState, seat: Seat) -> Dice:
    """Return every die a seat may throw in its turn."""
    yogi = (Colour.WHITE,) if state.yogi == seat else ()
    return sort_dice((*RED_DICE, *state.players[seat].dice, *yogi))


def order_of(state: KarmaDiceState) -> tuple[Seat, ...]:
    """Return the seats in the order of this round."""
    count = state.setup.players
    return tuple(Seat((state.first + step) % count) for step in range(count))
