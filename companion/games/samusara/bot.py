"""The app as an opponent: three strengths, ours, for the rulebook knows none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from companion.core.turn import Rng
from companion.games.samusara.actions import Move, Reinforce, Step
from companion.games.samusara.board import Board, Cells
from companion.games.samusara.search import Key, Search
from companion.games.samusara.series import Side, series_from
from companion.games.samusara.worth import Node


@dataclass(frozen=True, slots=True)
class Strength:
    """How much the app thinks, and how often it looks away."""

    positions: int
    depth: int
    slack: int = 0
    """Turns worth less than the best by so much are chosen as gladly."""


STRENGTHS = {
    "easy": Strength(positions=600, depth=1, slack=60),
    "normal": Strength(positions=5_000, depth=8, slack=6),
    "hard": Strength(positions=30_000, depth=20),
}
"""Counted in positions, so that a slow machine plays the same game, only slower."""


ADVICE = Strength(positions=1_500, depth=8)
"""A hint is found again whenever a log is read: a third of the default is enough."""


class Position(NamedTuple):
    """What the app thinks about; own things first."""

    colour: int
    discs: tuple[Cells, Cells]
    piles: tuple[int, int]
    cubes: tuple[int, int]
    seen: frozenset[tuple[Cells, Cells, int]]


def node_of(position: Position) -> Node:
    """Return the position as the search knows it."""
    return (position.colour, *position.discs, *position.piles, *position.cubes)


def ranked(
    board: Board, position: Position, strength: Strength
) -> list[tuple[int, Key]]:
    """Return the turns with their values for the mover, the best first."""
    search = Search(board, strength.positions, seen=position.seen)
    return search.rank(node_of(position), strength.depth, strength.slack)


def choose(board: Board, position: Position, strength: str, rng: Rng) -> Move:
    """Return the app's turn; chance only decides between turns about as good."""
    level = STRENGTHS[strength]
    found = ranked(board, position, level)
    best = found[0][0]
    good = [key for value, key in found if value >= best - level.slack]
    return move_of(board, position, good[int(rng.random() * len(good))])


def advised(board: Board, position: Position) -> Move:
    """Return the turn the app would choose itself, found without any chance."""
    found = ranked(board, position, ADVICE)
    return move_of(board, position, found[0][1])


def move_of(board: Board, position: Position, key: Key) -> Move:
    """Return the turn with this beginning, end and captures."""
    place, end, cells = key
    if place < 0:
        return Reinforce(tuple(sorted(board.ids(cells))))
    names = board.cells
    if not cells and board.near[place] >> end & 1:
        return Step(names[place].id, names[end].id)
    side = Side(position.colour, *position.discs, position.piles[0], position.cubes[0])
    for trail, captured in series_from(board, side, place):
        if trail.path[-1] == end and captured == cells:
            return trail.jump
    raise AssertionError("the search only finds turns that can be made")
