"""A player of Samsara alone who knows what a person at the table knows, and plans.

It tries the turns that promise most to their end and keeps the best of them.
Cards it would draw on the way are sampled from what its draw pile holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar, NamedTuple

from companion.games.samsara import actions as a
from companion.games.samsara.box import distance
from companion.games.samsara.characters import KEEP, POWERS
from companion.games.samsara.life import (
    BACHCHA,
    DHYANN,
    GYAAN,
    JANN,
    KAAM_KAR,
    KINDS,
    MAUT,
    VIKAAS,
    YUGAL,
    B,
    G,
    Life,
)
from companion.games.samsara.questions.moving import REBIRTH_CARDS, TOLL_BAD, crosses
from companion.games.samsara.ways import (
    GOOD_GAINS,
    SAMSARA_GAINS,
    Shuffler,
    buy,
    draw,
    ended,
    least_wanted,
    most_wanted,
    promise,
    purchases,
)
from companion.games.samsara.worth import CERTAIN, worth

SAMPLES = 3
"""Draws tried for a card that draws; what is drawn then draws no more in thought."""

ZONES_TRIED = 4
"""Zones the pawn is sent to in thought: those that promise most at a glance."""

FEW = 2
"""Cards weighed where any may go: those the amulets want least."""

POWER = 0.2
"""What the power that comes with an amulet is worth, before it is chosen: about as
much as a longer hand for one turn."""


class Plan(NamedTuple):
    """What to do from here to the end of the turn, and what it is worth."""

    worth: float
    """The logarithm of the odds to win."""

    steps: tuple[a.Action, ...]
    """Up to the first draw or amulet: what comes then depends on it."""


Goes = Callable[[Life], Plan]
Key = tuple[int, ...]


class Planner:
    """Plans a turn; the same position and seed give the same plan."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.shuffler = Shuffler(seed)
        self.draws = 0
        self.acted: dict[Key, Plan] = {}

    def plans(self, life: Life, stage: str) -> list[Plan]:
        """Return the best plan for each first step, the best first."""
        self.shuffler = Shuffler(self.seed, life.moves, *life.hand, *life.pool)
        self.acted.clear()
        best: dict[a.Action, Plan] = {}
        for plan in self._stages[stage](self, life):
            first = plan.steps[0]
            if first not in best or plan.worth > best[first].worth:
                best[first] = plan
        return sorted(best.values(), key=lambda plan: -plan.worth)

    def best(self, life: Life, stage: str) -> Plan:
        """Return the best plan from this stage of the turn."""
        return max(self._stages[stage](self, life), key=lambda plan: plan.worth)

    def _best_act(self, life: Life) -> Plan:
        """Return the best plan for the actions: other orders lead to the same life."""
        key = (*life.hand, *life.discard, *life.reserve, *life.pool, *life.stacks)
        key = (*key, life.actions, life.kaam_kar, life.bachcha, life.pawn, self.draws)
        if (found := self.acted.get(key)) is None:
            found = self.acted[key] = self.best(life, "act")
        return found

    # The move, with what it costs on the way and on arrival.

    def _moves(self, life: Life) -> Iterator[Plan]:
        longest = 8 if life.pawn < 0 else 7
        ways = sorted(range(1, longest + 1), key=lambda steps: -promise(life, steps))
        for steps in ways[:ZONES_TRIED]:
            there = life.copy()
            there.pawn = (life.pawn + steps) % 8
            due = REBIRTH_CARDS if crosses(life.pawn, steps) else 0
            for plan in self._rebirth(there, due):
                yield _after(a.Move(steps), plan)

    def _rebirth(self, life: Life, due: int, among: int = FEW) -> Iterator[Plan]:
        if not due:
            yield from self._toll(life)
            return
        cards = least_wanted(life)
        # The order does not matter: each pair is tried once.
        for place, kind in enumerate(cards[:among]):
            left = life.copy()
            left.supply(kind)
            for plan in self._rebirth(left, due - 1, place + 1):
                yield _after(a.PutBack(KINDS[kind]), plan)
        if not cards:
            poorer = life.copy()
            poorer.gain_bad(poorer.hand, due)
            for plan in self._toll(poorer):
                yield _after(a.Lack(), plan)

    def _toll(self, life: Life) -> Iterator[Plan]:
        neutral = life.neutral
        if neutral < 0 or distance(neutral, life.pawn) > 1:
            yield self.best(life, "take")
            return
        yield from self._pay(life)

    def _pay(self, life: Life) -> Iterator[Plan]:
        for kind in least_wanted(life)[:2]:
            left = life.copy()
            left.supply(kind)
            yield _after(a.PutBack(KINDS[kind]), self.best(left, "take"))
        poorer = life.copy()
        poorer.gain_bad(poorer.hand, TOLL_BAD)
        yield _after(a.TakeBad(), self.best(poorer, "take"))

    def _take(self, life: Life) -> Iterator[Plan]:
        reach = [z for z in range(8) if distance(z, life.pawn) <= life.kaam_kar]
        full = [zone for zone in reach if life.stacks[zone]]
        for zone in full:
            richer = life.copy()
            richer.stacks[zone] -= 1
            richer.hand[zone] += 1
            yield _after(a.Take(zone), self._best_act(richer))
        if len(full) < len(reach) and life.good:
            richer = life.copy()
            richer.gain_good(richer.hand, 1)
            yield _after(a.TakeGood(), self._best_act(richer))
        elif not full:
            yield _after(a.TakeNothing(), self._best_act(life))

    # Actions, amulets and the end of the turn.

    def _act(self, life: Life) -> Iterator[Plan]:
        if not life.won:
            for plan in self._purchases(life):
                yield plan
                if plan.worth == CERTAIN:
                    return
            if life.actions:
                for kind in range(8):
                    if life.hand[kind]:
                        yield from self._play(life, kind)
        yield end(life)

    def _play(self, life: Life, kind: int) -> Iterator[Plan]:
        after = life.copy()
        after.hand[kind] -= 1
        after.actions -= 1
        step = a.Play(KINDS[kind])
        if kind in (JANN, VIKAAS):
            if self.draws:
                return
            after.play[kind] += 1
            after.actions += 1 if kind == JANN else 2
            yield Plan(self._drawn(after, 2 if kind == JANN else 1), (step,))
        elif kind in (KAAM_KAR, BACHCHA):
            after.kaam_kar += kind == KAAM_KAR
            after.bachcha += kind == BACHCHA
            yield _after(step, self._best_act(after))
        else:
            after.play[kind] += 1
            for plan in self._asked(after, kind):
                yield _after(step, plan)

    def _asked(self, life: Life, kind: int) -> Iterator[Plan]:
        if kind == DHYANN:
            life.gain_good(life.discard, 2)
            yield self._best_act(life)
        elif kind == MAUT:
            if life.hand[B]:
                yield from self._purge(life, self._best_act)
        elif kind == GYAAN:
            yield from self._reserve(life)
        elif kind == YUGAL:
            yield from self._trade(life)

    def _purge(self, life: Life, then: Goes) -> Iterator[Plan]:
        left = life.copy()
        left.supply(B)
        yield _after(a.PutBack(KINDS[B]), then(left))

    def _reserve(self, life: Life) -> Iterator[Plan]:
        for kind in range(G + 1):
            if life.hand[kind]:
                left = life.copy()
                left.hand[kind] -= 1
                left.reserve[kind] += 1
                yield _after(a.Reserve(KINDS[kind]), self._best_act(left))

    def _trade(self, life: Life) -> Iterator[Plan]:
        for kind in least_wanted(life)[:2]:
            left = life.copy()
            left.supply(kind)
            for plan in self._trade_for(left):
                yield _after(a.PutBack(KINDS[kind]), plan)

    def _trade_for(self, life: Life) -> Iterator[Plan]:
        for zone in most_wanted(life):
            richer = life.copy()
            richer.stacks[zone] -= 1
            richer.hand[zone] += 1
            yield _after(a.Take(zone), self._best_act(richer))

    def _drawn(self, life: Life, count: int) -> float:
        """Return the mean chance over some draws, each played on as well as it can."""
        total = 0.0
        self.draws += 1
        for _ in range(SAMPLES):
            after = life.copy()
            draw(after, count, self.shuffler)
            total += self._best_act(after).worth
        self.draws -= 1
        return total / SAMPLES

    def _purchases(self, life: Life) -> Iterator[Plan]:
        for face, kept, dark in purchases(life):
            after = life.copy()
            for kind in kept:
                after.reserve[kind] -= 1
                after.play[kind] += 1
            after.gain_bad(after.discard, dark)
            faces = list(life.faces)
            faces.remove(face)
            after.faces, after.wins, after.won = tuple(faces), life.wins + 1, True
            after.drop_evanescent()
            step = buy(life, face, kept, dark)
            if after.over:
                yield Plan(CERTAIN, (step,))
                return
            yield Plan(end(after).worth + POWER, (step,))

    def _powers(self, life: Life) -> Iterator[Plan]:
        for power in POWERS[life.character]:
            if power != life.marker:
                after = life.copy()
                after.marker = power
                if power != KEEP:
                    after.drop_evanescent()
                for plan in self._power(after, power):
                    yield _after(a.ChoosePower(power), plan)

    def _power(self, life: Life, power: str) -> Iterator[Plan]:
        if power in GOOD_GAINS:
            pile, count = GOOD_GAINS[power]
            life.gain_good(getattr(life, pile), count)
        if power == "two-more-cards":
            life.extra += 2
        if power in SAMSARA_GAINS:
            yield from self._samsara(life, *SAMSARA_GAINS[power])
        elif power == "evanescent-in-play":
            yield from self._stay(life)
        elif power.startswith("purge") and life.hand[B]:
            yield from self._purge(life, end)
        else:
            yield end(life)

    def _stay(self, life: Life) -> Iterator[Plan]:
        for zone in (KAAM_KAR, BACHCHA):
            if life.stacks[zone]:
                after = life.copy()
                after.stacks[zone] -= 1
                after.kaam_kar += zone == KAAM_KAR
                after.bachcha += zone == BACHCHA
                yield _after(a.Take(zone), end(after))
        if not life.stacks[KAAM_KAR] + life.stacks[BACHCHA]:
            yield end(life)

    def _samsara(self, life: Life, pile: str, count: int) -> Iterator[Plan]:
        zones = most_wanted(life)
        for zone in zones:
            richer = life.copy()
            richer.stacks[zone] -= 1
            getattr(richer, pile)[zone] += 1
            if count > 1:
                for plan in self._samsara(richer, pile, count - 1):
                    yield _after(a.Take(zone), plan)
            else:
                yield _after(a.Take(zone), end(richer))
        if not zones:
            yield end(life)

    _stages: ClassVar[dict[str, Callable[[Planner, Life], Iterator[Plan]]]] = {
        "move": _moves,
        "toll": _pay,
        "take": _take,
        "act": _act,
        "reserve": _reserve,
        "trade": _trade,
        "trade-for": _trade_for,
        "power": _powers,
        "stay": _stay,
        "rebirth-2": lambda self, life: self._rebirth(life, 2),
        "rebirth-1": lambda self, life: self._rebirth(life, 1),
        "purge": lambda self, life: self._purge(life, self._goes_on),
        "next-1": lambda self, life: self._samsara(life, "next", 1),
        "reserve-1": lambda self, life: self._samsara(life, "reserve", 1),
        "discard-1": lambda self, life: self._samsara(life, "discard", 1),
        "discard-2": lambda self, life: self._samsara(life, "discard", 2),
    }

    def _goes_on(self, life: Life) -> Plan:
        return end(life) if life.won else self._best_act(life)


def end(life: Life) -> Plan:
    """Return the plan to end the turn here."""
    return Plan(worth(ended(life)), END)


END = (a.EndTurn(),)


def _after(step: a.Action, plan: Plan) -> Plan:
    return Plan(plan.worth, (step, *plan.steps))
