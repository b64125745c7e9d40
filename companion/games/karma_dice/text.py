"""What the app says: buttons, the log and what to take out of the box."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.phrase import NameOf, Phrase, say, say_n
from companion.core.seats import Seat
from companion.games.karma_dice import engine, legality, solo
from companion.games.karma_dice.actions import (
    Action,
    ChooseTrait,
    CopyFirst,
    Draft,
    Landed,
    MoveEye,
    Reroll,
    Settle,
    Stop,
    Throw,
    UseTrait,
)
from companion.games.karma_dice.box import COLOUR_NAMES, POWER_NAMES, POWERS, TRACK
from companion.games.karma_dice.state import Die, KarmaDiceState, Phase
from companion.games.karma_dice.words import (
    handful,
    join,
    one_die,
    scores,
    shown,
    together,
    way_to,
)


def label(state: KarmaDiceState, action: Action) -> Phrase:
    """Return the words on the button that would play this action."""
    return _LABELS[type(action)](state, action)


def _label_throw(_: KarmaDiceState, action: Throw) -> Phrase:
    return say("Throw {dice}", dice=handful(action.dice))


def _label_landed(state: KarmaDiceState, action: Landed) -> Phrase:
    return shown(_as_landed(state, action))


def _as_landed(state: KarmaDiceState, action: Landed) -> list[Die]:
    roll = tuple(die.colour for die in state.turn.roll)
    dice = legality.in_the_air(state.turn) or roll  # the host enters a roll again
    return [Die(*pair) for pair in zip(dice, action.faces, strict=False)]


def _die_at(state: KarmaDiceState, place: int) -> Phrase:
    roll = state.turn.roll
    return one_die(roll[place]) if place in range(len(roll)) else say("die")


def _label_reroll(state: KarmaDiceState, action: Reroll) -> Phrase:
    return say("Throw the {die} again", die=_die_at(state, action.die))


def _label_copy(state: KarmaDiceState, action: CopyFirst) -> Phrase:
    return say(
        "First copy the {source} with the {die}",
        source=_die_at(state, action.source),
        die=_die_at(state, action.die),
    )


def _label_settle(state: KarmaDiceState, action: Settle) -> Phrase:
    way = way_to(state.turn.roll, state.turn.bonus, action.total)
    return say("{total}: {way}", total=action.total, way=way)


def _label_stop(state: KarmaDiceState, _: Stop) -> Phrase:
    return say("Stop and score {points}", points=scores(state.turn.points))


def _label_draft(_: KarmaDiceState, action: Draft) -> Phrase:
    return say(
        "Take the {colour} die: {power}",
        colour=COLOUR_NAMES[action.die],
        power=POWER_NAMES[POWERS[action.die]],
    )


def _label_choose(_: KarmaDiceState, action: ChooseTrait) -> Phrase:
    return say("Keep the card with the {colour} die", colour=COLOUR_NAMES[action.die])


def _label_use(_: KarmaDiceState, action: UseTrait) -> Phrase:
    return say("Use the trait card of {who}", who=NameOf(action.seat))


def _label_eye(state: KarmaDiceState, _: MoveEye) -> Phrase:
    return say("Done, the Eye stands on {place}", place=solo.next_place(state))


_LABELS: dict[type, Callable[[KarmaDiceState, Any], Phrase]] = {
    Throw: _label_throw,
    Landed: _label_landed,
    Reroll: _label_reroll,
    CopyFirst: _label_copy,
    Settle: _label_settle,
    Stop: _label_stop,
    Draft: _label_draft,
    ChooseTrait: _label_choose,
    UseTrait: _label_use,
    MoveEye: _label_eye,
}


def tell(state: KarmaDiceState, action: Action, seat: Seat | None) -> Phrase:
    """Return the log line of an action played in this state, for one pair of eyes."""
    who = NameOf(engine.actor(state, action))
    match action:
        case Throw(dice):
            return say("{who} throws {dice}.", who=who, dice=handful(dice))
        case Reroll() | CopyFirst():
            return say("{who}: {what}.", who=who, what=label(state, action))
        case ChooseTrait():
            return _tell_choose(state, action, seat)
        case UseTrait():
            return _tell_use(state, action)
    told = _told_first(state, action, who)
    if engine.broken_rule(state, action):
        return told
    return together((told, *_consequences(state, engine.apply(state, action))))


def _told_first(state: KarmaDiceState, action: Action, who: NameOf) -> Phrase:
    match action:
        case Landed():
            faces = shown(_as_landed(state, action))
            return say("{who} rolls {faces}.", who=who, faces=faces)
        case Settle():
            return say("{who} makes {result}.", who=who, result=label(state, action))
        case Draft(die):
            return say(
                "{who} takes one {colour} die.", who=who, colour=COLOUR_NAMES[die]
            )
        case Stop():
            return say("{who} stops.", who=who)
    return say_n(
        "The Eye moves {n} step, to {place}.",
        "The Eye moves {n} steps, to {place}.",
        solo.next_place(state) - state.eye,
        place=solo.next_place(state),
    )


def _tell_choose(
    state: KarmaDiceState, action: ChooseTrait, seat: Seat | None
) -> Phrase:
    """The card stays secret until everyone shows theirs."""
    who = NameOf(action.seat)
    missing = [player for player in state.players if player.trait is None]
    if seat != action.seat and len(missing) > 1:
        return say("{who} has kept a trait card.", who=who)
    colour = COLOUR_NAMES[action.die]
    if len(missing) > 1:
        return say(
            "{who} keeps the card with the {colour} die.", who=who, colour=colour
        )
    return say(
        "{who} keeps the card with the {colour} die. Everyone shows their card and "
        "takes its die.",
        who=who,
        colour=colour,
    )


def _tell_use(state: KarmaDiceState, action: UseTrait) -> Phrase:
    used = say("{who} uses the trait card.", who=NameOf(action.seat))
    return together((used, *_effects(state, action)))


def _effects(state: KarmaDiceState, action: UseTrait) -> list[Phrase]:
    effects = []
    if action.points:
        effects.append(say("Score: {points} more.", points=action.points))
    if action.faces:
        colours = [die.colour for die in state.turn.roll]
        pairs = zip(colours, action.faces, strict=False)
        faces = shown([Die(colour, face) for colour, face in pairs]) if colours else ""
        effects.append(say("The roll is now {faces}.", faces=faces))
    if action.bonus:
        effects.append(say("The roll counts {points} more.", points=action.bonus))
    if action.reroll and state.turn.roll:
        dice = join([_die_at(state, place) for place in action.reroll])
        effects.append(say("Thrown again: {dice}.", dice=dice))
    return effects


def _consequences(before: KarmaDiceState, after: KarmaDiceState) -> list[Phrase]:
    """Return what followed by itself from an action."""
    said: list[Phrase] = []
    ended = (before.round, before.played) != (after.round, after.played)
    if before.phase is Phase.DRAFT:
        ended = False
        if after.phase is Phase.THROW:
            said.append(say("Round {round} begins.", round=after.round))
    if ended and before.phase is not Phase.EYE:
        said += _turn_ended(before, after)
    elif len(after.turn.zones) > len(before.turn.zones):
        said.append(_validated(tuple(zone.total for zone in after.turn.zones)))
    if after.yogi != before.yogi:
        said.append(_yogi_moved(after))
    if after.phase is Phase.OVER:
        said.append(say("The game is over."))
    return said


def _validated(results: tuple[int, ...]) -> Phrase:
    points, total = TRACK[len(results) - 1], results[-1]
    if len(results) == 1:
        return say("{total} opens zone {points}.", total=total, points=points)
    return say(
        "{total} beats {last}: zone {points}.",
        total=total,
        last=results[-2],
        points=points,
    )


def _turn_ended(before: KarmaDiceState, after: KarmaDiceState) -> list[Phrase]:
    summary = after.summary
    if summary is None:
        return []
    who = NameOf(summary.seat)
    scored = say("{who} scores {points}.", who=who, points=scores(summary.points))
    if summary.failed:
        last = summary.rolls[-2] if len(summary.rolls) > 1 else 0
        missed = say(
            "{total} does not beat {last}.", total=summary.rolls[-1], last=last
        )
        return [missed, scored]
    if before.phase is Phase.THROW:
        return [scored]
    return [_validated(summary.rolls), scored]


def _yogi_moved(after: KarmaDiceState) -> Phrase:
    if after.yogi is None:
        return say("The Yogi goes back to the score track.")
    return say("The Yogi goes to {who}.", who=NameOf(after.yogi))


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
