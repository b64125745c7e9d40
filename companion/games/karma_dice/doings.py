"""What hands must do because of a step: which dice and tokens move, whose, where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from companion.core.colours import Colour
from companion.core.doings import Doing
from companion.core.phrase import say, say_n
from companion.core.seats import Seat
from companion.games.karma_dice import solo
from companion.games.karma_dice.actions import (
    Action,
    ChooseTrait,
    CopyFirst,
    Draft,
    Landed,
    MoveEye,
    Reroll,
    Rolled,
    Score,
    Settle,
    Stop,
    Throw,
    UseTrait,
)
from companion.games.karma_dice.box import COLOUR_NAMES, RED_DICE, TRACK
from companion.games.karma_dice.questions import (
    EyeMoves,
    KeepTrait,
    ThrowOrStop,
    asked,
)
from companion.games.karma_dice.state import KarmaDiceState, order_of


def doings(
    before: KarmaDiceState, action: Action, after: KarmaDiceState, eyes: Seat | None
) -> tuple[Doing, ...]:
    """Return what hands must do now, in order; it is the same for all eyes."""
    del eyes
    return (
        *_because(before, action, after),
        *_scores(before, after),
        *_dice_back(before, after),
        *_yogi(before, after),
        *_eye(before, after),
        *_next_player(before, after),
    )


def _because(
    before: KarmaDiceState, action: Action, after: KarmaDiceState
) -> Iterator[Doing]:
    """Yield what an action itself asks for, without what follows from it."""
    match action:
        case Draft(die):
            yield _take(before.turn.seat, die)
        case UseTrait(seat):
            words = say("Turn your trait card over.")
            yield Doing(seat, words, "trait", 1, f"trait:{seat}", f"trait:{seat}")
        case ChooseTrait():
            yield from _shown_cards(before, after)
        case Landed() | Rolled() | Settle():
            yield from _validated(before, after)
        case Throw() | Reroll() | CopyFirst() | Stop() | Score() | MoveEye():
            # A throw is asked for by the next question, and the Eye has moved.
            return
        case _:
            assert_never(action)


def _take(seat: Seat, die: Colour) -> Doing:
    words = say("Take one {colour} die from the reserve.", colour=COLOUR_NAMES[die])
    return Doing(seat, words, die.value, 1, "reserve", f"hand:{seat}")


def _shown_cards(before: KarmaDiceState, after: KarmaDiceState) -> Iterator[Doing]:
    if isinstance(asked(after), KeepTrait) or not isinstance(asked(before), KeepTrait):
        return
    for seat in order_of(after):
        words = say("Show your trait card.")
        yield Doing(seat, words, "trait", 1, f"trait:{seat}", f"trait:{seat}")
        trait = after.players[seat].trait
        if trait:
            yield _take(seat, trait.die)


def _validated(before: KarmaDiceState, after: KarmaDiceState) -> Iterator[Doing]:
    """A roll that succeeds and leaves the turn open lies in its zone."""
    seat, zones = after.turn.seat, after.turn.zones
    if len(zones) > len(before.turn.zones):
        words = say("Put these dice on zone {points}.", points=TRACK[len(zones) - 1])
        count = len(zones[-1].dice)
        yield Doing(seat, words, "", count, f"roll:{seat}", f"zones:{seat}")


def _scores(before: KarmaDiceState, after: KarmaDiceState) -> Iterator[Doing]:
    for place, (was, now) in enumerate(zip(before.players, after.players, strict=True)):
        steps = now.score - was.score
        if not steps:
            continue
        words = (
            say_n(
                "Move your score token {n} step, to {place}.",
                "Move your score token {n} steps, to {place}.",
                steps,
                place=now.score,
            )
            if steps > 0
            else say_n(
                "Move your score token {n} step back, to {place}.",
                "Move your score token {n} steps back, to {place}.",
                -steps,
                place=now.score,
            )
        )
        yield Doing(Seat(place), words, "score", steps, "track", "track")


def _dice_back(before: KarmaDiceState, after: KarmaDiceState) -> Iterator[Doing]:
    """The coloured dice of a turn that ended; the red ones pass on."""
    # Every turn leaves a summary of its own, even where two turns went alike.
    if after.summary is None or after.summary is before.summary:
        return
    turn = before.turn
    used = [*(die for zone in turn.zones for die in zone.dice), *turn.roll]
    own = [die for die in used if die.colour is not Colour.RED]
    if own:
        words = say_n(
            "Take back {n} coloured die.",
            "Take back {n} coloured dice.",
            len(own),
        )
        seat = turn.seat
        yield Doing(seat, words, "", len(own), f"zones:{seat}", f"hand:{seat}")


def _yogi(before: KarmaDiceState, after: KarmaDiceState) -> Iterator[Doing]:
    if after.yogi == before.yogi:
        return
    source = "track" if before.yogi is None else f"hand:{before.yogi}"
    if after.yogi is not None:
        words, target = say("Take the Yogi."), f"hand:{after.yogi}"
        yield Doing(after.yogi, words, Colour.WHITE.value, 1, source, target)
    elif before.yogi is not None:
        words = say("Put the Yogi back above the score track.")
        yield Doing(before.yogi, words, Colour.WHITE.value, 1, source, "track")


def _eye(before: KarmaDiceState, after: KarmaDiceState) -> Iterator[Doing]:
    """The Eye's token, once its move is due: the answer says that it is done."""
    question = asked(after)
    if not isinstance(question, EyeMoves) or question == asked(before):
        return
    steps = solo.steps(after)
    words = question.prompt(after, question.seat)
    yield Doing(question.seat, words, "eye", steps, "track", "track")


def _next_player(before: KarmaDiceState, after: KarmaDiceState) -> Iterator[Doing]:
    """The red dice, and the first-player token if it moves."""
    if after.first != before.first:
        first, was = after.first, before.first
        words = say("Take the first-player token.")
        yield Doing(first, words, "first", 1, f"first:{was}", f"first:{first}")
    seat = after.turn.seat
    last = after.summary.seat if after.summary else None
    begun = (before.round, before.played) != (after.round, after.played)
    begun = begun or isinstance(asked(before), KeepTrait)
    if begun and isinstance(asked(after), ThrowOrStop) and seat != last:
        count = len(RED_DICE)
        words = say("Take the {count} red dice.", count=count)
        source = "track" if last is None else f"hand:{last}"
        yield Doing(seat, words, Colour.RED.value, count, source, f"hand:{seat}")
