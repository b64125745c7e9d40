"""Reading with a prior: which seen die is which thrown one is decided here, once."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.dice.decide import Looks, box_of, describe, nothing_else, vouched
from vision.dice.look import COLOURS, Look
from vision.dice.match import pairing
from vision.dice.problem import problem
from vision.dice.thing import PERHAPS
from vision.dice.trust import Trust, odds
from vision.readings import (
    DicePrior,
    DieReading,
    Problem,
    Question,
    Report,
    ThrownDie,
    Whole,
)

DOUBT = 3.0
"""Another way to say which die is which is asked about if it is less unlikely than so
many nats."""

SURE = 0.8
"""Chance of all faces from which on a known roll without doubt is accepted: of the 106
photos free to choose by, read by networks that never saw their source, 6 are then asked
about and one is wrong, as at 0.9 (11); at 0.6 three are wrong."""

FAR = 7.0
"""Readings less likely by more nats than this are not worth a line on a phone."""

MOST_WHOLES = 6
"""More ways to read a roll than a person would look through."""


@dataclass(frozen=True)
class Seated:
    """A look that was taken for one die of the roll, with the faces this one has."""

    look: Look
    die: ThrownDie
    place: int
    face: int


@dataclass(frozen=True)
class Other:
    """Another reading, by how many nats it is less likely, and what it changes."""

    cost: float
    instead: Mapping[int, Seated]
    question: Question
    swaps: bool = True
    """Whether it says otherwise which die is which, and not only what one shows."""


def read_known(reading: Looks, prior: DicePrior) -> Report[DieReading]:
    """Return the best reading that the prior allows, and what is in doubt."""
    boxes = [*reading.dice, *reading.rest]
    seen, thrown = len(reading.dice), len(prior.dice)
    if seen > thrown or (prior.exact and len(boxes) >= thrown):
        placed = _dice_to_boxes(prior.dice, boxes)
    else:
        placed = _boxes_to_dice(reading.dice, prior.dice)
    seated = [
        _seat(boxes[box], prior.dice[place], place)
        for box, place in sorted(placed.items())
    ]
    others = sorted(_others(seated, prior), key=lambda other: other.cost)
    short = prior.exact and len(seated) < thrown
    sure = _chance(seated, reading, prior) >= SURE
    traded = [other for other in others if other.swaps and other.cost <= DOUBT]
    certain = (
        sure
        and not traded
        and not short
        and sorted(placed) == list(range(seen))
        and (prior.exact or vouched(reading, alone=PERHAPS))
    )
    doubted = traded if sure and traded else others
    asked = None if certain or short or not doubted else doubted[0].question
    return Report(
        "dice",
        tuple(_described(one, reading.trust) for one in seated),
        () if short else _wholes(seated, others, reading.trust),
        certain,
        asked,
        _miscounted(seen, len(seated), prior),
    )


def _miscounted(seen: int, seated: int, prior: DicePrior) -> Problem | None:
    thrown = len(prior.dice)
    if seen > thrown:
        code = "more" if prior.exact else "surplus"
        return problem(code, found=seen, wanted=thrown)
    if prior.exact and seated < thrown:
        return problem("fewer", found=seated, wanted=thrown)
    return None


def _chance(seated: Sequence[Seated], reading: Looks, prior: DicePrior) -> float:
    """Return how likely every face is right, and that no die was overlooked."""
    right = math.prod(reading.trust.right(one.look.faces) for one in seated)
    if prior.exact:  # as many dice as were thrown: presence is not in doubt
        return right
    there = math.prod(one.look.there for one in seated)
    return right * there * nothing_else(reading)


def _dice_to_boxes(dice: Sequence[ThrownDie], boxes: Sequence[Look]) -> dict[int, int]:
    """Return the place of each chosen box; faint boxes are called back if needed."""
    chosen = pairing(np.array([[_cost(box, die) for box in boxes] for die in dice]))
    # Dice that are alike take their boxes as they lie, so that no order is invented.
    boxes_of = {
        die: iter(
            sorted(k for k, other in zip(chosen, dice, strict=True) if other == die)
        )
        for die in set(dice)
    }
    return {next(boxes_of[die]): place for place, die in enumerate(dice)}


def _boxes_to_dice(boxes: Sequence[Look], dice: Sequence[ThrownDie]) -> dict[int, int]:
    """Return the place of every box, where there are no more boxes than dice."""
    cost = [[_cost(box, die) for die in dice] for box in boxes]
    return dict(enumerate(pairing(np.array(cost).reshape(-1, len(dice)))))


def _colour_cost(look: Look, colour: str | None) -> float:
    if colour is None or colour not in COLOURS:
        return 0.0
    return -float(np.log(look.colours[COLOURS.index(colour)] + 1e-3))


def _legal(look: Look, faces: tuple[int, ...]) -> float:
    return float(sum(look.faces[face - 1] for face in faces))


def _cost(look: Look, die: ThrownDie) -> float:
    legal = -float(np.log(_legal(look, die.faces) + 1e-3))
    return _colour_cost(look, die.colour) + legal - odds(look.there)


def _restrict(look: Look, die: ThrownDie) -> Look:
    """Return the look with only the faces that this die can show."""
    allowed = np.zeros(6, np.float32)
    allowed[[face - 1 for face in die.faces]] = 1
    faces = (look.faces + 1e-6) * allowed
    return replace(look, faces=faces / faces.sum())


def _seat(look: Look, die: ThrownDie, place: int) -> Seated:
    legal = _restrict(look, die)
    return Seated(legal, die, place, int(legal.faces.argmax()) + 1)


def _described(seated: Seated, trust: Trust) -> DieReading:
    seen = describe(seated.look, trust)
    colour = seated.die.colour or seen.colour
    return replace(seen, face=seated.face, colour=colour, place=seated.place)


def _wholes(
    seated: Sequence[Seated], others: Sequence[Other], trust: Trust
) -> tuple[Whole[DieReading], ...]:
    """Return the ways to read the roll, dice in the order of the prior."""
    likely = [Other(0.0, {}, Question(0, (), (0, 0, 0, 0))), *others][:MOST_WHOLES]
    weights = [math.exp(-max(other.cost, 0.0)) for other in likely if other.cost < FAR]
    return tuple(
        Whole(_changed(seated, other.instead, trust), weight / sum(weights))
        for other, weight in zip(likely, weights, strict=False)
    )


def _changed(
    seated: Sequence[Seated], instead: Mapping[int, Seated], trust: Trust
) -> tuple[DieReading, ...]:
    now = [instead.get(k, one) for k, one in enumerate(seated)]
    in_order = sorted(now, key=lambda one: one.place)
    return tuple(_described(one, trust) for one in in_order)


def _others(seated: Sequence[Seated], prior: DicePrior) -> Iterator[Other]:
    """Return the readings that differ by one face, or by who is who."""
    for k, one in enumerate(seated):
        yield from _other_faces(k, one)
    for a in range(len(seated)):
        yield from (_traded(seated, a, b) for b in range(a) if _differ(seated, a, b))
    taken = {one.place for one in seated}
    free = {die: n for n, die in enumerate(prior.dice) if n not in taken}
    for k, one in enumerate(seated):
        yield from (
            _replaced(k, one, die, n) for die, n in free.items() if die != one.die
        )


def _other_faces(index: int, seated: Seated) -> Iterator[Other]:
    faces = seated.look.faces
    for other in (int(k) + 1 for k in np.argsort(faces)[::-1][1:3]):
        if faces[other - 1] > 1e-6:
            cost = float(np.log(faces[seated.face - 1] / faces[other - 1]))
            asked = Question(index, (seated.face, other), box_of(seated.look))
            shown = {index: replace(seated, face=other)}
            yield Other(cost, shown, asked, swaps=False)


def _differ(seated: Sequence[Seated], a: int, b: int) -> bool:
    """Return whether it matters which of two dice is which."""
    return seated[a].die != seated[b].die and seated[a].face != seated[b].face


def _traded(seated: Sequence[Seated], a: int, b: int) -> Other:
    one, two = seated[a], seated[b]
    now = _cost(one.look, one.die) + _cost(two.look, two.die)
    then = _cost(one.look, two.die) + _cost(two.look, one.die)
    asked = Question(a, (), box_of(one.look), b)
    instead = {
        a: _seat(one.look, two.die, two.place),
        b: _seat(two.look, one.die, one.place),
    }
    return Other(then - now, instead, asked)


def _replaced(index: int, one: Seated, die: ThrownDie, place: int) -> Other:
    """Return the reading in which this box is a die that nobody was taken for."""
    cost = _cost(one.look, die) - _cost(one.look, one.die)
    colours = tuple(c for c in (one.die.colour, die.colour) if c)
    asked = Question(index, colours, box_of(one.look))
    return Other(cost, {index: _seat(one.look, die, place)}, asked)
