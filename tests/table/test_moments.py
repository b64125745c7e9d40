"""The view tells what stood out of the latest step, once, to everybody alike."""

from companion.table.bearer import HOST, WATCHER, at_seat
from companion.table.view import view
from tests.table.conftest import act


def kinds(table, who=WATCHER):
    return [one["kind"] for one in view(table, who)["moments"]]


def test_the_end_of_a_game_always_stands_out(tables):
    table = tables.create("pig", ["Ana", "Ben"], {"goal": 5}).charter.table
    assert kinds(tables.open(table)) == []
    act(tables, table, HOST, "roll")
    assert kinds(act(tables, table, HOST, "landed", face=6)) == []
    over = act(tables, table, HOST, "hold")
    assert kinds(over) == ["victory"]
    for who in (HOST, at_seat(0), at_seat(1)):
        assert kinds(over, who) == ["victory"]
    (shown,) = view(over, WATCHER)["moments"]
    assert shown["stays"]
    back = tables.undo(table, HOST, over.version, "back")[0]
    assert kinds(back) == []


def test_a_correction_of_a_finished_game_is_no_second_victory(tables):
    table = tables.create("pig", ["Ana", "Ben"], {"goal": 5}).charter.table
    act(tables, table, HOST, "roll")
    act(tables, table, HOST, "landed", face=6)
    over = act(tables, table, HOST, "hold")
    word = {"patch": {"pot": 3}, "reason": "miscounted"}
    after = tables.override(table, HOST, word, over.version, "fix")[0]
    assert kinds(after) == []
