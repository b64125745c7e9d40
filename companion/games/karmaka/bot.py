"""The app as a rival: three strengths, ours, for the rulebook knows none.

It thinks one turn ahead: every play it can make is played out on the engine with its
own cards known and all others unseen, and the position is weighed for both sides. It
reads nothing but what its own seat may know.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, sqrt
from typing import Any

from companion.core.seats import Seat
from companion.core.turn import advance
from companion.games.karmaka import actions as a
from companion.games.karmaka.box import DESIGNS, LIFE, NEED, SUITS, TOP
from companion.games.karmaka.questions.playing import Main
from companion.games.karmaka.state import Life, State, asked, with_life

UNKNOWN = 0.62
"""Points an unknown card brings to a chosen colour: (36 + 7) / 64, a little less."""

SPREAD = 0.85
"""How far one unknown card is off that average, in points."""

TURN = 0.11
"""What a turn is worth in levels: seven of them, a life, bring most of one."""

NEXT = 0.55
"""Weight of the next life: it can still be robbed."""

RING = 0.16
"""What a Ring is worth in levels: one point of about six."""

RISK = 0.18
"""How likely the exposed Deed is hit before it counts."""

DEPTH = 3
"""Extra plays looked at in one turn; longer chains are as good as never held."""


@dataclass(frozen=True, slots=True)
class Strength:
    """How well the app weighs a position."""

    blur: float
    """Up to so many levels a play is misjudged."""

    watches: float
    """How much the other side counts."""


STRENGTHS = {
    "easy": Strength(blur=1.2, watches=0.0),
    "normal": Strength(blur=0.35, watches=0.5),
    "strong": Strength(blur=0.0, watches=1.0),
}


def choose(state: State, seat: Seat, strength: str, rng: Any) -> Any:
    """Return the answer of a seat to the question that is open for it."""
    level, state = STRENGTHS[strength], seen_from(state, seat)
    answers = plausible(state, seat)
    if len(answers) == 1:
        return answers[0]
    values = [
        _value(state, answer, seat, level, rng) + level.blur * rng.random()
        for answer in answers
    ]
    return answers[max(range(len(answers)), key=values.__getitem__)]


def seen_from(state: State, seat: Seat) -> State:
    """Return the position without what the other seats told the app."""
    for other, life in enumerate(state.lives):
        if other != seat:
            row = (*life.hand.seen, *("",) * life.hand.unseen)
            blank = ("",) * len(life.dreams)
            hidden = life._replace(row=row, dreams=blank, look=())
            state = with_life(state, other, hidden)
    return state


def plausible(state: State, seat: Seat) -> list[Any]:
    """Return the answers worth a thought: no card is named that is only possible."""
    top = asked(state)
    if top is None:
        return []
    listed = list(top.offers(state))
    row = state.lives[seat].row
    sure = [
        x for x in listed if not isinstance(x, a.Play | a.Put) or x.card in (*row, "")
    ]
    named = [x for x in sure if not _silent(x)]
    return (named if any(row) else sure) or sure or listed


def _silent(answer: Any) -> bool:
    """Tell whether an answer leaves a card of the Hand without its name."""
    if isinstance(answer, a.Sow):
        return not answer.cards
    return isinstance(answer, a.Play) and not answer.card


def _after(state: State, answer: Any) -> State:
    top = asked(state)
    assert top is not None
    return advance(top.settle(state.with_todo(state.todo[:-1]), answer))


def _value(state: State, answer: Any, seat: Seat, level: Strength, rng: Any) -> float:
    return _outlook(_after(state, answer), seat, level, rng, DEPTH)


def _outlook(state: State, seat: Seat, level: Strength, rng: Any, depth: int) -> float:
    """Weigh a position after following the questions that are still open in it."""
    top = asked(state)
    if top is None or depth == 0:
        return weigh(state, seat, level.watches)
    if top.chance:
        drawn = top.sample(state, rng)  # type: ignore[attr-defined]
        return _outlook(_after(state, drawn), seat, level, rng, depth)
    if isinstance(top, Main):
        if top.seat != seat or not top.extra:
            return weigh(state, seat, level.watches)
    elif top.seat != seat:
        replies = list(top.offers(state))[:2]
        return min(
            _outlook(_after(state, reply), seat, level, rng, depth - 1)
            for reply in replies
        )
    return max(
        _outlook(_after(state, answer), seat, level, rng, depth - 1)
        for answer in plausible(state, seat)
    )


def weigh(state: State, seat: Seat, watches: float) -> float:
    """Return how good a position is for a seat, in levels of the Ladder."""
    mine = standing(state.lives[seat], own=True)
    others = [
        standing(life, own=False)
        for other, life in enumerate(state.lives)
        if other != seat
    ]
    return mine - watches * max(others)


def standing(life: Life, own: bool) -> float:
    """Return how far up the Ladder a player is on the way to be."""
    if life.level >= TOP:
        return 2.0 * TOP  # won: nothing is better
    need = NEED[life.level] - life.rings
    hand = [card for card in life.row if card] if own else list(life.hand.seen)
    unknown = len(life.row) + life.deck - len(hand)
    left = len(life.row) + life.deck
    points = _points((*life.deeds, *hand)) - _exposed(life)
    climbs = _chance(points + UNKNOWN * unknown - need, unknown)
    future = [
        card or (secret if own else "")
        for card, secret in zip(life.future, life.dreams, strict=True)
    ]
    saved = [card for card in future if card]
    unseen = max(LIFE, len(future)) - len(saved)
    ahead = _points(tuple(saved)) + UNKNOWN * unseen
    after = NEED[min(life.level + 1, TOP - 1)] if climbs > 0.5 else NEED[life.level]
    again = _chance(ahead - after, unseen) if life.level + 1 < TOP else 0.0
    extra = max(0, len(future) - LIFE)
    value = life.level + climbs + NEXT * again + RING * (1 - climbs)
    return value + RING * life.rings - TURN * (left + extra)


def _points(cards: tuple[str, ...]) -> float:
    """Return what these cards would bring together."""
    sums = dict.fromkeys(SUITS, 0)
    mosaic = 0
    for card in cards:
        design = DESIGNS[card]
        if design.colour in sums:
            sums[design.colour] += design.points
        else:
            mosaic += design.points
    return max(sums.values()) + mosaic


def _exposed(life: Life) -> float:
    """Return what the exposed Deed may lose."""
    if not life.deeds:
        return 0.0
    return RISK * (_points(life.deeds) - _points(life.deeds[:-1]))


def _chance(margin: float, unknown: int) -> float:
    """Return how likely a margin holds with so many cards to come."""
    width = 0.35 + SPREAD * sqrt(unknown)
    return 1 / (1 + exp(-1.7 * (margin + 0.5) / width))
