"""`watch` with other readers than that of dice: amulets and boards, each scene once."""

from __future__ import annotations

import json

import numpy as np
import pytest

from tests.bench.vision_amulets import dealt
from tests.vision import board_moves, render_amulets, render_boards
from tests.vision.tabletop import filmed, write
from vision.__main__ import main

pytestmark = pytest.mark.slow


def lines(capsys, path, *words: str) -> list[dict]:
    assert main(["watch", str(path), "--json", *words]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def during(line, rest) -> bool:
    return rest[0] - 0.15 <= line["at"] <= rest[1]


def test_amulets_are_told_once_and_a_bare_table_too(tmp_path, capsys) -> None:
    rng = np.random.default_rng(5)
    first, second = (
        [[name for name, times in one for _ in range(times)] for one in dealt(rng, *n)]
        for n in ((4, 2), (6, 0))
    )
    bare = np.full((900, 900, 3), 60, np.uint8)
    one, two = (
        render_amulets.photo(faces, np.random.default_rng(3))
        for faces in (first, second)
    )
    frames, rests = filmed([bare, one, one, two, bare], 1)
    told = lines(capsys, write(frames, tmp_path / "a.avi"), "--reader", "amulets")
    assert [len(line["amulets"]) for line in told] == [0, 6, 6, 0]
    new = [rests[k] for k in (0, 1, 3, 4)]
    assert all(during(line, rest) for line, rest in zip(told, new, strict=True))
    shown = [sorted(a["total"] for a in line["amulets"]) for line in told[1:3]]
    assert shown == [sorted(map(len, faces)) for faces in (first, second)]


@pytest.mark.parametrize("drift", [0.0, 4.0])
def test_a_board_is_told_after_every_move_and_not_after_a_hand(
    drift, tmp_path, capsys
) -> None:
    board = board_moves.boards()["rectangle"]
    turns = board_moves.Turns(board)
    start = turns.start()
    moved = sorted(turns.after(start, "yellow"))[3]
    pictures = [
        render_boards.photo(
            board, lying, np.random.default_rng(8), marked=True, size=(1200, 900)
        ).image
        for lying in (start, start, moved)
    ]
    frames, rests = filmed(pictures, 1, drift=drift)
    path = write(frames, tmp_path / "b.avi")
    told = lines(capsys, path, "--reader", "board", "--board", "rectangle")
    assert [tuple(cell["what"] for cell in line["board"]) for line in told] == [
        start,
        moved,
    ]
    assert during(told[0], rests[0])
    assert during(told[1], rests[2])
