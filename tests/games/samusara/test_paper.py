"""The board on paper: a camera finds it by its markers, on every paper."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.games.samusara import GAME
from companion.games.samusara.board import BOARDS, shipped
from companion.games.samusara.own_board import plain
from companion.rulebook import catalogue
from companion.rulebook.kit.board import step_of
from companion.rulebook.kit.kit import make_kit
from companion.rulebook.kit.order import Kit
from tests.rulebook.sheets import rasterise

DPI = 100


def pages(name, paper="a4"):
    board = GAME.printed({"board": plain(shipped(name))})
    kit = Kit("samusara", "http://192.168.1.23:8000", "en", paper, board=board)
    return board, rasterise(make_kit(kit, catalogue(), str), DPI)[-2:]


def marker_middles(page):
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, numbers, _ = cv2.aruco.ArucoDetector(book).detectMarkers(page)
    found = dict(zip(np.ravel(numbers).tolist(), corners, strict=True))
    assert sorted(found) == [0, 1, 2, 3]
    return np.array([found[n].reshape(4, 2).mean(0) for n in range(4)])


@pytest.mark.parametrize("name", BOARDS)
def test_four_markers_stand_one_step_outside_the_cells(name):
    board, (small, large) = pages(name)
    step = step_of(board)
    spots = np.array([(c.x, c.y) for c in board.cells]) / step
    low, high = spots.min(0) - 1, spots.max(0) + 1
    meant = np.array([low, (high[0], low[1]), high, (low[0], high[1])])
    for page in (small, large):
        seen = marker_middles(page)
        way, _ = cv2.findHomography(meant, seen)
        unit = np.linalg.norm(seen[1] - seen[0]) / (high[0] - low[0])
        assert np.abs(cv2.perspectiveTransform(meant[None], way)[0] - seen).max() < 1
        cells = cv2.perspectiveTransform(spots[None], way)[0]
        for (x, y), cell in zip(cells, board.cells, strict=True):
            # Its fill, between its name and its rim.
            shade = page[round(y - 0.28 * unit), round(x)].mean()
            assert abs(shade - np.dot(cell.fill, (0.299, 0.587, 0.114))) < 12, cell


def test_the_larger_page_is_a3_and_the_board_grows_with_it():
    _, (small, large) = pages("rhombus")
    assert large.shape[0] / small.shape[0] == pytest.approx(2**0.5, abs=0.01)
    wide = [np.ptp(marker_middles(page)[:, 0]) for page in (small, large)]
    assert wide[1] > 1.4 * wide[0]


def test_everything_stays_on_letter_paper():
    _, (small, _) = pages("diamond", "letter")
    marker_middles(small)
    edge = round(8 / 25.4 * DPI)
    for rim in (small[:edge], small[:, :edge], small[:, -edge:]):
        assert rim.min() > 200


def test_track_and_piles_have_their_room():
    board = GAME.printed(None)
    assert board.track == 13
    assert len(board.piles) == 2
