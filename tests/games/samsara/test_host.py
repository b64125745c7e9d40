"""The host's word wins, but no piece is ever lost or doubled."""

from __future__ import annotations

from random import Random

import pytest

from companion.core.errors import Impossible, Malformed
from companion.games.samsara import GAME
from companion.games.samsara import actions as a
from companion.games.samsara.box import BAD, GOOD
from companion.games.samsara.questions.taking import obtain
from companion.games.samsara.state import HAND
from tests.games.samsara.shared import (
    QUESTIONS,
    at,
    do,
    drain,
    fresh,
    hand,
    hold,
    lay,
    legal,
    now,
    own,
    ready,
    refused,
    zone,
)


def corrected(state, **patch):
    after = GAME.correct(state, patch)
    assert GAME.faults(after) == ()
    return after


def test_a_forced_action_happens_against_the_rule():
    state = hold(at(ready(3), "jann", "yugal"), hand="jann bad-karma maut")
    assert refused(state, a.Move(8)) == "move-steps"
    assert GAME.force(state, a.Move(8)).players[0].pawn == 0
    paying = do(state, a.Move(3))
    given = GAME.force(paying, a.Give(BAD, 1))
    assert BAD in hand(given, 1)
    poor = lay(now(hold(ready(3), hand="jann"), "act"), 0, "J2V2M2")
    assert GAME.force(poor, a.Buy(0, "J2V2M2", ("jann",))).players[0].wins == 1


def test_some_things_can_be_forced_at_any_moment():
    state = hold(at(ready(3), "jann"), hand="jann maut", draw="1", pool="yugal")
    for action, left in (
        (a.PutBack("jann"), "maut"),
        (a.Discard("jann"), "maut"),
        (a.Reserve("maut"), "jann"),
        (a.Give("maut", 2), "jann"),
        (a.TakeBad(), f"{BAD} {BAD} jann maut"),
        (a.Take(4), "bachcha jann maut"),
    ):
        after = GAME.force(state, action)
        assert hand(after) == left
        assert after.asked.key == "move", "and the turn goes on where it was"


@pytest.mark.parametrize(
    "action",
    [
        a.Give("gyaan", 1),
        a.Give("jann", 7),
        a.Give("jann", -1),
        a.PutBack("gyaan"),
        a.Take(9),
        a.Take(2),
        a.EndTurn(),
        a.Lay(("J4V4",)),
        a.Show(0, ("gyaan",)),
        a.Show(0, ("jann",) * 9),
        a.ChooseCharacter("cat"),
    ],
)
def test_not_even_the_host_can_lose_or_double_a_piece(action):
    state = drain(hold(at(ready(3), "jann"), hand="jann maut"), "kaam-kar")
    with pytest.raises(Impossible):
        GAME.force(state, action)


def test_nothing_is_forced_after_the_end():
    state = own(ready(1), 0, 5)._replace(todo=(), ended=0)
    with pytest.raises(Impossible):
        GAME.force(state, a.EndTurn())
    with pytest.raises(Impossible):
        GAME.correct(state, {"neutral": 3})


def test_pawns_and_the_neutral_pawn():
    state = corrected(ready(3), pawns={"0": 3, "2": None})
    assert [player.pawn for player in state.players] == [3, -1, -1]
    assert corrected(ready(1), neutral=9).neutral_zone == 0


@pytest.mark.parametrize("before", [(), ("toll",), ("rebirth", "toll")])
def test_a_player_who_is_to_take_a_card_stands_on_the_wheel(before):
    state = at(ready(3), "jann", "jann")
    state = now(state, "take")
    paying = tuple(QUESTIONS[kind](0) for kind in before[::-1])
    state = state.with_todo(state.todo + paying)
    with pytest.raises(Impossible, match="not entered the wheel"):
        GAME.correct(state, {"pawns": {"0": None}})
    assert corrected(state, pawns={"1": None}).asked == state.asked
    again = corrected(state, pawns={"0": None}, phase="move")
    assert again.asked.key == "move"


def test_no_zone_counts_from_the_end_of_the_wheel():
    lost = now(at(ready(3), None), "take")
    assert legal(lost, a.Take) == []
    refused(lost, a.Take(-1))
    with pytest.raises(Impossible):
        obtain(lost, 0, -1, HAND)


def test_cards_move_between_places_and_supplies():
    state = hold(ready(3), hand="jann", draw="1", pool="maut")
    moves = [
        {"card": "jann", "from": "0:hand", "to": "1:reserve"},
        {"card": "maut", "from": "0:draw", "to": "supply"},
        {"card": GOOD, "from": "supply", "to": "0:discard"},
        {"card": "kaam-kar", "from": "supply", "to": "0:evanescent"},
        {"card": BAD, "from": "supply", "to": "0:hand"},
    ]
    after = corrected(state, cards=moves)
    assert (hand(after), zone(after, 1, "reserve")) == (BAD, "jann")
    assert zone(after, 0, "discard") == GOOD
    assert after.stacks[7].normal == state.stacks[7].normal + 1
    special = corrected(
        ready(3, bhaga=True),
        cards=[{"card": "bhaga-jann", "from": "supply", "to": "0:hand"}],
    )
    assert special.stacks[0].specials == ()


@pytest.mark.parametrize("card", [GOOD, BAD, "yugal", "bhaga-yugal"])
def test_only_cards_that_stay_in_play_are_put_among_them(card):
    state = hold(ready(3, bhaga=True), hand=card)
    for source in ("supply", "0:hand"):
        moves = [{"card": card, "from": source, "to": "0:evanescent"}]
        with pytest.raises(Impossible):
            GAME.correct(state, {"cards": moves})


def test_a_card_put_into_the_draw_pile_is_drawn_like_any_other():
    state = hold(at(ready(3), "jann"), hand="1", draw="3", pool="maut maut jann yugal")
    moves = [{"card": GOOD, "from": "supply", "to": "0:draw"}]
    after = do(corrected(state, cards=moves, phase="close"), a.EndTurn())
    assert after.players[0].cards.size(HAND) == 4
    assert after.players[0].cards.may_hold(HAND, GOOD)


def test_a_character_given_before_the_choice_leaves_one_for_everybody():
    state = fresh(5)
    while state.asked.key == "lay":
        state = do(state, GAME.chance(state).sample(Random(1)))
    state = corrected(state, characters={"0": "ibah"})
    for _ in range(5):
        state = do(state, GAME.legal_actions(state)[0])
    assert len({player.character for player in state.players}) == 5


def test_amulets_and_faces():
    state = ready(3)
    face = state.gaps[0][0]
    moved = corrected(state, amulets=[{"face": face, "from": "gap:0", "to": "1"}])
    assert moved.players[1].amulets == (face,)
    turned = corrected(moved, faces=[{"at": "1", "face": face, "is": "J2V2M2"}])
    assert turned.players[1].amulets == ("J2V2M2",)
    held = corrected(state, amulets=[{"face": face, "from": "gap:0", "to": "2:held"}])
    assert held.players[2].held == (face,)


def test_no_amulet_is_put_where_none_have_been_laid_yet():
    state = fresh(3)
    state = do(state, GAME.chance(state).sample(Random(1)))
    face = state.gaps[0][0]
    move = {"face": face, "from": "gap:0", "to": "gap:1"}
    with pytest.raises(Impossible, match="not been laid"):
        GAME.correct(state, {"amulets": [move]})
    state = do(state, GAME.chance(state).sample(Random(2)))
    assert face in corrected(state, amulets=[move]).gaps[1]


def test_a_sixth_amulet_is_neither_given_nor_won():
    state = lay(own(ready(3), 1, 4), 1, "J2V2M2")
    face = state.gaps[0][0]
    give = [{"face": face, "from": "gap:0", "to": "1"}]
    five = corrected(state, amulets=give)
    with pytest.raises(Impossible):
        GAME.correct(five, {"amulets": [{**give[0], "face": five.gaps[0][0]}]})
    turn = now(hold(five, 1, hand="jann vikaas maut"), "act", 1)
    buy = a.Buy(1, "J2V2M2", ("jann", "vikaas", "maut"))
    assert legal(turn, a.Buy) == []
    assert refused(turn, buy) == "end-of-game"
    with pytest.raises(Impossible):
        GAME.force(turn, buy)


def test_a_corrected_amulet_starts_or_stops_the_end():
    state = own(ready(3), 1, 4)
    face = state.gaps[0][0]
    ended = corrected(state, amulets=[{"face": face, "from": "gap:0", "to": "1"}])
    assert ended.ended == 1
    back = corrected(ended, amulets=[{"face": face, "from": "1", "to": "gap:0"}])
    assert back.ended is None


def test_turn_phase_actions_characters_and_markers():
    state = at(ready(3), "jann", "maut")
    other = corrected(state, turn=1)
    assert (other.seat, other.asked.key) == (1, "move")
    acting = corrected(state, phase="act", actions=3)
    assert (acting.asked.key, acting.turn.actions) == ("act", 3)
    ibah = corrected(state, characters={"0": "ibah"}, markers={"0": ["two-samsara"]})
    assert ibah.players[0].markers == ("two-samsara",)


@pytest.mark.parametrize(
    "patch",
    [
        [],
        {"weather": 1},
        {"pawns": {"9": 1}},
        {"pawns": {"0": 8}},
        {"pawns": 3},
        {"cards": {}},
        {"cards": [{"card": "x", "from": "supply", "to": "0:hand"}]},
        {"cards": [{"card": "jann", "from": "pocket", "to": "0:hand"}]},
        {"amulets": [{"face": "J4V4", "from": "gap:9", "to": "0"}]},
        {"faces": [{"at": "gap:0", "face": "J4V4", "is": "J9"}]},
        {"characters": {"0": "cat"}},
        {"characters": {"0": ["ibah"]}},
        {"markers": {"0": ["fly"]}},
        {"markers": {"0": [["purge"]]}},
        {"markers": {"0": "purge"}},
        {"turn": 3},
        {"phase": "sleep"},
        {"actions": "many"},
        {"neutral": 17},
    ],
)
def test_unreadable_corrections_are_refused(patch):
    with pytest.raises(Malformed):
        GAME.correct(ready(3), patch)


@pytest.mark.parametrize(
    "patch",
    [
        {"cards": [{"card": "maut", "from": "0:reserve", "to": "0:hand"}]},
        {"cards": [{"card": "bhaga-maut", "from": "supply", "to": "0:hand"}]},
        {"cards": [{"card": BAD, "from": "supply", "to": "0:reserve"}]},
        {"cards": [{"card": "jann", "from": "supply", "to": "0:hand"}] * 10},
        {"amulets": [{"face": "J7V1", "from": "gap:0", "to": "0"}]},
        {"phase": "take"},
    ],
)
def test_impossible_corrections_are_refused(patch):
    with pytest.raises(Impossible):
        GAME.correct(ready(3), patch)


def test_no_turn_can_be_given_before_the_setup_is_done():
    with pytest.raises(Impossible):
        GAME.correct(GAME.start({"players": 2}), {"turn": 1})


def test_an_amulet_that_is_no_longer_there_is_neither_moved_nor_swapped():
    state = ready(3, ("khadgin", "kasyapa", "ibah"), characters=True)
    state = lay(state, 0, "J4V4", "K4Y4", "K4Y4", "K4Y4", "K4Y4", "K4Y4")
    gone = [{"at": "gap:0", "face": "J2V2M2", "is": "B4G4"}]
    turned = do(now(state, "flip"), a.Flip(0, "J4V4", "J2V2M2"))
    assert corrected(turned, faces=gone).asked.key == "close"
    gone = [{"at": "gap:0", "face": "J4V4", "is": "B4G4"}]
    pointed = do(now(state, "swap"), a.PickAmulet(0, "J4V4"))
    again = corrected(pointed, faces=gone)
    first = do(again, a.PickAmulet(0, "B4G4"))
    assert {pick.gap for pick in legal(first, a.PickAmulet)} == {1, 2}
