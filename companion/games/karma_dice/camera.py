"""Readings of a photo to faces: colours and faces are weighed together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import exp, log
from typing import Any

from companion.core.colours import Colour
from companion.core.seats import Seat
from companion.games.karma_dice.actions import Landed
from companion.games.karma_dice.box import VALUES
from companion.games.karma_dice.dice import prior
from companion.games.karma_dice.questions import Fall, asked
from companion.games.karma_dice.state import KarmaDiceState, in_the_air

FLOOR = 0.002
"""What remains possible when the reader saw nothing of the kind."""

MOST_SUGGESTED = 5


def expects(state: KarmaDiceState, seat: Seat | None) -> dict[str, Any] | None:
    """Return which dice a photo taken now should show."""
    del seat
    if not isinstance(asked(state), Fall):
        return None
    dice = in_the_air(state.turn)
    return {"reader": "dice", "dice": [prior(die) for die in dice]}


def observe(
    state: KarmaDiceState, seat: Seat | None, readings: Sequence[Mapping[str, Any]]
) -> tuple[tuple[Landed, float], ...]:
    """Return the likeliest faces of the dice in the air, best first."""
    del seat
    if not isinstance(asked(state), Fall):
        return ()
    dice = in_the_air(state.turn)
    if len(readings) != len(dice):
        return ()
    weights: dict[Landed, float] = {}
    for seats, weight in _assignments(dice, readings):
        ordered = [readings[place] for place in seats]
        for faces, chance in _faces(dice, ordered):
            action = Landed(faces)
            weights[action] = max(weights.get(action, 0.0), weight * chance)
    return _ranked(weights)


def _ranked(weights: Mapping[Landed, float]) -> tuple[tuple[Landed, float], ...]:
    total = sum(weights.values())
    ranked = sorted(weights.items(), key=lambda pair: -pair[1])[:MOST_SUGGESTED]
    return tuple((action, weight / total) for action, weight in ranked)


def _assignments(
    dice: Sequence[Colour], readings: Sequence[Mapping[str, Any]]
) -> list[tuple[tuple[int, ...], float]]:
    """Return the best ways to say which reading is which die, with their weight."""
    costs = [
        [-log(_chance_of_colour(reading, die)) for reading in readings] for die in dice
    ]
    best = _in_order(dice, _cheapest(costs))
    found = {best: _cost(costs, best)}
    for one, two in combinations(range(len(dice)), 2):
        if dice[one] is not dice[two]:
            other = list(best)
            other[one], other[two] = other[two], other[one]
            seats = _in_order(dice, other)
            found[seats] = _cost(costs, seats)
    least = min(found.values())
    return [(seats, exp(least - cost)) for seats, cost in found.items()]


def _in_order(dice: Sequence[Colour], seats: Sequence[int]) -> tuple[int, ...]:
    """Dice of one colour are alike: they take their readings in the order read."""
    shares = {
        colour: iter(sorted(seats[at] for at, die in enumerate(dice) if die is colour))
        for colour in set(dice)
    }
    return tuple(next(shares[die]) for die in dice)


def _cost(costs: Sequence[Sequence[float]], seats: Sequence[int]) -> float:
    return sum(costs[die][reading] for die, reading in enumerate(seats))


def _cheapest(costs: Sequence[Sequence[float]]) -> tuple[int, ...]:
    """Return the reading of each die with the least cost in all.

    Starts greedily and trades readings between dice while that helps; with the few
    colours of a roll this ends at the best or beside it, and trades are offered too.
    """
    count = len(costs)
    pairs = sorted((costs[d][r], d, r) for d in range(count) for r in range(count))
    seats: dict[int, int] = {}
    for _, die, reading in pairs:
        if die not in seats and reading not in seats.values():
            seats[die] = reading
    chosen = [seats[die] for die in range(count)]
    while _trade(costs, chosen):
        pass
    return tuple(chosen)


def _trade(costs: Sequence[Sequence[float]], seats: list[int]) -> bool:
    for one in range(len(seats)):
        for two in range(one + 1, len(seats)):
            now = costs[one][seats[one]] + costs[two][seats[two]]
            then = costs[one][seats[two]] + costs[two][seats[one]]
            if then < now - 1e-9:
                seats[one], seats[two] = seats[two], seats[one]
                return True
    return False


def _chance_of_colour(reading: Mapping[str, Any], die: Colour) -> float:
    colours = reading.get("colours") or {reading.get("colour"): 0.95}
    return max(FLOOR, float(colours.get(die.value, 0.0)))


def _chances_of_faces(reading: Mapping[str, Any], die: Colour) -> dict[int, float]:
    sure = float(reading.get("confidence", 0.9))
    faces = reading.get("faces") or {reading.get("face"): sure}
    read = {int(face): float(p) for face, p in faces.items() if face is not None}
    chances = {face: max(FLOOR, read.get(face, 0.0)) for face in VALUES[die]}
    total = sum(chances.values())
    return {face: chance / total for face, chance in chances.items()}


def _faces(
    dice: Sequence[Colour], readings: Sequence[Mapping[str, Any]]
) -> list[tuple[tuple[int, ...], float]]:
    """Return the likeliest faces of all dice, then those with one die read anew."""
    ranked = [
        sorted(_chances_of_faces(reading, die).items(), key=lambda pair: -pair[1])
        for die, reading in zip(dice, readings, strict=True)
    ]
    best = tuple(options[0][0] for options in ranked)
    weight = 1.0
    for options in ranked:
        weight *= options[0][1]
    found = [(best, weight)]
    for place, options in enumerate(ranked):
        for face, chance in options[1:3]:
            other = (*best[:place], face, *best[place + 1 :])
            found.append((other, weight * chance / options[0][1]))
    return found
