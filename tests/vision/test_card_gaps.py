"""Cards that the network sees and no outline was laid around, on slanted tables too."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.cards import choice, gaps, geometry, glance

SIZE = (800, 600)
SLANT = np.array([[1.0, -0.25, 40], [0, 0.7, 90], [0, -0.0006, 1.0]])
"""How a table looks from one end of it."""


def seen(x: float, y: float, turn: float = 0.0, wide: float = 110) -> np.ndarray:
    """Return a card of the table as this camera sees it."""
    flat = cv2.boxPoints(((x, y), (wide, 1.4 * wide), turn)).astype(float)
    corners = cv2.perspectiveTransform(flat[None], SLANT)[0]
    return np.asarray(geometry.standing(geometry.clockwise(corners[None]), SIZE)[0])


def cells(*cards: np.ndarray) -> np.ndarray:
    """Return what the network says where these cards lie."""
    inside = np.zeros((60, 80), np.float32)
    for card in cards:
        cv2.fillConvexPoly(inside, (card / 10).astype(np.int32), 0.98)
    return inside


@pytest.mark.parametrize("turn", [0.0, 8.0, 90.0])
def test_a_card_without_an_outline_gets_one_as_large_as_the_others(turn: float) -> None:
    known = np.array([seen(200, 200), seen(350, 200)])
    missed = seen(480, 420, turn)
    inside = cells(missed)
    left = (inside > 0.5).astype(np.uint8)
    found = gaps.outlines(inside, left, known, SIZE)
    assert max(geometry.iou(missed, one) for one in found) > 0.8
    assert not len(gaps.outlines(inside, left, known[:0], SIZE))
    assert not len(gaps.outlines(inside * np.float32(0.9), left, known, SIZE))


def test_two_cards_that_touch_are_laid_side_by_side() -> None:
    known = np.array([seen(200, 200), seen(350, 200)])
    missed = [seen(400, 420), seen(512, 420)]
    inside = cells(*missed)
    found = gaps.outlines(inside, (inside > 0.5).astype(np.uint8), known, SIZE)
    for card in missed:
        assert max(geometry.iou(card, one) for one in found) > 0.7


def test_plainer_cards_say_which_side_of_an_outline_is_short() -> None:
    known = np.array([seen(200, 200), seen(350, 200), seen(200, 420)])
    card = seen(480, 420)
    lying = np.roll(card, 1, axis=0)
    assert gaps.stood(lying, known, SIZE) == pytest.approx(card)
    assert gaps.stood(card, known, SIZE) == pytest.approx(card)
    assert gaps.stood(lying, known[:1], SIZE) == pytest.approx(lying)


def test_a_speck_in_a_photo_smaller_than_the_network_s_cells_holds_no_text() -> None:
    where = np.zeros((64, 80), bool)
    where[10, 10] = True
    tiny = np.zeros((20, 30, 3), np.uint8)
    assert glance.around(tiny, where, 0.08, 0.25) == []


def test_an_outline_with_one_side_that_slants_is_no_card_beside_another() -> None:
    card, other = seen(350, 200), seen(200, 200)
    slanting = card.copy()
    slanting[1] += (0, -18)
    both = gaps.warped(np.stack([card, slanting]), other, SIZE)
    assert both[0] == pytest.approx(1, abs=0.01)
    assert both[1] > max(1.1, gaps.unlike(slanting, other, SIZE))


def _quad(corners: np.ndarray, likely: float) -> choice.Quad:
    return choice.Quad(corners, likely, geometry.area(corners))


def test_of_two_outlines_around_one_card_the_one_like_the_others_stays() -> None:
    card, others = seen(350, 200), [seen(200, 200), seen(200, 400)]
    slanting = card.copy()
    slanting[1] += (0, -18)
    beside = [_quad(other, 5.0) for other in others]
    crooked, straight = _quad(slanting, 4.0), _quad(card, 3.5)
    found = [*beside, crooked, straight]
    assert choice.apart(found, SIZE)[2] is straight
    assert choice.apart([crooked, straight], SIZE) == [crooked]
    dim = _quad(card, 4.0 - choice.SLACK - 0.1)
    assert choice.apart([*beside, crooked, dim], SIZE)[2] is crooked
