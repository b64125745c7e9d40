"""New characters who swap, hold, flip and move amulets, and powers we cannot read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core.rules import Rule
from companion.games.samsara import rules
from companion.games.samsara.actions import (
    Enough,
    Flip,
    Manual,
    MoveAmulet,
    PickAmulet,
)
from companion.games.samsara.box import Box
from companion.games.samsara.state import (
    DISCARD,
    HAND,
    NEXT,
    RESERVE,
    State,
    Task,
    others,
    push,
    with_player,
)
from companion.games.samsara.steps.base import Step
from companion.games.samsara.steps.choosing import ask_back
from companion.games.samsara.steps.setup import is_face
from companion.games.samsara.steps.winning import gaps_of, with_gap, without


def _lying(state: State) -> Iterator[PickAmulet]:
    for gap, faces in enumerate(state.gaps):
        for face in dict.fromkeys(faces):
            yield PickAmulet(gap, face)


def _swap_offers(state: State, task: Task) -> Iterator[Any]:
    """List the first amulet to swap, then the second from another gap."""
    for choice in _lying(state) if state.setting.gaps > 1 else ():
        if not task.more or choice.gap != task.more[0].gap:
            yield choice
    yield Enough()


def _swap_broken(state: State, task: Task, action: Any) -> Rule | None:
    if action in _swap_offers(state, task):
        return None
    return rules.KASYAPA if action in _lying(state) else rules.AMULETS_IMMUNE


def _swap_settle(state: State, task: Task, action: Any) -> State:
    if isinstance(action, Enough):
        return state
    if not task.more:
        return push(state, task._replace(more=(action,)))
    one = task.more[0]
    first = (*without(state.gaps[one.gap], one.face), action.face)
    second = (*without(state.gaps[action.gap], action.face), one.face)
    state = with_gap(with_gap(state, one.gap, first), action.gap, second)
    return push(state, Task("swap", task.seat, task.n - 1)) if task.n > 1 else state


def _beside(state: State, task: Task) -> Iterator[PickAmulet]:
    near = gaps_of(state, task.seat)
    return (choice for choice in _lying(state) if choice.gap in near)


def _hold_broken(state: State, task: Task, action: PickAmulet) -> Rule | None:
    return None if action in _beside(state, task) else rules.KASYAPA


def _hold_settle(state: State, task: Task, action: PickAmulet) -> State:
    state = with_gap(state, action.gap, without(state.gaps[action.gap], action.face))
    player = state.players[task.seat]
    held = tuple(sorted((*player.held, action.face)))
    return with_player(state, task.seat, player._replace(held=held))


def other_side(box: Box, face: str) -> str:
    """Return what lies under a face, as far as the box data tells; else empty."""
    for amulet in box.amulets:
        sides = [
            side for side in (amulet.gold, amulet.copper, amulet.copper_back) if side
        ]
        if face in sides:
            return sides[1 - sides.index(face)]
    return ""


def _flip_offers(state: State, task: Task) -> Iterator[Flip]:
    for choice in _lying(state):
        under = other_side(state.setting.box, choice.face)
        yield Flip(choice.gap, choice.face, under or choice.face)


def _flip_broken(state: State, task: Task, action: Flip) -> Rule | None:
    if PickAmulet(action.gap, action.face) not in _lying(state):
        return rules.AMULETS_IMMUNE
    return None if is_face(action.shows) else rules.AMULET_FACES


def _flip_settle(state: State, task: Task, action: Flip) -> State:
    faces = (*without(state.gaps[action.gap], action.face), action.shows)
    state = with_gap(state, action.gap, faces)
    if state.setting.gaps == 1:
        return state
    return push(state, Task("shift", task.seat, action.gap, (action.shows,)))


def _shift_offers(state: State, task: Task) -> Iterator[MoveAmulet]:
    yield MoveAmulet(task.n)
    yield from (MoveAmulet(gap) for gap in range(state.setting.gaps) if gap != task.n)


def _shift_broken(state: State, task: Task, action: MoveAmulet) -> Rule | None:
    return None if 0 <= action.gap < state.setting.gaps else rules.KHADGIN


def _shift_settle(state: State, task: Task, action: MoveAmulet) -> State:
    face = task.more[0]
    state = with_gap(state, task.n, without(state.gaps[task.n], face))
    return with_gap(state, action.gap, (*state.gaps[action.gap], face))


def _none_lying(state: State, task: Task) -> bool:
    return next(_lying(state), None) is None


def _none_beside(state: State, task: Task) -> bool:
    return next(_beside(state, task), None) is None


OWN_EFFECTS = (
    "draw",
    "good-hand",
    "good-discard",
    "good-reserve",
    "good-next",
    "samsara-hand",
    "samsara-discard",
    "samsara-reserve",
    "samsara-next",
    "bad-back",
    "put-back",
    "reserve",
    "bad-hand",
)
"""What a power that we cannot read may do to its owner, piece by piece."""

AGAINST = ("opponent-bad", "opponent-discard", "opponent-put-back")
PLACES = {"hand": HAND, "discard": DISCARD, "reserve": RESERVE, "next": NEXT}


def _manual_offers(state: State, task: Task) -> Iterator[Any]:
    yield Enough()
    yield from map(Manual, OWN_EFFECTS)
    for other in others(state, task.seat):
        yield from (Manual(effect, other) for effect in AGAINST)


def _manual_broken(state: State, task: Task, action: Any) -> Rule | None:
    return None if action in _manual_offers(state, task) else rules.OTHER_POWER


def _manual_settle(state: State, task: Task, action: Any) -> State:
    if isinstance(action, Enough):
        return state
    if task.n > 1:
        state = push(state, task._replace(n=task.n - 1))
    return push(state, _manual_task(task.seat, action))


def _manual_task(seat: int, action: Manual) -> Task:
    kind, _, place = action.effect.partition("-")
    whom = action.seat if kind == "opponent" else seat
    simple = {
        "draw": Task("draw", seat, 1),
        "reserve": Task("reserve", seat),
        "bad-back": ask_back(seat, "bad"),
        "put-back": ask_back(seat, "any"),
        "bad-hand": Task("bad", seat, 1),
        "opponent-bad": Task("bad", whom, 1),
        "opponent-discard": Task("discard", whom, 1, (True,)),
        "opponent-put-back": ask_back(whom, "any"),
    }
    if action.effect in simple:
        return simple[action.effect]
    return Task(kind, seat, 1, (PLACES[place],))


STEPS = {
    "swap": Step((PickAmulet, Enough), _swap_offers, _swap_broken, _swap_settle),
    "hold": Step((PickAmulet,), _beside, _hold_broken, _hold_settle, idle=_none_beside),
    "flip": Step((Flip,), _flip_offers, _flip_broken, _flip_settle, idle=_none_lying),
    "shift": Step((MoveAmulet,), _shift_offers, _shift_broken, _shift_settle),
    "manual": Step((Manual, Enough), _manual_offers, _manual_broken, _manual_settle),
}
