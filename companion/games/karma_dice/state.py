"""A position in Karma Dice. Equal positions are equal values."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import NamedTuple

from companion.core.colours import Colour
from companion.core.seats import Seat
from companion.core.turn import Todo
from companion.games.karma_dice.box import BONUS, POWERS, RED_DICE, TRACK, Power
from companion.games.karma_dice.dice import Dice, sort_dice
from companion.games.karma_dice.own_box import Kinds, usual

FIRST = Seat(0)


class End(StrEnum):
    """When the game is over."""

    RESERVE_EMPTY = "reserve-empty"
    ROUNDS = "rounds"
    TARGET = "target"


class Level(StrEnum):
    """How fast the Evil Eye is."""

    GENTLE = "gentle"
    FAIR = "fair"
    HARSH = "harsh"

    # Tables of before, slower: they replay as they were played.
    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"


LEVELS_OF_BEFORE = (Level.EASY, Level.NORMAL, Level.HARD)


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
    entry: str = "dice"
    """What phones ask for first: `dice` or `score`."""

    kinds: Kinds = ()
    """What the dice are in the usual box, see `own_box`."""

    @property
    def solo(self) -> bool:
        """Whether one player plays against the Evil Eye."""
        return self.players == 1

    def power(self, colour: Colour) -> Power:
        """Return what a die of this colour can do at this table."""
        return POWERS[usual(self.kinds, colour)]


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


TURNED = {
    Die(colour, face, spent): tuple(Die(colour, up, spent) for up in range(7))
    for colour in Colour
    for face in range(7)
    for spent in (False, True)
}
"""Every die with what it is when it shows another face: equal dice are one value."""


def points_of(zones: int, left: int) -> int:
    """Return what so many validated zones score, with so many dice unused."""
    if zones == len(TRACK):
        return TRACK[-1] + BONUS * left
    return TRACK[zones - 1] if zones > 0 else 0


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
        return points_of(len(self.zones), len(self.left))

    @property
    def results(self) -> tuple[int, ...]:
        """The results of the validated rolls, in order."""
        return tuple([zone.total for zone in self.zones])

    def beats(self, total: int) -> bool:
        """Tell whether a result is strictly higher than the one before."""
        return not self.zones or total > self.zones[-1].total


class Summary(NamedTuple):
    """How the last turn went, for those who looked away."""

    seat: Seat
    points: int
    failed: bool
    rolls: tuple[int, ...]
    """The results of its rolls, the failed one included."""


class KarmaDiceState(NamedTuple):
    """Everything the table knows; what changes most often stands first."""

    turn: Turn
    todo: Todo
    """What the table must settle, the next thing last; empty when it is over."""

    setup: Setup
    players: tuple[Player, ...]
    reserve: Dice
    """The general reserve: free dice of the six Chakra colours."""

    round: int = 1
    first: Seat = FIRST
    played: int = 0
    """How many seats have played in this round."""

    yogi: Seat | None = None
    eye: int = 0
    """Where the Evil Eye stands; it stays at 0 when several play."""

    summary: Summary | None = None

    # The first four are written out because they follow almost every action: with
    # `_replace` each of them takes two to five times as long.
    def with_todo(self, todo: Todo) -> KarmaDiceState:
        """Return the same state with another stack."""
        return _state(KarmaDiceState, (self[0], todo, *self[2:]))

    def at(self, turn: Turn, todo: Todo) -> KarmaDiceState:
        """Return the state at another point of a turn."""
        return _state(KarmaDiceState, (turn, todo, *self[2:]))

    def after_turn(self, summary: Summary, todo: Todo) -> KarmaDiceState:
        """Return the state after a turn is scored; the red dice are yet to pass on."""
        score, dice, trait = self.players[summary.seat]
        player = Player(score + summary.points, dice, trait)
        return KarmaDiceState(
            self.turn,
            todo,
            self.setup,
            self._seated(summary.seat, player),
            self.reserve,
            self.round,
            self.first,
            self.played + 1,
            self.yogi,
            self.eye,
            summary,
        )

    def with_die(self, seat: Seat, die: Colour) -> KarmaDiceState:
        """Return the state with a die of the reserve in front of a seat."""
        at = self.reserve.index(die)
        reserve = self.reserve[:at] + self.reserve[at + 1 :]
        score, dice, trait = self.players[seat]
        player = Player(score, sort_dice((*dice, die)), trait)
        seated = self._seated(seat, player)
        return _state(KarmaDiceState, (*self[:3], seated, reserve, *self[5:]))

    def with_points(self, seat: Seat, points: int) -> KarmaDiceState:
        """Return the state with points added to one score."""
        score, dice, trait = self.players[seat]
        return self.with_player(seat, Player(score + points, dice, trait))

    def with_player(self, seat: Seat, player: Player) -> KarmaDiceState:
        """Return the state with one seat changed."""
        return self._replace(players=self._seated(seat, player))

    def _seated(self, seat: Seat, player: Player) -> tuple[Player, ...]:
        return (*self.players[:seat], player, *self.players[seat + 1 :])


_state = tuple.__new__


def new_turn(state: KarmaDiceState, seat: Seat) -> Turn:
    """Return a turn of this seat with all its dice in hand."""
    return Turn(seat, hand_of(state, seat))


def hand_of(state: KarmaDiceState, seat: Seat) -> Dice:
    """Return every die a seat may throw in its turn, in rainbow order."""
    own = RED_DICE + state.players[seat].dice
    return (*own, Colour.WHITE) if state.yogi == seat else own


def order_of(state: KarmaDiceState) -> tuple[Seat, ...]:
    """Return the seats in the order of this round."""
    return _order(state.first, state.setup.players)


@cache
def _order(first: Seat, players: int) -> tuple[Seat, ...]:
    return tuple(Seat((first + step) % players) for step in range(players))


def has_unused_trait(state: KarmaDiceState, seat: Seat) -> bool:
    """Tell whether a seat still has the ability of its card."""
    trait = state.players[seat].trait
    return trait is not None and not trait.used


def in_the_air(turn: Turn) -> Dice:
    """Return the dice whose faces the table must report, in that order."""
    return tuple([turn.roll[place].colour for place in turn.air])
