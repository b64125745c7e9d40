"""The second reader, who is asked where the first leaves a face in doubt."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.dice import second
from vision.dice.find import Found
from vision.dice.look import Look, crop
from vision.dice.nets import nets
from vision.dice.search import FAINT, READ, read_again
from vision.train.render.scene import render

COLOURS = np.full(9, 1 / 9, np.float32)
GREY = np.full((200, 200, 3), 128, np.uint8)


class Says:
    """A second reader that is sure of one face, and counts the crops it is shown."""

    def __init__(self, face: int) -> None:
        self.face, self.shown = face, 0

    def run(self, batch: np.ndarray) -> np.ndarray:
        self.shown += len(batch)
        return np.eye(7, dtype=np.float32)[[self.face] * len(batch)] * 9


def chances(likely: dict[int, float]) -> np.ndarray:
    rest = (1 - sum(likely.values())) / (6 - len(likely))
    return np.array([likely.get(face, rest) for face in range(1, 7)], np.float32)


def seen(there: float, face: int, sure: float) -> Look:
    faces = np.full(6, (1 - sure) / 5, np.float32)
    faces[face - 1] = sure
    return Look(Found((20, 20, 80, 80), 0.9), there, there, faces, COLOURS)


def spotted(die: int, pip: int) -> np.ndarray:
    view = np.full((second.SIDE, second.SIDE, 3), die, np.uint8)
    cv2.circle(view, (40, 40), 6, (pip, pip, pip), -1)
    return view


def test_dark_pips_on_a_dark_die_show_more_than_they_do() -> None:
    def contrast(view: np.ndarray) -> float:
        return float(np.ptp(view))

    plain, dark = spotted(200, 20), spotted(40, 20)
    before = contrast(dark) / contrast(plain)
    after = contrast(second.evened(dark)) / contrast(second.evened(plain))
    assert before < 0.12
    assert after > 2 * before


def test_doubt_is_settled_by_the_second_reader() -> None:
    reader = Says(4)
    (look,) = read_again(GREY, [seen(0.9, 5, 0.5)], reader)
    assert int(look.faces.argmax()) + 1 == 4
    assert look.faces.sum() == pytest.approx(1, abs=1e-5)
    assert (look.there, look.found) == (0.9, Found((20, 20, 80, 80), 0.9))


def test_a_face_that_is_nearly_sure_is_read_again() -> None:
    (look,) = read_again(GREY, [seen(0.9, 5, 0.995)], Says(4))
    assert look.faces.max() < 0.7


@pytest.mark.parametrize(
    ("there", "sure"),
    [(0.9, (1 + READ) / 2), (FAINT / 2, 0.4)],
    ids=["a plain face", "hardly a die"],
)
def test_nobody_is_asked_twice_without_need(there: float, sure: float) -> None:
    reader, look = Says(4), seen(there, 5, sure)
    assert read_again(GREY, [look], reader) == [look]
    assert reader.shown == 0


def test_one_crop_is_read_like_several() -> None:
    reader = nets().second
    assert reader is not None
    rng = np.random.default_rng(4)
    side = second.SIDE
    some = [rng.integers(0, 255, (side, side, 3), np.uint8) for _ in range(3)]
    together = second.faces(reader, some)
    alone = np.concatenate([second.faces(reader, [one]) for one in some])
    assert together == pytest.approx(alone, abs=1e-3)
    assert together.sum(1) == pytest.approx(1, abs=1e-4)


def test_rendered_faces_are_read() -> None:
    reader = nets().second
    assert reader is not None
    crops, truth = [], []
    for seed in range(710_000, 710_030):
        scene = render(seed, 200, die_px=70, count=1, near=True)
        dice = [die for die in scene.dice if die.whole]
        crops += [crop(scene.photo, die.box, second.SIDE) for die in dice]
        truth += [die.face for die in dice]
    said = second.faces(reader, crops).argmax(1) + 1
    assert len(truth) > 15
    assert np.mean(said == truth) > 0.6


def test_translucent_dice_are_named_after_their_faces(tmp_path: Path) -> None:
    views = pytest.importorskip("vision.train.second_views", exc_type=ImportError)
    cv2.imwrite(str(tmp_path / "c001_3.jpg"), np.full((60, 70, 3), 90, np.uint8))
    ((_, (die,), wrong),) = views.translucent(tmp_path)
    assert (die.face, wrong) == (3, [])
    assert (die.box[0] + die.box[2], die.box[1] + die.box[3]) == (70, 60)


def test_what_poor_cameras_show_is_still_a_crop() -> None:
    views = pytest.importorskip("vision.train.second_views", exc_type=ImportError)
    plain = spotted(200, 20)
    rng = np.random.default_rng(5)
    shown = [views.worse(rng, plain) for _ in range(60)]
    assert {(one.shape, one.dtype.name) for one in shown} == {(plain.shape, "uint8")}
    changed = sum(not np.array_equal(one, plain) for one in shown)
    assert 15 < changed < 50


@pytest.mark.parametrize(
    ("first", "said", "alone", "surer"),
    [
        ({5: 0.5}, {5: 0.9}, False, True),
        ({5: 0.5}, {5: 0.9}, True, False),
        ({5: 0.3}, {5: 0.35}, False, False),
        ({6: 0.9}, {5: 0.99}, False, False),
        ({6: 0.99}, {4: second.CONTRARY}, False, False),
    ],
    ids=[
        "both name it",
        "the only die",
        "both hardly know",
        "one knows better",
        "a sure one is contradicted",
    ],
)
def test_two_readers_who_name_one_face_are_surer_than_either(
    first: dict[int, float], said: dict[int, float], alone: bool, surer: bool
) -> None:
    one, two = chances(first), chances(said)
    both = second.together(one, two, alone=alone)
    assert both.sum() == pytest.approx(1, abs=1e-5)
    mean = (1 - second.SHARE) * one + second.SHARE * two
    assert both.argmax() == mean.argmax()
    if surer:
        assert both.max() > max(one.max(), two.max())
    else:
        assert both == pytest.approx(mean)


def test_the_only_die_is_no_surer_than_the_mean_of_its_readers() -> None:
    (alone,) = read_again(GREY, [seen(0.9, 5, 0.5)], Says(5))
    first, _ = read_again(GREY, [seen(0.9, 5, 0.5), seen(0.9, 5, 0.5)], Says(5))
    faint, _ = read_again(GREY, [seen(0.9, 5, 0.5), seen(0.3, 5, 0.5)], Says(5))
    assert first.faces.max() > alone.faces.max()
    assert faint.faces == pytest.approx(alone.faces)


@pytest.mark.parametrize("said", [{4: second.CONTRARY - 0.02}, {6: 0.3}, {6: 0.99}])
def test_a_sure_face_stays_so_unless_it_is_contradicted(said: dict[int, float]) -> None:
    sure = chances({6: second.SURE})
    assert second.together(sure, chances(said), alone=False) is sure
