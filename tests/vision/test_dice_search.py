"""How often a photo is looked at, and what its dice say of each other."""

import numpy as np
import pytest

from vision.dice.company import FAR, company, refusals
from vision.dice.find import Found
from vision.dice.look import Look
from vision.dice.search import FIRST, search, settled
from vision.dice.trust import Trust

EVEN = np.full(6, 1 / 6, np.float32)
COLOURS = np.full(9, 1 / 9, np.float32)


def box(x: float, size: float, score: float = 0.9) -> Found:
    return Found((x, 0.0, x + size, size), score)


def seen(size: float, die: float, score: float = 0.9) -> Look:
    return Look(box(0, size, score), die, die, EVEN, COLOURS)


def test_a_box_twice_as_large_as_all_dice_is_unlike_them() -> None:
    boxes = [box(0, 40), box(100, 42), box(200, 38), box(300, 80)]
    *dice, sheet = (unlike for unlike, *_ in company(boxes, [0.99] * 4, 0))
    assert max(dice) < 0.2
    assert sheet == pytest.approx(np.log(2), abs=0.01)


def test_what_is_no_die_is_not_held_against_the_dice() -> None:
    boxes = [box(0, 40), box(100, 300, 0.9), box(400, 300, 0.9)]
    assert company(boxes, [0.99, 0.1, 0.1], 2)[0][:2] == (0.0, 0.0)


def test_what_the_finder_hardly_sees_is_not_held_against_the_dice() -> None:
    boxes = [box(0, 40), box(100, 300, 0.2)]
    assert company(boxes, [0.99, 0.99], 0)[0][:2] == (0.0, 0.0)


def test_a_die_alone_is_unlike_nobody_and_nothing_is_unlike_without_end() -> None:
    assert company([box(0, 500)], [0.99], 0) == [(0.0, 0.0, 0.0)]
    assert company([box(0, 5), box(50, 5000)], [0.99, 0.99], 0)[0][:2] == (FAR, 0.0)


def test_only_what_was_nearly_a_die_was_refused() -> None:
    boxes = [box(0, 40), box(100, 40), box(200, 40, 0.3), box(300, 40, 0.15)]
    assert refusals(boxes, [0.99, 0.2, 0.01, 0.0001]) == 2


def test_things_speak_against_a_die_only_where_they_outnumber_the_dice() -> None:
    boxes, words = [box(0, 40), box(100, 40), box(200, 40)], [0.99, 0.99, 0.1]

    def ahead(refused: int) -> list[float]:
        return [one[2] for one in company(boxes, words, refused)]

    assert ahead(1) == ahead(3) == [0.0, 0.0, 0.0]
    assert ahead(9) == pytest.approx([np.log(4 / 10)] * 2 + [np.log(6 / 9)])


@pytest.mark.parametrize(
    ("looks", "enough"),
    [
        ([], False),
        ([seen(60, 0.999)], True),
        ([seen(60, 0.999), seen(50, 0.01, 0.2)], True),
        ([seen(60, 0.999), seen(50, 0.6)], False),
        ([seen(60, 0.999), seen(50, 0.3)], False),
        ([seen(60, 0.999, 0.3)], False),
        ([seen(60, 0.999), seen(20, 0.999)], False),
    ],
    ids=["nothing", "sure", "beside none", "in doubt", "perhaps", "faint", "small"],
)
def test_one_look_is_enough_only_for_large_dice_beyond_doubt(
    looks: list[Look], enough: bool
) -> None:
    assert settled(looks, FIRST) is enough


class Finds:
    """A finder that sees the same cells in every picture of one size."""

    def __init__(self, cells: np.ndarray) -> None:
        self.cells, self.shapes = cells, []

    def run(self, batch: np.ndarray) -> np.ndarray:
        self.shapes.append(batch.shape[2:])
        return self.cells[None]


class Reads:
    """A reader for whom all is a die, and who counts the crops of each batch."""

    def __init__(self) -> None:
        self.shown: list[int] = []

    def run(self, batch: np.ndarray) -> np.ndarray:
        self.shown.append(len(batch))
        said = np.zeros((len(batch), 21), np.float32)
        said[:, 3] = 20
        return said


def cells(score: float) -> np.ndarray:
    """Return what a finder says of four dice, each two cells wide."""
    said = np.full((11, 44, 44), -20, np.float32)
    said[1:5] = 0
    for row, col in ((6, 6), (6, 30), (30, 6), (30, 30)):
        said[0, row, col] = np.log(score / (1 - score))
        said[3:5, row, col] = np.log(2)
    return said


def test_one_small_die_tells_that_the_first_look_is_not_enough() -> None:
    class Known:
        finder, reader, trust = Finds(cells(0.9)), Reads(), Trust()
        judge = second = None

    looks = search(np.full((352, 352, 3), 99, np.uint8), Known)
    assert Known.reader.shown[0] == 1
    assert len(Known.finder.shapes) == 3
    assert len(looks) >= 4
