"""Cells told by comparison: hard colours, hands, and taps in any order."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision import board_moves, render_boards
from tests.vision.board_props import BUILDING
from vision import board
from vision.boards.judge import judged
from vision.boards.look import measure
from vision.boards.plan import plan_of
from vision.boards.weigh import weigh
from vision.image import fit

WOOD = (120, 165, 205)


def moment(seed, props=BUILDING, **how):
    """Return a scene and its photo."""
    rng = np.random.default_rng(seed)
    scene = board_moves.scene(rng, board_moves.boards()["rhombus"])
    return scene, render_boards.photo(scene.board, scene.now, rng, props, **how)


def what(readings):
    return tuple(cell.what for cell in readings)


@pytest.mark.parametrize("seed", [21, 22, 23])
def test_discs_in_the_colour_of_the_board_are_told_by_their_shape(seed):
    alike = replace(
        BUILDING,
        surfaces=((WOOD, (40, 60, 80), "wood"),),
        discs=((WOOD, (35, 55, 90)),),
        grounds=({},),
    )
    scene, photo = moment(seed, alike, marked=True)
    known = replace(scene.board, last=scene.last)
    assert what(board.read(photo.image, known).readings) == scene.now


def test_what_a_hand_covers_is_something_else():
    scene, photo = moment(31, hand="over")
    assert photo.hidden.any()
    known = replace(scene.board, last=scene.last)
    plan, picture = plan_of(known), fit(photo.image, board.WORKING_SIDE)
    scale = photo.image.shape[1] / picture.shape[1]
    look = measure(
        picture, cv2.findHomography(plan.spots, photo.spots / scale)[0], plan
    )
    logs = judged(look, weigh(look.features, known, plan.arms), known)
    strange = np.exp(logs[:, -1])
    assert strange[photo.hidden].min() > strange[~photo.hidden].max()


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (2, 3, 0, 1), (3, 1, 0, 2)])
def test_taps_are_taken_in_any_order_where_the_position_is_known(order):
    scene, photo = moment(41)
    taps = tuple(photo.taps[n] for n in order)
    known = replace(scene.board, last=scene.last, corners=taps)
    assert what(board.read(photo.image, known).readings) == scene.now
