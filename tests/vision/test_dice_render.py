from dataclasses import replace

import numpy as np

from vision.train.render import table, things
from vision.train.render.die import paint
from vision.train.render.faces import CELL
from vision.train.render.material import hsv
from vision.train.render.plan import faces_around, make_die, plan
from vision.train.render.scene import render


def test_the_same_seed_gives_the_same_photo() -> None:
    one, two = render(11, side=160), render(11, side=160)
    assert np.array_equal(one.photo, two.photo)
    assert one.dice == two.dice


def test_a_photo_shows_what_its_truth_says() -> None:
    scene = render(5, side=256, die_px=50, count=4)
    assert scene.photo.shape == (256, 256, 3)
    assert 1 <= len(scene.dice) <= 4
    for die in scene.dice:
        assert 1 <= die.face <= 6
        assert die.box[0] < die.box[2]
        assert die.box[1] < die.box[3]


def test_a_whole_die_shows_its_pips_and_may_stand_before_another() -> None:
    """Neighbours whose boxes overlap count as long as nothing hides a pip."""
    hidden = crowded = 0
    for seed in range(900, 925):
        dice = render(seed, side=192, die_px=40, count=9).dice
        for die in dice:
            inside = die.box[0] > 0 < die.box[1] and max(die.box[2:]) < 192
            hidden += inside and not die.whole
            if not die.whole:
                continue
            x0, y0, x1, y1 = die.box
            assert all(x0 < x < x1 and y0 < y < y1 for x, y in die.pips)
            crowded += any(
                min(x1, o.box[2]) - max(x0, o.box[0]) > 6
                and min(y1, o.box[3]) - max(y0, o.box[1]) > 6
                for o in dice
                if o is not die
            )
    assert hidden > 3
    assert crowded > 20


def test_opposite_faces_make_seven() -> None:
    rng = np.random.default_rng(0)
    for top in range(1, 7):
        right, left, far, near, above, below = faces_around(rng, top)
        assert above == top
        assert right + left == far + near == above + below == 7
        assert sorted([right, left, far, near, above, below]) == [1, 2, 3, 4, 5, 6]


def test_a_toned_table_has_the_colour_of_the_dice_and_keeps_its_pattern() -> None:
    rng = np.random.default_rng(4)
    for body in (hsv(45, 0.1, 0.95), hsv(230, 0.9, 0.4), hsv(0, 0, 0.05)):
        look = table.background(rng, 96, [])
        toned = table.toned(rng, look, body)
        apart = np.abs(toned.mean((0, 1)) - body ** (1 / 2.2)).max()
        assert apart < 0.25
        assert toned.std() > 0


def test_a_crowded_table_without_dice_shows_things_and_no_die() -> None:
    for seed in range(60, 64):
        bare = render(seed, side=160, count=0)
        crowded = render(seed, side=160, count=0, crowd=9)
        assert not crowded.dice
        assert not np.array_equal(bare.photo, crowded.photo)


def test_every_thing_has_a_picture_and_a_cover_of_one_size() -> None:
    rng = np.random.default_rng(1)
    for *_, make in things.KINDS:
        for _ in range(6):
            face, cover = make(rng)
            assert face.shape == (*cover.shape, 3)
            assert cover.max() > 0.9
            assert face.min() >= -0.01
            assert face.max() < 2


def test_pips_of_the_far_side_shine_through_a_glassy_die_only() -> None:
    """The same die with and without print below differs only if it is clear."""
    scene = plan(np.random.default_rng(3), 96, 60, elevation=90.0)
    for clear, shines in ((0.0, False), (0.8, True)):
        glass = replace(scene.base, clear=clear, second=scene.base.body)
        die = make_die(replace(scene, base=glass, mixed=False), np.zeros(3), 0.0, 1.0)
        bare = die.print.copy()
        bare[5 * CELL :] = 0
        shown = [
            paint(one, scene.camera, scene.light, np.random.default_rng(0))[2]
            for one in (die, replace(die, print=bare))
        ]
        apart = float(np.abs(shown[0] - shown[1]).max())
        assert (apart > 0.01) == shines
