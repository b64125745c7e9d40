"""Dim photos are read as if they had been exposed longer."""

import numpy as np
import pytest

from vision.dice import read
from vision.dice.light import DIM, LIT, lit
from vision.image import BgrImage
from vision.train.render.scene import render


def evenly(shade: int) -> BgrImage:
    """Return half a table of this red and half of a red half as bright."""
    image = np.zeros((240, 320, 3), np.uint8)
    image[..., 2] = shade // 2
    image[:, 160:, 2] = shade
    return BgrImage(image)


@pytest.mark.parametrize("shade", [int(DIM), 250, 0])
def test_a_photo_bright_enough_or_black_stays_as_it_is(shade) -> None:
    image = evenly(shade)
    assert lit(image) is image


@pytest.mark.parametrize("shade", [int(DIM) - 10, 40, 4])
def test_a_dim_photo_is_lifted_and_keeps_its_hues(shade) -> None:
    lifted = lit(evenly(shade))
    assert lifted.max() == pytest.approx(LIT, abs=1)
    assert lifted[0, 0, 2] == pytest.approx(LIT / 2, abs=1)
    assert not lifted[..., :2].any()


def test_a_lamp_in_a_corner_makes_no_table_bright() -> None:
    image = evenly(60)
    image[:16, :16] = 255
    assert lit(image)[120, 300, 2] > 200


def test_dice_in_the_dusk_are_read_and_promised_as_by_day() -> None:
    table = render(70_000_001, 640, count=3)
    grain = np.random.default_rng(1).normal(0, 2, table.photo.shape)
    dusk = np.clip(table.photo * 0.06 + grain, 0, 255).astype(np.uint8)
    report = read(BgrImage(dusk))
    assert sorted(die.face for die in report.readings) == [2, 5, 6]
    assert report.certain
