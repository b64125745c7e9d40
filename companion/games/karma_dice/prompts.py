"""One sentence for each moment: a thing to do, and the rule behind it."""

from __future__ import annotations

from companion.core.phrase import NameOf, Phrase, say, say_n
from companion.core.seats import Seat
from companion.games.karma_dice import engine, legality, rules, solo
from companion.games.karma_dice.state import KarmaDiceState, Phase
from companion.games.karma_dice.words import handful, scores


def prompt(state: KarmaDiceState, seat: Seat | None) -> Phrase:
    """Return what this seat should do now, or what it is waiting for."""
    if state.phase is Phase.OVER:
        return _over(state)
    if state.phase is Phase.TRAITS:
        return _traits(state, seat)
    if seat == state.turn.seat:
        return _yours(state)
    return _theirs(state)


def _over(state: KarmaDiceState) -> Phrase:
    ended = engine.outcome(state)
    if ended is None or not ended.winners:
        return say("The Evil Eye has caught you.")
    if len(ended.winners) == 1:
        return say("{who} wins.", who=NameOf(ended.winners[0]))
    return say_n(
        "{n} player wins.", "{n} players share the victory.", len(ended.winners)
    )


def _traits(state: KarmaDiceState, seat: Seat | None) -> Phrase:
    if seat is not None and state.players[seat].trait is None:
        return say("Draw two trait cards, keep one and enter it here.")
    missing = sum(1 for player in state.players if player.trait is None)
    return say_n(
        "Waiting for {n} player to keep a trait card.",
        "Waiting for {n} players to keep a trait card.",
        missing,
    )


def _yours(state: KarmaDiceState) -> Phrase:
    turn, last = state.turn, state.turn.last or 0
    match state.phase:
        case Phase.THROW if turn.last is None:
            return say("Choose dice for your first roll: it always counts.")
        case Phase.THROW:
            return say(
                "Throw dice to beat {last}, or stop with {points}.",
                last=last,
                points=scores(turn.points),
            )
        case Phase.AIR:
            dice = handful(legality.in_the_air(turn))
            return say("Throw {dice} and enter the faces.", dice=dice)
        case Phase.SETTLE if turn.last is None:
            return say("Choose what your roll is worth. Low leaves room to rise.")
        case Phase.SETTLE:
            return say("Choose what your roll is worth: more than {last}.", last=last)
        case Phase.DRAFT:
            return say("Take one die from the general reserve.")
    return say_n(
        "Move the Eye {n} step, to {place}.",
        "Move the Eye {n} steps, to {place}.",
        solo.next_place(state) - state.eye,
        place=solo.next_place(state),
    )


def _theirs(state: KarmaDiceState) -> Phrase:
    turn, who, last = state.turn, NameOf(state.turn.seat), state.turn.last or 0
    match state.phase:
        case Phase.THROW if turn.last is None:
            return say("{who} chooses dice for the first roll.", who=who)
        case Phase.THROW:
            return say(
                "{who} can try to beat {last}, or stop with {points}.",
                who=who,
                last=last,
                points=scores(turn.points),
            )
        case Phase.AIR:
            dice = handful(legality.in_the_air(turn))
            return say("{who} throws {dice}.", who=who, dice=dice)
        case Phase.SETTLE:
            return say("{who} decides what the roll is worth.", who=who)
        case Phase.DRAFT:
            return say("{who} takes a die from the general reserve.", who=who)
    return _yours(state)


_WHY = {
    Phase.TRAITS: rules.TRAIT_CHOICE.id,
    Phase.THROW: rules.STRICTLY_HIGHER,
    Phase.AIR: rules.STRICTLY_HIGHER,
    Phase.SETTLE: rules.POWERS,
    Phase.DRAFT: rules.DRAFT_ORDER,
    Phase.EYE: rules.EYE_MOVES.id,
    Phase.OVER: rules.END,
}


def why(state: KarmaDiceState) -> str:
    """Return the id of the rule behind the prompt."""
    if state.phase is Phase.THROW and not state.turn.zones:
        return rules.FIRST_ROLL
    return _WHY[state.phase]
