"""A finished game is told right: its curve, its turning point, its luck."""

from companion.table.bearer import HOST
from companion.table.endings import story
from tests.table.conftest import act


def turn(tables, table, *faces):
    """Play a turn of Pig: throw these faces and hold."""
    for face in faces:
        act(tables, table, HOST, "roll")
        after = act(tables, table, HOST, "landed", face=face)
    return act(tables, table, HOST, "hold") if face != 1 else after


def test_curve_turning_point_and_luck(tables):
    table = tables.create("pig", ["Ana", "Ben"], {"goal": 15}).charter.table
    turn(tables, table, 6)
    turn(tables, table, 6, 4)
    turn(tables, table, 5)
    turning = turn(tables, table, 2)
    turn(tables, table, 3)
    over = turn(tables, table, 6)
    told = story(over)
    ana, ben = told.curves
    assert [score for _, score in ana] == [0, 6, 11, 14, 14]
    assert [score for _, score in ben] == [0, 10, 12, 18]
    assert told.turning is None or told.turning.entry.version <= over.version
    assert told.turning.entry.version == over.version
    assert turning.version < over.version
    assert [memory.luck for memory in told.memories] == [3.5, 4.0]


def test_the_lead_that_nobody_took_back_is_the_turning_point(tables):
    table = tables.create("pig", ["Ana", "Ben"], {"goal": 15}).charter.table
    turn(tables, table, 6)
    taken = turn(tables, table, 6, 4)
    turn(tables, table, 2)
    over = turn(tables, table, 6)
    assert story(over).turning.entry.version == taken.version


def test_a_game_led_from_the_first_point_turned_there(tables):
    table = tables.create("pig", ["Ana", "Ben"], {"goal": 10}).charter.table
    first = turn(tables, table, 6)
    turn(tables, table, 1)
    over = turn(tables, table, 6)
    assert story(over).turning.entry.version == first.version
