"""The close look at a box: drawn closer first, read then."""

import numpy as np
import pytest

from vision.dice.find import Found, overlap
from vision.dice.look import PLACE, Eye, closer, crop, look
from vision.dice.nets import close_blob, nets
from vision.dice.trust import Trust
from vision.train.render.scene import render


def test_what_the_reader_sees_moves_the_box() -> None:
    """A die in the crop's right half, twice as wide as high, is boxed as such."""
    wide, high = np.log(1.0), np.log(0.5)
    said = np.array([0.2, 0.0, wide, high], np.float32)
    box = closer(Found((100, 100, 200, 200), 0.5), said).box
    assert box == pytest.approx((127, 125, 227, 175))


def test_a_box_does_not_run_away() -> None:
    said = np.array([9.0, -9.0, 9.0, 9.0], np.float32)
    box = closer(Found((100, 100, 200, 200), 0.5), said).box
    assert 0 < box[2] - box[0] < 210
    assert abs(box[0] + box[2] - 300) < 200


def test_loose_boxes_are_drawn_closer() -> None:
    """Boxes half as large again and aside come to lie on their dice."""
    before, after = [], []
    for seed in range(700_000, 700_030):
        scene = render(seed, 256, die_px=48, count=2)
        for die in scene.dice:
            if not die.whole:
                continue
            x0, y0, x1, y1 = die.box
            size = 0.75 * max(x1 - x0, y1 - y0)
            x, y = (x0 + x1) / 2 + 0.15 * size, (y0 + y1) / 2 - 0.15 * size
            loose = Found((x - size, y - size, x + size, y + size), 1.0)
            view = close_blob([crop(scene.photo, loose.box)])
            near = closer(loose, nets().reader.run(view)[0, PLACE])
            truth = Found(die.box, 1.0)
            before.append(overlap(loose, truth, by_larger=True))
            after.append(overlap(near, truth, by_larger=True))
    assert len(before) > 15
    assert np.median(after) > np.median(before) + 0.2


class Told:
    """A reader that says of each box, in their order, how surely it is a die."""

    def __init__(self, *sure: float) -> None:
        self._sure = sure

    def run(self, batch: np.ndarray) -> np.ndarray:
        said = np.zeros((len(batch), 21), np.float32)
        said[:, 6] = np.resize(self._sure, len(batch))
        said[:, 0] = -said[:, 6]
        return said


GREY = np.full((300, 300, 3), 128, np.uint8)
LARGE = Found((10, 10, 290, 290), 0.9)
SIX = [
    Found((x, y, x + 50.0, y + 50.0), 0.6)
    for x in (30.0, 120.0, 210.0)
    for y in (60.0, 190.0)
]


def test_six_dice_in_two_rows_are_not_one_large_six() -> None:
    looks = look(GREY, [LARGE, *SIX], Told(9, *[6] * 6), Trust())
    assert sorted(one.found.box for one in looks) == [one.box for one in SIX]


def test_pips_that_hardly_look_like_dice_do_not_hide_a_large_die() -> None:
    looks = look(GREY, [LARGE, *SIX], Told(9, *[-4] * 6), Trust())
    assert LARGE.box in [one.found.box for one in looks]


def test_one_die_within_a_box_does_not_outweigh_it() -> None:
    looks = look(GREY, [LARGE, SIX[0]], Told(9, 6), Trust())
    assert [one.found.box for one in looks] == [LARGE.box]


def test_no_view_of_a_box_is_seen_twice() -> None:
    reader = Told(0.5)  # so much in doubt that all views are taken
    seen: list[int] = []
    eye = Eye(GREY, reader)
    reader_run = reader.run
    reader.run = lambda batch: (seen.append(len(batch)), reader_run(batch))[1]
    for _ in range(2):
        look(GREY, SIX, reader, Trust(), eye=eye)
    assert seen == [6, 6, 12]


def test_more_views_are_spared_where_they_would_be_in_vain() -> None:
    assert look(GREY, SIX, Told(6), Trust(), vain=lambda looks: len(looks) == 6) == []
    assert len(look(GREY, SIX, Told(6), Trust(), vain=lambda looks: False)) == 6


def test_boxes_that_were_nearly_dice_count_against_each_other() -> None:
    looks = look(GREY, SIX, Told(-4.0), Trust())
    assert [one.signs[5] for one in looks] == pytest.approx([-np.log(3)] * 6)
