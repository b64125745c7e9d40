"""Every result that the powers can make of a roll, and the shortest way to each.

Each die adds one of a few values, and up to as many dice as there are removers
add nothing. The order of powers matters only to copying: a face may be copied
before its die copies or leaves, so a copier may take any face that lies there.
Copies in a ring only trade faces, which no sum can tell.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from companion.core.colours import Colour
from companion.games.karma_dice.box import CUBE, POWERS, Power
from companion.games.karma_dice.state import Die

Roll: TypeAlias = tuple[Die, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One power used: which die uses it, upon which die, to which value."""

    power: Power
    die: int
    target: int
    value: int


def _with_power(power: Power) -> frozenset[Colour]:
    return frozenset(colour for colour, its in POWERS.items() if its is power)


# Looked up for every die that falls: a set of colours is asked much faster than the
# name of a power, which Python 3.11 computes anew each time.
REMOVERS = _with_power(Power.REMOVE)
COPIERS = _with_power(Power.COPY)
REROLLERS = _with_power(Power.REROLL)


def _values(colour: Colour, face: int) -> tuple[int, ...]:
    match POWERS[colour]:
        case Power.TRIPLE:
            return (face, 3 * face)
        case Power.DOUBLE:
            return (face, 2 * face)
        case Power.ADJUST:
            return (face, face - 1, face + 1)
    return (face,)


VALUES_OF = {
    colour: tuple(_values(colour, face) for face in range(max(CUBE) + 1))
    for colour in Colour
}
"""The values of a die by colour and face, its own face first, copies left out."""


class Outlook(NamedTuple):
    """What can be made of a roll that lies there."""

    again: tuple[int, ...]
    """The places of the dice that may still be thrown again."""

    results: tuple[int, ...]
    """Every reachable result without another throw, ascending."""


@lru_cache(maxsize=1 << 15)
def outlook(roll: Roll, bonus: int = 0) -> Outlook:
    """Return what can be made of a roll: asked when it falls, and for the buttons."""
    return Outlook(can_reroll(roll), _listed(_reachable(roll), bonus))


def totals(roll: Roll, bonus: int = 0) -> tuple[int, ...]:
    """Return every reachable result without another throw, ascending."""
    return outlook(roll, bonus).results


def _reachable(roll: Roll) -> int:
    """Return the reachable sums as bits: bit 7 is set if 7 can be made."""
    shown = faces(roll)
    choices = [options(die, shown) for die in roll]
    removers = removals(roll)
    if removers:
        return _reachable_removing(choices, removers)
    sums = 1
    for values in choices:
        longer = 0
        for value in values:
            longer |= sums << value
        sums = longer
    return sums


def _reachable_removing(choices: list[tuple[int, ...]], removers: int) -> int:
    """Return the same where so many dice may add nothing."""
    reach = [1] + [0] * removers
    for values in choices:
        for gone in range(removers, -1, -1):
            kept = 0
            for value in values:
                kept |= reach[gone] << value
            reach[gone] = kept | reach[gone - 1] if gone else kept
    found = 0
    for sums in reach:
        found |= sums
    return found


@lru_cache(maxsize=1 << 12)
def _listed(sums: int, bonus: int) -> tuple[int, ...]:
    ways = [total for total in range(sums.bit_length()) if sums >> total & 1]
    return tuple(sorted({max(0, total + bonus) for total in ways}))


def removals(roll: Roll) -> int:
    """Return how many dice may be removed: one per remover not rolled alone."""
    if len(roll) < 2:
        return 0
    return len([die for die in roll if die.colour in REMOVERS])


def faces(roll: Roll) -> tuple[int, ...]:
    """Return the different faces that lie there, ascending."""
    return tuple(sorted({die.face for die in roll}))


def options(die: Die, shown: tuple[int, ...]) -> tuple[int, ...]:
    """Return the values a die that stays can have, its own face first."""
    face = die.face
    if die.colour in COPIERS and not die.spent:
        return (face, *(other for other in shown if other != face))
    return VALUES_OF[die.colour][face]


def can_reroll(roll: Roll) -> tuple[int, ...]:
    """Return the places of the dice that may still be thrown again."""
    return tuple(
        [
            place
            for place, die in enumerate(roll)
            if die.colour in REROLLERS and not die.spent
        ]
    )


def early_copies(roll: Roll) -> tuple[tuple[int, int], ...]:
    """Return who may copy which die before that die is thrown again."""
    return tuple(
        (place, source)
        for source in can_reroll(roll)
        for place, die in enumerate(roll)
        if die.colour in COPIERS and not die.spent and die.face != roll[source].face
    )


def changed(roll: Roll, place: int, face: int) -> Roll:
    """Return the roll with a new face on a die whose power is used up."""
    die = Die(roll[place].colour, face, spent=True)
    return (*roll[:place], die, *roll[place + 1 :])


@lru_cache(maxsize=1 << 12)
def recipes(roll: Roll) -> dict[int, tuple[Step, ...]]:
    """Return the fewest steps to each reachable result, ready to be told in order."""
    shown = faces(roll)
    most = removals(roll)
    best: dict[tuple[int, int], tuple[int | None, ...]] = {(0, 0): ()}
    for die in roll:
        longer: dict[tuple[int, int], tuple[int | None, ...]] = {}
        for (gone, total), picks in best.items():
            for value in options(die, shown):
                _keep(longer, roll, (gone, total + value), (*picks, value))
            if gone < most:
                _keep(longer, roll, (gone + 1, total), (*picks, None))
        best = longer
    found: dict[int, tuple[int | None, ...]] = {}
    for (_, total), picks in best.items():
        if total not in found or _cost(roll, picks) < _cost(roll, found[total]):
            found[total] = picks
    return {total: _steps(roll, found[total]) for total in sorted(found)}


def _keep(
    ways: dict[tuple[int, int], tuple[int | None, ...]],
    roll: Roll,
    key: tuple[int, int],
    picks: tuple[int | None, ...],
) -> None:
    if key not in ways or _cost(roll, picks) < _cost(roll, ways[key]):
        ways[key] = picks


def _cost(roll: Roll, picks: tuple[int | None, ...]) -> int:
    return sum(1 for die, pick in zip(roll, picks, strict=False) if pick != die.face)


def _steps(roll: Roll, picks: tuple[int | None, ...]) -> tuple[Step, ...]:
    """Turn the value of each die into steps: copies, then changes, then removals."""
    changed = [
        (place, pick)
        for place, pick in enumerate(picks)
        if pick is not None and pick != roll[place].face
    ]
    copies = {
        place: pick
        for place, pick in changed
        if POWERS[roll[place].colour] is Power.COPY
    }
    changes = [
        Step(POWERS[roll[place].colour], place, place, pick)
        for place, pick in changed
        if place not in copies
    ]
    return (*_copies(roll, copies), *changes, *_removals(roll, picks))


def _copies(roll: Roll, copies: dict[int, int]) -> list[Step]:
    """Order copies so that each source still shows the face when it is copied."""
    steps: list[Step] = []
    waiting = dict(copies)
    shown = [die.face for die in roll]
    while waiting:
        place, face = next(
            (place, face)
            for place, face in waiting.items()
            if _spare(place, shown, waiting)
        )
        others = [at for at, value in enumerate(shown) if value == face and at != place]
        steps.append(Step(Power.COPY, place, others[0], face))
        shown[place] = face
        del waiting[place]
    return steps


def _spare(place: int, shown: list[int], waiting: dict[int, int]) -> bool:
    """Tell whether the face of this die may go: nobody else needs it any more."""
    own = shown[place]
    wanted = any(face == own for at, face in waiting.items() if at != place)
    return not wanted or shown.count(own) > 1


def _removals(roll: Roll, picks: tuple[int | None, ...]) -> list[Step]:
    gone = [place for place, pick in enumerate(picks) if pick is None]
    removers = [
        place
        for place, die in enumerate(roll)
        if POWERS[die.colour] is Power.REMOVE and place not in gone
    ]
    others = [place for place in gone if POWERS[roll[place].colour] is not Power.REMOVE]
    steps = [
        Step(Power.REMOVE, remover, place, 0)
        for remover, place in zip(removers, others, strict=False)
    ]
    own = [place for place in gone if place not in others]
    return steps + [Step(Power.REMOVE, place, place, 0) for place in own]
