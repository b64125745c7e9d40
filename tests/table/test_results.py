"""The result of a game is kept with its last entry and goes with it."""

from dataclasses import replace

import pytest

from companion.core.turn import push
from companion.table import archive
from companion.table.bearer import HOST
from companion.table.results import kept_result, result_of
from companion.table.table import lay_out
from tests import pig
from tests.pig.questions import RollOrHold
from tests.table.conftest import act, play


def result(tables, table):
    with tables.store.read() as connection:
        return kept_result(connection, table)


@pytest.fixture
def almost(tables):
    """A table that ends with the next word."""
    table = tables.create("pig", ["Ana", "Ben"], {"goal": 10}).charter.table
    for _ in range(4):
        act(tables, table, HOST, "roll")
        act(tables, table, HOST, "landed", face=3)
    return table


def finish(tables, table):
    return act(tables, table, HOST, "hold", once="last")


def test_a_finished_game_leaves_its_result(tables, almost):
    assert result(tables, almost) is None
    over = finish(tables, almost)
    kept = result(tables, almost)
    assert kept.charter.game == "pig"
    assert kept.charter.players == ("Ana", "Ben")
    assert kept.charter.options == {"goal": 10}
    assert (kept.scores, kept.winners) == ((12, 0), (0,))
    assert kept.ending == over.game.outcome(over.state).ending
    assert kept.started == over.log[0].entry.at
    assert kept.seconds >= 0
    assert kept.version == 9


def test_taking_back_withdraws_it_and_ending_again_keeps_it(tables, almost):
    finish(tables, almost)
    tables.undo(almost, HOST, 9, "back")
    assert result(tables, almost) is None
    act(tables, almost, HOST, "hold", once="again")
    assert result(tables, almost).version == 11


def test_a_correction_changes_it_or_withdraws_it(tables, open_tables, almost):
    finish(tables, almost)

    def correct(state, patch):
        state = replace(state, banked=tuple(patch["banked"]))
        over = pig.GAME.outcome(state)
        return state if over else push(state, RollOrHold(state.turn))

    tables = open_tables({"pig": replace(pig.GAME, correct=correct)})
    word = {"patch": {"banked": [15, 0]}, "reason": "miscounted"}
    tables.override(almost, HOST, word, 9, "a")
    assert result(tables, almost).scores == (15, 0)
    word = {"patch": {"banked": [2, 0]}, "reason": "no"}
    tables.override(almost, HOST, word, 10, "b")
    assert result(tables, almost) is None


def test_a_write_that_fails_keeps_neither_entry_nor_result(tables, almost, monkeypatch):
    def broken(*_):
        raise RuntimeError("pulled plug")

    monkeypatch.setattr("companion.table.store.keep_result", broken)
    with pytest.raises(RuntimeError):
        finish(tables, almost)
    assert tables.store.version(almost) == 8
    assert result(tables, almost) is None


def test_an_imported_game_that_is_over_has_a_result(tables, almost):
    data = archive.export(finish(tables, almost))
    copy = archive.bring_back(tables, data)
    assert result(tables, copy.charter.table).scores == (12, 0)
    data["entries"][0]["at"] = "yesterday"
    odd = archive.bring_back(tables, data)
    assert result(tables, odd.charter.table).seconds is None


def test_a_clock_that_was_set_back_gives_no_negative_evening(tables, almost):
    over = finish(tables, almost)
    data = archive.export(over)
    data["entries"][0]["at"] = "2999-01-01T00:00:00.000Z"
    assert result(tables, archive.bring_back(tables, data).charter.table).seconds == 0


def test_a_game_in_play_has_none(tables, table):
    play(tables, table, 3)
    assert result_of(tables.open(table)) is None
    now = tables.open(table)
    assert result_of(lay_out(now.charter, now.game)) is None
