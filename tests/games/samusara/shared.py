"""Positions of Samusara as a person would write them down."""

from __future__ import annotations

from companion.games.samusara import GAME
from companion.games.samusara.actions import Jump, Reinforce, Step
from companion.games.samusara.questions import asked
from companion.games.samusara.state import COLOURS


def start(**options):
    return GAME.start({"players": 2, **options})


def at(yellow, brown, piles=(1, 1), cubes=(0, 0), turn="yellow", **options):
    """Return a position; small ones may hold fewer discs than a box."""
    state = start(**options)
    board = state.board
    discs = (board.bits(yellow.split()), board.bits(brown.split()))
    colour = COLOURS.index(turn)
    state = state._replace(
        discs=discs, piles=piles, cubes=cubes, colour=colour, since=((*discs, colour),)
    )
    return state.with_todo((asked(state, colour),))


def move(text):
    """Read a turn: `D1-E1`, `jump C1-E3-G5`, `+D3 +D4`."""
    if text.startswith("+"):
        return Reinforce(tuple(sorted(text.replace("+", "").split())))
    kind, _, way = text.rpartition(" ")
    source, *path = way.split("-")
    if kind == "jump" or len(path) > 1:
        return Jump(source, tuple(path))
    return Step(source, path[0])


def play(state, *texts):
    for text in texts:
        state = GAME.apply(state, move(text))
    return state


def cells(state, colour):
    return set(state.board.ids(state.discs[COLOURS.index(colour)]))


def legal(state, kind):
    return {action for action in GAME.legal_actions(state) if isinstance(action, kind)}


FILES = {
    "rhombus7-triangular": "rhombus",
    "diamond7-square": "diamond",
    "rect5x7-alquerque": "rectangle",
}
"""The files of the boards, by the names they give themselves."""


def plain(state):
    """Return a position as the slow model knows it."""
    discs = {
        name: colour
        for colour, cells in zip(COLOURS, state.discs, strict=True)
        for name in state.board.ids(cells)
    }
    piles = dict(zip(COLOURS, state.piles, strict=True))
    cubes = dict(zip(COLOURS, state.cubes, strict=True))
    return discs, piles, cubes, COLOURS[state.colour]


def perft(state, depth):
    """Count distinct resulting positions per node; won positions are not expanded."""
    found = {}
    for action in GAME.legal_actions(state):
        after = GAME.settle(state, action)
        found[after.discs, after.piles, after.cubes] = after
    if depth == 1:
        return len(found)
    return sum(perft(after, depth - 1) for after in found.values() if after.todo)


BLOCKED = (
    "A1 B1 B2 C1 C2 C3 D1 D2 D3 D4",
    "E1 E2 E3 E4 E5 F1 F2 F3 F4 F5 F6",
)
"""Yellow on all own Power Cells, Brown around them (example E7)."""
