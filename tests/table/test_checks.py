"""The host's word cannot lead where the game could not go on."""

from dataclasses import replace

import pytest

from companion.core.errors import Impossible
from companion.table.bearer import HOST
from tests import pig
from tests.games.play import meddle
from tests.table.conftest import act

CORRECTION = {"patch": {"pot": 5}, "reason": "so"}


def game(**changed):
    return {"pig": replace(pig.GAME, **changed)}


def broken(*_):
    raise IndexError("no such seat")


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param({"faults": lambda state: ("a die is lost",)}, id="faults"),
        pytest.param({"faults": broken}, id="faults break"),
        pytest.param({"correct": broken}, id="the correction breaks"),
        pytest.param({"expects": broken}, id="what a photo may show breaks"),
    ],
)
def test_a_correction_into_a_broken_state_is_refused(open_tables, table, changed):
    tables = open_tables(game(**changed))
    with pytest.raises(Impossible, match="cannot go on"):
        tables.override(table, HOST, CORRECTION, 0, "x")
    assert tables.store.version(table) == 0


def test_a_view_that_only_one_seat_cannot_be_shown_is_noticed(open_tables, table):
    def view(state, seat):
        if seat == 1 and state.pot:
            raise KeyError(seat)
        return pig.GAME.view(state, seat)

    tables = open_tables(game(view=view))
    with pytest.raises(Impossible):
        tables.override(table, HOST, CORRECTION, 0, "x")
    assert tables.store.version(table) == 0


def test_a_forced_action_that_breaks_the_engine_is_refused(open_tables, table):
    tables = open_tables(game(force=broken))
    word = {"action": {"type": "hold"}, "reason": "so"}
    with pytest.raises(Impossible):
        tables.override(table, HOST, word, 0, "x")
    assert tables.store.version(table) == 0


def test_a_legal_move_into_a_broken_state_is_refused_too(open_tables, table):
    tables = open_tables(game(faults=lambda state: ("lost",) if state.pot else ()))
    act(tables, table, HOST, "roll")
    with pytest.raises(Impossible):
        act(tables, table, HOST, "landed", face=4)
    assert tables.store.version(table) == 1


def test_taking_back_is_always_a_way_out(tables, open_tables, table):
    act(tables, table, HOST, "roll")
    later = open_tables(game(faults=lambda state: ("all is lost",)))
    after, _ = later.undo(table, HOST, 1, "back")
    assert after.state == after.first


def test_a_legal_override_is_judged_once(open_tables, table):
    judged = []

    def broken_rule(state, action):
        judged.append(action)
        return pig.GAME.broken_rule(state, action)

    def apply(state, action):
        raise AssertionError("it was judged already")

    tables = open_tables(
        {"pig": meddle(pig.GAME, broken_rule=broken_rule, apply=apply)}
    )
    word = {"action": {"type": "roll"}, "reason": "so"}
    tables.override(table, HOST, word, 0, "x")
    assert len(judged) == 1
