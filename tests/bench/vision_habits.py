"""Know your table: colours read right before and after three confirmed photos."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence

import cv2

from tests.vision.own_tables import LIGHTS, Lying, own_table, throws
from vision.dice import read
from vision.dice.own import learn, tints
from vision.image import BgrImage
from vision.readings import DicePrior, DieReading, OwnColours, Report, ThrownDie

SEED = 61_000
"""Tables nothing was chosen by; while building, seeds from 100 on were looked at."""

TABLES = 6
"""For each light."""

TAUGHT, TRIED = 3, 5
"""Photos of each table that are confirmed, and that are then read."""

Photo = tuple[BgrImage, list[Lying]]


def photos(seed: int, lamp: str) -> list[Photo]:
    """Return the photos of one table."""
    here = own_table(seed, lamp)
    shots = (here.photo(names) for names in throws(seed, TAUGHT + TRIED))
    return [(BgrImage(image), truth) for image, truth in shots]


def taught(some: Sequence[Photo]) -> OwnColours:
    """Return what a host teaches who says the colour of every die that was found."""
    confirmed = []
    for image, truth in some:
        found = read(image).readings
        named = [(die, one.colour) for die in found if (one := lying(die, truth))]
        seen, cloth = tints(image, [die.box for die, _ in named])
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
    image, truth = photo
    free = read(image, DicePrior(own=own))
    pairs = [(die, one) for die in free.readings if (one := lying(die, truth))]
    right = [die.colour == one.colour for die, one in pairs]
    roll = tuple(ThrownDie(one.colour) for one in truth)
    known = read(image, DicePrior(roll, own=own))
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


def measure(seeds: Sequence[int]) -> dict[str, tuple[Counter[str], Counter[str]]]:
    """Return the counts of each light without and with what was learnt."""
    found = {}
    for lamp in LIGHTS:
        before: Counter[str] = Counter()
        after: Counter[str] = Counter()
        for seed in seeds:
            some = photos(seed, lamp)
            own = taught(some[:TAUGHT])
            for photo in some[TAUGHT:]:
                before += judged(photo, None)
                after += judged(photo, own)
        found[lamp] = (before, after)
    total = [sum((pair[k] for pair in found.values()), Counter()) for k in (0, 1)]
    return {**found, "all": (total[0], total[1])}


def run(seeds: Sequence[int] = range(SEED, SEED + TABLES)) -> str:
    """Return the results as Markdown."""
    rows = (
        ("colour right", "dice"),
        ("all colours right", "photos"),
        ("roll right", "photos"),
        ("roll certain", "photos"),
    )
    lines = [
        f"{len(seeds)} drawn tables for each light (seeds from {seeds[0]}), dice of"
        f" shifted colours, {TAUGHT} photos confirmed, {TRIED} others read; before and"
        " after:",
        "",
        "| light | dice | colour right | photos | all their colours right | roll known:"
        " right | roll known: certain | certain and wrong |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for lamp, (before, after) in measure(seeds).items():
        cells = [f"{percent(before, *row)}, {percent(after, *row)}" for row in rows]
        wrong = f"{before['certain and wrong']}, {after['certain and wrong']}"
        lines.append(
            f"| {lamp} | {before['dice']} | {cells[0]} | {before['photos']} |"
            f" {cells[1]} | {cells[2]} | {cells[3]} | {wrong} |"
        )
    return "\n".join(lines)


def percent(counts: Counter[str], part: str, whole: str) -> str:
    return f"{100 * counts[part] / max(1, counts[whole]):.0f} %"


def main() -> None:
    """Print the table for other seeds: `python -m tests.bench.vision_habits 100 2`."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("first", type=int)
    parser.add_argument("tables", type=int)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    print(run(range(args.first, args.first + args.tables)))


if __name__ == "__main__":
    main()
