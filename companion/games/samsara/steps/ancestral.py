"""The effects of the Ancestral Amulets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core.rules import Rule
from companion.games.samsara import rules
from companion.games.samsara.actions import Give, Lack, PutBack, Strike, Trigger
from companion.games.samsara.box import BAD, RED, SILVER
from companion.games.samsara.deck import is_bad, lacking, may_lack
from companion.games.samsara.state import (
    DISCARD,
    EVANESCENT,
    HAND,
    RESERVE,
    State,
    Task,
    others,
    push,
    with_cards,
)
from companion.games.samsara.steps.base import Step
from companion.games.samsara.steps.choosing import ask_back, no_hand
from companion.games.samsara.steps.moving import hand_over
from companion.games.samsara.supply import put_back

STRUCK = {"evanescent": EVANESCENT, "reserve": RESERVE}


def effect_of(amulet: str) -> str:
    """Return the power on the face of an Ancestral Amulet."""
    face, piece = amulet.split("-")
    return (SILVER if face == "silver" else RED)[int(piece) - 1]


def _trigger_offers(state: State, task: Task) -> Iterator[Trigger]:
    yield from map(Trigger, task.more)


def _trigger_broken(state: State, task: Task, action: Trigger) -> Rule | None:
    return None if action.amulet in task.more else rules.ANCESTRAL_EFFECTS


def _trigger_settle(state: State, task: Task, action: Trigger) -> State:
    left = tuple(amulet for amulet in task.more if amulet != action.amulet)
    if left:
        state = push(state, task._replace(more=left))
    return push(state, *_effect(state, task.seat, effect_of(action.amulet)))


def _effect(state: State, seat: int, effect: str) -> tuple[Task, ...]:
    """Return what an effect asks of whom, in order."""
    everyone = others(state, seat)
    match effect:
        case "bad-back":
            return (Task("purge-discard", seat),)
        case "twice":
            return (Task("double", seat),)
        case "samsara-hand":
            return (Task("samsara", seat, 1, (HAND,)),)
        case "samsara-reserve":
            return (Task("samsara", seat, 1, (RESERVE,)),)
        case "good-discard":
            return (Task("good", seat, 2, (DISCARD,)),)
        case "evanescent":
            return (Task("strike", seat, 0, ("red",)),)
    kinds = {
        "discard-two": lambda other: Task("discard", other, 2, (True,)),
        "take-bad": lambda other: Task("bad", other, 1),
        "put-back": lambda other: ask_back(other, "any"),
    }
    if effect in kinds:
        return tuple(kinds[effect](other) for other in everyone)
    return (Task("give-bad", seat),)


def auto_double(state: State, task: Task) -> State:
    """Note that the character power will happen once more."""
    return state._replace(turn=state.turn._replace(twice=state.turn.twice + 1))


def _purge_offers(state: State, task: Task) -> tuple[Any, ...]:
    return (PutBack(BAD), Lack())


def _purge_broken(state: State, task: Task, action: Any) -> Rule | None:
    cards = state.players[task.seat].cards
    if isinstance(action, Lack):
        lacks = may_lack(cards, is_bad, DISCARD)
        return None if lacks else rules.ANCESTRAL_SILVER
    held = action.card == BAD and cards.may_hold(DISCARD, BAD)
    return None if held else rules.ANCESTRAL_SILVER


def _purge_settle(state: State, task: Task, action: Any) -> State:
    if isinstance(action, Lack):
        return state
    return put_back(state, task.seat, BAD, DISCARD)


def strikable(state: State, seat: int, reserve: bool) -> Iterator[Strike]:
    """Return the laid cards of opponents that an effect can choose from."""
    for other in others(state, seat):
        zones = state.players[other].cards.zones
        for card in dict.fromkeys(zones[EVANESCENT].seen):
            yield Strike(other, "evanescent", card)
        for card in dict.fromkeys(zones[RESERVE].seen) if reserve else ():
            yield Strike(other, "reserve", card)


def _strike_offers(state: State, task: Task) -> Iterator[Strike]:
    return strikable(state, task.seat, task.more == ("kuti",))


def _strike_broken(state: State, task: Task, action: Strike) -> Rule | None:
    if action in _strike_offers(state, task):
        return None
    return rules.KUTI if task.more == ("kuti",) else rules.ANCESTRAL_RED


def _strike_settle(state: State, task: Task, action: Strike) -> State:
    zone = STRUCK[action.zone]
    owner = action.seat
    cards = state.players[owner].cards.take(zone, action.card)
    state = with_cards(state, owner, cards)
    goal = task.seat if task.more == ("kuti",) else owner
    return with_cards(state, goal, state.players[goal].cards.put(DISCARD, action.card))


def _strike_idle(state: State, task: Task) -> bool:
    return next(_strike_offers(state, task), None) is None


def _give_offers(state: State, task: Task) -> Iterator[Any]:
    for other in others(state, task.seat):
        yield Give(BAD, other)
    yield Lack()


def _give_broken(state: State, task: Task, action: Any) -> Rule | None:
    cards = state.players[task.seat].cards
    if isinstance(action, Lack):
        return None if may_lack(cards, is_bad) else rules.ANCESTRAL_RED
    if action.card != BAD or action.to not in others(state, task.seat):
        return rules.ANCESTRAL_RED
    return None if cards.may_hold(HAND, BAD) else rules.CARD_IN_HAND


def _give_settle(state: State, task: Task, action: Any) -> State:
    if isinstance(action, Lack):
        cards = lacking(state.players[task.seat].cards, is_bad)
        return with_cards(state, task.seat, cards)
    return hand_over(push(state, task), task.seat, action.to, BAD, HAND)


def _give_idle(state: State, task: Task) -> bool:
    return state.setting.seats == 1 or no_hand(state, task)


def _discard_empty(state: State, task: Task) -> bool:
    return not state.players[task.seat].cards.size(DISCARD)


STEPS = {
    "trigger": Step((Trigger,), _trigger_offers, _trigger_broken, _trigger_settle),
    "purge-discard": Step(
        (PutBack, Lack),
        _purge_offers,
        _purge_broken,
        _purge_settle,
        idle=_discard_empty,
    ),
    "strike": Step(
        (Strike,), _strike_offers, _strike_broken, _strike_settle, idle=_strike_idle
    ),
    "give-bad": Step(
        (Give, Lack), _give_offers, _give_broken, _give_settle, idle=_give_idle
    ),
}
