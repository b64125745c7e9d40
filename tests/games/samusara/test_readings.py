"""The readings A1-A20 that the sheet chooses, and the worked examples E1-E10."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.errors import IllegalMove
from companion.games.samusara import GAME, rules
from companion.games.samusara.actions import (
    AcceptDraw,
    DeclineDraw,
    Jump,
    OfferDraw,
    Reinforce,
    Resign,
    Step,
)
from companion.games.samusara.board import places, shipped
from tests.games.samusara.shared import BLOCKED, at, cells, legal, move, perft, play
from tests.games.samusara.shared import start as first

STUCK = Path(__file__).parent / "stuck_game.txt"


def test_a1_no_long_jumps():
    assert move("jump E3-H2") not in legal(at("E3 F3", "M1"), Jump)


def test_a2_a3_a_series_may_turn_and_stop_anywhere():
    paths = {jump.path for jump in legal(at("E3 G4", "F4 H3"), Jump)}
    assert {("G5",), ("G5", "G3"), ("G5", "G3", "I3")} <= paths


def test_a4_a_captured_disc_is_gone_at_once():
    state = at("E3 G4", "F4 H3")
    with pytest.raises(IllegalMove):
        GAME.apply(state, move("jump E3-G5-E3"))


def test_a5_a6_a7_cells_and_own_discs_again_and_the_start_is_empty():
    state = at("E3 F3 F4 G4", "I2 H2")
    for jump in legal(state, Jump):
        assert GAME.broken_rule(state, jump) is None
    around = at("E3 F3 F4", "E4 M1")
    ends = {jump.path[-1] for jump in legal(around, Jump) if jump.source == "E3"}
    assert "E5" in ends


def test_a7_a8_back_to_the_start_only_with_a_capture():
    bare = at("E3 F3", "M1", piles=(0, 1))
    assert {(j.source, *j.path) for j in legal(bare, Jump)} == {
        ("E3", "G3"),
        ("F3", "D3"),
    }
    with pytest.raises(IllegalMove) as refused:
        GAME.apply(bare, move("jump E3-G3-E3"))
    assert refused.value.rule is rules.NO_STANDING_STILL
    ring = at("E3 F3 F4", "G4 M1")
    rounds = [j for j in legal(ring, Jump) if j.path[-1] == j.source]
    for jump in rounds:
        assert GAME.apply(ring, jump).cubes[0] > 0


def test_a9_a10_the_cube_counts_captures_only():
    state = play(first(), "D1-E1", "J1-I1", "+D1")
    assert state.cubes == (0, 0)


def test_a11_a_return_saves_from_being_blocked():
    yellow, brown = BLOCKED
    saved = at(yellow.replace(" D4", ""), brown, piles=(2, 0))
    assert Reinforce(("D4",)) in legal(saved, Reinforce)


def test_a12_leaving_the_other_without_a_move_wins_at_once():
    yellow, brown = BLOCKED
    after = play(
        at(yellow, brown.replace("F6", "G7"), piles=(1, 0), turn="brown"), "G7-F6"
    )
    assert (after.winner, after.ended) == (1, ("blocked",))


def test_a13_a14_only_discs_that_stand_there_count():
    state = at("M1 L1 H3", "A1 B1 I3")
    assert not state.ended
    assert play(state, "jump H3-J3").ended == ("power-cells",)


def test_a15_the_first_cube_in_the_centre_wins():
    state = at("E3", "F3 J1", cubes=(5, 5))
    assert play(state, "jump E3-G3").winner == 0


def test_a16_the_third_time_is_a_draw_and_the_start_counts():
    state = first()
    circle = ("D1-E1", "J1-I1", "E1-D1", "I1-J1")
    state = play(state, *circle)
    assert not state.ended
    state = play(state, *circle)
    assert state.ended == ("repetition",)
    outcome = GAME.outcome(state)
    assert (outcome.winners, outcome.ending) == ((), "repetition")


def test_a17_sixty_quiet_turns_where_the_table_wants_it():
    state = first(repetition=False, quiet=True)
    circle = ("D1-E1", "J1-I1", "E1-D1", "I1-J1")
    for turn in range(60):
        assert not state.ended, turn
        state = play(state, circle[turn % 4])
    assert state.ended == ("quiet",)


def test_a17_a_draw_can_be_agreed_at_any_time():
    state = GAME.apply(first(), OfferDraw(1))
    assert GAME.actor(state, AcceptDraw()) == 0
    assert GAME.legal_actions(state) == (AcceptDraw(), DeclineDraw())
    assert GAME.apply(state, DeclineDraw()) == first()
    over = GAME.apply(state, AcceptDraw())
    assert GAME.outcome(over).winners == ()
    with pytest.raises(IllegalMove):
        GAME.apply(state, OfferDraw(0))
    with pytest.raises(IllegalMove):
        GAME.apply(GAME.start({"players": 1}), OfferDraw(0))


def test_a_player_may_give_up():
    over = GAME.apply(first(), Resign(0))
    assert (over.winner, GAME.outcome(over).winners) == (1, (1,))
    with pytest.raises(IllegalMove):
        GAME.apply(first(), Resign(5))


def test_a18_six_captures_on_a_track_of_thirteen():
    assert shipped("rhombus").steps_to_centre == 6


def test_a20_no_spare_discs():
    state = first()
    assert sum(d.bit_count() for d in state.discs) + sum(state.piles) == 22


def test_e1_fourteen_turns_at_the_start():
    steps = {"D1-E1", "D1-E2", "D2-E2", "D2-E3", "D3-E3", "D3-E4", "D4-E4", "D4-E5"}
    jumps = {"C1-E1", "C1-E3", "C2-E2", "C2-E4", "C3-E3", "C3-E5"}
    state = first()
    assert {f"{s.source}-{s.target}" for s in legal(state, Step)} == steps
    assert {f"{j.source}-{j.path[0]}" for j in legal(state, Jump)} == jumps
    assert len(GAME.legal_actions(state)) == 14


def test_e2_positions_are_counted_as_in_the_sheet():
    assert [perft(first(repetition=False), depth) for depth in (1, 2, 3)] == [
        14,
        196,
        4_844,
    ]
    flat = first(board="rectangle", repetition=False)
    assert [perft(flat, depth) for depth in (1, 2, 3)] == [18, 324, 8_561]


def test_e3_the_series_of_the_rulebooks_picture():
    state = at("E3 G4", "F4 H3")
    ways = {"-".join((j.source, *j.path)) for j in legal(state, Jump)}
    assert ways == {
        "E3-G5",
        "E3-G5-G3",
        "E3-G5-G3-I3",
        "G4-I2",
        "G4-E4",
        "G4-E4-E2",
    }
    after = play(state, "jump E3-G5-G3-I3")
    assert (after.piles[0], after.cubes[0]) == (3, 2)
    assert cells(after, "yellow") == {"I3", "G4"}


def test_e4_the_full_series_wins_on_the_track_and_the_shorter_do_not():
    state = at("E3 G4", "F4 H3", cubes=(4, 0))
    assert play(state, "jump E3-G5-G3-I3").ended == ("track",)
    assert not play(state, "jump E3-G5").ended
    assert not play(state, "jump E3-G5-G3").ended


def test_e6_exactly_three_returns():
    state = at("A1 B1 B2 C1 C2 C3 D1 D2", "M1", piles=(3, 1))
    assert {one.cells for one in legal(state, Reinforce)} == {
        ("D3",),
        ("D4",),
        ("D3", "D4"),
    }


def test_e7_a_long_game_ends_blocked():
    state = first(repetition=False)
    for line in STUCK.read_text(encoding="utf-8").split("\n"):
        if line.strip():
            kind, _, way = line.strip().partition(" ")
            text = way if kind == "step" else f"jump {way}"
            if kind not in ("step", "jump"):
                text = " ".join(f"+{cell}" for cell in way.replace(",", " ").split())
            state = GAME.apply(state, move(text))
    assert (state.ended, state.winner) == (("blocked",), 1)
    assert state.turns == 120


def test_e7b_one_way_out():
    yellow, brown = BLOCKED
    state = at(yellow, brown.replace(" F1", ""), piles=(1, 1))
    assert GAME.legal_actions(state) == (Jump("D1", ("F1",)),)


def test_e7c_an_empty_home_opens_five_turns():
    yellow, brown = BLOCKED
    state = at(yellow.replace(" D4", ""), brown, piles=(2, 0))
    ways = {"D2-D4", "B2-D4", "D3-D4", "C3-D4"}
    found = GAME.legal_actions(state)
    moved = {
        f"{m.source}-{getattr(m, 'target', None) or m.path[-1]}" for m in found[:4]
    }
    assert moved == ways
    assert found[4:] == (Reinforce(("D4",)),)


def test_e8_three_power_cells_by_a_capture():
    after = play(at("M1 L1 H3", "I3 K2"), "jump H3-J3")
    assert after.ended == ("power-cells",)


def test_e10_the_default_board_counts_up():
    board = shipped("rhombus")
    kinds = [cell.kind for cell in board.cells]
    assert [kinds.count(k) for k in ("yellow_power", "brown_power", "hilltop")] == [
        10,
        10,
        9,
    ]
    assert (len(kinds), kinds.count("plain")) == (49, 20)
    assert len(board.lines) == 25
    degrees = [near.bit_count() for near in board.near]
    assert sum(degrees) == 2 * 120
    assert sum(len(hops) for hops in board.hops) == 2 * 95
    assert {n: degrees.count(n) for n in (2, 3, 4, 6)} == {2: 2, 3: 2, 4: 20, 6: 25}


def test_a_jumping_disc_never_lands_on_a_cell_it_crossed():
    board = shipped("rhombus")
    for place in places(board.everything):
        for over, land, _ in board.hops[place]:
            assert not over & land
