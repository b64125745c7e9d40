"""A table's own colours: what is learnt, what it changes and what it leaves alone."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.own_tables import own_table
from vision.dice import read
from vision.dice.look import COLOURS
from vision.dice.own import alike, learn, light, named, tints, weighed
from vision.image import BgrImage
from vision.readings import DicePrior, OwnColour, OwnColours

CLOTH = (110.0, 120.0, 100.0)
DICE = {
    "red": (35.0, 30.0, 190.0),
    "white": (225.0, 235.0, 235.0),
    "light-blue": (220.0, 170.0, 70.0),
}
EVEN = (1.0, 1.0, 1.0)
COLD = (1.3, 1.0, 0.7)
"""Gains of blue, green and red."""

BOXES = [(40.0 + 120 * k, 60.0, 60.0, 60.0) for k in range(3)]


def photo(gains=EVEN, cloth=CLOTH, bright: float = 1.0) -> BgrImage:
    """A red, a white and a light blue square with dark pips on a cloth."""
    image = np.zeros((200, 400, 3)) + cloth
    for box, body in zip(BOXES, DICE.values(), strict=True):
        x, y, side, _ = (int(v) for v in box)
        image[y : y + side, x : x + side] = body
        for pip in (14, 40):
            image[y + pip : y + pip + 10, x + pip : x + pip + 10] = 20
    grain = np.random.default_rng(1).normal(0, 3, image.shape)
    return BgrImage(np.clip(image * gains * bright + grain, 0, 255).astype(np.uint8))


def taught(*photos: BgrImage) -> OwnColours:
    told = []
    for one in photos:
        seen, cloth = tints(one, BOXES)
        told.append((list(zip(DICE, seen, strict=True)), cloth))
    return learn(told)


def chances(**likely: float) -> np.ndarray:
    names = {name.replace("_", "-"): chance for name, chance in likely.items()}
    return np.array([names.get(name, 0.001) for name in COLOURS], np.float32)


def best(found: np.ndarray) -> str:
    return COLOURS[int(found.argmax())]


def test_a_white_die_in_cold_light_is_white_where_that_was_learnt() -> None:
    own = taught(photo(COLD), photo(COLD, bright=0.8))
    seen, cloth = tints(photo(COLD, bright=0.9), BOXES)
    fooled = chances(light_blue=0.8, white=0.19)
    assert best(weighed(fooled, seen[1], cloth, own)) == "white"
    assert best(weighed(fooled, seen[2], cloth, own)) == "light-blue"


def test_the_lamp_may_change_while_the_cloth_tells_of_it() -> None:
    own = taught(photo(EVEN), photo(EVEN, bright=0.8))
    seen, cloth = tints(photo(COLD), BOXES)
    fooled = chances(light_blue=0.8, white=0.19)
    assert best(weighed(fooled, seen[1], cloth, own)) == "white"


def test_a_die_unlike_all_that_was_learnt_is_judged_as_before() -> None:
    own = taught(photo())
    alone = chances(yellow=0.7, orange=0.29)
    found = weighed(alone, (3.0, -3.0, 5.0), tints(photo(), BOXES)[1], own)
    assert found == pytest.approx((alone + 0.01) / (alone + 0.01).sum(), abs=0.05)


def test_another_cloth_is_no_other_lamp() -> None:
    own = taught(photo())
    seen, cloth = tints(photo(cloth=(30.0, 40.0, 200.0)), BOXES)
    told = dict(zip(COLOURS, chances(white=0.6, light_blue=0.39).tolist(), strict=True))
    after = named(told, seen[1], cloth, own)
    assert max(after, key=after.__getitem__) == "white"


WHITE = (0.0, 0.0, 5.3)


@pytest.mark.parametrize(
    ("learnt", "here", "other"),
    [
        ((0.0, 0.0, 4.7), (1.6, 0.1, 4.5), (-1.6, -0.1, 5.5)),
        ((0.0, 0.0, 2.77), (-0.13, 0.32, 2.8), (0.13, -0.32, 5.27)),
    ],
    ids=["another cloth", "a cloth that is nearly black"],
)
def test_a_cloth_that_tells_nothing_of_the_lamp_moves_no_die(
    learnt, here, other
) -> None:
    """Were it believed, a die as white as it was learnt would look like the other."""
    own = learn([([("white", WHITE), ("yellow", other)], learnt)])
    assert best(weighed(chances(), WHITE, here, own)) == "white"


def test_of_what_tells_the_light_white_dice_say_most() -> None:
    own = taught(photo())

    def reddened(name: str) -> float:
        red, blue, level = own.dice[name].mean
        odd = OwnColour((red + 0.9, blue, level), own.dice[name].spread)
        return light(OwnColours(own.cloth, {**own.dice, name: odd}))[0] - light(own)[0]

    assert reddened("white") == pytest.approx(3 * reddened("red"), abs=0.001)


def test_pips_do_not_tint_a_die() -> None:
    seen, _ = tints(photo(), BOXES)
    for (_, _, level), body in zip(seen, DICE.values(), strict=True):
        assert level == pytest.approx(np.log(np.array(body) + 10).mean(), abs=0.03)


def test_the_cloth_is_seen_between_dice_that_lie_in_a_heap() -> None:
    image = np.zeros((300, 300, 3), np.uint8) + np.uint8(CLOTH)
    image[60:240, 60:240] = DICE["red"]
    heap = [(60.0 * x, 60.0 * y, 60.0, 60.0) for x in (1, 2, 3) for y in (1, 2, 3)]
    _, cloth = tints(BgrImage(image), heap)
    _, bare = tints(BgrImage(image), [(0.0, 0.0, 30.0, 30.0)])
    assert cloth == pytest.approx(bare, abs=0.01)


def test_the_light_is_told_by_the_dice_whose_colour_is_known() -> None:
    red, blue, _ = light(taught(photo(COLD)))
    even_red, even_blue, _ = light(taught(photo()))
    assert blue - red > 0.3
    assert abs(even_blue - even_red) < 0.25


def test_dice_that_look_the_same_are_named() -> None:
    seen, cloth = tints(photo(), BOXES)
    own = learn([([("white", seen[1]), ("yellow", seen[1]), ("red", seen[0])], cloth)])
    assert alike(own) == (("white", "yellow"),)
    assert alike(taught(photo())) == ()


def test_nothing_is_learnt_from_nothing() -> None:
    assert learn([]).dice == {}


@pytest.fixture(scope="module")
def drawn() -> tuple[BgrImage, OwnColours]:
    here = own_table(100, "cold")
    image, truth = here.photo(["white", "red", "yellow", "dark-blue"])
    seen, cloth = tints(BgrImage(image), [one.box for one in truth])
    names = [one.colour for one in truth]
    return BgrImage(image), learn([(list(zip(names, seen, strict=True)), cloth)])


def test_faces_places_and_certainty_are_left_alone(drawn) -> None:
    image, own = drawn
    before, after = read(image), read(image, DicePrior(own=own))
    assert before.readings
    for one, other in zip(before.readings, after.readings, strict=True):
        assert (one.face, one.faces, one.box) == (other.face, other.faces, other.box)
        assert one.confidence == other.confidence
    assert before.certain == after.certain


def test_a_table_that_taught_nothing_changes_nothing(drawn) -> None:
    image, _ = drawn
    nothing = OwnColours((0.0, 0.0, 0.0), {})
    assert read(image, DicePrior(own=nothing)) == read(image)
    assert DicePrior(own=nothing) == DicePrior()
