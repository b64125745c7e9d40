"""What only the table can say: amulets laid out, cards drawn or uncovered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.cards import Spread
from companion.games.samsara.actions import Drawn, Kept, Stolen, Uncovered
from companion.games.samsara.box import ZONES
from companion.games.samsara.dealing import deal_gap
from companion.games.samsara.state import DRAW, HAND, State, Task
from companion.games.samsara.steps import STEPS
from companion.games.samsara.steps.setup import layout, unreported
from companion.games.samsara.supply import hidden_outcomes


@dataclass(frozen=True, slots=True)
class Awaited:
    """A report of the table. What it says of itself is no secret to anybody."""

    state: State
    task: Task

    def admits(self, action: Any) -> bool:
        """Tell whether this report is possible now."""
        step = STEPS[self.task.kind]
        fits = isinstance(action, step.takes)
        return fits and step.broken(self.state, self.task, action) is None

    def to_json(self) -> dict[str, Any]:
        """Return what is awaited, with its kind."""
        task = self.task
        match task.kind:
            case "lay":
                gold, copper = layout(self.state.setting)
                return {
                    "kind": "amulets",
                    "action": "lay",
                    "gap": task.n,
                    "gold": gold,
                    "copper": copper,
                }
            case "uncover":
                outcomes = hidden_outcomes(self.state.stacks[task.n])
                return {
                    "kind": "cards",
                    "action": "uncovered",
                    "seat": task.seat,
                    "zone": ZONES[task.n],
                    "count": 1,
                    "may": [card for card, _ in outcomes],
                }
            case "drawn":
                count = unreported(self.state, task.seat)
                return _cards("drawn", task.seat, count, task.seat)
            case "stolen":
                return _cards("stolen", task.seat, 1, task.seat)
        return _cards("kept", task.seat, 1, task.n)

    def sample(self, rng: Any) -> Any:
        """Return one possible report, as fair as the real thing."""
        match self.task.kind:
            case "lay":
                return deal_gap(self.state, self.task.n, rng)
            case "uncover":
                outcomes = hidden_outcomes(self.state.stacks[self.task.n])
                cards = [card for card, chances in outcomes for _ in range(chances)]
                return Uncovered(rng.choice(cards))
            case "drawn":
                return self._sample_drawn(rng)
            case "stolen":
                return Stolen(_random_card(self._deck(self.task.seat), HAND, rng))
        return Kept(_random_card(self._deck(self.task.n), DRAW, rng))

    def _deck(self, seat: int) -> Spread:
        return self.state.players[seat].cards

    def _sample_drawn(self, rng: Any) -> Drawn:
        pool = self._deck(self.task.seat).pool
        count = unreported(self.state, self.task.seat)
        while True:
            report = Drawn(tuple(rng.sample(pool, count)))
            if self.admits(report):
                return report


def _cards(action: str, seat: int, count: int, owner: int) -> dict[str, Any]:
    return {
        "kind": "cards",
        "action": action,
        "seat": seat,
        "owner": owner,
        "count": count,
    }


def _random_card(cards: Spread, zone: int, rng: Any) -> str:
    """Return a card of a zone at random; an unseen one may be any of the pool."""
    place = cards.zones[zone]
    number = rng.randrange(len(place))
    if number < len(place.seen):
        return str(place.seen[number])
    return str(rng.choice(cards.pool))
