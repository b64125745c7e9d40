"""The powers of the character boards, chosen with every amulet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.core.rules import Rule
from companion.games.samsara import rules
from companion.games.samsara.actions import ChoosePower, Copy
from companion.games.samsara.characters import POWERS, is_other, same_side
from companion.games.samsara.deck import discard_evanescent
from companion.games.samsara.state import (
    DISCARD,
    DRAW,
    EVANESCENT,
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

KEEP = "keep-evanescent"
APPROPRIATE = "appropriate"
MANUAL_STEPS = 6
"""How many things a power that we cannot read may do."""

Effect = Callable[[State, int], tuple[Task, ...]]


def _good(zone: int, count: int) -> Effect:
    return lambda state, seat: (Task("good", seat, count, (zone,)),)


def _samsara(zone: int, count: int = 1) -> Effect:
    return lambda state, seat: (Task("samsara", seat, count, (zone,)),)


def _task(kind: str, count: int = 0, *more: Any) -> Effect:
    return lambda state, seat: (Task(kind, seat, count, more),)


def _all_discard(state: State, seat: int) -> tuple[Task, ...]:
    return tuple(Task("discard", other, 2, (True,)) for other in others(state, seat))


def _choose_three(state: State, seat: int) -> tuple[Task, ...]:
    count = min(3, state.players[seat].cards.size(DRAW))
    return (Task("pick", seat, count, (NEXT,)),)


def _discard_three(state: State, seat: int) -> tuple[Task, ...]:
    count = min(3, state.players[seat].cards.size(DRAW))
    return (Task("pick", seat, count, (DISCARD,)),)


EFFECTS: dict[str, Effect] = {
    "three-good": _good(DISCARD, 3),
    "good-reserve": _good(RESERVE, 1),
    "purge": lambda state, seat: (ask_back(seat, "bad"),),
    "evanescent-in-play": _samsara(EVANESCENT),
    "good-next": _good(NEXT, 1),
    "samsara-next": _samsara(NEXT),
    "purge-and-good": lambda state, seat: (
        ask_back(seat, "bad"),
        Task("good", seat, 1, (DISCARD,)),
    ),
    "samsara-reserve": _samsara(RESERVE),
    "two-more-cards": _task("extra", 2),
    "two-samsara": _samsara(DISCARD, 2),
    KEEP: lambda state, seat: (),
    APPROPRIATE: _task("copy"),
    "swap-amulets": _task("swap", 2),
    "hold-amulet": _task("hold"),
    "steal-laid": _task("strike", 0, "kuti"),
    "steal-hand": _task("target", 0, "steal"),
    "search-pile": _task("target", 0, "search"),
    "all-discard": _all_discard,
    "flip-amulet": _task("flip"),
    "ask-card": _task("target", 0, "ask"),
    "choose-three": _choose_three,
    "discard-three": _discard_three,
}


def free_powers(state: State, seat: int) -> tuple[str, ...]:
    """Return the powers of a board that no marker covers."""
    player = state.players[seat]
    powers = POWERS.get(player.character, ())
    return tuple(power for power in powers if power not in player.markers)


def mark(state: State, seat: int, power: str) -> State:
    """Move the marker of that side of the board onto a power."""
    player = state.players[seat]
    others_left = tuple(
        covered
        for covered in player.markers
        if not same_side(player.character, power, covered)
    )
    markers = tuple(sorted((*others_left, power)))
    return with_player(state, seat, player._replace(markers=markers))


def _power_offers(state: State, task: Task) -> Iterator[ChoosePower]:
    yield from map(ChoosePower, free_powers(state, task.seat))


def _power_broken(state: State, task: Task, action: ChoosePower) -> Rule | None:
    player = state.players[task.seat]
    if action.power not in POWERS.get(player.character, ()):
        return rules.ACTIVATE_POWER
    return rules.POWER_COVERED if action.power in player.markers else None


def _power_settle(state: State, task: Task, action: ChoosePower) -> State:
    state = mark(state, task.seat, action.power)
    times = 1 + state.turn.twice
    if action.power == APPROPRIATE:
        return push(state, Task("copy", task.seat, times))
    return release(state, task.seat, action.power, times)


def release(state: State, seat: int, power: str, times: int) -> State:
    """Let a power happen; only one of them spares the Evanescent cards in play."""
    if power != KEEP:
        state = discard_evanescent(state, seat)
    if is_other(power):
        tasks: tuple[Task, ...] = (Task("manual", seat, MANUAL_STEPS),)
    else:
        tasks = EFFECTS[power](state, seat)
    return push(state, *(tasks * times))


def copyable(state: State, seat: int) -> Iterator[tuple[int, str]]:
    """Return the free powers of all opponents."""
    for other in others(state, seat):
        for power in free_powers(state, other):
            if power != APPROPRIATE:
                yield other, power


def _copy_offers(state: State, task: Task) -> Iterator[Copy]:
    yield from (Copy(seat, power) for seat, power in copyable(state, task.seat))


def _copy_broken(state: State, task: Task, action: Copy) -> Rule | None:
    pair = (action.seat, action.power)
    return None if pair in copyable(state, task.seat) else rules.SUKARA


def _copy_settle(state: State, task: Task, action: Copy) -> State:
    state = mark(state, action.seat, action.power)
    return release(state, task.seat, action.power, task.n)


def _copy_idle(state: State, task: Task) -> bool:
    return next(copyable(state, task.seat), None) is None


def auto_extra(state: State, task: Task) -> State:
    """Change the size of the coming draw."""
    turn = state.turn._replace(extra=state.turn.extra + task.n)
    return state._replace(turn=turn)


STEPS = {
    "power": Step((ChoosePower,), _power_offers, _power_broken, _power_settle),
    "copy": Step((Copy,), _copy_offers, _copy_broken, _copy_settle, idle=_copy_idle),
}
