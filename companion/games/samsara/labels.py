"""The words on the buttons: one action each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.phrase import NameOf, Phrase, Value, say
from companion.core.seats import Seat
from companion.games.samsara import actions as a
from companion.games.samsara.payments import dark_needed
from companion.games.samsara.state import OFF_BOARD, State, with_player
from companion.games.samsara.steps.ancestral import effect_of
from companion.games.samsara.steps.closing import new_hand_size
from companion.games.samsara.steps.moving import crosses, toll_due
from companion.games.samsara.steps.winning import needed_for
from companion.games.samsara.words import (
    CHARACTER_NAMES,
    MANUAL_NAMES,
    POWER_NAMES,
    amulet,
    ancestral,
    cards,
    handful,
    join,
    name,
    zone_name,
)

Labeller = Callable[[State, Any], Phrase]


def label(state: State, action: a.Action) -> Phrase:
    """Return the words on the button that would play this action."""
    return _LABELS[type(action)](state, action)


def seat_name(seat: int) -> Value:
    """Return what stands for the name of a seat."""
    return NameOf(Seat(seat))


def _move(state: State, action: a.Move) -> Phrase:
    seat = state.seat
    pawn = state.players[seat].pawn
    zone = (pawn + action.steps) % 8
    notes = [say("{steps} → {zone}", steps=action.steps, zone=zone_name(zone))]
    if crosses(pawn, action.steps):
        notes.append(say("reincarnation"))
    if would_cost(state, seat, zone):
        notes.append(say("toll"))
    return join(notes)


def would_cost(state: State, seat: int, zone: int) -> bool:
    """Tell whether stopping on a zone would cost this seat a toll."""
    moved = state.players[seat]._replace(pawn=zone)
    return zone != OFF_BOARD and toll_due(with_player(state, seat, moved), seat)


def _buy(state: State, action: a.Buy | a.BuyAncestral) -> Phrase:
    """Say what is won, with which cards, and what it costs."""
    if isinstance(action, a.Buy):
        what = amulet(action.face)
    else:
        what = ancestral(action.amulet, effect_of(action.amulet))
    paid = handful(action.hand + action.reserve)
    needed = needed_for(state, action)
    dark = dark_needed(needed, action.hand + action.reserve, state.setting.box)
    if dark:
        return say(
            "Win {amulet} with {cards}, {dark} dark: as many Bad Karma",
            amulet=what,
            cards=paid,
            dark=dark,
        )
    return say("Win {amulet} with {cards}", amulet=what, cards=paid)


def _end_turn(state: State, action: a.EndTurn) -> Phrase:
    del action
    count = new_hand_size(state, state.seat)
    return say("End the turn: discard everything, draw {cards}", cards=cards(count))


def _manual(state: State, action: a.Manual) -> Phrase:
    del state
    effect = MANUAL_NAMES.get(action.effect) or say("{effect}", effect=action.effect)
    if action.seat < 0:
        return effect
    return say(effect.one, whom=seat_name(action.seat))


def _uncovered(state: State, action: a.Uncovered) -> Phrase:
    del state
    if action.card:
        return say("{card} came to light", card=name(action.card))
    return say("A normal card lies on top now")


def _strike(state: State, action: a.Strike) -> Phrase:
    del state
    return say(
        "Choose {card} of {whom}", card=name(action.card), whom=seat_name(action.seat)
    )


def _pick(state: State, action: a.Pick) -> Phrase:
    del state
    if action.card:
        return say("Pick {card}", card=name(action.card))
    return say("Pick a card without naming it")


def _show(state: State, action: a.Show) -> Phrase:
    del state
    return say("In the hand: {cards}", cards=handful(action.cards))


def _flip(state: State, action: a.Flip) -> Phrase:
    del state
    return say(
        "Turn over {amulet}: now {shows}",
        amulet=amulet(action.face),
        shows=amulet(action.shows),
    )


def _fixed(phrase: Phrase) -> Labeller:
    return lambda state, action: phrase


def _card(phrase: Phrase) -> Labeller:
    return lambda state, action: say(phrase.one, card=name(action.card))


_LABELS: dict[type, Labeller] = {
    a.Lay: lambda state, action: join([amulet(face) for face in action.faces]),
    a.ChooseCharacter: lambda state, action: CHARACTER_NAMES.get(
        action.character, say("{name}", name=action.character)
    ),
    a.ChooseAncestral: lambda state, action: ancestral(
        action.face, effect_of(f"{action.face}-{action.piece}")
    ),
    a.PlaceAncestral: lambda state, action: say(
        "Between {zone} and {next}",
        zone=zone_name(action.zone),
        next=zone_name(action.zone + 1),
    ),
    a.Drawn: lambda state, action: say("Drawn: {cards}", cards=handful(action.cards)),
    a.Show: _show,
    a.Move: _move,
    a.PutBack: _card(say("Put back {card}")),
    a.Lack: _fixed(say("I have none")),
    a.Give: lambda state, action: say(
        "Give {card} to {whom}", card=name(action.card), whom=seat_name(action.to)
    ),
    a.Grant: lambda state, action: say(
        "{whom} takes a Good Karma", whom=seat_name(action.to)
    ),
    a.TakeBad: _fixed(say("Take 2 Bad Karma")),
    a.Take: lambda state, action: say("Take {card}", card=zone_name(action.zone)),
    a.TakeGood: _fixed(say("Take a Good Karma instead")),
    a.TakeNothing: _fixed(say("Take nothing")),
    a.Uncovered: _uncovered,
    a.Play: _card(say("Play {card}")),
    a.Reserve: _card(say("{card} into the Reserve")),
    a.Discard: _card(say("Discard {card}")),
    a.Buy: _buy,
    a.BuyAncestral: _buy,
    a.Trigger: lambda state, action: ancestral(action.amulet, effect_of(action.amulet)),
    a.ChoosePower: lambda state, action: POWER_NAMES.get(
        action.power, say("{power}", power=action.power)
    ),
    a.Copy: lambda state, action: say(
        "{power}, from {whom}",
        power=POWER_NAMES[action.power],
        whom=seat_name(action.seat),
    ),
    a.Target: lambda state, action: say("{whom}", whom=seat_name(action.seat)),
    a.Strike: _strike,
    a.Stolen: _card(say("{card} was stolen")),
    a.Kept: _card(say("Keep {card}")),
    a.Pick: _pick,
    a.PickAmulet: lambda state, action: say(
        "{amulet}, gap {gap}", amulet=amulet(action.face), gap=action.gap + 1
    ),
    a.Flip: _flip,
    a.MoveAmulet: lambda state, action: say("Into gap {gap}", gap=action.gap + 1),
    a.Manual: _manual,
    a.Enough: _fixed(say("That is all")),
    a.EndTurn: _end_turn,
    a.MoveNeutral: lambda state, action: say(
        "The neutral pawn stands on {zone}", zone=zone_name(state.neutral)
    ),
}
