"""Know your table: colours read right before and after three confirmed photos."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from tests.vision.own_tables import LIGHTS, Lying, own_table, throws
from vision.dice import judge
from vision.dice.look import Look
from vision.dice.nets import nets
from vision.dice.own import learn, tints
from vision.dice.search import search
from vision.image import BgrImage
from vision.readings import DicePrior, DieReading, OwnColours, Report, ThrownDie

SEED = 61_000
"""Tables nothing was chosen by; while building, seeds from 100 on were looked at."""

TABLES = 6
"""For each light."""

ELSEWHERE = "elsewhere"
"""Taught in even light, then the same dice on another cloth in warm light."""

PLACES = (*LIGHTS, ELSEWHERE)
ALL = "all of these"

TAUGHT, TRIED = 3, 5
"""Photos of each table that are confirmed, and that are then read."""


@dataclass(frozen=True)
class Photo:
    """A drawn photo, what is true of it and what was seen at the first look."""

    image: BgrImage
    truth: list[Lying]
    looks: list[Look]

    def read(self, prior: DicePrior) -> Report[DieReading]:
        """Return the reading with a prior; it is searched for dice but once."""
        return judge(self.image, self.looks, prior, nets())


def photos(seed: int, lamp: str) -> list[Photo]:
    """Return the photos of one table; the last are taken elsewhere, if so wished."""
    here = own_table(seed, "even" if lamp == ELSEWHERE else lamp)
    there = here
    if lamp == ELSEWHERE:
        there = replace(own_table(seed + 500, "warm"), dice=here.dice)
    shots = (
        (here if k < TAUGHT else there).photo(names)
        for k, names in enumerate(throws(seed, TAUGHT + TRIED))
    )
    return [
        Photo(BgrImage(image), truth, search(BgrImage(image), nets()))
        for image, truth in shots
    ]


def taught(some: Sequence[Photo]) -> OwnColours:
    """Return what a host teaches who says the colour of every die that was found."""
    confirmed = []
    for one in some:
        found = one.read(DicePrior()).readings
        named = [(die, at.colour) for die in found if (at := lying(die, one.truth))]
        seen, cloth = tints(one.image, [die.box for die, _ in named])
        names = (name for _, name in named)
        confirmed.append((list(zip(names, seen, strict=True)), cloth))
    return learn(confirmed)


def lying(die: DieReading, truth: Sequence[Lying]) -> Lying | None:
    """Return the drawn die that lies in the middle of a box, if one does."""
    x, y = die.box[0] + die.box[2] / 2, die.box[1] + die.box[3] / 2
    for one in truth:
        left, top, wide, high = one.box
        if left <= x <= left + wide and top <= y <= top + high:
            return one
    return None


def judged(photo: Photo, own: OwnColours | None) -> Counter[str]:
    """Count the colours of one photo, and its roll where the dice are known."""
    truth = photo.truth
    free = photo.read(DicePrior(own=own))
    pairs = [(die, one) for die in free.readings if (one := lying(die, truth))]
    right = [die.colour == one.colour for die, one in pairs]
    roll = tuple(ThrownDie(one.colour) for one in truth)
    known = photo.read(DicePrior(roll, own=own))
    good = placed(known, truth)
    return Counter(
        {
            "dice": len(pairs),
            "colour right": sum(right),
            "photos": 1,
            "all colours right": int(all(right)),
            "roll right": int(good),
            "roll certain": int(known.certain),
            "certain and wrong": int(known.certain and not good),
        }
    )


def placed(report: Report[DieReading], truth: Sequence[Lying]) -> bool:
    """Tell whether every die of the roll was given the face it shows."""
    faces = {die.place: die.face for die in report.readings}
    return faces == {place: one.face for place, one in enumerate(truth)}


def measure(seed: int, lamp: str) -> list[Counter[str]]:
    """Return the counts of one table without and with what was learnt."""
    some = photos(seed, lamp)
    own = taught(some[:TAUGHT])
    return [
        sum((judged(photo, known) for photo in some[TAUGHT:]), Counter())
        for known in (None, own)
    ]


def pieces() -> dict[str, Callable[[], Any]]:
    """Return what measures each table, under all lights in turn."""
    return {
        f"{seed} {lamp}": partial(measure, seed, lamp)
        for seed in range(SEED, SEED + TABLES)
        for lamp in PLACES
    }


def told(kept: dict[str, Any]) -> str:
    """Return what was counted as a table, before and after learning."""
    done = {
        (int(name.partition(" ")[0]), name.partition(" ")[2]): [
            Counter(one) for one in pair
        ]
        for name, pair in kept.items()
    }
    seeds = sorted({seed for seed, _ in done})
    lines = [
        f"{len(seeds)} drawn tables for each light (seeds from {seeds[0]}), dice of"
        f" shifted colours, {TAUGHT} photos confirmed, {TRIED} others read; before and"
        " after:",
        "",
        "| light | dice | colour right | photos | all their colours right | roll known:"
        " right | roll known: certain | certain and wrong |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for lamp in (*LIGHTS, ALL, ELSEWHERE):
        mine = [
            pair
            for (_, one), pair in done.items()
            if lamp == one or (lamp == ALL and one != ELSEWHERE)
        ]
        before, after = (sum((pair[k] for pair in mine), Counter()) for k in (0, 1))
        cells = [
            f"{percent(before, *row)}, {percent(after, *row)}"
            for row in (
                ("colour right", "dice"),
                ("all colours right", "photos"),
                ("roll right", "photos"),
                ("roll certain", "photos"),
            )
        ]
        wrong = f"{before['certain and wrong']}, {after['certain and wrong']}"
        lines.append(
            f"| {lamp} | {before['dice']} | {cells[0]} | {before['photos']} |"
            f" {cells[1]} | {cells[2]} | {cells[3]} | {wrong} |"
        )
    return "\n".join(lines)


def percent(counts: Counter[str], part: str, whole: str) -> str:
    return f"{100 * counts[part] / max(1, counts[whole]):.0f} %"
