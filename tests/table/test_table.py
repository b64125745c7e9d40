"""The log is the truth: replay, undo, the host's word, old engines, two writers."""

from dataclasses import replace
from random import Random

import pytest

from companion.core.errors import IllegalMove, Malformed
from companion.table import archive
from companion.table.bearer import HOST, WATCHER, Bearer, at_seat
from companion.table.desk import KEPT, Desk
from companion.table.live import CLOSING, Live, TooManyListeners
from companion.table.refusals import (
    NothingToUndo,
    NotYours,
    OtherEngine,
    StaleTable,
    UnknownTable,
)
from companion.table.schema import connect
from companion.table.store import Outrun, Store
from companion.table.view import Shelved, view
from tests import pig
from tests.games.play import meddle

ANA, BEN = at_seat(0), at_seat(1)


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path / 'tables.sqlite'}"


@pytest.fixture
def open_desk(url):
    """Open as many houses over the same database as a test likes."""
    stores = []

    def make(games=None):
        store = Store(connect(url))
        stores.append(store)
        return Desk(store, Live(), games or {"pig": pig.GAME}, Random(1))

    yield make
    for store in stores:
        store.close()


@pytest.fixture
def desk(open_desk):
    return open_desk()


@pytest.fixture
def table(desk):
    return desk.create("pig", ["Ana", "Ben"], {}).charter.table


def act(desk, table, who, kind, once=None, **fields):
    seen = desk.open(table).version
    action = {"type": kind, **fields}
    return desk.act(table, who, action, seen, once or f"{who}-{seen}")[0]


def play_some(desk, table, steps, seed):
    """Play, roll, take back and overrule at random."""
    rng = Random(seed)
    for number in range(steps):
        now = desk.open(table)
        seen, once = now.version, f"n{number}"
        dice = rng.random()
        if dice < 0.15 and now.standing:
            desk.undo(table, HOST, seen, once)
        elif dice < 0.2:
            word = {"patch": {"pot": rng.randint(0, 9)}, "reason": "so"}
            desk.override(table, HOST, word, seen, once)
        elif now.game.chance(now.state):
            desk.chance(table, HOST, seen, once)
        elif legal := now.game.legal_actions(now.state):
            action = now.game.to_json(rng.choice(legal))
            desk.act(table, HOST, action, seen, once)


@pytest.mark.parametrize("seed", range(5))
def test_the_log_alone_rebuilds_the_table(desk, open_desk, table, seed):
    play_some(desk, table, 60, seed)
    again = open_desk().open(table)
    assert again == desk.open(table)
    for who in (HOST, ANA, BEN, WATCHER):
        assert view(again, who) == view(desk.open(table), who)


def test_every_step_can_be_taken_back_to_the_first_state(desk, table):
    states = [desk.open(table).state]
    for _ in range(12):
        now = desk.open(table)
        if now.game.chance(now.state):
            act(desk, table, HOST, "landed", face=3)
        else:
            act(desk, table, HOST, "roll")
        states.append(desk.open(table).state)
    version = desk.open(table).version
    for state in reversed(states[:-1]):
        version += 1
        desk.undo(table, HOST, version - 1, f"back-{version}")
        assert desk.open(table).state == state
        assert desk.open(table).version == version, "the version only ever rises"
    with pytest.raises(NothingToUndo):
        desk.undo(table, HOST, version, "once more")


def test_a_refused_word_leaves_no_trace(desk, table):
    with pytest.raises(IllegalMove):
        act(desk, table, ANA, "hold")
    with pytest.raises(Malformed):
        act(desk, table, ANA, "fly")
    with pytest.raises(NotYours):
        act(desk, table, BEN, "roll")
    with pytest.raises(NotYours):
        act(desk, table, WATCHER, "roll")
    with pytest.raises(StaleTable):
        desk.act(table, ANA, {"type": "roll"}, 7, "x")
    assert desk.store.version(table) == desk.open(table).version == 0


def test_a_legal_override_and_a_forced_one_both_stand(desk, table):
    desk.override(table, HOST, {"action": {"type": "roll"}, "reason": "r"}, 0, "a")
    desk.override(table, HOST, {"action": {"type": "hold"}, "reason": "r"}, 1, "b")
    assert desk.open(table).state.turn == 1
    assert desk.open(table).owner(desk.open(table).log[-1]) is None


def test_ids_are_remembered_over_a_restart(desk, open_desk, table):
    desk.act(table, ANA, {"type": "roll"}, 0, "tap")
    fresh = open_desk()
    again, played = fresh.act(table, ANA, {"type": "roll"}, 0, "tap")
    assert (again.version, played) == (1, False)


def test_two_houses_over_one_database_never_both_win(desk, open_desk, table):
    other = open_desk()
    other.open(table)
    act(desk, table, ANA, "roll")
    with pytest.raises(StaleTable) as stale:
        other.act(table, HOST, {"type": "roll"}, 0, "late")
    assert stale.value.version == 1
    act(other, table, HOST, "landed", face=2)
    assert desk.open(table) == other.open(table)


def test_a_writer_that_is_outrun_looks_again(desk, open_desk, table, monkeypatch):
    other = open_desk()
    append = desk.store.append

    def outrun(name, lines):
        monkeypatch.setattr(desk.store, "append", append)
        act(other, name, HOST, "roll")
        append(name, lines)

    monkeypatch.setattr(desk.store, "append", outrun)
    with pytest.raises(StaleTable):
        desk.act(table, ANA, {"type": "roll"}, 0, "x")
    assert desk.open(table).version == 1


def test_the_store_refuses_the_same_version_twice(desk, table):
    act(desk, table, ANA, "roll")
    line = desk.store.lines(table)[0]
    with pytest.raises(Outrun):
        desk.store.append(table, [line])
    assert desk.store.version(table) == 1


def test_a_table_of_another_engine_is_shown_but_never_judged(desk, open_desk, table):
    act(desk, table, ANA, "roll")
    act(desk, table, HOST, "landed", face=6)
    act(desk, table, ANA, "hold")
    newer = replace(pig.GAME, engine=2, turns=None, view=None)
    later = open_desk({"pig": newer})
    shelved = later.open(table)
    assert isinstance(shelved, Shelved)
    seen = view(shelved, BEN)
    assert seen["version"] == 3
    assert seen["scores"] == [{"seat": 0, "score": 6}, {"seat": 1, "score": 0}]
    assert [line["text"]["say"] for line in seen["log"]] == [
        "{who}: {word}",
        "{who} rolls {n}",
        "{who}: {word}",
    ]
    assert seen["closed"] == seen["prompt"]
    assert seen["legal"] == []
    with pytest.raises(OtherEngine):
        later.act(table, ANA, {"type": "roll"}, 3, "x")
    assert archive.export(later, shelved)["engine"] == 1
    assert archive.results(shelved)["players"][0]["score"] == 6


def test_a_game_that_is_gone_leaves_its_tables_readable(desk, open_desk, table):
    assert isinstance(open_desk({"chess": pig.GAME}).open(table), Shelved)


def test_a_log_that_does_not_replay_is_shown_as_it_was(desk, open_desk, table):
    act(desk, table, ANA, "roll")
    stricter = meddle(pig.GAME, apply=lambda s, a: pig.GAME.apply(s, pig.Landed(3)))
    shelved = open_desk({"pig": stricter}).open(table)
    assert isinstance(shelved, Shelved)
    assert view(shelved, ANA)["version"] == 1


def test_an_unknown_table_is_not_here(desk):
    with pytest.raises(UnknownTable):
        desk.open("nowhere")


def test_many_tables_are_replayed_when_they_leave_memory(desk, table):
    act(desk, table, ANA, "roll")
    for _ in range(KEPT + 1):
        desk.create("pig", ["x"], {})
    assert table not in desk._tables
    assert desk.open(table).version == 1


def test_an_export_comes_back_as_an_equal_table(desk, table):
    play_some(desk, table, 40, seed=3)
    data = archive.export(desk, desk.open(table))
    copy = archive.bring_back(desk, data)
    assert copy.charter.table != table
    assert copy.state == desk.open(table).state
    assert desk.open(copy.charter.table).log == desk.open(table).log
    assert archive.export(desk, copy) == data


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        ({"format": 9}, Malformed),
        ({"engine": 2}, OtherEngine),
        ({"game": "chess"}, OtherEngine),
        ({"entries": [{}]}, Malformed),
        ({"entries": 5}, Malformed),
        ({"players": list("ABCDEFGHI")}, Malformed),
        pytest.param({"players": ["Ana", " Ana "]}, Malformed, id="a name twice"),
        pytest.param({"players": "AB"}, Malformed, id="letters for names"),
        pytest.param({"players": {"Ana": 1, "Ben": 2}}, Malformed, id="no list"),
        pytest.param({"players": ["Ana", 7]}, Malformed, id="a number for a name"),
        ({"options": {"goal": 1}}, Malformed),
    ],
)
def test_a_file_that_is_no_export_is_refused_whole(desk, table, change, refusal):
    act(desk, table, ANA, "roll")
    data = {**archive.export(desk, desk.open(table)), **change}
    with pytest.raises(refusal):
        archive.bring_back(desk, data)


def test_names_of_a_file_are_written_as_those_of_a_new_table(desk, table):
    data = archive.export(desk, desk.open(table))
    long = archive.bring_back(desk, {**data, "players": ["  Ana \n M. ", "B" * 30]})
    assert long.charter.players == ("Ana M.", "B" * 24)
    blank = archive.bring_back(desk, {**data, "players": ["", "Ben"]})
    assert blank.charter.players == ("Player 1", "Ben")
    with pytest.raises(Malformed, match="Two players are called Ana"):
        archive.bring_back(desk, {**data, "players": ["Ana", "Ana"]})


def test_an_export_whose_entries_break_a_rule_is_refused(desk, table):
    act(desk, table, ANA, "roll")
    data = archive.export(desk, desk.open(table))
    data["entries"][0]["body"] = {"action": {"type": "hold"}}
    with pytest.raises(Malformed, match="Entry 1"):
        archive.bring_back(desk, data)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"id": "twice"}, id="an id twice"),
        pytest.param({"who": "seat-9"}, id="nobody sits there"),
        pytest.param({"who": "watch"}, id="a watcher"),
        pytest.param({"kind": "override", "body": {"patch": 5}}, id="no patch"),
        pytest.param({"body": []}, id="no body"),
    ],
)
def test_an_entry_that_nobody_can_have_written_is_refused(desk, table, change):
    act(desk, table, ANA, "roll", once="twice")
    desk.act(table, HOST, {"type": "landed", "face": 4}, 1, "other")
    data = archive.export(desk, desk.open(table))
    data["entries"][1] |= {"who": "seat-0", **change}
    with pytest.raises(Malformed):
        archive.bring_back(desk, data)


def test_results_as_csv_are_harmless_in_a_spreadsheet(desk):
    table = desk.create("pig", ["=cmd()", "Ben, B."], {})
    text = archive.as_csv(archive.results(table))
    assert "'=cmd()" in text
    assert '"Ben, B."' in text


def test_news_reaches_the_listeners_of_one_table_only():
    live = Live(most=2)
    ours, theirs = live.join("a"), live.join("b")
    with pytest.raises(TooManyListeners):
        live.join("a")
    live.publish("a", 1)
    live.publish("a", 2)
    assert ours.wait(0.1) == 2, "only the newest version matters"
    assert theirs.wait(0) is None
    live.leave("b", theirs)
    live.leave("b", theirs)
    assert len(live) == 1
    live.close()
    assert ours.wait(0.1) == CLOSING


@pytest.mark.parametrize("bearer", [HOST, WATCHER, ANA, at_seat(11)])
def test_bearers_are_written_and_read(bearer):
    assert Bearer.read(str(bearer)) == bearer


def test_sqlite_keeps_what_it_said(desk):
    with desk.store.engine.connect() as connection:
        pragma = connection.exec_driver_sql
        assert pragma("PRAGMA journal_mode").scalar() == "wal"
        assert pragma("PRAGMA synchronous").scalar() == 2
