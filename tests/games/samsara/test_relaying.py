"""Amulets that the app deals are a guess until somebody has seen what they show."""

from __future__ import annotations

from random import Random

import pytest

from companion.core.errors import Impossible
from companion.games.samsara import GAME
from companion.games.samsara import actions as a
from companion.games.samsara.host import force
from tests.games.samsara.shared import do, fresh, legal, now, ready, refused
from vision.readings import AmuletsPrior

SEEN = ("J4V4",) * 8 + ("J2V2M2",) * 4


def dealt(**options):
    state = fresh(2, length="fast", **options)
    return do(state, GAME.chance(state).sample(Random(1)))


def test_what_the_app_deals_is_marked_and_hands_are_told_so():
    state = fresh(2, length="fast")
    deal = GAME.chance(state).sample(Random(1))
    after = do(state, deal)
    assert GAME.view(after, None)["board"]["guessed"] == [0]
    (doing,) = GAME.doings(state, deal, after, None)
    assert "our guess" in str(doing.words)
    laid = do(state, a.Lay(deal.faces))
    assert GAME.view(laid, None)["board"]["guessed"] == []


def test_a_photo_taken_then_replaces_the_guess():
    state = dealt()
    prior = GAME.expects(state, None)
    assert isinstance(prior, AmuletsPrior)
    assert (prior.gold, prior.copper) == (8, 4)
    after = do(state, a.Relay(0, SEEN))
    assert after.gaps[0] == tuple(sorted(SEEN))
    assert after.guessed == ()
    assert after.todo == state.todo, "whoever chooses a character goes on choosing"
    assert not isinstance(GAME.expects(after, None), AmuletsPrior)


def test_only_a_guess_is_replaced_and_by_as_many_of_each_metal():
    state = dealt()
    assert refused(state, a.Relay(0, SEEN[1:])) == "setup-amulets-two-players"
    assert refused(state, a.Relay(0, (*SEEN[:-1], "J9"))) == "amulet-faces"
    known = do(state, a.Relay(0, SEEN))
    assert refused(known, a.Relay(0, SEEN)) == "setup-amulets-two-players"
    assert force(known, a.Relay(0, SEEN)).gaps == known.gaps
    with pytest.raises(Impossible):
        force(known, a.Relay(7, SEEN))


def test_a_box_that_was_read_is_no_guess():
    amulets = [{"gold": "J4V4", "copper": "K2B2D2"} for _ in range(28)]
    amulets += [{"copper": "B2D2M2", "copper_back": "G2D2M2"} for _ in range(2)]
    assert dealt(box={"amulets": amulets}).guessed == ()


def test_amulets_told_while_one_is_moved_or_swapped_go_on_with_the_game():
    state = ready(3, ("khadgin", "kasyapa", "ibah"), characters=True)
    state = state._replace(guessed=(0,))
    seen = a.Relay(0, ("B4G4",) * 6)
    flip = now(state, "flip")
    turned = do(flip, legal(flip, a.Flip)[0])
    one_turned = a.Relay(0, ("J2V2M2", *seen.faces[1:]))
    assert do(turned, one_turned).asked.key == "close"
    pointed = do(now(state, "swap"), a.PickAmulet(0, state.gaps[0][0]), seen)
    other = a.PickAmulet(1, pointed.gaps[1][0])
    assert "B4G4" in do(pointed, a.PickAmulet(0, "B4G4"), other).gaps[1]
