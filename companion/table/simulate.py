"""Whole games with chance and players from a seeded source."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from time import perf_counter, process_time
from typing import Any

from companion.core.game import Game

MOST_ACTIONS = 100_000
"""A game this long will not end by itself."""


class BrokenPromise(Exception):
    """A position or an action that breaks an invariant: always a bug."""


@dataclass(slots=True)
class Report:
    """What a series of games came to."""

    game: str
    players: int
    games: int
    checked: bool
    actions: int = 0
    seconds: float = 0.0
    busy: float = 0.0
    """Seconds of processor time: what counts on a machine with other work."""

    lengths: list[int] = field(default_factory=list)
    winners: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    scores: list[tuple[int, ...]] = field(default_factory=list)

    def lines(self) -> list[str]:
        """Return the report as it is printed."""
        seconds = max(self.seconds, 1e-9)
        lengths = sorted(self.lengths)
        checked = "on" if self.checked else "off"
        return [
            f"{self.game}, {self.players} players, {self.games} games, "
            f"invariants {checked}",
            f"{self.games / seconds:.1f} games/s, {self.actions / seconds:.0f} "
            f"actions/s, {self.seconds:.2f} s",
            f"{self.actions / max(self.busy, 1e-9):.0f} actions per second of "
            "processor time",
            f"actions per game: shortest {lengths[0]}, median "
            f"{lengths[len(lengths) // 2]}, longest {lengths[-1]}",
            "winners: " + _counted(self.winners, self.games),
            "endings: " + _counted(self.endings, self.games),
            "mean scores: " + ", ".join(f"{mean:.1f}" for mean in self._means()),
        ]

    def _means(self) -> list[float]:
        return [sum(seat) / len(seat) for seat in zip(*self.scores, strict=True)]


def _counted(counts: Counter[str], games: int) -> str:
    return ", ".join(
        f"{name} {count} ({100 * count / games:.0f} %)"
        for name, count in sorted(counts.items())
    )


def simulate(
    game: Game[Any, Any],
    players: int,
    games: int,
    seed: int,
    *,
    options: Mapping[str, Any] | None = None,
    check: bool = True,
) -> Report:
    """Play whole games at random and report them; the same seed plays the same games.

    Raises:
        Malformed: for options this game does not know.
        BrokenPromise: naming the seed, the step and the invariant, with `check`.
    """
    chosen = {**(options or {}), "players": players}
    report = Report(game.key, players, games, check)
    for number in range(games):
        name = f"{game.key} {players} {seed} {number}"
        began, worked = perf_counter(), process_time()
        steps = _play(game, chosen, report, name)
        report.seconds += perf_counter() - began
        report.busy += process_time() - worked
        report.actions += steps
        report.lengths.append(steps)
    return report


def _play(
    game: Game[Any, Any],
    options: Mapping[str, Any],
    report: Report,
    name: str,
) -> int:
    state, rng, check = game.start(options), Random(name), report.checked
    # What was just listed or drawn is legal: without checks nobody looks twice.
    carry_out = game.apply if check else game.settle
    log: list[Any] = []
    while (ended := game.outcome(state)) is None:
        if check:
            check_state(game, state, f"{name}, step {len(log)}")
        chance = game.chance(state)
        if chance is not None:
            action = chance.sample(rng)
        else:
            legal = game.legal_actions(state)
            action = legal[int(rng.random() * len(legal))]
        if check:
            check_action(game, state, action, f"{name}, step {len(log)}")
        state = carry_out(state, action)
        log.append(action)
        if len(log) > MOST_ACTIONS:
            raise BrokenPromise(f"{name}: the game does not end")
    if check:
        check_state(game, state, f"{name}, the end")
        _check_replay(game, options, log, state, name)
    report.winners.update(f"seat {seat + 1}" for seat in ended.winners)
    report.winners.update([] if ended.winners else ["nobody"])
    report.endings[ended.ending] += 1
    report.scores.append(ended.scores)
    return len(log)


def check_state(game: Game[Any, Any], state: Any, where: str) -> None:
    """Check that a position keeps its promises.

    Raises:
        BrokenPromise: saying where and what.
    """
    if faults := game.faults(state):
        raise BrokenPromise(f"{where}: {'; '.join(faults)}")
    legal = game.legal_actions(state)
    over, waiting = game.outcome(state) is not None, game.chance(state) is not None
    if [over, waiting, bool(legal)].count(True) != 1:
        raise BrokenPromise(
            f"{where}: over {over}, chance {waiting}, moves {len(legal)}"
        )
    if len(set(legal)) != len(legal):
        raise BrokenPromise(f"{where}: an action is listed twice")
    for action in legal:
        if rule := game.broken_rule(state, action):
            raise BrokenPromise(f"{where}: {action} is listed but breaks {rule.id}")


def check_action(game: Game[Any, Any], state: Any, action: Any, where: str) -> None:
    """Check that an action can be told, written and read, and leaves no trace behind.

    Raises:
        BrokenPromise: saying where and what.
    """
    written = json.loads(json.dumps(game.to_json(action)))
    if game.from_json(written) != action:
        raise BrokenPromise(f"{where}: {action} does not survive JSON")
    before = hash(state)
    after = game.apply(state, action)
    if hash(state) != before or game.apply(state, action) != after:
        raise BrokenPromise(f"{where}: {action} is not a pure step")
    seats = (None, game.actor(state, action))
    for seat in seats:
        json.dumps(game.view(state, seat))
        str(game.tell(state, action, after, seat))
    str(game.label(state, action))


def _check_replay(
    game: Game[Any, Any],
    options: Mapping[str, Any],
    log: list[Any],
    state: Any,
    name: str,
) -> None:
    replayed = game.start(options)
    for action in log:
        replayed = game.apply(replayed, game.from_json(game.to_json(action)))
    if replayed != state:
        raise BrokenPromise(f"{name}: the log alone does not rebuild the state")
