"""Phrases that several questions share: dice, powers, what came of a step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from companion.core.phrase import NameOf, Phrase, say, say_n
from companion.games.karma_dice.box import COLOUR_NAMES, DICE_NAMES, TRACK, Power
from companion.games.karma_dice.dice import ORDER, Dice
from companion.games.karma_dice.own_box import Kinds, usual_roll
from companion.games.karma_dice.powers import Step, recipes
from companion.games.karma_dice.state import Die, KarmaDiceState, Turn

MOST_NAMED = 2
"""Kinds of dice that a prompt names."""


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
    """Return dice by number and colour, such as 2 red dice, 1 violet die."""
    counts = Counter(dice)
    kinds = sorted(counts, key=ORDER.__getitem__)
    return join([DICE_NAMES[kind](counts[kind]) for kind in kinds])


def in_short(dice: Dice) -> Phrase:
    """Return up to two kinds of dice by name, more of them only by their number.

    A prompt stands beside the dice it means: a third colour would cost small phones
    the room in which they are drawn.
    """
    if len(set(dice)) <= MOST_NAMED:
        return handful(dice)
    return say_n("{n} die", "{n} dice", len(dice))


def shown(roll: Sequence[Die]) -> Phrase:
    """Return dice with their faces, such as red 3, violet 5."""
    return join([one_die(die) for die in roll])


def one_die(die: Die) -> Phrase:
    """Return a die with its face, such as violet 5."""
    return say("{colour} {face}", colour=COLOUR_NAMES[die.colour], face=die.face)


def die_at(roll: Sequence[Die], place: int) -> Phrase:
    """Return the die at a place of the roll; a place may be nonsense."""
    return one_die(roll[place]) if place in range(len(roll)) else say("die")


def steps_to(kinds: Kinds, turn: Turn, total: int) -> tuple[Phrase, ...]:
    """Return how to make this result of the roll, step by step."""
    roll, bonus = turn.roll, turn.bonus
    ways = recipes(usual_roll(kinds, roll))
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


def way_to(kinds: Kinds, turn: Turn, total: int) -> Phrase:
    """Return how to make this result in one phrase."""
    steps = steps_to(kinds, turn, total)
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


def came_of_stop(before: KarmaDiceState, after: KarmaDiceState) -> list[Phrase]:
    """Return what followed from stopping."""
    return [_scored(after), *came_of_round(before, after)]


def came_of_roll(before: KarmaDiceState, after: KarmaDiceState) -> list[Phrase]:
    """Return what followed from a roll that was settled, if it was."""
    said: list[Phrase] = []
    summary = after.summary
    ended = (before.round, before.played) != (after.round, after.played)
    if ended and summary and summary.failed:
        total, last = summary.rolls[-1], 0
        if len(summary.rolls) > 1:
            last = summary.rolls[-2]
        missed = say("{total} does not beat {last}.", total=total, last=last)
        said = [missed, _scored(after)]
    elif ended and summary:
        said = [_validated(summary.rolls), _scored(after)]
    elif len(after.turn.zones) > len(before.turn.zones):
        said = [_validated(after.turn.results)]
    return [*said, *came_of_round(before, after)]


def came_of_round(before: KarmaDiceState, after: KarmaDiceState) -> list[Phrase]:
    """Return what followed from the end of a round, if it ended."""
    said: list[Phrase] = []
    if after.yogi != before.yogi:
        said.append(
            say("The Yogi goes back to the score track.")
            if after.yogi is None
            else say("The Yogi goes to {who}.", who=NameOf(after.yogi))
        )
    if not after.todo:
        said.append(say("The game is over."))
    return said


def _scored(after: KarmaDiceState) -> Phrase:
    assert after.summary is not None, "a turn has just ended"
    who, points = NameOf(after.summary.seat), scores(after.summary.points)
    return say("{who} scores {points}.", who=who, points=points)


def _validated(results: Sequence[int]) -> Phrase:
    points, total = TRACK[len(results) - 1], results[-1]
    if len(results) == 1:
        return say("{total} opens zone {points}.", total=total, points=points)
    return say(
        "{total} beats {last}: zone {points}.",
        total=total,
        last=results[-2],
        points=points,
    )


def setup(state: KarmaDiceState) -> tuple[Phrase, ...]:
    """Return what to take out of the box and where to put it."""
    players = state.setup.players
    lines = [
        say("Put the score track in the middle and the white Yogi die above it."),
        say("Everyone takes a board and puts the token of its colour on 0."),
        say("Put the 6 red dice at the bottom of the score track."),
        say_n(
            "Put {n} die of each of the six other colours at its place on the track.",
            "Put {n} dice of each of the six other colours at their places on the "
            "track.",
            players,
        ),
    ]
    if state.setup.solo:
        lines.append(say("Put a second token on 0: it is the Evil Eye."))
    if state.setup.traits:
        lines.append(say("Everyone draws two trait cards and keeps one, unseen."))
    else:
        lines.append(say("Leave the trait cards in the box."))
    first = NameOf(state.first)
    lines.append(say("{who} takes the first-player token and starts.", who=first))
    return tuple(lines)
