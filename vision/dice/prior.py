"""Reading with a prior: it is known which dice were rolled."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from vision.dice.decide import Reading, describe
from vision.dice.look import COLOURS, Look
from vision.dice.match import pairing
from vision.dice.problem import problem
from vision.dice.trust import Trust, odds

DOUBT = 3.0
"""Another reading less unlikely than this many nats is asked about."""


@dataclass(frozen=True)
class Known:
    """One die of the roll: its colour (None: any) and the faces it can show."""

    colour: str | None
    faces: tuple[int, ...]


@dataclass(frozen=True)
class Swap:
    """Another reading and by how many nats it is less likely."""

    cost: float
    die: int
    faces: tuple[int, int] | None
    other: int | None = None
    """The die that it would change colours with."""


def known(prior: list[dict[str, Any]]) -> list[Known]:
    """Return the dice of a prior as JSON gives it."""
    return [
        Known(one.get("colour"), tuple(one.get("faces") or range(1, 7)))
        for one in prior
    ]


def _colour_cost(look: Look, colour: str | None) -> float:
    if colour is None or colour not in COLOURS:
        return 0.0
    return -float(np.log(look.colours[COLOURS.index(colour)] + 1e-3))


def _legal(look: Look, faces: tuple[int, ...]) -> float:
    return float(sum(look.faces[face - 1] for face in faces))


def _cost(look: Look, die: Known) -> float:
    legal = -float(np.log(_legal(look, die.faces) + 1e-3))
    return _colour_cost(look, die.colour) + legal - odds(look.there)


def _restrict(look: Look, die: Known) -> Look:
    """Return the look with only the faces and the colour that this die can show."""
    allowed = np.zeros(6, np.float32)
    allowed[[face - 1 for face in die.faces]] = 1
    faces = (look.faces + 1e-6) * allowed
    return replace(look, faces=faces / faces.sum())


def read_known(reading: Reading, prior: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the best reading that the prior allows, and what is in doubt."""
    dice = known(prior)
    boxes = [*reading.dice, *reading.rest]
    if len(boxes) < len(dice):
        return _short(reading, dice)
    cost = np.array([[_cost(box, die) for box in boxes] for die in dice])
    chosen = pairing(cost)
    pairs = sorted(zip(chosen, dice, strict=True), key=lambda one: one[0])
    looks = [_restrict(boxes[k], die) for k, die in pairs]
    slots = [die for _, die in pairs]
    swap = _nearest(looks, slots)
    answer = _answer(looks, slots, reading.trust)
    answer["runner_up"] = _runner_up(answer["dice"], swap)
    all_there = sorted(chosen) == list(range(len(reading.dice)))
    sure = math.prod(reading.trust.right(look.faces) for look in looks)
    clear = sure >= reading.trust.certain and (swap is None or swap.cost > DOUBT)
    answer["certain"] = clear and all_there
    answer["question"] = None if answer["certain"] else _question(swap)
    answer["problem"] = None
    if len(reading.dice) > len(dice):
        found = len(reading.dice)
        answer["problem"] = problem("count", found=found, wanted=len(dice))
    return answer


def _short(reading: Reading, dice: list[Known]) -> dict[str, Any]:
    """Return what was seen of a roll that shows too few dice."""
    cost = [[_cost(box, die) for die in dice] for box in reading.dice]
    slots = [dice[k] for k in pairing(np.array(cost).reshape(-1, len(dice)))]
    pairs = zip(reading.dice, slots, strict=True)
    looks = [_restrict(box, die) for box, die in pairs]
    return {
        **_answer(looks, slots, reading.trust),
        "runner_up": None,
        "certain": False,
        "question": None,
        "problem": problem("count", found=len(looks), wanted=len(dice)),
    }


def _answer(looks: list[Look], slots: list[Known], trust: Trust) -> dict[str, Any]:
    dice = [describe(look, trust) for look in looks]
    for one, slot in zip(dice, slots, strict=True):
        one["colour"] = slot.colour or one["colour"]
    return {"dice": dice}


def _nearest(looks: list[Look], slots: list[Known]) -> Swap | None:
    """Return the second likeliest reading of the same dice."""
    swaps = [_other_face(k, look) for k, look in enumerate(looks)]
    swaps += [
        _other_colour(looks, slots, a, b)
        for a in range(len(looks))
        for b in range(a)
        if slots[a] != slots[b]
    ]
    real = [swap for swap in swaps if swap is not None]
    return min(real, key=lambda swap: swap.cost) if real else None


def _other_face(index: int, look: Look) -> Swap | None:
    order = np.argsort(look.faces)[::-1]
    best, next_best = int(order[0]), int(order[1])
    if look.faces[next_best] <= 1e-6:
        return None
    cost = float(np.log(look.faces[best] / look.faces[next_best]))
    return Swap(cost, index, (best + 1, next_best + 1))


def _other_colour(looks: list[Look], slots: list[Known], a: int, b: int) -> Swap | None:
    faces = [int(look.faces.argmax()) + 1 for look in (looks[a], looks[b])]
    if faces[0] == faces[1]:
        return None
    now = _cost(looks[a], slots[a]) + _cost(looks[b], slots[b])
    then = _cost(looks[a], slots[b]) + _cost(looks[b], slots[a])
    return Swap(then - now, a, None, b)


def _runner_up(dice: list[dict[str, Any]], swap: Swap | None) -> Any:
    """Return faces and colours of the second likeliest reading."""
    if swap is None:
        return None
    plain = [{"face": die["face"], "colour": die["colour"]} for die in dice]
    if swap.faces:
        plain[swap.die]["face"] = swap.faces[1]
    elif swap.other is not None:
        one, two = plain[swap.die], plain[swap.other]
        one["colour"], two["colour"] = two["colour"], one["colour"]
    return plain


def _question(swap: Swap | None) -> dict[str, Any] | None:
    if swap is None:
        return None
    if swap.faces:
        return {"die": swap.die, "choices": list(swap.faces)}
    return {"die": swap.die, "or": swap.other, "choices": []}
