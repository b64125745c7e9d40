"""Board files: three are shipped, any other is read with clear words for its faults."""

from __future__ import annotations

import copy
import json
from itertools import pairwise

import pytest

from companion.core.errors import Malformed
from companion.games.samusara import GAME
from companion.games.samusara.actions import Jump
from companion.games.samusara.board import BOARDS, DEFAULT, doubts, read_board, shipped

GOOD = json.loads(BOARDS[DEFAULT].read_text(encoding="utf-8"))


def changed(**parts):
    return {**copy.deepcopy(GOOD), **parts}


def cell(number, **parts):
    board = copy.deepcopy(GOOD)
    board["cells"][number] |= parts
    return board


@pytest.mark.parametrize("name", BOARDS)
def test_the_shipped_boards_are_read_without_doubt(name):
    assert doubts(shipped(name)) == ()


def test_equal_boards_are_equal_values():
    one, two = read_board(GOOD), read_board(copy.deepcopy(GOOD))
    assert one == two
    assert hash(one) == hash(two)
    assert one != shipped("diamond")


@pytest.mark.parametrize(
    ("board", "says"),
    [
        (None, "object with cells"),
        ([], "object with cells"),
        (changed(cells=[]), "1 to 200 cells"),
        (changed(cells=GOOD["cells"] * 5), "1 to 200 cells"),
        (cell(1, id="M1"), "Two cells are called M1"),
        (cell(1, id=""), "1 to 12 letters"),
        (cell(1, id=7), "has an id"),
        (cell(1, kind="lake"), "is one of"),
        (cell(1, x="left"), "numbers for x and y"),
        (cell(1, y=float("nan")), "numbers for x and y"),
        (cell(1, y=True), "numbers for x and y"),
        (changed(lines="A1-B1"), "list of lines"),
        (changed(lines=[*GOOD["lines"], ["A1", "Z9"]]), "passes Z9"),
        (changed(lines=[*GOOD["lines"], ["A1", "A1"]]), "fewer than two"),
        (changed(lines=[*GOOD["lines"], 5]), "list of cells"),
        (changed(lines=GOOD["lines"][:3]), "No line leads from"),
        (changed(win={"opponent_power_cells": 11}), "fewer yellow cells"),
        (changed(win={"hilltop_cells": 10}), "fewer hilltops"),
        (changed(win=3), "win is an object"),
        (changed(capture_track={"steps_to_centre": 0}), "whole number from 1"),
    ],
)
def test_a_faulty_board_is_refused_with_its_fault(board, says):
    with pytest.raises(Malformed, match=says):
        read_board(board)


def pair_lines(board):
    pairs = {tuple(sorted(two)) for line in board["lines"] for two in pairwise(line)}
    return changed(lines=[list(pair) for pair in sorted(pairs)])


def test_lines_of_two_cells_leave_no_jump():
    with pytest.raises(Malformed, match="three cells"):
        read_board(pair_lines(GOOD))


def test_a_start_without_a_turn_is_refused():
    crowd = {"A1": "yellow_power", "B1": "brown_power", "C1": "hilltop"}
    cells = [
        {"id": name, "x": n, "y": 0, "kind": kind}
        for n, (name, kind) in enumerate(crowd.items())
    ]
    board = {
        "cells": [*cells[:2], cells[2], {"id": "D", "x": 4, "y": 0, "kind": "plain"}],
        "lines": [["B1", "A1"], ["B1", "C1", "D"]],
        "win": {"opponent_power_cells": 1, "hilltop_cells": 1},
    }
    with pytest.raises(Malformed, match="could not move"):
        read_board(board)


def test_an_odd_board_is_taken_with_its_doubts():
    board = cell(0, kind="plain")
    assert set(doubts(read_board(board))) == {
        "uneven-power",
        "discs-not-22",
        "not-symmetric",
    }


def test_a_table_plays_on_its_own_board():
    own = changed(name="our board", capture_track={"steps_to_centre": 3})
    state = GAME.start({"players": 2, "box": {"board": own}})
    assert state.board.steps_to_centre == 3
    with pytest.raises(Malformed):
        GAME.start({"players": 2, "box": {"lake": 1}})
    with pytest.raises(Malformed):
        GAME.start({"players": 2, "box": {"board": {"cells": []}}})


FORK = {
    "cells": [
        {"id": "s", "x": 0, "y": 1, "kind": "yellow_power"},
        {"id": "m", "x": 1, "y": 0, "kind": "plain"},
        {"id": "n", "x": 1, "y": 2, "kind": "plain"},
        {"id": "t", "x": 2, "y": 1, "kind": "hilltop"},
        {"id": "b", "x": 3, "y": 1, "kind": "brown_power"},
    ],
    "lines": [["s", "m", "t"], ["s", "n", "t"], ["t", "b"]],
    "win": {"opponent_power_cells": 1, "hilltop_cells": 1},
    "capture_track": {"steps_to_centre": 2},
}
"""Two lines join the same two cells: a jump must say which disc it crosses."""


def test_where_two_lines_meet_twice_a_jump_names_what_it_crosses():
    state = GAME.start({"players": 2, "box": {"board": FORK}})
    board = state.board
    both = state._replace(discs=(board.bits(["s"]), board.bits(["m", "n"])))
    jumps = [a for a in GAME.legal_actions(both) if hasattr(a, "path")]
    assert {jump.over for jump in jumps} == {("m",), ("n",)}
    for jump in jumps:
        left = GAME.settle(both, jump).discs[1]
        assert board.ids(left) == tuple({"m", "n"} - set(jump.over))
    one = state._replace(discs=(board.bits(["s"]), board.bits(["m"])))
    assert GAME.broken_rule(one, Jump("s", ("t",))) is None
    assert GAME.broken_rule(both, Jump("s", ("t",))) is not None, "which one?"
