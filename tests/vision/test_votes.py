"""Whether readings of one rest agree, and which of them is told."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.readings import DieReading, Question, Report, Whole
from vision.watching.votes import agreed, best, confirmed, views

WIDE = 200
FRAME = np.zeros((100, WIDE, 3), np.uint8)


def said(*faces: int, certain: bool = True, reader: str = "dice") -> Report:
    dice = tuple(DieReading(f, "red", 0.9, (20, 30, 40, 50)) for f in faces)
    return Report(
        reader, dice, certain=certain, question=Question(0, (1,), (20, 30, 40, 50))
    )


SURE, OPEN = True, False


@pytest.mark.parametrize(
    ("words", "reads", "told"),
    [
        ([(4, SURE), (4, SURE)], 2, True),
        ([(4, OPEN), (4, OPEN)], 2, False),
        ([(4, SURE), (5, SURE)], 2, False),
        # One of the first two is sure: a third look decides.
        ([(4, SURE), (4, OPEN), (4, SURE)], 3, True),
        ([(4, OPEN), (4, SURE), (4, OPEN)], 3, False),
        ([(4, SURE), (4, OPEN), (2, SURE)], 3, False),
    ],
)
def test_two_of_three_looks_must_be_sure_and_none_disagree(words, reads, told) -> None:
    rest = iter(said(face, certain=certain) for face, certain in words)
    reports = views(FRAME, FRAME, lambda _image: next(rest))
    assert (len(reports), agreed(reports)) == (reads, told)


def test_sure_looks_in_the_end_do_not_outvote_many_that_were_not() -> None:
    doubt = [said(4, certain=False)] * 3
    assert not agreed([*doubt, said(4), said(4)])
    assert agreed([*doubt[:1], said(4), said(4)])


def test_dice_in_a_mirror_are_told_where_they_lie() -> None:
    _, mirror = views(FRAME, FRAME, lambda _image: said(4))
    place = (WIDE - 20 - 40, 30, 40, 50)
    assert mirror.readings[0].box == mirror.question.box == place
    whole = Whole(said(4).readings, 1.0)
    _, mirror = views(FRAME, FRAME, lambda _image: replace(said(4), wholes=(whole,)))
    assert mirror.wholes[0].pieces[0].box == place


def test_what_is_no_dice_is_read_once() -> None:
    for report in (said(4, reader="amulets"), Report("dice")):
        assert len(views(FRAME, FRAME, lambda _image, one=report: one)) == 1
    assert agreed([said(4, reader="amulets")])
    assert not agreed([said(4)])


def test_told_is_what_most_looks_name_and_of_two_the_one_with_more_dice() -> None:
    assert best([said(3), said(3, 5), said(3, 5)]) in (1, 2)
    assert best([said(3), said(3, 5)]) == 1
    assert best([said(3, certain=True), said(3, 5, certain=False)]) == 0


def test_of_readings_that_name_the_same_the_surer_is_told() -> None:
    def seen(*confidences: float) -> Report:
        dice = zip(said(3, 5).readings, confidences, strict=True)
        return Report("dice", tuple(replace(d, confidence=c) for d, c in dice))

    assert best([seen(0.99, 0.5), seen(0.8, 0.8), seen(0.4, 0.9)]) == 1


@pytest.mark.parametrize(
    ("first", "mirror", "certain", "reads"),
    [
        pytest.param(said(4), said(4, certain=OPEN), True, 1, id="the same"),
        pytest.param(said(4), said(5), False, 1, id="another face"),
        pytest.param(said(4, certain=OPEN), said(4), False, 0, id="never sure"),
        pytest.param(said(4, reader="cards"), said(5), True, 0, id="no dice"),
    ],
)
def test_only_sure_dice_are_held_against_their_mirror(
    first, mirror, certain, reads
) -> None:
    shown = []

    def read(image) -> Report:
        shown.append(image)
        return mirror

    report = confirmed(first, FRAME, read)
    assert report == replace(first, certain=certain)
    assert len(shown) == reads
