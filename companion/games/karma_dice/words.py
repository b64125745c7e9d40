"""Phrases about dice and powers that several texts share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from companion.core.phrase import Phrase, say, say_n
from companion.games.karma_dice.box import COLOUR_NAMES, POWERS, Power
from companion.games.karma_dice.dice import ORDER, Dice
from companion.games.karma_dice.powers import Step, recipes
from companion.games.karma_dice.state import Die


def join(phrases: Sequence[Phrase]) -> Phrase:
    """Return the phrases as one list with commas."""
    joined = phrases[0]
    for phrase in phrases[1:]:
        joined = say("{first}, {next}", first=joined, next=phrase)
    return joined


def together(phrases: Iterable[Phrase]) -> Phrase:
    """Return sentences one after the other."""
    first, *others = phrases
    for phrase in others:
        first = say("{first} {next}", first=first, next=phrase)
    return first


def handful(dice: Dice) -> Phrase:
    """Return dice by number and colour, such as 2 red, 1 violet."""
    counts = Counter(dice)
    kinds = sorted(counts, key=ORDER.__getitem__)
    return join(
        [
            say("{count} {colour}", count=counts[k], colour=COLOUR_NAMES[k])
            for k in kinds
        ]
    )


def shown(roll: Sequence[Die]) -> Phrase:
    """Return dice with their faces, such as red 3, violet 5."""
    return join([one_die(die) for die in roll])


def one_die(die: Die) -> Phrase:
    """Return a die with its face, such as violet 5."""
    return say("{colour} {face}", colour=COLOUR_NAMES[die.colour], face=die.face)


def steps_to(roll: tuple[Die, ...], bonus: int, total: int) -> tuple[Phrase, ...]:
    """Return how to make this result of a roll, step by step."""
    ways = recipes(roll)
    base = min(
        (t for t in ways if max(0, t + bonus) == total),
        key=lambda t: len(ways[t]),
        default=None,
    )
    if base is None:
        return ()
    steps = tuple(step_words(roll, step) for step in ways[base])
    extra = (say("the trait adds {points}", points=bonus),) if bonus else ()
    return (*steps, *extra)


def way_to(roll: tuple[Die, ...], bonus: int, total: int) -> Phrase:
    """Return how to make this result in one phrase."""
    steps = steps_to(roll, bonus, total)
    return join(steps) if steps else say("as it lies")


def step_words(roll: tuple[Die, ...], step: Step) -> Phrase:
    """Return one power used, in words."""
    die, target = roll[step.die], roll[step.target]
    match step.power:
        case Power.TRIPLE:
            return say("triple the {die}", die=one_die(die))
        case Power.DOUBLE:
            return say("double the {die}", die=one_die(die))
        case Power.COPY:
            return say(
                "copy the {source} with the {die}",
                source=one_die(Die(target.colour, step.value)),
                die=one_die(die),
            )
        case Power.REMOVE if step.die == step.target:
            return say("the {die} removes itself", die=one_die(die))
        case Power.REMOVE:
            return say(
                "remove the {source} with the {die}",
                source=one_die(target),
                die=one_die(die),
            )
    if step.value > die.face:
        return say("add 1 to the {die}", die=one_die(die))
    return say("take 1 from the {die}", die=one_die(die))


def scores(points: int) -> Phrase:
    """Return a number of points in words."""
    return say_n("{n} point", "{n} points", points)


def has_power(die: Die) -> bool:
    """Tell whether a die can still change its roll."""
    return POWERS[die.colour] is not Power.NONE and not die.spent
