"""Facts 129 to 135: the new characters, and powers that only the aids tell."""

from __future__ import annotations

import pytest

from companion.games.samsara import GAME
from companion.games.samsara import actions as a
from companion.games.samsara.box import BAD, GOOD
from companion.games.samsara.characters import NEW, POWERS
from tests.games.samsara.shared import (
    do,
    hand,
    hold,
    legal,
    now,
    ready,
    refused,
    zone,
)

POOL = {"draw": "5", "pool": f"jann maut yugal {GOOD} {BAD}"}


def powered(*characters, players=3, **zones):
    """The first seat has just won an amulet and chooses a power."""
    cast = (*characters, "bikkhu", "ibah", "dehnu")[:players]
    state = ready(players, cast, characters=True)
    return now(hold(state, **{**POOL, **zones}), "power")


def test_fact_129_sukara_appropriates_a_free_power():
    state = powered("sukara")
    player = state.players[1]._replace(markers=("purge",))
    state = state._replace(players=(state.players[0], player, state.players[2]))
    asked = do(state, a.ChoosePower("appropriate"))
    assert refused(asked, a.Copy(1, "purge")) == "sukara", "covered"
    assert refused(asked, a.Copy(0, "other-1")) == "sukara", "not an opponent's"
    after = do(asked, a.Copy(1, "three-good"))
    assert zone(after, 0, "discard").split() == [GOOD] * 3, "for Sukara"
    assert after.players[1].markers == ("three-good",), "their marker moves"
    kept = powered("sukara", evanescent="bachcha")
    kept = do(kept, a.ChoosePower("appropriate"), a.Copy(2, "keep-evanescent"))
    assert zone(kept, 0, "evanescent") == "bachcha", "every power may be copied"
    lost = do(powered("sukara", evanescent="bachcha"), a.ChoosePower("appropriate"))
    lost = do(lost, a.Copy(1, "three-good"))
    assert zone(lost, 0, "evanescent") == ""


def test_fact_129_sukara_alone_finds_nothing_to_appropriate_and_spares_nothing():
    state = powered("sukara", players=1, evanescent="bachcha", draw="", pool="")
    after = do(state, a.ChoosePower("appropriate"))
    assert after.asked.key == "close"
    assert (zone(after, 0, "evanescent"), zone(after, 0, "discard")) == ("", "bachcha")


def test_fact_129_two_markers_that_never_change_side():
    state = do(powered("sukara"), a.ChoosePower("other-1"), a.Enough())
    state = do(now(state, "power"), a.ChoosePower("other-3"), a.Enough())
    assert state.players[0].markers == ("other-1", "other-3")
    again = now(state, "power")
    assert [c.power for c in legal(again, a.ChoosePower)] == ["appropriate", "other-2"]
    moved = do(again, a.ChoosePower("other-2"), a.Enough())
    assert moved.players[0].markers == ("other-1", "other-2")


def test_fact_130_kasyapa_swaps_twice():
    state = powered("kasyapa")
    asked = do(state, a.ChoosePower("swap-amulets"))
    one, two = state.gaps[0][0], state.gaps[1][0]
    first = do(asked, a.PickAmulet(0, one))
    assert refused(first, a.PickAmulet(0, state.gaps[0][1])) == "kasyapa"
    swapped = do(first, a.PickAmulet(1, two))
    assert two in swapped.gaps[0]
    assert one in swapped.gaps[1]
    again = do(swapped, a.PickAmulet(0, two), a.PickAmulet(2, state.gaps[2][0]))
    assert two in again.gaps[2]
    assert again.asked.key == "close", "twice and no more"
    assert do(asked, a.Enough()).asked.key == "close", "up to twice"
    assert refused(asked, a.PickAmulet(0, "J8")) == "amulets-immune"


def test_fact_130_kasyapa_holds_an_amulet():
    state = do(powered("kasyapa"), a.ChoosePower("hold-amulet"))
    assert refused(state, a.PickAmulet(1, state.gaps[1][0])) == "kasyapa"
    face = state.gaps[2][0]
    held = do(state, a.PickAmulet(2, face))
    assert held.players[0].held == (face,)
    assert held.players[0].wins == 0, "not won yet"
    rich = now(hold(held, hand=f"{GOOD} " * 8), "act")
    won = do(rich, a.Buy(-1, face, (GOOD,) * 8))
    assert won.players[0].amulets == (face,)
    thief = now(hold(held, 1, hand=f"{GOOD} " * 8), "act", 1)
    assert refused(thief, a.Buy(-1, face, (GOOD,) * 8)) == "amulet-gap"
    flipper = now(held, "flip", 1)
    assert refused(flipper, a.Flip(-1, face, face)) == "amulets-immune"


def test_fact_131_kuti_steals_what_lies_in_front_of_others():
    state = do(
        hold(powered("kuti"), 1, evanescent="bachcha", reserve="jann"),
        a.ChoosePower("steal-laid"),
    )
    assert refused(state, a.Strike(1, "reserve", "bachcha")) == "kuti"
    for place, card in (("evanescent", "bachcha"), ("reserve", "jann")):
        after = do(state, a.Strike(1, place, card))
        assert zone(after, 0, "discard") == card
        assert zone(after, 1, place) == ""


def test_fact_131_kuti_steals_from_a_hand_at_random():
    state = hold(powered("kuti"), 1, hand="jann 1", draw="1", pool=f"{BAD} maut")
    state = do(state, a.ChoosePower("steal-hand"))
    assert refused(state, a.Target(0)) == "kuti"
    taken = do(state, a.Target(1))
    assert GAME.chance(taken) is not None
    assert GAME.actor(taken, a.Stolen("jann")) == 1, "the owner says which"
    assert refused(taken, a.Stolen("yugal")) == "card-in-hand"
    for card in ("jann", BAD, "maut"):
        assert card in zone(do(taken, a.Stolen(card)), 0, "discard")


def test_fact_132_muyarati_keeps_one_of_three():
    state = hold(powered("muyarati"), 1, draw="4", pool="jann maut yugal gyaan")
    state = do(state, a.ChoosePower("search-pile"), a.Target(1))
    assert refused(state, a.Kept("bachcha")) == "muyarati"
    after = do(state, a.Kept("maut"))
    assert hand(after) == "maut", "into the present hand"
    assert after.players[1].cards.size(1) == 3, "the others went back on top"
    assert "maut" in zone(do(after, a.EndTurn()), 0, "discard")
    empty = hold(hold(powered("muyarati"), 1, hand="jann"), 2, hand="maut")
    assert do(empty, a.ChoosePower("search-pile")).asked.key == "close"
    single = hold(powered("muyarati"), 1, draw="1", pool="jann")
    single = do(single, a.ChoosePower("search-pile"), a.Target(1))
    assert refused(single, a.EndTurn()) == "report-cards", "keeping one is a must"


def test_fact_133_khadgin_makes_all_opponents_discard():
    state = hold(powered("khadgin"), 1, hand=f"jann {GOOD} {BAD}")
    state = do(hold(state, 2, hand=f"{BAD} {BAD} maut"), a.ChoosePower("all-discard"))
    assert refused(state, a.Discard(BAD)) == "forced-discard"
    state = do(state, a.Discard("jann"), a.Discard(GOOD))
    assert state.asked.seat == 2
    state = do(state, a.Discard("maut"), a.Discard(BAD))
    assert zone(state, 2, "discard") == f"{BAD} maut"
    assert state.asked.key == "close"


def test_fact_133_a_bad_karma_discarded_from_an_unseen_hand_tells_the_rest():
    state = hold(
        powered("khadgin"), 1, hand="3", draw="1", pool=f"{BAD} {BAD} {BAD} jann"
    )
    state = do(state, a.ChoosePower("all-discard"), a.Discard(BAD))
    assert hand(state, 1) == f"{BAD} {BAD}"


def test_fact_133_khadgin_flips_and_moves_an_amulet():
    state = do(powered("khadgin"), a.ChoosePower("flip-amulet"))
    flip = next(f for f in legal(state, a.Flip) if f.gap == 1)
    assert flip.face != flip.shows
    flipped = do(state, flip)
    assert flip.shows in flipped.gaps[1]
    assert flip.shows in do(flipped, a.MoveAmulet(1)).gaps[1], "or left there"
    moved = do(flipped, a.MoveAmulet(0))
    assert flip.shows in moved.gaps[0]
    assert [len(gap) for gap in moved.gaps] == [7, 5, 6]
    assert refused(flipped, a.MoveAmulet(3)) == "khadgin"
    other = a.Flip(1, flip.face, "J1V1K1Y1B1G1")
    assert "J1V1K1Y1B1G1" in do(state, other).gaps[1], "what the table sees counts"
    assert refused(state, a.Flip(1, flip.face, "J9")) == "amulet-faces"
    assert refused(state, a.Flip(1, "J8", "J6")) == "amulets-immune"


def test_fact_134_marjari_asks_for_a_card():
    state = hold(powered("marjari"), 1, hand=f"jann {BAD}")
    state = do(state, a.ChoosePower("ask-card"), a.Target(1))
    assert state.asked.seat == 1
    assert refused(state, a.Give(BAD, 0)) == "marjari"
    assert refused(state, a.Give("jann", 2)) == "marjari"
    given = do(state, a.Give("jann", 0))
    assert hand(do(given, a.EndTurn())) == "jann 4", "joins the next hand"
    only = hold(powered("marjari"), 1, hand=f"{BAD} {BAD}")
    only = do(only, a.ChoosePower("ask-card"), a.Target(1), a.Give(BAD, 0))
    assert zone(only, 0, "next") == BAD


def test_fact_135_iriakie_chooses_three_of_the_next_hand():
    state = do(powered("iriakie"), a.ChoosePower("choose-three"))
    assert refused(state, a.Pick("bachcha")) == "iriakie"
    done = do(state, a.Pick("jann"), a.Pick(GOOD), a.Pick(), a.EndTurn())
    assert done.players[0].cards.size(0) == 4
    assert {"jann", GOOD} <= set(hand(done).split())
    short = do(
        powered("iriakie", draw="2", pool="jann maut"), a.ChoosePower("choose-three")
    )
    short = do(short, a.Pick("jann"))
    short = do(
        hold(do(short, a.Pick("maut")), next="jann maut", discard="yugal yugal"),
        a.EndTurn(),
    )
    assert hand(short) == "jann maut yugal yugal", "all, then the normal way"


def test_fact_135_iriakie_discards_three_of_the_pile():
    state = do(powered("iriakie"), a.ChoosePower("discard-three"))
    done = do(state, a.Pick(BAD), a.Pick("jann"), a.Pick())
    assert zone(done, 0, "discard") == f"{BAD} jann 1"
    assert done.players[0].cards.size(1) == 2
    assert done.asked.key == "close"


@pytest.mark.parametrize("character", NEW)
def test_missing_powers_are_entered_by_hand(character):
    others = [power for power in POWERS[character] if power.startswith("other")]
    assert others
    state = do(powered(character, hand=f"jann {BAD}"), a.ChoosePower(others[0]))
    assert state.asked.key == "manual"
    good = do(state, a.Manual("good-hand"), a.Manual("draw"))
    assert GOOD in hand(good)
    hurt = do(state, a.Manual("opponent-bad", 1))
    assert hurt.players[1].cards.count(BAD) == state.players[1].cards.count(BAD) + 1
    reserved = do(state, a.Manual("samsara-reserve"), a.Take(4))
    assert zone(reserved, 0, "reserve") == "bachcha"
    assert do(state, a.Manual("bad-back"), a.PutBack(BAD)).bad == state.bad + 1
    assert do(state, a.Manual("put-back"), a.PutBack("jann")).asked.key == "manual"
    assert do(state, a.Manual("reserve"), a.Reserve("jann")).asked.key == "manual"
    assert refused(state, a.Manual("win")) == "other-power"
    assert do(state, a.Enough()).asked.key == "close"
    line = str(GAME.tell(state, a.Manual("opponent-discard", 1), state, 0))
    assert line == "player 1 (by the player aid): player 2 discards 1 card"
