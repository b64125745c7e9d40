"""Which rules matter for an action: for the teacher and the rule pages."""

from __future__ import annotations

from typing import Any

from companion.games.samsara import actions as a
from companion.games.samsara.characters import POWERS, is_other
from companion.games.samsara.prompts import why
from companion.games.samsara.state import State
from companion.games.samsara.steps.ancestral import effect_of
from companion.games.samsara.steps.moving import crosses

_ALWAYS: dict[type, tuple[str, ...]] = {
    a.Show: ("card-in-hand",),
    a.Drawn: ("draw-and-discard",),
    a.PutBack: ("put-back",),
    a.Give: ("bad-karma-sticks",),
    a.TakeBad: ("bad-karma",),
    a.TakeGood: ("empty-stack",),
    a.TakeNothing: ("empty-stack",),
    a.Uncovered: ("special-revealed", "special-once"),
    a.Reserve: ("reserve",),
    a.Buy: ("payment-cards", "payment-light", "payment-dark", "payment-joker"),
    a.BuyAncestral: ("ancestral-win", "payment-cards", "payment-dark"),
    a.ChoosePower: ("activate-power", "power-covered", "evanescent-discarded"),
    a.Copy: ("sukara",),
    a.Kept: ("muyarati",),
    a.Stolen: ("kuti",),
    a.EndTurn: ("discard-phase", "new-hand", "reshuffle"),
    a.MoveNeutral: ("solo-neutral-pawn", "solo-seventeen-turns"),
    a.Manual: ("other-power",),
}


def touches(state: State, action: a.Action) -> tuple[str, ...]:
    """Return the ids of the rules behind an action, the nearest first."""
    found = (*_special(state, action), *_ALWAYS.get(type(action), ()))
    ids = [f"samsara.{slug}" for slug in found]
    if not isinstance(action, a.Show):
        ids.append(why(state))
    return tuple(dict.fromkeys(ids))


def _special(state: State, action: Any) -> tuple[str, ...]:
    match action:
        case a.Move(steps):
            pawn = state.players[state.seat].pawn
            reborn = ("rift", "reincarnation") if crosses(pawn, steps) else ()
            return ("start-gap",) if pawn < 0 else reborn
        case a.Play(card):
            return (card,)
        case a.Buy() if state.players[state.seat].wins == 4:
            return ("golden-rule",)
        case a.ChoosePower(power) if is_other(power):
            return ("other-power",)
        case a.ChoosePower():
            return (state.players[state.seat].character,)
        case a.Trigger(amulet):
            silver = amulet.startswith("silver") and bool(effect_of(amulet))
            return ("ancestral-silver" if silver else "ancestral-red",)
        case a.ChooseCharacter(character) if character in POWERS:
            return (character,)
    return ()
