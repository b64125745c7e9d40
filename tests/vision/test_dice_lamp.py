"""Dice are named by the colours they have by day, whatever lamp they lie under."""

from collections.abc import Sequence
from typing import cast

import numpy as np
import pytest

from tests.vision.drawn_dice import picture
from vision.dice import read
from vision.dice.find import Found
from vision.dice.lamp import LAMPS, by_day
from vision.dice.look import COLOUR, COLOURS, Look
from vision.image import BgrImage
from vision.network import Network
from vision.train.render.scene import render

EVEN = np.full(6, 1 / 6, np.float32)
GREY = (128.0, 128.0, 128.0)
COLD = (1.4, 1.0, 0.72)
WARM = (0.65, 1.0, 1.3)


class Told:
    """Stands for the reader: what is redder than blue is white, else light blue."""

    def __init__(self) -> None:
        self.seen = 0

    def run(self, batch: np.ndarray) -> np.ndarray:
        self.seen += len(batch)
        raw = np.zeros((len(batch), 21), np.float32)
        for k, view in enumerate(batch):
            blue, red = float(view[0].mean()) + 0.5, float(view[2].mean()) + 0.5
            surely = 8.0 if abs(blue / red - 1) < 0.15 else 3.0
            name = "white" if blue / red < 1.15 else "light-blue"
            raw[k, COLOUR][COLOURS.index(name)] = surely
        return raw


def table(tint: tuple[float, ...]) -> BgrImage:
    image = np.ones((200, 300, 3)) * GREY * np.array(tint)
    return BgrImage(np.clip(image, 0, 255).astype(np.uint8))


def look(there: float, *, chance: float, name: str = "light-blue") -> Look:
    colours = np.full(9, (1 - chance) / 8, np.float32)
    colours[COLOURS.index(name)] = chance
    return Look(Found((100, 80, 140, 120), 0.9), there, there, EVEN, colours)


def named(looks: Sequence[Look]) -> list[str]:
    return [COLOURS[int(one.colours.argmax())] for one in looks]


def test_white_under_a_cold_lamp_is_white() -> None:
    looks = [look(0.99, chance=0.6), look(0.99, chance=0.7)]
    assert named(by_day(table(COLD), looks, cast(Network, Told()))) == ["white"] * 2


def test_a_table_that_is_not_blue_keeps_what_is_light_blue() -> None:
    looks = [look(0.99, chance=0.8)]
    assert named(by_day(table((1, 1, 1)), looks, cast(Network, Told()))) == [
        "light-blue"
    ]


@pytest.mark.parametrize("tint", [(1.0, 1.0, 1.0), (0.9, 1.0, 1.1)])
def test_plain_colours_by_day_are_looked_at_once(tint) -> None:
    reader, looks = Told(), [look(0.99, chance=0.97)]
    assert by_day(table(tint), looks, cast(Network, reader)) is looks
    assert not reader.seen


def test_what_is_no_die_says_nothing_of_the_lamp_and_faint_boxes_follow() -> None:
    thing = look(0.1, chance=0.6)
    assert by_day(table(COLD), [thing], cast(Network, Told())) == [thing]
    looks = [look(0.99, chance=0.6), look(0.3, chance=0.6), thing]
    again = by_day(table(COLD), looks, cast(Network, Told()))
    assert named(again) == ["white", "white", "light-blue"]


def test_every_lamp_is_undone_by_another_one_the_other_way() -> None:
    (_, cold, _), (_, colder, _), (_, warm, _), (_, warmer, _) = LAMPS
    assert colder < cold < 1 < warm < warmer


@pytest.mark.parametrize("lamp", [(1.0, 1.0, 1.0), COLD, WARM])
def test_red_dice_on_green_cloth_stay_red(lamp) -> None:
    image = picture((180, 200, 5), (420, 260, 3)) * np.array(lamp)
    report = read(BgrImage(np.clip(image, 0, 255).astype(np.uint8)))
    assert [die.colour for die in report.readings] == ["red", "red"]


@pytest.mark.parametrize("seed", [95_500_006, 95_500_013, 95_500_021, 95_500_059])
def test_white_dice_among_others_under_a_cold_lamp(seed) -> None:
    scene = render(seed, 480, count=3)
    truth = sorted(COLOURS[die.colour] for die in scene.dice if die.whole)
    cold = np.clip(scene.photo * np.array([1.35, 1.0, 0.72]), 0, 255).astype(np.uint8)
    report = read(BgrImage(cold))
    assert "white" in truth
    assert sorted(die.colour for die in report.readings) == truth
