"""A film made of a real photograph, where the photographs are at hand."""

from __future__ import annotations

import numpy as np
import pytest

from tests.bench.vision_films import one_by_one
from tests.vision.clips import Clip
from tests.vision.photo_hand import photo_hand
from tests.vision.photo_tables import photo_table, sources
from tests.vision.watching import Score
from vision.capture import watch
from vision.dice import read
from vision.watching.film import film

TRAY = ("d096_kj_03.jpg", "d098_kj_06.jpg", "d100_kj_09.jpg", "d102_kj_13.jpg")


@pytest.fixture(scope="module")
def tray():
    """A tray of real dice, its own and those of three more photos of it."""
    photos = [one for one in sources() if one[0].file in TRAY]
    if not photos:
        pytest.skip("the photographs are not here")
    return photo_table(photos, (640, 360), 3)


def test_only_where_dice_are_laid_the_table_looks_otherwise(tray) -> None:
    dice = tray.throw(2)
    gap = np.abs(tray.shown(dice) - tray.shown([])).max(axis=2)
    for die in dice:
        x, y = (round(v) for v in die.at)
        assert gap[y - 9 : y + 9, x - 9 : x + 9].mean() > 0.2
        gap[y - die.reach : y + die.reach, x - die.reach : x + die.reach] = 0
    assert gap.max() < 0.05


def test_every_rest_of_real_dice_is_told_once(tray, tmp_path) -> None:
    shot = Clip(tray, smear=True, tint=0.03, make_hand=photo_hand)
    one_by_one(shot)
    told = list(watch(film(str(shot.write(tmp_path / "tray.avi"))), read))
    score = Score()
    score.add("tray", shot.rests, told)
    assert (score.missed, score.twice, score.stray) == ([], 0, 0)
    assert (score.wrong_accepted, score.right) == (0, score.rests)
