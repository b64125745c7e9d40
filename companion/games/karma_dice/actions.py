"""What can be said at a Karma Dice table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from companion.core.codec import Codec
from companion.core.colours import Colour
from companion.core.seats import Seat
from companion.games.karma_dice.dice import ORDER, Dice, sort_dice


@dataclass(frozen=True, slots=True)
class ChooseTrait:
    """Keep one of the two trait cards: the die it shows and what it can do."""

    seat: Seat
    die: Colour
    ability: str = ""


@dataclass(frozen=True, slots=True)
class Throw:
    """Throw these dice of the personal reserve, listed in rainbow order."""

    dice: tuple[Colour, ...]


@dataclass(frozen=True, slots=True)
class Landed:
    """The dice in the air came to rest: chance speaks, one face per die in order."""

    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reroll:
    """Use the power of the die at this place of the roll: throw it once more."""

    die: int


@dataclass(frozen=True, slots=True)
class CopyFirst:
    """Copy the face of a die that may still be thrown again, before it is."""

    die: int
    source: int


@dataclass(frozen=True, slots=True)
class Settle:
    """Use the powers so that the roll is worth this, and compare it."""

    total: int


@dataclass(frozen=True, slots=True)
class Stop:
    """End the turn and score the last validated zone."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """These dice were thrown and lie like this: a whole throw in one word."""

    dice: tuple[Colour, ...]
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """The turn is over and scored this; its rolls are not told."""

    points: int


@dataclass(frozen=True, slots=True)
class Draft:
    """Take a free die of the general reserve."""

    die: Colour


@dataclass(frozen=True, slots=True)
class UseTrait:
    """Turn the trait card over; what it does is entered with it."""

    seat: Seat
    points: int = 0
    """Added to the score of its owner."""

    faces: tuple[int, ...] = ()
    """The faces of the present roll after the ability, in the order of the roll."""

    reroll: tuple[int, ...] = ()
    """Places of the roll whose dice are thrown again."""

    bonus: int = 0
    """Added to the result of the present roll."""


@dataclass(frozen=True, slots=True)
class MoveEye:
    """The Evil Eye's token has been moved as told."""


Action: TypeAlias = (
    ChooseTrait
    | Throw
    | Landed
    | Reroll
    | CopyFirst
    | Settle
    | Stop
    | Draft
    | UseTrait
    | MoveEye
    | Rolled
    | Score
)

CODEC = Codec(
    ChooseTrait,
    Throw,
    Landed,
    Reroll,
    CopyFirst,
    Settle,
    Stop,
    Draft,
    UseTrait,
    MoveEye,
    Rolled,
    Score,
)


def from_json(data: Any) -> Action:
    """Return the action this JSON stands for, dice in rainbow order.

    Raises:
        Malformed: saying which field cannot be read.
    """
    action: Action = CODEC.from_json(data)
    match action:
        case Throw(dice):
            return Throw(sort_dice(dice))
        case Rolled(dice, faces) if len(dice) == len(faces):
            return in_order(dice, faces)
    return action


def in_order(dice: Dice, faces: tuple[int, ...]) -> Rolled:
    """Return a throw with its dice in rainbow order, each with its face."""
    pairs = sorted(
        zip(dice, faces, strict=True), key=lambda one: (ORDER[one[0]], one[1])
    )
    return Rolled(tuple(die for die, _ in pairs), tuple(face for _, face in pairs))
