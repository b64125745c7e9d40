"""Boards: found in three ways, discs told apart, legal positions as wholes."""

from __future__ import annotations

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision import board_moves, render_boards
from vision import __main__ as command
from vision import board, markers
from vision.boards import files
from vision.boards.plan import plan_of
from vision.image import BgrImage
from vision.readings import BoardPrior, Cell, CellReading, Report, Successor

RHOMBUS = board_moves.boards()["rhombus"]
START = board_moves.Turns(RHOMBUS).start()


def shown(report: Report[CellReading]) -> tuple[str, ...]:
    return tuple(cell.what for cell in report.readings)


def moment(seed: int, name: str, *, marked: bool, hand: str | None = None):
    """Return a scene of a random game and its photo."""
    rng = np.random.default_rng(seed)
    scene = board_moves.scene(rng, board_moves.boards()[name])
    photo = render_boards.photo(
        scene.board, scene.now, rng, marked=marked, hand=hand, size=(1000, 750)
    )
    return scene, photo


@pytest.mark.parametrize("name", ["rhombus", "diamond", "rectangle"])
@pytest.mark.parametrize("how", ["markers", "taps", "neither"])
def test_the_turn_between_two_photos_is_found(name: str, how: str) -> None:
    scene, photo = moment(31, name, marked=how == "markers")
    prior = replace(scene.board, last=scene.last, successors=scene.successors)
    if how == "taps":
        prior = replace(prior, corners=photo.taps)
    report = board.read(photo.image, prior)
    assert tuple(one.what for one in report.wholes[0].pieces) == scene.now
    assert [one.cell for one in report.readings] == [c.id for c in scene.board.cells]


def test_two_turns_missed_in_between_are_found_and_cost_a_little() -> None:
    turns = board_moves.Turns(RHOMBUS)
    first = sorted(turns.after(START, "yellow"))[3]
    second = sorted(turns.after(first, "brown"))[5]
    successors = tuple(Successor(one) for one in turns.after(START, "yellow"))
    successors += tuple(Successor(one, 2) for one in turns.after(first, "brown"))
    photo = render_boards.photo(
        RHOMBUS, second, np.random.default_rng(8), marked=True, size=(1000, 750)
    )
    prior = replace(RHOMBUS, last=START, successors=successors)
    assert shown(board.read(photo.image, prior)) == second


def test_a_photo_before_anyone_moved_is_the_last_position() -> None:
    turns = board_moves.Turns(RHOMBUS).after(START, "yellow")
    photo = render_boards.photo(
        RHOMBUS, START, np.random.default_rng(9), marked=True, size=(1000, 750)
    )
    prior = replace(
        RHOMBUS, last=START, successors=tuple(Successor(one) for one in turns)
    )
    report = board.read(photo.image, prior)
    assert shown(report) == START


def test_if_nothing_legal_fits_the_cells_are_told_as_they_look() -> None:
    bumped = list(START)
    empty = [n for n, what in enumerate(START) if not what]
    bumped[empty[0]], bumped[empty[5]], bumped[empty[9]] = "brown", "yellow", "brown"
    turns = board_moves.Turns(RHOMBUS).after(START, "yellow")
    prior = replace(
        RHOMBUS, last=START, successors=tuple(Successor(one) for one in turns)
    )
    photo = render_boards.photo(
        RHOMBUS, tuple(bumped), np.random.default_rng(11), marked=True, size=(1000, 750)
    )
    report = board.read(photo.image, prior)
    assert not report.certain
    assert shown(report) == tuple(bumped)
    assert report.problem is not None
    assert report.problem.code == "unlike"
    assert dict(report.problem.numbers)["count"] >= 2


def test_a_hand_over_the_cells_is_never_promised_away() -> None:
    for seed in range(5):
        scene, photo = moment(600 + seed, "rhombus", marked=True, hand="over")
        prior = replace(scene.board, last=scene.last, successors=scene.successors)
        report = board.read(photo.image, prior)
        assert not report.certain or shown(report) == scene.now


def test_a_question_names_a_cell_and_what_may_lie_there() -> None:
    _, photo = moment(31, "rhombus", marked=False)
    report = board.read(photo.image, replace(RHOMBUS, corners=photo.taps))
    if not report.certain:
        assert report.question is not None
        assert set(report.question.options) == {"", "yellow", "brown"}


@pytest.mark.parametrize(
    ("picture", "code"),
    [
        (np.full((600, 800, 3), 4, np.uint8), "dark"),
        (np.full((600, 800, 3), 160, np.uint8), "no-board"),
    ],
)
def test_a_photo_without_a_board_gets_advice(picture: BgrImage, code: str) -> None:
    report = board.read(picture, replace(RHOMBUS, last=START))
    assert report.problem is not None
    assert report.problem.code == code
    assert report.readings == ()


def test_a_board_cut_off_or_too_small_says_so() -> None:
    grey = np.full((600, 800, 3), 150, np.uint8)
    beyond = ((400.0, -300.0), (700.0, 100.0), (400.0, 500.0), (100.0, 100.0))
    report = board.read(grey, replace(RHOMBUS, corners=beyond))
    assert report.problem is not None
    assert report.problem.code == "cut-off"
    tiny = ((400.0, 300.0), (420.0, 330.0), (400.0, 360.0), (380.0, 330.0))
    report = board.read(grey, replace(RHOMBUS, corners=tiny))
    assert report.problem is not None
    assert report.problem.code == "small"


def test_three_markers_are_enough() -> None:
    scene, photo = moment(33, "rectangle", marked=True)
    grey = cv2.cvtColor(photo.image, cv2.COLOR_BGR2GRAY)
    seen = markers.find(grey)
    assert sorted(seen) == [0, 1, 2, 3]
    covered = photo.image.copy()
    cv2.fillConvexPoly(covered, np.rint(seen[2]).astype(int), (128, 128, 128))
    prior = replace(scene.board, last=scene.last, successors=scene.successors)
    report = board.read(covered, prior)
    assert tuple(one.what for one in report.wholes[0].pieces) == scene.now


def test_markers_lie_one_step_outside_the_cells() -> None:
    plan = plan_of(board_moves.boards()["rectangle"])
    middles = plan.markers.mean(1)
    assert np.allclose(middles, [(-1, -1), (5, -1), (5, 7), (-1, 7)])


def test_taps_begin_at_the_top_left_or_the_topmost_cell() -> None:
    for name, first in (("rectangle", "a7"), ("rhombus", "M1"), ("diamond", "M1")):
        prior = board_moves.boards()[name]
        assert prior.cells[plan_of(prior).taps[0]].id == first


def file_of(prior: BoardPrior) -> dict[str, object]:
    return {
        "format": "any-board/1",
        "cells": [
            {"id": c.id, "x": c.x * prior.aspect, "y": c.y, "kind": ground}
            for c, ground in zip(prior.cells, prior.grounds, strict=True)
        ],
        "lines": [list(line) for line in prior.lines],
        "capture_pile_start": {"yellow": 1, "brown": 1},
    }


def test_the_command_reads_a_photo_with_a_board_file(tmp_path, capsys) -> None:
    scene, photo = moment(31, "rectangle", marked=True)
    (tmp_path / "photo.jpg").write_bytes(photo.jpeg)
    (tmp_path / "own.json").write_text(json.dumps(file_of(scene.board)))
    out = tmp_path / "drawn.png"
    arguments = ["board", str(tmp_path / "photo.jpg"), "--json", "--draw", str(out)]
    assert command.main([*arguments, "--board", str(tmp_path / "own.json")]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["cell"] for one in told["board"]] == [c.id for c in scene.board.cells]
    assert {one["what"] for one in told["board"]} <= {"", "yellow", "brown"}
    assert out.exists()


def test_a_file_that_is_no_board_is_refused_in_words(tmp_path) -> None:
    (tmp_path / "no.json").write_text('{"format": "cards/1"}')
    for name in (str(tmp_path / "no.json"), str(tmp_path / "none.json")):
        with pytest.raises(files.NoBoard):
            files.load(name)


def test_fewer_than_four_cells_are_no_board() -> None:
    line = BoardPrior(tuple(Cell(str(n), n / 2, 0.0) for n in range(3)))
    report = board.read(np.full((600, 800, 3), 150, np.uint8), line)
    assert report.problem is not None
    assert report.problem.code == "no-board"


@pytest.mark.parametrize("name", ["rhombus", "diamond", "rectangle"])
def test_the_shipped_boards_are_the_ones_that_are_drawn(name: str) -> None:
    shipped, drawn = files.load(name), board_moves.boards()[name]
    assert shipped.pieces == drawn.pieces == ("yellow", "brown")
    assert shipped.aspect == pytest.approx(drawn.aspect, abs=0.001)

    def places(prior: BoardPrior) -> list[tuple[float, float, str]]:
        both = zip(prior.cells, prior.grounds, strict=True)
        return sorted((round(c.x, 2), round(c.y, 2), ground) for c, ground in both)

    assert places(shipped) == places(drawn)
    assert len(shipped.lines) == len(drawn.lines)


def test_without_a_board_file_the_shipped_board_that_fits_is_taken(
    tmp_path, capsys
) -> None:
    _, photo = moment(31, "rectangle", marked=True)
    (tmp_path / "photo.jpg").write_bytes(photo.jpeg)
    assert command.main(["board", str(tmp_path / "photo.jpg"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert len(told["board"]) == 35
