"""The powers of all 23 cards."""

from __future__ import annotations

from companion.core.seats import Seat
from companion.core.turn import push
from companion.games.karmaka.box import REACH
from companion.games.karmaka.piles import (
    available,
    certain,
    draw,
    dream,
    feed,
    gain_open,
    refilled,
    ruin,
    spend,
    wake,
)
from companion.games.karmaka.questions.blind import PickBlind, TurnUp
from companion.games.karmaka.questions.choosing import (
    Deny,
    Discard,
    celebrate,
    denied,
    gamble,
)
from companion.games.karmaka.questions.copying import (
    Embodying,
    Mimicking,
    copied,
    exposed,
    fruitful,
    mimicked,
    nothing,
)
from companion.games.karmaka.questions.hidden import Foresee, Sowing
from companion.games.karmaka.questions.picking import (
    Fetch,
    Forsake,
    Recall,
    fetched,
    forsaken,
    recalled,
)
from companion.games.karmaka.questions.using import (
    ANYONE,
    RIVAL,
    Effect,
    Power,
)
from companion.games.karmaka.state import Event, State, heard, with_life


def _panic(state: State, seat: Seat, target: Seat) -> State:
    if not state.lives[target].deck:
        return nothing(state, seat)
    return push(state, TurnUp(seat, target, "deck", 1, "panic"))


def _dwindle(state: State, seat: Seat, target: Seat) -> State:
    if not state.lives[target].row:
        return nothing(state, seat)
    if card := certain(state, target):
        return _hand_ruined(state, target, card)
    return push(state, Discard(target))


def _hand_ruined(state: State, seat: Seat, card: str) -> State:
    state = heard(state, Event("hand-ruined", seat, card))
    return ruin(spend(state, seat, card), card)


def _crisis(state: State, seat: Seat, target: Seat) -> State:
    deeds = state.lives[target].deeds
    if not deeds:
        return nothing(state, seat)
    if len(set(deeds)) > 1:
        return push(state, Forsake(target))
    return _vengeance(state, seat, target)


def _roulette(state: State, seat: Seat, target: Seat) -> State:
    del target
    return gamble(state, seat, 0)


def _hells_heart(state: State, seat: Seat, target: Seat) -> State:
    future = state.lives[target].future
    if not future:
        return nothing(state, seat)
    count = min(2, len(future))
    if not all(future[-count:]):
        return push(state, TurnUp(seat, target, "future", count, "hells-heart"))
    for _ in range(count):
        life, card, _secret = wake(state.lives[target], 0)
        state = heard(state, Event("dream-ruined", target, card))
        state = ruin(with_life(state, target, life), card)
    return state


def _vengeance(state: State, seat: Seat, target: Seat) -> State:
    deeds = state.lives[target].deeds
    if not deeds:
        return nothing(state, seat)
    return forsaken(heard(state, Event("deed-ruined", target, deeds[-1])), target)


def _spite(state: State, seat: Seat, target: Seat) -> State:
    count = min(2, len(state.lives[target].row))
    if not count:
        return nothing(state, seat)
    if card := certain(state, target):
        for _ in range(count):
            state = _hand_ruined(state, target, card)
        return state
    return push(state, TurnUp(seat, target, "hand", count, "spite"))


def _drawing(count: int) -> Effect:
    def effect(state: State, seat: Seat, target: Seat) -> State:
        del target
        return draw(state, seat, count) if available(state) else nothing(state, seat)

    return effect


def _fetching(power: str) -> Effect:
    def effect(state: State, seat: Seat, target: Seat) -> State:
        del target
        top = state.ruins[-REACH:]
        if not top:
            return nothing(state, seat)
        if len(set(top)) > 1:
            return push(state, Fetch(seat, power))
        kind = "fetched" if power == "salvage" else "recycled"
        state = heard(state, Event(kind, seat, top[0]))
        return fetched(state, seat, power, 0)

    return effect


def _longevity(state: State, seat: Seat, target: Seat) -> State:
    return feed(state, target, 2) if available(state) else nothing(state, seat)


def _sowing(state: State, seat: Seat, target: Seat) -> State:
    del target
    state = draw(state, seat, 2)
    count = min(2, len(state.lives[seat].row))
    return push(state, Sowing(seat, count)) if count else nothing(state, seat)


def _jubilee(state: State, seat: Seat, target: Seat) -> State:
    del target
    return celebrate(state, seat) if state.lives[seat].row else nothing(state, seat)


def _transmigrate(state: State, seat: Seat, target: Seat) -> State:
    del target
    future = state.lives[seat].future
    if not future:
        return nothing(state, seat)
    if len(future) > 1:
        return push(state, Recall(seat))
    return recalled(heard(state, Event("awake", seat)), seat)


def _peek(state: State, seat: Seat, target: Seat) -> State:
    if not state.lives[target].row:
        return nothing(state, seat)
    return heard(state, Event("shown", target, whom=seat))


def _destiny(state: State, seat: Seat, target: Seat) -> State:
    del target
    state = refilled(state, 3)
    seen = min(3, state.well)
    return push(state, Foresee(seat, seen)) if seen else nothing(state, seat)


def _stolen_dreams(state: State, seat: Seat, target: Seat) -> State:
    if not state.lives[target].future:
        return nothing(state, seat)
    life, public, _secret = wake(state.lives[target], 0)
    state = with_life(state, target, life)
    state = heard(state, Event("dream-taken", target, whom=seat))
    return with_life(state, seat, dream(state.lives[seat], public))


def _denial(state: State, seat: Seat, target: Seat) -> State:
    del target
    if not state.lives[seat].row:
        return nothing(state, seat)
    if card := certain(state, seat):
        return denied(heard(state, Event("hand-ruined", seat, card)), seat, card)
    return push(state, Deny(seat))


def _swindle(state: State, seat: Seat, target: Seat) -> State:
    if not state.lives[target].row:
        return nothing(state, seat)
    return push(state, PickBlind(seat, target))


def _thievery(state: State, seat: Seat, target: Seat) -> State:
    life = state.lives[target]
    if not life.deeds:
        return nothing(state, seat)
    card = life.deeds[-1]
    state = with_life(state, target, life._replace(deeds=life.deeds[:-1]))
    state = heard(state, Event("deed-taken", target, card, whom=seat))
    return with_life(state, seat, gain_open(state.lives[seat], card))


def _embody(state: State, seat: Seat, target: Seat) -> State:
    del target
    deeds = fruitful(state, seat)
    if not deeds:
        return nothing(state, seat)
    if len(deeds) > 1:
        return push(state, Embodying(seat))
    return copied(state, seat, seat, deeds[0])


def _mimic(state: State, seat: Seat, target: Seat) -> State:
    del target
    others = exposed(state, seat)
    if not others:
        return nothing(state, seat)
    if len(others) > 1:
        return push(state, Mimicking(seat))
    return mimicked(state, seat, others[0])


TABLE: dict[str, Power] = {
    "panic": Power(_panic, ANYONE, extra=True),
    "dwindle": Power(_dwindle, ANYONE),
    "crisis": Power(_crisis, RIVAL),
    "roulette": Power(_roulette),
    "hells-heart": Power(_hells_heart, RIVAL),
    "vengeance": Power(_vengeance, RIVAL),
    "spite": Power(_spite, RIVAL),
    "another-day": Power(_drawing(1), extra=True),
    "recycle": Power(_fetching("recycle")),
    "salvage": Power(_fetching("salvage")),
    "longevity": Power(_longevity, ANYONE),
    "sowing": Power(_sowing),
    "voyage": Power(_drawing(3), extra=True),
    "jubilee": Power(_jubilee),
    "transmigrate": Power(_transmigrate),
    "peek": Power(_peek, RIVAL, extra=True),
    "destiny": Power(_destiny),
    "stolen-dreams": Power(_stolen_dreams, RIVAL),
    "denial": Power(_denial),
    "swindle": Power(_swindle, RIVAL),
    "thievery": Power(_thievery, RIVAL),
    "embody": Power(_embody),
    "mimic": Power(_mimic),
}
"""The power of every card."""
