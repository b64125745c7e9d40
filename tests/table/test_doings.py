"""What hands must do because of the latest step is part of the view."""

from companion.core.seats import Seat
from companion.table.bearer import HOST, WATCHER, at_seat
from companion.table.view import view
from tests.table.conftest import act


def seen_by(tables, table, who):
    return view(tables.open(table), who)["doings"]


def test_who_is_next_is_told_to_take_the_die(tables, table):
    act(tables, table, HOST, "roll")
    assert seen_by(tables, table, HOST) == [], "the die stays in the same hands"
    act(tables, table, HOST, "landed", face=1)
    for who in (HOST, WATCHER, at_seat(0), at_seat(1)):
        (doing,) = seen_by(tables, table, who)
        assert doing["seat"] == Seat(1)
        assert doing["words"]["say"] == "Take the die from {who}."
        assert (doing["piece"], doing["count"]) == ("die", 1)
        assert (doing["source"], doing["target"]) == ("seat-0", "seat-1")


def test_the_next_action_passes_what_was_to_do(tables, table):
    act(tables, table, HOST, "roll")
    act(tables, table, HOST, "landed", face=1)
    act(tables, table, HOST, "roll")
    assert seen_by(tables, table, HOST) == []


def test_hands_are_not_sent_twice_by_an_undo_nor_by_the_host(tables, table):
    act(tables, table, HOST, "roll")
    act(tables, table, HOST, "landed", face=1)
    act(tables, table, HOST, "roll")
    tables.undo(table, HOST, 3, "back")
    assert seen_by(tables, table, HOST) == []
    word = {"action": {"type": "landed", "face": 1}, "reason": "it fell down"}
    tables.override(table, HOST, word, 4, "so")
    assert seen_by(tables, table, HOST) == []


def test_what_is_only_told_to_the_app_passes_nothing(tables, table):
    act(tables, table, HOST, "roll")
    act(tables, table, HOST, "landed", face=1)
    (doing,) = seen_by(tables, table, HOST)
    act(tables, table, at_seat(0), "note", seat=0, number=7)
    assert seen_by(tables, table, HOST) == [doing]
    tables.undo(table, at_seat(0), 3, "back")
    assert seen_by(tables, table, HOST) == [doing], "nor does taking it back"
    act(tables, table, HOST, "roll")
    act(tables, table, at_seat(0), "note", seat=0, number=7)
    assert seen_by(tables, table, HOST) == [], "the roll has passed it"


def test_what_one_tap_said_is_done_together(tables, table):
    """Ids that are the same up to a plus sign are one tap; nothing else is."""
    words = [{"type": "roll"}, {"type": "landed", "face": 1}] * 2
    for version, (word, once) in enumerate(
        zip(words, ("a", "b", "c+1", "c+2"), strict=True)
    ):
        tables.act(table, HOST, word, version, once)
    assert [doing["seat"] for doing in seen_by(tables, table, HOST)] == [Seat(0)]
    table_of_two = tables.create("pig", ["Ana", "Ben"], {}).charter.table
    once = ("a", "b+1", "b+2", "b+3")
    for version, (word, name) in enumerate(zip(words, once, strict=True)):
        tables.act(table_of_two, HOST, word, version, name)
    both = [doing["seat"] for doing in seen_by(tables, table_of_two, HOST)]
    assert both == [Seat(1), Seat(0)]


def test_a_program_that_counts_with_a_plus_is_no_endless_tap(tables, table):
    words = [{"type": "roll"}, {"type": "landed", "face": 1}] * 6
    for version, word in enumerate(words):
        tables.act(table, HOST, word, version, f"bot+{version}")
    assert len(seen_by(tables, table, HOST)) == 2, "of the last four words"
