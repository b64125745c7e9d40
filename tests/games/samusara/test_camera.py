"""Photos of the board: what can lie there, which turn that is, what to put right."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from app import create_app
from companion.games.samusara import GAME, rules
from companion.games.samusara.actions import TwoTurns
from companion.games.samusara.camera import SURE, laid
from companion.games.samusara.state import COLOURS
from companion.table import readers
from tests.games.play import random_states
from tests.games.samusara.shared import at, move, play, start
from tests.web.api.conftest import jpeg, send
from tests.web.conftest import gather
from vision.readings import CellReading, Problem, Report, Whole

UNLIKE = Problem("unlike", "")


def shown(state):
    return laid(state.board, *state.discs)


def seen(state, position, chance=1.0, **more):
    """Return the report of a reader that sees this position."""
    names = [cell.id for cell in state.board.cells]
    cells = tuple(
        CellReading(name, what) for name, what in zip(names, position, strict=True)
    )
    return Report("board", cells, (Whole(cells, chance),), **{"certain": True} | more)


def lying(state, **cells):
    """Return the position with some cells changed: a colour, or nothing."""
    position = list(shown(state))
    for name, what in cells.items():
        position[state.board.index[name]] = what
    return tuple(position)


def differs(state, **cells):
    report = seen(state, lying(state, **cells), certain=False, problem=UNLIKE)
    assert GAME.observe(state, None, report) == ()
    return GAME.mismatch(state, report)


def told(found):
    return [str(step) for step in found.steps]


def test_the_board_is_told_in_shares_of_its_size():
    prior = GAME.expects(start(), None)
    assert prior.pieces == COLOURS
    assert prior.last == shown(start())
    assert (min(c.x for c in prior.cells), max(c.x for c in prior.cells)) == (0, 1)
    assert (min(c.y for c in prior.cells), max(c.y for c in prior.cells)) == (0, 1)
    # Seven rows of half steps across, twelve times the height of a triangle down.
    assert prior.aspect == pytest.approx(6 / (12 * 0.866), abs=0.01)
    assert len(prior.lines) == len(start().board.lines)
    assert set(prior.grounds) == {"yellow_power", "brown_power", "hilltop", "plain"}


def test_everybody_expects_the_same():
    assert GAME.expects(start(), None) == GAME.expects(start(), 1)


@pytest.mark.parametrize("board", ["rhombus", "diamond", "rectangle"])
def test_every_turn_is_recognised_by_the_position_it_leads_to(board):
    states, _ = random_states(GAME, {"players": 2, "board": board}, 5, most=24)
    for state in states[::3]:
        prior = GAME.expects(state, 0)
        if prior is None:
            continue
        one_turn = {one.position for one in prior.successors if one.turns == 1}
        for action in Random(1).sample(GAME.legal_actions(state), 5):
            after = GAME.apply(state, action)
            assert shown(after) in one_turn
            ((found, chance),) = GAME.observe(state, 0, seen(state, shown(after)))
            assert shown(GAME.apply(state, found)) == shown(after)
            assert chance == 1


def test_a_turn_that_nobody_read_is_recorded_with_the_next_one():
    state = start()
    after = play(state, "D1-E1", "J1-I1")
    prior = GAME.expects(state, 0)
    assert {one.turns for one in prior.successors} == {1, 2}
    ((found, _),) = GAME.observe(state, 0, seen(state, shown(after)))
    assert found == TwoTurns(move("D1-E1"), move("J1-I1"))
    assert GAME.from_json(GAME.to_json(found)) == found
    assert GAME.actor(state, found) == 0
    assert GAME.apply(state, found) == after
    assert str(GAME.label(state, found)) == "Step D1-E1, then Step J1-I1"


def test_what_was_captured_in_two_turns_at_once_is_remembered_for_both():
    state = at("E3 D1 H5", "F3 M1 I5", piles=(1, 1))
    both = TwoTurns(move("jump E3-G3"), move("jump I5-G5"))
    deeds = GAME.remember(state, both, GAME.apply(state, both))
    assert [one.seat for one in deeds] == [0, 1]


def test_two_turns_at_once_keep_every_rule():
    state = start()
    step, back = move("D1-E1"), move("J1-I1")
    assert GAME.broken_rule(state, TwoTurns(back, step)) == rules.OWN_DISC
    assert GAME.broken_rule(state, TwoTurns(step, step)) == rules.OWN_DISC
    alone = GAME.start({"players": 1})
    assert GAME.broken_rule(alone, TwoTurns(step, back)) == rules.TURN_ORDER
    won = at("E3 D1", "F3 M1", cubes=(5, 0))
    both = TwoTurns(move("jump E3-G3"), move("M1-L1"))
    assert GAME.broken_rule(won, both) == rules.GAME_OVER


def test_alone_nobody_answers_before_the_app_does():
    state = GAME.start({"players": 1})
    assert {one.turns for one in GAME.expects(state, 0).successors} == {1}


def test_a_photo_confirms_that_the_apps_move_was_carried_out():
    alone = GAME.start({"players": 1, "colour": "brown"})
    after = GAME.apply(alone, GAME.chance(alone).sample(Random(1)))
    assert GAME.observe(after, 0, seen(after, shown(after))) == ()
    assert GAME.mismatch(after, seen(after, shown(after))).steps == ()
    not_yet = seen(after, shown(alone), certain=False, problem=UNLIKE)
    (step,) = told(GAME.mismatch(after, not_yet))
    source, target = (after.board.ids(cells)[0] for cells in after.last[:2])
    assert step == f"Move the yellow disc from {source} to {target}."


def test_while_the_app_thinks_only_the_board_as_it_is_can_lie_there():
    alone = GAME.start({"players": 1, "colour": "brown"})
    (only,) = GAME.expects(alone, 0).successors
    assert only.position == shown(alone)


def test_after_the_game_no_photo_is_asked_for():
    over = GAME.apply(at("E3 D1", "F3 M1", cubes=(5, 0)), move("jump E3-G3"))
    assert over.ended
    assert GAME.expects(over, 0) is None


def test_an_unsure_photo_says_nothing_about_the_board():
    state = start()
    report = seen(state, shown(state), certain=False, problem=Problem("unsure", ""))
    assert GAME.mismatch(state, report) is None
    assert GAME.mismatch(state, Report("board", problem=Problem("dark", ""))) is None


def test_a_disc_that_went_too_far_goes_back():
    found = differs(start(), D1="", G3="yellow")
    assert told(found) == ["Move the yellow disc from G3 to D1."]
    assert found.rule == rules.ALONG_LINES


def test_the_other_colour_does_not_move_in_this_turn():
    found = differs(start(), J1="", I1="brown")
    assert told(found) == ["Move the brown disc from I1 to J1."]
    assert found.rule == rules.TURN_ORDER


def test_discs_that_are_missing_strange_or_turned_are_named_one_by_one():
    found = differs(start(), D1="", G4="brown", M1="yellow", A1="brown")
    assert sorted(told(found)) == [
        "Put a yellow disc on D1.",
        "Take the brown disc from G4.",
        "Turn the disc on A1 over: it shows yellow.",
        "Turn the disc on M1 over: it shows brown.",
    ]
    assert found.rule is None


def test_an_own_disc_that_was_taken_away_speaks_of_the_jump():
    state = at("E3 D1 D2", "F4 K1", piles=(0, 0))
    found = differs(state, E3="", F4="", H5="yellow")
    assert found.rule in {rules.JUMPS, rules.SHORT_JUMP}


def test_returning_too_many_discs_names_the_number():
    state = play(start(), "D1-E1", "J1-I1", "D4-E4", "J4-I4")
    found = differs(state, D1="yellow", D4="yellow")
    assert found.rule == rules.REINFORCE_NUMBER


def test_each_photo_ticks_off_what_was_put_right():
    first = differs(start(), D1="", G3="yellow", M1="")
    then = differs(start(), M1="")
    assert set(then.steps) < set(first.steps)


def test_the_host_can_take_the_board_as_it_lies():
    state = start()
    found = differs(state, D1="", G3="yellow")
    after = GAME.correct(state, found.patch)
    assert shown(after) == lying(state, D1="", G3="yellow")
    assert after.colour == 1, "it looked like a turn"
    assert GAME.faults(after) == ()


def test_a_disc_that_left_counts_as_captured_if_the_host_says_so():
    state = start()
    after = GAME.correct(state, differs(state, M1="").patch)
    assert (after.piles, after.cubes) == ((2, 1), (1, 0))
    assert GAME.faults(after) == ()


def test_more_discs_than_the_box_holds_cannot_be_taken_as_they_lie():
    assert differs(start(), G3="yellow", G4="yellow").patch is None


@pytest.fixture
def party(tmp_path):
    app = create_app({"DATA": str(tmp_path), "TESTING": True})
    yield gather(app, game="samusara")
    app.extensions["services"].tables.store.close()


def photographed(monkeypatch, someone, report):
    monkeypatch.setattr(readers, "read", lambda image, prior: report)
    return send(someone, jpeg()).json


def test_the_table_is_told_what_to_put_right_and_which_rule_it_broke(
    party, monkeypatch
):
    state = start()
    wrong = lying(state, D1="", G3="yellow")
    report = seen(state, wrong, certain=False, problem=UNLIKE)
    told_host = photographed(monkeypatch, party.host, report)["differs"]
    assert told_host["steps"] == ["Move the yellow disc from G3 to D1."]
    assert told_host["rule"]["id"] == "samusara.along-lines"
    assert told_host["rule"]["title"], "in words"
    told_ana = photographed(monkeypatch, party.seats[0], report)["differs"]
    assert told_ana == {**told_host, "patch": None}, "only a host takes it as it lies"
    patch = told_host["patch"]
    answer = party.host.say("/override", patch=patch, reason="as it lies")
    assert answer.status_code in {200, 201}, answer.json
    cells = {one["id"]: one["disc"] for one in party.host.look()["board"]["cells"]}
    assert (cells["D1"], cells["G3"]) == (None, "yellow")


def test_a_photo_of_the_board_as_it_is_confirms_it(party, monkeypatch):
    state = start()
    made = photographed(monkeypatch, party.host, seen(state, shown(state)))
    assert made["differs"] == {"steps": [], "rule": None, "patch": None}
    assert made["candidates"] == []


def test_a_board_that_lies_as_it_lay_suggests_no_turn(party, monkeypatch):
    """The reader names other positions beside it, however unlikely they are."""
    state = start()
    report = seen(state, shown(state))
    step = seen(state, shown(play(state, "D1-E1"))).wholes[0]
    report = replace(report, wholes=(*report.wholes, replace(step, chance=1e-6)))
    made = photographed(monkeypatch, party.host, report)
    assert (made["candidates"], made["certain"]) == ([], False)


@pytest.mark.parametrize(("chance", "turns"), [(SURE, 0), (SURE - 0.01, 1)])
def test_a_turn_is_only_suggested_where_the_board_may_not_lie_as_it_lay(chance, turns):
    state = start()
    report = seen(state, shown(state), chance, certain=False)
    step = seen(state, shown(play(state, "D1-E1")), 1 - chance).wholes
    report = replace(report, wholes=report.wholes + step)
    assert len(GAME.observe(state, 0, report)) == turns


def test_where_nothing_legal_lies_no_turn_is_suggested():
    state = start()
    step = shown(play(state, "D1-E1"))
    assert GAME.observe(state, 0, seen(state, step, certain=False))
    unlike = seen(state, step, certain=False, problem=UNLIKE)
    assert GAME.observe(state, 0, unlike) == ()


def test_nobody_answers_a_turn_that_has_won():
    state = at("E3 D1", "F3 M1", cubes=(5, 0))
    won = play(state, "jump E3-G3")
    assert GAME.observe(state, 0, seen(state, shown(won)))
    answered = lying(won, M1="", L1="brown")
    assert answered not in {one.position for one in GAME.expects(state, 0).successors}


def test_a_photo_after_a_turn_proposes_it(party, monkeypatch):
    state = start()
    after = play(state, "D1-E1")
    made = photographed(monkeypatch, party.seats[0], seen(state, shown(after)))
    assert [one["label"] for one in made["candidates"]] == ["Step D1-E1"]
    assert (made["certain"], made["differs"]) == (True, None)
