"""The log line of every action, for one pair of eyes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.phrase import Phrase, say
from companion.core.seats import Seat
from companion.games.samsara import actions as a
from companion.games.samsara.box import HAND, SOLO_TURNS
from companion.games.samsara.labels import label, seat_name
from companion.games.samsara.state import HAND as IN_HAND
from companion.games.samsara.state import State
from companion.games.samsara.steps.closing import new_hand_size
from companion.games.samsara.words import (
    CHARACTER_NAMES,
    POWER_NAMES,
    amulet,
    cards,
    handful,
    join,
    name,
    together,
    zone_name,
)

Teller = Callable[[State, Any, Seat | None], Phrase]


def tell(state: State, action: a.Action, seat: Seat | None) -> Phrase:
    """Return the log line of an action played in this state."""
    return _TELLERS[type(action)](state, action, seat)


def _who(state: State) -> Any:
    return seat_name(state.todo[-1].seat if state.todo else state.seat)


def _plain(phrase: Phrase) -> Teller:
    """Tell something everybody may hear: who, and which card if there is one."""

    def teller(state: State, action: Any, seat: Seat | None) -> Phrase:
        del seat
        if "{card}" in phrase.one:
            return say(phrase.one, who=_who(state), card=name(action.card))
        return say(phrase.one, who=_who(state))

    return teller


def _labelled(phrase: Phrase) -> Teller:
    """Tell what the button said."""

    def teller(state: State, action: Any, seat: Seat | None) -> Phrase:
        del seat
        return say(phrase.one, who=_who(state), what=label(state, action))

    return teller


def _lay(state: State, action: a.Lay, seat: Seat | None) -> Phrase:
    del seat
    faces = join([amulet(face) for face in action.faces])
    gap = state.todo[-1].n if state.todo else 0
    return say("Amulets in gap {gap}: {faces}", gap=gap + 1, faces=faces)


def _drawn(state: State, action: a.Drawn, seat: Seat | None) -> Phrase:
    who = _who(state)
    if seat is not None and state.todo and seat == state.todo[-1].seat:
        return say("{who} draws {cards}", who=who, cards=handful(action.cards))
    return say("{who} draws {cards}", who=who, cards=cards(len(action.cards)))


def _show(state: State, action: a.Show, seat: Seat | None) -> Phrase:
    del state
    who = seat_name(action.seat)
    if seat == action.seat:
        shown = handful(action.cards)
        return say("{who} has in the hand: {cards}", who=who, cards=shown)
    return say("{who} tells the app about the hand", who=who)


def _move(state: State, action: a.Move, seat: Seat | None) -> Phrase:
    del seat
    zone = (state.players[state.seat].pawn + action.steps) % 8
    return say(
        "{who} moves {n} to {zone}",
        who=_who(state),
        n=action.steps,
        zone=zone_name(zone),
    )


def _give(state: State, action: a.Give, seat: Seat | None) -> Phrase:
    giver = state.todo[-1].seat if state.todo else state.seat
    who, whom = seat_name(giver), seat_name(action.to)
    public = bool(state.todo) and state.todo[-1].kind == "give-bad"
    if public or seat in (giver, action.to):
        return say(
            "{who} gives {card} to {whom}", who=who, card=name(action.card), whom=whom
        )
    return say("{who} gives a card to {whom}", who=who, whom=whom)


def _grant(state: State, action: a.Grant, seat: Seat | None) -> Phrase:
    del seat
    return say(
        "{who} lets {whom} take a Good Karma",
        who=_who(state),
        whom=seat_name(action.to),
    )


def _take(state: State, action: a.Take, seat: Seat | None) -> Phrase:
    del seat
    return say("{who} takes {card}", who=_who(state), card=zone_name(action.zone))


def _uncovered(state: State, action: a.Uncovered, seat: Seat | None) -> Phrase:
    del seat
    if not action.card:
        return say("Nothing special came to light")
    if state.turn.special and state.stacks[state.todo[-1].n].normal:
        return say(
            "{card} came to light too: shuffle that stack", card=name(action.card)
        )
    return say(
        "{card} came to light: {who} takes it and puts the other card back",
        card=name(action.card),
        who=_who(state),
    )


def _buy(state: State, action: Any, seat: Seat | None) -> Phrase:
    player = state.players[state.seat]
    line = _labelled(say("{who}: {what}"))(state, action, seat)
    if player.wins == 4:
        return together(line, say("It is the fifth: this round is the last."))
    return line


def _stolen(state: State, action: a.Stolen, seat: Seat | None) -> Phrase:
    del seat
    task = state.todo[-1]
    return say(
        "{who} steals {card} from {whom}",
        who=seat_name(task.n),
        card=name(action.card),
        whom=seat_name(task.seat),
    )


def _target(state: State, action: a.Target, seat: Seat | None) -> Phrase:
    del seat
    return say("{who} chooses {whom}", who=_who(state), whom=seat_name(action.seat))


def _pick(state: State, action: a.Pick, seat: Seat | None) -> Phrase:
    own = bool(state.todo) and seat == state.todo[-1].seat
    if own and action.card:
        return say("{who} picks {card}", who=_who(state), card=name(action.card))
    return say("{who} picks a card of the draw pile", who=_who(state))


def _character(state: State, action: a.ChooseCharacter, seat: Seat | None) -> Phrase:
    del seat
    return say(
        "{who} plays {character}",
        who=_who(state),
        character=CHARACTER_NAMES[action.character],
    )


def _copy(state: State, action: a.Copy, seat: Seat | None) -> Phrase:
    del seat
    return say(
        "{who} appropriates a power of {whom}: {power}",
        who=_who(state),
        whom=seat_name(action.seat),
        power=POWER_NAMES[action.power],
    )


def _end_turn(state: State, action: a.EndTurn, seat: Seat | None) -> Phrase:
    del action, seat
    count = new_hand_size(state, state.seat)
    left = state.players[state.seat].cards.size(IN_HAND)
    if not left and count == HAND:
        return say("{who} draws a new hand", who=_who(state))
    return say("{who} discards and draws {cards}", who=_who(state), cards=cards(count))


def _neutral(state: State, action: a.MoveNeutral, seat: Seat | None) -> Phrase:
    del action, seat
    left = SOLO_TURNS - state.neutral - 1
    return say(
        "The neutral pawn moves to {zone}; turns left: {left}",
        zone=zone_name(state.neutral),
        left=left,
    )


_TELLERS: dict[type, Teller] = {
    a.Lay: _lay,
    a.ChooseCharacter: _character,
    a.ChooseAncestral: _labelled(say("{who} takes {what}")),
    a.PlaceAncestral: _labelled(say("{who} places it: {what}")),
    a.Drawn: _drawn,
    a.Show: _show,
    a.Move: _move,
    a.PutBack: _plain(say("{who} puts {card} back")),
    a.Lack: _plain(say("{who} has no such card")),
    a.Give: _give,
    a.Grant: _grant,
    a.TakeBad: _plain(say("{who} takes 2 Bad Karma")),
    a.Take: _take,
    a.TakeGood: _plain(say("{who} takes a Good Karma instead")),
    a.TakeNothing: _plain(say("{who} takes no card")),
    a.Uncovered: _uncovered,
    a.Play: _plain(say("{who} plays {card}")),
    a.Reserve: _plain(say("{who} puts {card} into the Reserve")),
    a.Discard: _plain(say("{who} discards {card}")),
    a.Buy: _buy,
    a.BuyAncestral: _buy,
    a.Trigger: _labelled(say("{who}: {what}")),
    a.ChoosePower: _labelled(say("{who} uses a power: {what}")),
    a.Copy: _copy,
    a.Target: _target,
    a.Strike: _labelled(say("{who}: {what}")),
    a.Stolen: _stolen,
    a.Kept: _plain(say("{who} keeps {card}")),
    a.Pick: _pick,
    a.PickAmulet: _labelled(say("{who} points at {what}")),
    a.Flip: _labelled(say("{who}: {what}")),
    a.MoveAmulet: _labelled(say("{who} puts the amulet: {what}")),
    a.Manual: _labelled(say("{who} (by the player aid): {what}")),
    a.Enough: _plain(say("{who} has done everything")),
    a.EndTurn: _end_turn,
    a.MoveNeutral: _neutral,
}
