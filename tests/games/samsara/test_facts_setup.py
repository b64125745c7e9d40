"""Facts 1 to 30: the box, the words and the setup."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.core.errors import Malformed
from companion.core.options import Provenance
from companion.games.samsara import GAME, box
from companion.games.samsara import actions as a
from companion.games.samsara.characters import BASE, POWERS
from companion.games.samsara.options import OPTIONS
from companion.games.samsara.payments import symbols_of
from companion.games.samsara.words import CARD_NAMES, CHARACTER_NAMES, MEANINGS
from tests.games.samsara.shared import (
    do,
    fresh,
    hand,
    hold,
    lay,
    legal,
    now,
    ready,
    refused,
    zone,
)

COUNTS = (1, 2, 3, 4, 5)


def test_fact_001_one_to_five_players():
    assert list(GAME.players) == [1, 2, 3, 4, 5]
    with pytest.raises(Malformed):
        fresh(6)
    with pytest.raises(Malformed):
        fresh(0)


def test_fact_002_the_components():
    amulets = box.DEFAULT_BOX.amulets
    assert len(amulets) == 30
    assert len(box.ZONES) == 8
    assert box.COPIES * len(box.ZONES) == 72
    assert (box.GOOD_IN_BOX, box.BAD_IN_BOX) == (36, 48)
    assert len(BASE) == 5
    most = fresh(4)
    assert sum(len(stack) for stack in most.stacks) == 72, "the whole box is in play"


def test_fact_003_eight_types_with_their_meanings():
    assert {card: str(name) for card, name in MEANINGS.items()} == {
        "jann": "birth",
        "vikaas": "strength",
        "kaam-kar": "career",
        "yugal": "couple",
        "bachcha": "children",
        "gyaan": "knowledge",
        "dhyann": "spirituality",
        "maut": "death",
    }
    assert tuple(MEANINGS) == box.ZONES, "clockwise from the rift"


def test_fact_004_every_experience_card_has_a_name_symbols_and_an_action():
    state = now(ready(2), "act")
    for card in box.ZONES:
        symbols = symbols_of(box.DEFAULT_BOX)[card]
        assert sum(symbols.light)
        assert sum(symbols.dark)
        assert str(CARD_NAMES[card])
        played = GAME.apply(hold(state, hand=card), a.Play(card))
        assert not hand(played), "every one of them can be played"


def test_fact_005_gold_faces_have_eight_symbols_copper_ones_six():
    amulets = box.DEFAULT_BOX.amulets
    golden = [piece for piece in amulets if piece.gold]
    assert len(golden) == 28
    assert all(sum(box.need(piece.gold)) == 8 for piece in golden)
    assert all(sum(box.need(piece.copper)) == 6 for piece in amulets)
    double = [piece for piece in amulets if not piece.gold]
    assert len(double) == 2
    assert all(sum(box.need(piece.copper_back)) == 6 for piece in double)


def test_default_faces_are_balanced():
    golden, copper = Counter(), Counter()
    for piece in box.DEFAULT_BOX.amulets:
        golden.update(piece.gold[::2])
        copper.update(piece.copper[::2] + piece.copper_back[::2])
    assert set(golden.values()) == {7}
    copper.subtract({letter: 0 for letter in box.LETTERS})
    assert sum(copper.values()) == 3 * 30 + 3 * 2


def test_fact_006_the_base_characters():
    assert BASE == ("bikkhu", "vanarah", "ussagah", "dehnu", "ibah")
    assert all(len(POWERS[character]) == 3 for character in BASE)
    assert str(CHARACTER_NAMES["ibah"]) == "Ibah, the elephant"


def test_fact_007_draw_and_discard_are_ones_own():
    state = now(hold(ready(2), hand="jann", draw="2", pool="good-karma maut"), "act")
    supplies = (state.good, state.bad, [len(stack) for stack in state.stacks])
    after = do(state, a.Play("jann"))
    assert hand(after) == "good-karma maut", "both cards come from the own pile"
    assert supplies == (after.good, after.bad, [len(s) for s in after.stacks])


def test_fact_008_the_play_area_holds_cards_until_the_turn_ends():
    state = now(
        hold(ready(2), hand="dhyann", draw="4", pool="jann jann maut maut"), "act"
    )
    after = do(state, a.Play("dhyann"))
    assert zone(after, 0, "play") == "dhyann"
    done = do(after, a.EndTurn())
    assert zone(done, 0, "play") == ""
    assert "dhyann" in zone(done, 0, "discard")


def test_fact_009_the_deck_is_everything_a_player_owns():
    state = hold(
        ready(2),
        hand="jann",
        draw="1",
        pool="maut",
        discard="good-karma",
        evanescent="bachcha",
        reserve="yugal",
    )
    own = GAME.view(state, 0)["board"]["me"]["deck"]
    assert {entry["card"] for entry in own} == {
        "jann",
        "maut",
        "good-karma",
        "bachcha",
        "yugal",
    }


def test_fact_010_karma_is_no_samsara_card():
    state = now(hold(ready(2), hand="yugal good-karma"), "act")
    asked = do(state, a.Play("yugal"), a.PutBack("good-karma"))
    assert {action.zone for action in legal(asked, a.Take)} == set(range(8))
    assert len(GAME.legal_actions(asked)) == 8, "no Good Karma, no Bad Karma"


def test_fact_011_evanescent_cards_stay_in_play():
    state = now(
        hold(ready(2), hand="bachcha", draw="4", pool="jann jann maut maut"), "act"
    )
    done = do(state, a.Play("bachcha"), a.EndTurn())
    assert zone(done, 0, "evanescent") == "bachcha"


def test_fact_012_any_card_but_bad_karma_can_be_reserved_without_limit():
    state = now(
        hold(ready(2), hand="gyaan good-karma bad-karma", reserve="jann jann maut"),
        "act",
    )
    asked = do(state, a.Play("gyaan"))
    assert refused(asked, a.Reserve("bad-karma")) == "bad-karma-sticks"
    assert zone(do(asked, a.Reserve("good-karma")), 0, "reserve") == (
        "good-karma jann jann maut"
    )


def test_fact_013_crossing_the_rift_is_a_reincarnation():
    state = ready(2)
    for steps, kind in ((1, "take"), (2, "rebirth")):
        there = state.players[0]._replace(pawn=6, opening=False)
        moved = do(
            hold(state._replace(players=(there, state.players[1])), hand="jann jann"),
            a.Move(steps),
        )
        assert moved.asked.key == kind


def test_fact_014_put_back_means_onto_its_own_supply():
    state = now(hold(ready(2), hand="yugal maut good-karma"), "act")
    asked = do(state, a.Play("yugal"))
    assert do(asked, a.PutBack("maut")).stacks[7].normal == state.stacks[7].normal + 1
    assert do(asked, a.PutBack("good-karma")).good == state.good + 1


def test_fact_015_each_stack_beside_the_zone_of_its_colour():
    zones = GAME.view(ready(3), None)["board"]["wheel"]["zones"]
    assert [(z["key"], z["top"]) for z in zones] == [(c, c) for c in box.ZONES]
    assert len({z["colour"] for z in zones}) == 8


@pytest.mark.parametrize(("players", "cards"), [(1, 4), (2, 5), (3, 7), (4, 9), (5, 9)])
def test_fact_016_cards_per_type(players, cards):
    assert {len(stack) for stack in fresh(players).stacks} == {cards}


def test_fact_017_karma_supplies_lie_on_the_board():
    board = GAME.view(ready(2), None)["board"]
    assert board["karma"] == {"good": 28, "bad": 40}


def faces(state) -> list[Counter]:
    return [
        Counter("gold" if box.is_gold(face) else "copper" for face in gap)
        for gap in state.gaps
    ]


@pytest.mark.parametrize("players", [3, 4])
def test_fact_018_three_and_four_players_have_six_per_gap(players):
    assert faces(ready(players)) == [Counter(gold=6)] * players
    fast = ready(players, length="fast")
    assert faces(fast) == [Counter(gold=4, copper=2)] * players
    few = a.Lay(("J4V4",) * 5)
    assert refused(fresh(players), few) == "setup-amulets"


def test_fact_019_two_players_share_twelve():
    assert faces(ready(2)) == [Counter(gold=12)]
    assert faces(ready(2, length="fast")) == [Counter(gold=8, copper=4)]
    assert refused(fresh(2), a.Lay(("J4V4",) * 6)) == "setup-amulets-two-players"


@pytest.mark.parametrize("seed", range(5))
def test_fact_020_five_players_use_all_thirty(seed):
    for options, copper in (({"length": "fast"}, 2), ({}, 1)):
        state, rng = fresh(5, **options), Random(seed)
        while state.asked.key == "lay":
            state = do(state, GAME.chance(state).sample(rng))
        assert faces(state) == [Counter(gold=6 - copper, copper=copper)] * 5
        pieces = box.DEFAULT_BOX.amulets
        laid = [face for gap in state.gaps for face in gap]
        used = [p for p in pieces if p.gold in laid or p.copper in laid]
        assert len(used) == 30
    assert refused(fresh(5), a.Lay(("J4V4",) * 6)) == "setup-amulets-five-players"


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("players", COUNTS)
def test_fact_021_double_copper_pieces_only_with_five(players, seed):
    state, rng = fresh(players, length="fast"), Random(seed)
    while state.asked.key == "lay":
        state = do(state, GAME.chance(state).sample(rng))
    double = {p.copper for p in box.DEFAULT_BOX.amulets if not p.gold}
    laid = {face for gap in state.gaps for face in gap}
    assert bool(double & laid) == (players == 5)


def test_fact_022_solo_has_six_amulets():
    assert faces(ready(1)) == [Counter(gold=6)]
    assert faces(ready(1, length="easy")) == [Counter(gold=4, copper=2)]
    assert refused(fresh(1), a.Lay(("J4V4",) * 5)) == "solo-setup"


def test_fact_023_the_first_player_is_chosen_freely():
    for first in (1, 2, 3):
        state = ready(3, first=first)
        assert state.seat == state.asked.seat == first - 1
    with pytest.raises(Malformed):
        fresh(2, first=3)


def test_fact_024_characters_in_reverse_order():
    state = fresh(3, first=2)
    while state.asked.key == "lay":
        state = do(state, GAME.chance(state).sample(Random(1)))
    order = []
    while state.asked.key == "character":
        order.append(state.asked.seat)
        state = do(state, GAME.legal_actions(state)[0])
    assert order == [0, 2, 1], "the last player first, the first player last"
    assert refused(fresh(1), a.ChooseCharacter("ibah")) == "report-cards"


def test_fact_024_a_character_can_be_taken_once():
    state = do(fresh(2), GAME.chance(fresh(2)).sample(Random(1)))
    state = do(state, a.ChooseCharacter("ibah"))
    assert refused(state, a.ChooseCharacter("ibah")) == "choosing-characters"
    assert refused(state, a.ChooseCharacter("kuti")) == "expansion"


def test_fact_025_turns_go_clockwise():
    state = ready(3, first=3)
    seats = []
    for _ in range(4):
        seats.append(state.seat)
        state = do(state, a.Move(1 + len(seats)))
        while state.asked.key == "toll":
            state = do(state, a.TakeBad())
        state = do(state, GAME.legal_actions(state)[0], a.EndTurn())
    assert seats == [2, 0, 1, 2]


def test_fact_026_all_pawns_start_off_the_wheel():
    wheel = GAME.view(ready(4), None)["board"]["wheel"]
    assert wheel["start"] == [0, 1, 2, 3]
    assert not any(zone["pawns"] for zone in wheel["zones"])


def test_fact_027_the_first_move_enters_through_jann():
    state = ready(3)
    assert do(state, a.Move(1)).players[0].pawn == box.ZONES.index("jann")
    assert do(state, a.Move(3)).players[0].pawn == box.ZONES.index("kaam-kar")


@pytest.mark.parametrize("players", COUNTS)
def test_fact_028_four_good_and_four_bad_and_a_hand_of_four(players):
    for player in ready(players).players:
        assert Counter(player.cards.everything()) == {box.GOOD: 4, box.BAD: 4}
        assert [len(zone) for zone in player.cards.zones] == [4, 4, 0, 0, 0, 0, 0]


def test_fact_029_four_identical_opening_cards_are_not_kept():
    state = ready(2)
    four = (box.GOOD,) * 4
    assert refused(state, a.Show(0, four)) == "opening-hand"
    half = do(state, a.Show(0, four[:2]))
    assert refused(half, a.Show(0, four)) == "opening-hand"
    assert hand(do(half, a.Show(0, (*four[:3], box.BAD)))).count(box.GOOD) == 3
    later = hold(now(ready(2), "act"), hand="4", draw="4", pool=" ".join(four * 2))
    assert hand(do(later, a.Show(0, four))).count(box.GOOD) == 4


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_nobody_shows_the_hand_of_a_seat_that_is_not_there(seat):
    """A seat before the first must not be the last one."""
    state = ready(2)
    assert refused(state, a.Show(seat, (box.GOOD,))) == "card-in-hand"
    assert hand(do(state, a.Show(1, (box.GOOD,))), 1)


def test_fact_029_nor_can_it_come_to_light_later():
    state = do(lay(ready(2), 0, "J2Y2B2"), a.Move(5), a.Take(4))
    four = a.Buy(0, "J2Y2B2", ("bachcha", *[box.GOOD] * 4))
    assert refused(state, four) == "opening-hand"
    assert four not in GAME.legal_actions(state)
    assert do(state, a.Buy(0, "J2Y2B2", ("bachcha", *[box.GOOD] * 3)))
    later = do(state, a.EndTurn())
    assert not later.players[0].opening


def test_fact_029_a_reported_opening_hand_too():
    state = fresh(2, hands="every-draw")
    while state.asked.key != "drawn":
        chance = GAME.chance(state)
        move = chance.sample(Random(2)) if chance else GAME.legal_actions(state)[0]
        state = do(state, move)
    assert refused(state, a.Drawn((box.BAD,) * 4)) == "opening-hand"
    assert refused(state, a.Drawn((box.BAD,) * 3)) == "report-cards"
    assert refused(state, a.Drawn((box.BAD,) * 3 + ("jann",))) == "card-in-hand"
    assert hand(do(state, a.Drawn((box.BAD, box.BAD, box.GOOD, box.GOOD))))


@pytest.mark.parametrize(
    ("players", "good", "bad"),
    [(1, 32, 44), (2, 28, 40), (3, 24, 36), (4, 20, 32), (5, 16, 28)],
)
def test_fact_030_supplies_after_dealing(players, good, bad):
    state = fresh(players)
    assert (state.good, state.bad) == (good, bad)


def test_options_say_where_they_come_from():
    assert {option.provenance for option in OPTIONS} <= set(Provenance)
