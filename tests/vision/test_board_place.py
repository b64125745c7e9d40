"""Where the board lies: as on the last photo if it does, found anew if it does not."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision import board_moves, render_boards
from vision.boards import find
from vision.boards.decide import decided
from vision.boards.plan import half_turn, plan_of
from vision.image import fit


@pytest.fixture(scope="module")
def there():
    """A board on a photo: what is known of it, the picture, and where its cells are."""
    rng = np.random.default_rng(52)
    scene = board_moves.scene(rng, board_moves.boards()["rectangle"])
    photo = render_boards.photo(scene.board, scene.now, rng, size=(800, 600))
    return replace(scene.board, last=scene.last), fit(photo.image, 800), photo.spots


def off(place, spots):
    """Return how far, in steps, cells were found from where they are."""
    plan = plan_of(board_moves.boards()["rectangle"])
    seen = cv2.perspectiveTransform(spots[None], np.linalg.inv(place.look.way))[0]
    return float(np.linalg.norm(seen - plan.spots, axis=1).max())


def pairs(spots):
    return tuple((float(x), float(y)) for x, y in spots)


def test_a_board_that_lies_as_before_is_not_searched(there, monkeypatch):
    known, picture, spots = there
    searched = []
    monkeypatch.setattr(find.markers, "find", searched.append)
    lay = pairs(spots + 3.0)
    place = find.find(picture, replace(known, lay=lay), plan_of(known), 1.0)
    assert off(place, spots) < 0.1
    assert not searched


def test_a_board_pushed_by_one_step_is_found_anew(there):
    known, picture, spots = there
    plan = plan_of(known)
    way = cv2.findHomography(plan.spots, spots)[0]
    lay = pairs(
        cv2.perspectiveTransform((plan.spots + np.array([0.0, 1.0]))[None], way)[0]
    )
    place = find.find(picture, replace(known, lay=lay), plan, 1.0)
    assert off(place, spots) < 0.1


@pytest.mark.parametrize("moved", [(90.0, 40.0), (-300.0, 0.0)])
def test_a_board_that_was_moved_since_is_found_anew(there, moved):
    known, picture, spots = there
    lay = pairs(spots + np.array(moved))
    place = find.find(picture, replace(known, lay=lay), plan_of(known), 1.0)
    assert off(place, spots) < 0.1


def test_ink_on_the_lines_tells_a_way_from_one_beside_it(there):
    known, picture, spots = there
    plan = plan_of(known)
    right = cv2.findHomography(plan.spots, spots)[0]
    wrong = right @ np.array([[1, 0, 0.2], [0, 1, 0.2], [0, 0, 1.0]])
    small = find.halved(picture)
    glance = find._Glance(small, known, plan, find.edges(small))
    assert glance.ranked([wrong, right])[0] is right


def test_a_board_taken_the_wrong_way_round_is_turned(there, monkeypatch):
    """Light discs would be the darker ones: then it is seen from the other side."""
    known, picture, spots = there
    plan = plan_of(known)
    true = cv2.findHomography(plan.spots, spots)[0]
    turned = true @ half_turn(plan)
    assert not find._closely(picture, turned, known, plan, "").weights.ordered
    monkeypatch.setattr(find, "hypotheses", lambda *_: [turned])
    place = find.find(picture, known, plan, 1.0)
    assert off(place, spots) < 0.2
    assert place.weights.ordered


def test_nothing_is_promised_of_a_board_that_seems_to_lie_the_wrong_way_round(there):
    known, picture, _ = there
    place = find.find(picture, known, plan_of(known), 1.0)
    boxes = [(0.0, 0.0, 1.0, 1.0)] * len(known.cells)
    assert decided(place, known, boxes).certain
    wrong = replace(place, weights=replace(place.weights, ordered=False))
    assert not decided(wrong, known, boxes).certain
