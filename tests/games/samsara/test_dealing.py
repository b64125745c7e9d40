"""The app lays out amulets, whatever the table has laid by hand before."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.games.samsara import GAME
from companion.games.samsara import actions as a
from companion.games.samsara.box import DEFAULT_BOX, LETTERS, is_gold
from companion.games.samsara.dealing import layout
from tests.games.samsara.shared import do, fresh

PLAIN = [piece for piece in DEFAULT_BOX.amulets if not piece.gold]
LENGTHS = ("normal", "fast")


def laid(state, *gaps):
    """Lay gaps by hand; each is written as its faces."""
    return do(state, *(a.Lay(tuple(faces.split())) for faces in gaps))


def dealt(state, seed):
    """Let the app lay all the gaps that are left."""
    rng = Random(seed)
    while state.asked.key == "lay":
        lay = GAME.chance(state).sample(rng)
        assert GAME.chance(state).admits(lay)
        state = do(state, lay)
    return state


def random_face(rng, golden):
    """Return any face: of our box, or of none that we know."""
    if rng.random() < 0.5:
        pieces = [piece for piece in DEFAULT_BOX.amulets if piece.gold or not golden]
        piece = rng.choice(pieces)
        back = piece.copper_back or piece.copper
        return piece.gold if golden else rng.choice((piece.copper, back))
    each, letters = (4, 2) if golden else (2, 3)
    return "".join(f"{letter}{each}" for letter in rng.sample(LETTERS, letters))


def plain_ones(state):
    """Return how many of the two pieces without gold lie in each gap."""
    faces = {face for piece in PLAIN for face in (piece.copper, piece.copper_back)}
    return [sum(face in faces for face in gap) for gap in state.gaps]


def test_four_gaps_by_hand_leave_a_fifth_to_the_app():
    state = laid(
        fresh(5),
        "J4V4 J4K4 J4Y4 J4B4 J4G4 Y2G2M2",
        "J4D4 J4M4 V4K4 V4Y4 V4B4 V2Y2B2",
        "V4G4 V4D4 V4M4 K4Y4 K4B4 J2Y2G2",
        "K4G4 K4D4 K4M4 Y4B4 Y4G4 B2G2D2",
    )
    state = dealt(state, 1)
    assert sum(map(is_gold, state.gaps[4])) == 5
    assert plain_ones(state)[4] == 1


def test_a_piece_without_gold_is_known_by_either_side():
    fronts = [piece.copper for piece in PLAIN]
    backs = [piece.copper_back for piece in PLAIN]
    gaps = ("J4V4 J4K4 J4Y4 J4B4 J4G4", "J4D4 J4M4 V4K4 V4Y4 V4B4")
    by_hand = [f"{gap} {back}" for gap, back in zip(gaps, backs, strict=True)]
    state = dealt(laid(fresh(5), *by_hand), 2)
    assert plain_ones(state) == [1, 1, 0, 0, 0]
    quick = laid(fresh(5, length="fast"), f"J4V4 J4K4 J4Y4 J4B4 {' '.join(backs)}")
    everything = [face for gap in dealt(quick, 3).gaps for face in gap]
    assert not set(fronts) & set(everything), "no piece lies there twice"


def test_an_amulet_that_was_taken_away_by_hand_is_not_laid_again():
    state = laid(fresh(3), "J4V4 J4K4 J4Y4 J4B4 J4G4 J4D4")
    moves = [{"face": "J4V4", "from": "gap:0", "to": "1"}]
    state = dealt(GAME.correct(state, {"amulets": moves}), 4)
    assert not any("J4V4" in gap for gap in state.gaps)


def test_a_box_that_was_misread_still_fills_the_last_gap():
    golden = [piece for piece in DEFAULT_BOX.amulets if piece.gold]
    faces = [piece.gold for piece in golden[:20]]
    coppers = [piece.copper for piece in golden[20:24]]
    gaps = [" ".join((*faces[n * 5 : n * 5 + 5], coppers[n])) for n in range(4)]
    state = dealt(laid(fresh(5), *gaps), 5)
    assert (sum(map(is_gold, state.gaps[4])), plain_ones(state)[4]) == (5, 1)


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_whatever_lies_there_the_app_lays_the_rest_in_the_right_numbers(
    players, length
):
    length = "easy" if (players, length) == (1, "fast") else length
    for seed in range(120):
        rng, state = Random(seed), fresh(players, length=length)
        gold, copper = layout(state.setting)
        for _ in range(rng.randrange(state.setting.gaps)):
            faces = [random_face(rng, n < gold) for n in range(gold + copper)]
            state = do(state, a.Lay(tuple(faces)))
        once = dealt(state, seed)
        assert once == dealt(state, seed), "equal seeds lay equal amulets"
        for gap in once.gaps:
            golden = sum(map(is_gold, gap))
            assert (golden, len(gap) - golden) == (gold, copper), seed


@pytest.mark.parametrize("length", LENGTHS)
def test_both_pieces_without_gold_are_dealt_and_may_lie_in_any_gap(length):
    found = Counter()
    for seed in range(150):
        state = dealt(fresh(5, length=length), seed)
        assert sum(plain_ones(state)) == 2
        assert max(plain_ones(state)) <= layout(state.setting)[1]
        found.update(gap for gap, n in enumerate(plain_ones(state)) if n)
    assert min(found[gap] for gap in range(5)) > 20


@pytest.mark.parametrize("length", LENGTHS)
def test_the_whole_box_lies_between_five_players_once(length):
    faces = [face for gap in dealt(fresh(5, length=length), 6).gaps for face in gap]
    sides = [(p.gold, p.copper, p.copper_back) for p in DEFAULT_BOX.amulets]
    lying = [face for face in faces for side in sides if face in side]
    assert len(lying) == len(set(lying)) == 30
