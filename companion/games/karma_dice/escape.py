"""How likely the Evil Eye is escaped: what the oracle aims at when one plays alone.

The chance with a lead at the beginning of a round follows, round by round from the
last, from the chances of every turn (`oracle.worths`): exact for a player who throws
as the oracle says and drafts in the order of `careful.TASTE`. It takes some seconds,
so `escape.json` keeps what `python -m tests.bench.bench_eye --write` found.
"""

from __future__ import annotations

import json
from functools import cache, lru_cache
from pathlib import Path

import numpy as np

from companion.core.colours import Colour
from companion.games.karma_dice import solo
from companion.games.karma_dice.box import RED_DICE
from companion.games.karma_dice.careful import TASTE
from companion.games.karma_dice.dice import Dice, sort_dice
from companion.games.karma_dice.oracle import MOST_POINTS, POINTS, Aim, room, worths
from companion.games.karma_dice.rerolls import Numbers
from companion.games.karma_dice.state import (
    LEVELS_OF_BEFORE,
    KarmaDiceState,
    Level,
)

LEADS = range(-15, 31)
"""Leads that are told apart: beyond them a game is as good as lost or won."""

KEPT = Path(__file__).parent / "escape.json"
SCORES = np.arange(MOST_POINTS + 1, dtype=float)


def moves(level: Level, traits: bool) -> tuple[int, ...]:
    """Return the Eye's moves of all rounds."""
    return (solo.STEPS_WITH_TRAITS if traits else solo.STEPS)[level]


def chances(level: Level, *, traits: bool = False) -> list[Numbers]:
    """Return the chance to escape by lead at the beginning of each round."""
    steps = moves(level, traits)
    found: list[Numbers] = []
    for number in range(len(steps), 0, -1):
        margins = np.array(LEADS) - steps[number - 1]
        after = _after(margins[:, None] + SCORES, number, found)
        ahead = _turn(_hand(number, traits), after)
        if number == solo.GRACE + 1:
            # Only the free round can leave a player behind the Eye, with the Yogi.
            yogi = _turn(sort_dice((*_hand(number, traits), Colour.WHITE)), after)
            ahead = np.where(np.array(LEADS) > 0, ahead, yogi)
        found.insert(0, ahead)
    return found


def _after(leads: Numbers, number: int, later: list[Numbers]) -> Numbers:
    """Return the chance once round `number` ends with these leads."""
    alive = (leads > 0) | ((number <= solo.GRACE) & bool(later))
    if not later:
        return np.asarray(alive * 1.0)
    places = (np.clip(leads, LEADS[0], LEADS[-1]) - LEADS[0]).astype(int)
    return np.asarray(later[0][places] * alive)


def _turn(pool: Dice, after: Numbers) -> Numbers:
    """Return the chance before a turn, by the row of chances after its points."""
    return worths(pool, room(pool), Aim(after))[:, 0, 0]


def _hand(number: int, traits: bool) -> Dice:
    return sort_dice(RED_DICE + TASTE[: number - 1 + traits])


def key(level: Level, traits: bool) -> str:
    """Return what a table of chances is called."""
    return f"{level.value} traits" if traits else level.value


@cache
def kept() -> dict[str, list[list[float]]]:
    """Return the chances as they were computed, by level, round and lead."""
    tables: dict[str, list[list[float]]] = json.loads(KEPT.read_text("utf-8"))
    return tables


def aim_of(state: KarmaDiceState) -> Aim:
    """Return what the player in turn wants: to escape alone, points among others."""
    setup = state.setup
    if not setup.solo or setup.eye in LEVELS_OF_BEFORE:
        return POINTS
    margin = state.players[0].score - solo.next_place(state)
    last = not state.reserve
    return _aim(setup.eye, setup.traits, state.round, margin, last)


@lru_cache(maxsize=64)
def _aim(level: Level, traits: bool, number: int, margin: int, last: bool) -> Aim:
    table = kept()[key(level, traits)]
    # A host may have given dice back: a longer game goes on like its last round.
    later = [] if last else [np.array(table[min(number, len(table) - 1)])]
    return Aim(_after(margin + SCORES, number, later))
