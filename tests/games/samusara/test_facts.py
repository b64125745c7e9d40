"""Every numbered fact of the sheet, each in the test that bears its number."""

from __future__ import annotations

import pytest

from companion.core.errors import IllegalMove
from companion.games.samusara import GAME, rules
from companion.games.samusara.actions import Jump, Reinforce, Step
from companion.games.samusara.board import shipped
from tests.games.play import random_states
from tests.games.samusara.shared import BLOCKED, at, cells, legal, move, play, start

E3 = at("E3 G4", "F4 H3")


def named(text):
    return set(text.split())


def refuses(state, text):
    with pytest.raises(IllegalMove) as refused:
        GAME.apply(state, move(text))
    return refused.value.rule


def test_fact_000_power_cells_and_hilltops_are_the_goal():
    goal = GAME.view(start(), None)["board"]["goal"]
    assert goal == {"track": 6, "power_cells": 3, "hilltops": 7}


def test_fact_001_two_colours_no_secret_no_chance():
    state = start()
    assert GAME.view(state, 0) == GAME.view(state, 1) == GAME.view(state, None)
    assert GAME.chance(state) is None
    sides = [side["colour"] for side in GAME.view(state, 0)["board"]["sides"]]
    assert sides == ["yellow", "brown"]


def test_fact_002_and_010_twenty_two_discs_ten_on_the_board_of_each_colour():
    state = start()
    assert [discs.bit_count() for discs in state.discs] == [10, 10]
    assert sum(state.piles) == 2


def test_fact_003_and_005_cells_keep_their_owner_whoever_stands_there():
    board = shipped("rhombus")
    assert [cells_.bit_count() for cells_ in board.power] == [10, 10]
    invaded = at("M1 E3", "A1 H3")
    kinds = {c["id"]: c["kind"] for c in GAME.view(invaded, None)["board"]["cells"]}
    assert (kinds["M1"], kinds["A1"]) == ("brown_power", "yellow_power")


def test_fact_004_each_player_has_a_side():
    assert "each colour in front" in str(GAME.setup(start())[0])
    seats = [s["seat"] for s in GAME.view(start(colour="brown"), 0)["board"]["sides"]]
    assert seats == [1, 0], "the first seat may choose brown"


def test_fact_006_discs_start_on_the_cells_of_their_colour():
    state = start()
    assert cells(state, "yellow") == set(
        ["A1", "B1", "B2", "C1", "C2", "C3", "D1", "D2", "D3", "D4"]
    )
    assert cells(state, "brown") == set(
        ["M1", "L1", "L2", "K1", "K2", "K3", "J1", "J2", "J3", "J4"]
    )


def test_fact_007_each_pile_starts_with_one_disc():
    assert start().piles == (1, 1)


def test_fact_008_cubes_start_at_nothing():
    assert start().cubes == (0, 0)


def test_fact_009_nine_hilltops_start_empty():
    state = start()
    assert state.board.hilltop.bit_count() == 9
    assert not state.board.hilltop & (state.discs[0] | state.discs[1])


def test_fact_011_yellow_begins_and_turns_alternate():
    state = start()
    assert GAME.view(state, None)["board"]["to_move"] == "yellow"
    assert GAME.view(state, None)["turn"] == 0
    assert GAME.view(start(colour="brown"), None)["turn"] == 1
    later = play(state, "D1-E1")
    assert GAME.view(later, None)["turn"] == 1
    assert GAME.view(play(later, "J1-I1"), None)["turn"] == 0


def test_fact_012_one_kind_of_turn_and_no_pass():
    state = play(start(), "D1-E1")
    assert state.colour == 1, "a step is the whole turn"
    assert all(GAME.settle(state, a) != state for a in GAME.legal_actions(state))


def test_fact_013_a_step_goes_to_an_empty_neighbour_in_any_direction():
    state = at("G4", "M1")
    targets = {step.target for step in legal(state, Step)}
    assert targets == {"F3", "F4", "G3", "G5", "H3", "H4"}
    assert refuses(state, "G4-E4") is rules.ALONG_LINES
    assert refuses(at("G4 G5", "M1"), "G4-G5") is rules.EMPTY_CELL
    assert refuses(state, "M1-L1") is rules.OWN_DISC
    assert refuses(state, "G4-Z9") is rules.BOARD
    assert move("D4-E4") in legal(at("D4", "M1"), Step)
    assert move("D4-C3") in legal(at("D4", "M1"), Step), "backwards too"


def test_fact_014_a_series_has_one_jump_or_more():
    assert {len(jump.path) for jump in legal(E3, Jump)} == {1, 2, 3}
    with pytest.raises(IllegalMove) as refused:
        GAME.apply(E3, Jump("E3", ()))
    assert refused.value.rule is rules.SERIES


def test_fact_015_a_jump_crosses_exactly_one_disc_to_the_cell_behind():
    state = at("E3 F3", "M1")
    assert refuses(state, "jump E3-H2") is rules.SHORT_JUMP
    assert refuses(state, "jump E3-G5") is rules.JUMPS
    assert refuses(at("E3 F3 G3", "M1"), "jump E3-G3") is rules.EMPTY_CELL


def test_fact_016_and_017_own_discs_may_be_crossed_and_stay():
    after = play(at("E3 F3", "M1"), "jump E3-G3")
    assert cells(after, "yellow") == {"F3", "G3"}
    assert (after.piles, after.cubes) == ((1, 1), (0, 0))


def test_fact_018_crossed_opponents_are_captured_and_the_cube_advances():
    after = play(E3, "jump E3-G5-G3-I3")
    assert cells(after, "brown") == set()
    assert (after.piles, after.cubes) == ((3, 1), (2, 0))


def test_fact_019_own_and_other_discs_in_one_series():
    after = play(E3, "jump E3-G5-G3-I3")
    assert cells(after, "yellow") == {"I3", "G4"}, "own G4 was crossed and stays"


def test_fact_020_jumping_is_never_compulsory():
    assert legal(E3, Step)


def test_fact_021_returns_go_to_different_empty_own_power_cells():
    state = at("A1 B1 B2 C1 C2 C3 D1 D2", "M1", piles=(3, 1))
    after = play(state, "+D3 +D4")
    assert cells(after, "yellow") >= {"D3", "D4"}
    assert after.piles == (1, 1)
    for cells_ in (("E1",), ("D3", "D3"), ("A1",), ("M1",)):
        with pytest.raises(IllegalMove) as refused:
            GAME.apply(state, Reinforce(cells_))
        assert refused.value.rule is rules.REINFORCE_CELLS


def test_fact_022_from_one_disc_to_what_pile_and_cells_allow():
    state = at("A1 B1 B2 C1 C2 C3 D1 D2", "M1", piles=(1, 1))
    assert {len(one.cells) for one in legal(state, Reinforce)} == {1}
    assert refuses(state, "+D3 +D4") is rules.REINFORCE_NUMBER
    with pytest.raises(IllegalMove) as refused:
        GAME.apply(state, Reinforce(()))
    assert refused.value.rule is rules.REINFORCE_NUMBER
    assert not legal(at("A1", "M1", piles=(0, 1)), Reinforce)


def test_fact_023_a_captured_disc_returns_as_the_capturers_own():
    after = play(at("E3", "F3 M1", piles=(0, 1)), "jump E3-G3", "M1-L1", "+A1")
    assert cells(after, "yellow") == {"G3", "A1"}
    assert after.piles[0] == 0


def test_fact_024_an_occupied_own_power_cell_takes_no_disc():
    state = at("B1 B2 C1 C2 C3 D1 D2 D3 D4", "A1 M1", piles=(2, 0))
    assert not legal(state, Reinforce)


def test_fact_025_the_starting_pile_disc_may_be_placed():
    state = play(start(), "D1-E1", "J1-I1")
    assert legal(state, Reinforce) == {Reinforce(("D1",))}


def test_fact_026_three_foreign_power_cells_win():
    state = at("M1 L1 I3", "A1 A1")
    after = play(at("M1 L1 I3", "A1"), "I3-J3")
    assert (after.ended, after.winner) == (("power-cells",), 0)
    assert GAME.outcome(after).winners == (0,)
    assert GAME.outcome(state) is None, "two are not enough"


def test_fact_027_seven_hilltops_win():
    after = play(at("E3 F3 F4 G3 G4 G5 H2", "M1"), "H2-H3")
    assert (after.ended, after.winner) == (("hilltops",), 0)


def test_fact_028_a_cube_in_the_centre_wins():
    after = play(at("E3", "F3", cubes=(5, 0)), "jump E3-G3")
    assert (after.ended, after.winner, after.cubes) == (("track",), 0, (6, 0))


def test_fact_029_and_030_whoever_cannot_move_has_lost():
    yellow, brown = BLOCKED
    loose = brown.replace("F1", "G1")
    after = play(at(yellow, loose, piles=(1, 0), turn="brown"), "G1-F1")
    assert (after.ended, after.winner) == (("blocked",), 1)
    assert GAME.legal_actions(after) == ()


def test_fact_031_several_ways_at_once_are_all_reported():
    after = play(at("M1 L1 H3", "I3", cubes=(5, 0)), "jump H3-J3")
    assert after.ended == ("power-cells", "track")
    assert after.winner == 0


def test_fact_032_a_series_ends_at_the_jump_that_wins():
    state = at("M1 L1 H3", "I3 I4 K2")
    assert move("jump H3-J3") in legal(state, Jump)
    assert refuses(state, "jump H3-J3-H5") is rules.WIN_AT_ONCE
    assert all(len(j.path) == 1 for j in legal(state, Jump) if j.source == "H3")
    cube = at("E3 G4", "F4 H3 I2", cubes=(5, 0))
    assert refuses(cube, "jump E3-G5-G3") is rules.WIN_AT_ONCE, "the cube never passes"


def test_fact_033_draws_are_house_rules_only():
    state = start(repetition=False)
    for _ in range(8):
        state = play(state, "D1-E1", "J1-I1", "E1-D1", "I1-J1")
    assert not state.ended


@pytest.mark.parametrize("seed", range(3))
def test_facts_034_to_039_hold_at_every_step(seed):
    states, actions = random_states(GAME, {"players": 2}, seed=seed, most=400)
    placed = [0, 0]
    for before, action, after in zip(states, actions, states[1:], strict=False):
        if isinstance(action, Reinforce):
            placed[before.colour] += len(action.cells)
            assert after.ended in ((), ("blocked",)), "038: no direct win"
            assert after.cubes == before.cubes, "036"
        discs = [one.bit_count() for one in after.discs]
        assert sum(discs) + sum(after.piles) == 22, "034"
        for one, two in ((0, 1), (1, 0)):
            owned = discs[one] + after.piles[one]
            assert owned == 11 + after.cubes[one] - after.cubes[two], "035"
            assert after.cubes[one] >= before.cubes[one], "036"
            assert after.piles[one] == 1 + after.cubes[one] - placed[one] >= 0, "037"
            assert owned >= 11 - 5 or after.ended, "039: nobody is wiped out"
