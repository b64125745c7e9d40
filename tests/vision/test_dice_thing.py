"""Who tells dice from other things."""

import sys
from pathlib import Path

import numpy as np
import pytest

from vision.dice.decide import BEYOND, VOUCHED
from vision.dice.find import Found
from vision.dice.look import Look, crop
from vision.dice.nets import nets
from vision.dice.search import LIKELY, cleared, search
from vision.dice.thing import (
    ASKED,
    HEAD,
    LIKELIER,
    MOST,
    PERHAPS,
    SURELY,
    Judge,
    weighed,
)
from vision.train.render.scene import render


class Mean:
    """Stands for the layers: how bright a crop is, twice."""

    def run(self, batch: np.ndarray) -> np.ndarray:
        return np.repeat(batch.mean((1, 2, 3))[:, None], 2, 1)


def crops(*levels: int) -> list[np.ndarray]:
    return [np.full((64, 64, 3), level, np.uint8) for level in levels]


def test_a_head_learns_what_features_tell(tmp_path: Path) -> None:
    things = pytest.importorskip("vision.train.things", exc_type=ImportError)
    rng = np.random.default_rng(3)
    x = rng.normal(0, 0.5, (600, 2)).astype(np.float32)
    die = (x.sum(1) > 0).astype(np.float32)
    things.fit([(x, die, np.ones(600, np.float32))], tmp_path)
    dark, bright = Judge(Mean(), tmp_path / HEAD).odds(crops(10, 240))
    assert dark < -1
    assert bright > 1
    assert Judge(Mean(), tmp_path / HEAD).odds([]) == []


def test_rendered_dice_look_more_like_dice_than_their_table() -> None:
    judge = nets().judge
    assert judge is not None
    scene = render(11, 320, count=3)
    views = [np.ascontiguousarray(crop(scene.photo, die.box)) for die in scene.dice]
    corner = crop(scene.photo, (0.0, 0.0, 30.0, 30.0))
    *dice, table = judge.odds([*views, corner])
    assert np.mean(dice) > table
    assert max(map(abs, dice)) <= MOST


def test_one_crop_is_judged_like_several() -> None:
    judge = nets().judge
    assert judge is not None
    rng = np.random.default_rng(2)
    some = [rng.integers(0, 255, (64, 64, 3), np.uint8) for _ in range(3)]
    alone = [judge.odds([one])[0] for one in some]
    assert judge.odds(some) == pytest.approx(alone, abs=1e-3)


@pytest.mark.parametrize(
    ("there", "said", "left"),
    [(0.9, LIKELIER, 0.9), (0.9, -SURELY, 0.9), (0.9, -9.0, ASKED), (0.3, -9.0, 0.3)],
    ids=["a die", "a little doubt", "surely a thing", "none before"],
)
def test_only_what_is_surely_a_thing_is_held_against_a_die(
    there: float, said: float, left: float
) -> None:
    assert weighed(there, said, alone=False) == left
    assert ASKED < weighed(0.999, -SURELY - 0.5, alone=False) < 0.999


@pytest.mark.parametrize("said", [PERHAPS, -SURELY])
def test_the_only_die_is_told_unless_it_is_surely_a_thing(said: float) -> None:
    assert weighed(0.9, said, alone=True) == 0.9
    assert weighed(0.9, -9.0, alone=True) == ASKED
    assert weighed(0.3, -9.0, alone=True) == 0.3


def test_what_is_surely_a_die_is_surer_beside_others_and_never_less_sure() -> None:
    assert 0.9 < weighed(0.6, LIKELIER + 3, alone=False) < 1
    assert weighed(0.6, LIKELIER + 3, alone=True) == 0.6
    assert weighed(0.3, LIKELIER + 3, alone=False) == 0.3
    assert weighed(0.99996, LIKELIER + 0.01, alone=False) >= 0.99996


def test_a_die_that_is_called_a_thing_is_neither_told_nor_promised_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys.modules["vision.dice.search"], "BEYOND", 2.0)

    class Says:
        """Stands for the networks: finds what they find, and calls all of it so."""

        def __init__(self, said: float) -> None:
            known = nets()
            self.finder, self.reader, self.trust = (
                known.finder,
                known.reader,
                known.trust,
            )
            self.said = said
            self.judge, self.second = self, None

        def odds(self, crops: list[np.ndarray]) -> list[float]:
            return [self.said for _ in crops]

    photo = render(504, side=512, die_px=70, count=4).photo
    told = [one.there for one in search(photo, Says(3.0))]
    doubted = [one.there for one in search(photo, Says(-MOST))]
    changed = [(a, b) for a, b in zip(told, doubted, strict=True) if a != b]
    assert all(a >= 0.5 and ASKED <= b < 0.5 for a, b in changed)
    assert len(changed) == sum(one >= 0.5 for one in told) > 0


class Things:
    """Calls everything a thing, and counts the crops it is shown."""

    def __init__(self) -> None:
        self.shown = 0

    def odds(self, crops: list[np.ndarray]) -> list[float]:
        self.shown += len(crops)
        return [-MOST] * len(crops)


EVEN = np.full(9, 1 / 9, np.float32)


def seen(there: float, said: float = 0.0) -> Look:
    return Look(Found((9, 9, 40, 40), 0.9), there, there, EVEN[:6], EVEN, said=said)


@pytest.mark.parametrize(
    ("dice", "asked"),
    [
        ([seen(BEYOND), seen(0.9, VOUCHED)], 1),
        ([seen(BEYOND), seen(0.9, VOUCHED - 0.1)], 0),
        ([], 0),
    ],
    ids=["dice it knows", "a die it does not know", "no dice"],
)
def test_what_was_refused_is_judged_beside_dice_that_are_vouched_for(
    dice: list[Look], asked: int
) -> None:
    judge, photo = Things(), np.zeros((50, 50, 3), np.uint8)
    looks = [*dice, seen(0.3), seen(LIKELY / 2), seen(ASKED, -3.0)]
    told = cleared(photo, looks, judge)
    assert judge.shown == asked
    assert [one.there for one in told] == [one.there for one in looks]
    changed = [a for a, b in zip(told, looks, strict=True) if a.said != b.said]
    assert [(one.there, one.said) for one in changed] == [(0.3, -MOST)] * asked


@pytest.mark.parametrize(
    ("there", "left"),
    [(BEYOND, BEYOND), (0.6, 0.6)],
    ids=["nobody was asked about it", "it was surer beside another"],
)
def test_the_last_die_that_is_no_thing_is_judged_as_one_alone(
    there: float, left: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Says:
        """Calls the darker of two a thing, and the other a die."""

        judge, second = property(lambda self: self), None
        reader = nets().reader

        def odds(self, crops: list[np.ndarray]) -> list[float]:
            return [MOST if one.mean() > 99 else -MOST for one in crops]

    photo = np.zeros((50, 100, 3), np.uint8)
    photo[:, :50] = 200
    other = Look(Found((60, 9, 90, 40), 0.9), 0.9, 0.9, seen(0.9).faces, EVEN)
    monkeypatch.setattr(
        sys.modules["vision.dice.search"], "_searched", lambda *_: [seen(there), other]
    )
    die, thing = search(photo, Says())
    assert (die.there, die.said) == (left, MOST)
    assert (thing.there, thing.said) == (ASKED, -MOST)
