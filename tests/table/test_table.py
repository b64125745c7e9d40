"""The log is the truth: replay, undo, the host's word, old engines, two writers."""

from dataclasses import replace
from random import Random

import pytest

from companion.core.errors import IllegalMove, Malformed
from companion.table import archive
from companion.table.bearer import HOST, WATCHER, Bearer, at_seat
from companion.table.chunks import CHUNK, Chunks
from companion.table.live import (
    CLOSING,
    MOST_OF_TICKET,
    Ear,
    Live,
    TooManyListeners,
)
from companion.table.memory import BASE, Memory
from companion.table.refusals import (
    IdReused,
    NothingToUndo,
    NotYours,
    OtherEngine,
    StaleTable,
    UnknownTable,
)
from companion.table.store import Outrun
from companion.table.view import Shelved, view
from tests import pig
from tests.games.play import meddle
from tests.table.conftest import act

ANA, BEN = at_seat(0), at_seat(1)


def play_some(tables, table, steps, seed):
    """Play, roll, take back and overrule at random."""
    rng = Random(seed)
    for number in range(steps):
        now = tables.open(table)
        seen, once = now.version, f"n{number}"
        dice = rng.random()
        if dice < 0.15 and now.standing:
            tables.undo(table, HOST, seen, once)
        elif dice < 0.2:
            word = {"patch": {"pot": rng.randint(0, 9)}, "reason": "so"}
            tables.override(table, HOST, word, seen, once)
        elif now.game.chance(now.state):
            tables.chance(table, HOST, seen, once)
        elif legal := now.game.legal_actions(now.state):
            action = now.game.to_json(rng.choice(legal))
            tables.act(table, HOST, action, seen, once)


@pytest.mark.parametrize("seed", range(5))
def test_the_log_alone_rebuilds_the_table(tables, open_tables, table, seed):
    play_some(tables, table, 60, seed)
    again = open_tables().open(table)
    assert again == tables.open(table)
    for who in (HOST, ANA, BEN, WATCHER):
        assert view(again, who) == view(tables.open(table), who)


def test_every_step_can_be_taken_back_to_the_first_state(tables, table):
    states = [tables.open(table).state]
    for _ in range(12):
        now = tables.open(table)
        if now.game.chance(now.state):
            act(tables, table, HOST, "landed", face=3)
        else:
            act(tables, table, HOST, "roll")
        states.append(tables.open(table).state)
    version = tables.open(table).version
    for state in reversed(states[:-1]):
        version += 1
        tables.undo(table, HOST, version - 1, f"back-{version}")
        assert tables.open(table).state == state
        assert tables.open(table).version == version, "the version only ever rises"
    with pytest.raises(NothingToUndo):
        tables.undo(table, HOST, version, "once more")


def test_a_refused_word_leaves_no_trace(tables, table):
    with pytest.raises(IllegalMove):
        act(tables, table, ANA, "hold")
    with pytest.raises(Malformed):
        act(tables, table, ANA, "fly")
    with pytest.raises(NotYours):
        act(tables, table, BEN, "roll")
    with pytest.raises(NotYours):
        act(tables, table, WATCHER, "roll")
    with pytest.raises(StaleTable):
        tables.act(table, ANA, {"type": "roll"}, 7, "x")
    assert tables.store.version(table) == tables.open(table).version == 0


def test_a_legal_override_and_a_forced_one_both_stand(tables, table):
    tables.override(table, HOST, {"action": {"type": "roll"}, "reason": "r"}, 0, "a")
    tables.override(table, HOST, {"action": {"type": "hold"}, "reason": "r"}, 1, "b")
    assert tables.open(table).state.turn == 1
    assert tables.open(table).owner(tables.open(table).log[-1]) is None


def test_ids_are_remembered_over_a_restart(tables, open_tables, table):
    tables.act(table, ANA, {"type": "roll"}, 0, "tap")
    fresh = open_tables()
    again, played = fresh.act(table, ANA, {"type": "roll"}, 0, "tap")
    assert (again.version, played) == (1, False)


def test_two_houses_over_one_database_never_both_win(tables, open_tables, table):
    other = open_tables()
    other.open(table)
    act(tables, table, ANA, "roll")
    with pytest.raises(StaleTable) as stale:
        other.act(table, HOST, {"type": "roll"}, 0, "late")
    assert stale.value.version == 1
    act(other, table, HOST, "landed", face=2)
    assert tables.open(table) == other.open(table)


def test_a_writer_that_is_outrun_looks_again(tables, open_tables, table, monkeypatch):
    other = open_tables()
    append = tables.store.append

    def outrun(name, *rest, **more):
        monkeypatch.setattr(tables.store, "append", append)
        act(other, name, HOST, "roll")
        append(name, *rest, **more)

    monkeypatch.setattr(tables.store, "append", outrun)
    with pytest.raises(StaleTable):
        tables.act(table, ANA, {"type": "roll"}, 0, "x")
    assert tables.open(table).version == 1


def test_the_store_refuses_the_same_version_twice(tables, table):
    act(tables, table, ANA, "roll")
    _, begin = tables.store.begin(table)
    line = tables.store.log(table, begin).lines[0]
    with pytest.raises(Outrun):
        tables.store.append(table, [line], begin)
    assert tables.store.version(table) == 1


def test_a_table_of_another_engine_is_shown_but_never_judged(
    tables, open_tables, table
):
    act(tables, table, ANA, "roll")
    act(tables, table, HOST, "landed", face=6)
    act(tables, table, ANA, "hold")
    newer = replace(pig.GAME, engine=2, turns=None, view=None)
    later = open_tables({"pig": newer})
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
    assert archive.export(shelved)["engine"] == 1
    assert archive.results(shelved)["players"][0]["score"] == 6


def test_a_game_that_is_gone_leaves_its_tables_readable(tables, open_tables, table):
    assert isinstance(open_tables({"chess": pig.GAME}).open(table), Shelved)


def test_a_log_that_does_not_replay_is_shown_as_it_was(tables, open_tables, table):
    act(tables, table, ANA, "roll")
    stricter = meddle(pig.GAME, apply=lambda s, a: pig.GAME.apply(s, pig.Landed(3)))
    shelved = open_tables({"pig": stricter}).open(table)
    assert isinstance(shelved, Shelved)
    assert view(shelved, ANA)["version"] == 1


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(lambda t, n: t.undo(n, ANA, 1, "tap"), id="taking back"),
        pytest.param(lambda t, n: t.chance(n, ANA, 1, "tap"), id="chance"),
        pytest.param(
            lambda t, n: t.act(n, ANA, {"type": "landed", "face": 3}, 1, "tap"),
            id="another action",
        ),
    ],
)
def test_an_id_cannot_be_used_for_something_else(tables, table, other):
    tables.act(table, ANA, {"type": "roll"}, 0, "tap")
    with pytest.raises(IdReused):
        other(tables, table)
    assert tables.open(table).version == 1
    tables.act(table, HOST, {"type": "landed", "face": 3}, 1, "tap")
    assert tables.open(table).version == 2, "an id belongs to its sender"


def test_the_same_word_of_the_host_twice_is_one_entry(tables, table):
    word = {"patch": {"pot": 3}, "reason": "so"}
    assert tables.override(table, HOST, word, 0, "x")[1] is True
    assert tables.override(table, HOST, word, 1, "x")[1] is False
    with pytest.raises(IdReused):
        tables.override(table, HOST, {**word, "reason": "no"}, 1, "x")


def test_a_repeated_word_is_known_in_another_process(tables, open_tables, table):
    other = open_tables()
    other.open(table)
    tables.act(table, ANA, {"type": "roll"}, 0, "tap")
    again, played = other.act(table, ANA, {"type": "roll"}, 0, "tap")
    assert (again.version, played) == (1, False)


def test_opening_and_acting_ask_the_disk_for_the_log_once(
    tables, open_tables, table, monkeypatch
):
    act(tables, table, ANA, "roll")
    fresh = open_tables()
    asked, applied = [], []
    log, head = fresh.store.log, fresh.store.head
    monkeypatch.setattr(fresh.store, "log", lambda *a: asked.append("log") or log(*a))
    monkeypatch.setattr(fresh.store, "head", lambda t: asked.append("head") or head(t))
    seen = fresh.open(table).version
    assert asked == ["head", "log"]
    apply = pig.GAME.turns.apply
    counting = lambda s, a: applied.append(a) or apply(s, a)  # noqa: E731
    monkeypatch.setattr(pig.GAME.turns, "apply", counting)
    fresh.act(table, HOST, {"type": "landed", "face": 4}, seen, "x")
    assert asked == ["head", "log"], "what was opened is not opened again"
    assert len(applied) == 1
    fresh.undo(table, HOST, seen + 1, "back")
    assert asked == ["head", "log"]


def test_a_charter_is_read_without_replaying(tables, open_tables, table):
    fresh = open_tables()
    assert fresh.charter(table) == tables.charter(table)
    assert table not in fresh.memory
    with pytest.raises(UnknownTable):
        fresh.charter("nowhere")


def test_memory_never_goes_back_to_an_older_version(tables, table):
    old = tables.memory.get(table)
    act(tables, table, ANA, "roll")
    tables.memory.keep(old)
    assert tables.memory.get(table).table.version == 1


def test_a_table_larger_than_memory_still_plays(tables, table):
    tables.opening.memory = Memory(most=1)
    for _ in range(3):
        act(tables, table, HOST, "roll")
        act(tables, table, HOST, "landed", face=1)
    assert len(tables.memory) == 1


def test_import_takes_time_in_proportion_to_its_length(tables, table, monkeypatch):
    touched = []
    plus = Chunks.plus
    monkeypatch.setattr(
        Chunks, "plus", lambda c, item: touched.append(len(c._last)) or plus(c, item)
    )
    act(tables, table, HOST, "roll")
    data = archive.export(tables.open(table))
    entry = data["entries"][0]
    words = [{"type": "roll"}, {"type": "landed", "face": 1}] * 500
    data["entries"] = [
        {**entry, "id": f"n{n}", "body": {"action": word}}
        for n, word in enumerate(words)
    ]
    touched.clear()
    assert archive.bring_back(tables, data).version == 1000
    assert len(touched) == 2000, "one for the log and one for what stands"
    assert max(touched) <= CHUNK


def test_who_watches_is_told_why_nothing_happens(tables, table):
    says = pytest.raises(NotYours, match="You are watching")
    with says:
        act(tables, table, WATCHER, "roll")
    with says:
        tables.chance(table, WATCHER, 0, "x")
    with says:
        tables.undo(table, WATCHER, 0, "x")
    with says:
        tables.override(table, WATCHER, {"patch": {}, "reason": "x"}, 0, "x")


def test_an_unknown_table_is_not_here(tables):
    with pytest.raises(UnknownTable):
        tables.open("nowhere")


def test_many_tables_are_replayed_when_they_leave_memory(tables, table):
    act(tables, table, ANA, "roll")
    tables.opening.memory = Memory(most=10 * BASE)
    tables.open(table)
    for _ in range(10):
        tables.create("pig", ["x"], {})
    assert table not in tables.memory
    assert len(tables.memory) == 10
    assert tables.open(table).version == 1


def test_an_export_comes_back_as_an_equal_table(tables, table):
    play_some(tables, table, 40, seed=3)
    data = archive.export(tables.open(table))
    copy = archive.bring_back(tables, data)
    assert copy.charter.table != table
    assert copy.state == tables.open(table).state
    assert tables.open(copy.charter.table).log == tables.open(table).log
    assert archive.export(copy) == data


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
def test_a_file_that_is_no_export_is_refused_whole(tables, table, change, refusal):
    act(tables, table, ANA, "roll")
    data = {**archive.export(tables.open(table)), **change}
    with pytest.raises(refusal):
        archive.bring_back(tables, data)


def test_names_of_a_file_are_written_as_those_of_a_new_table(tables, table):
    data = archive.export(tables.open(table))
    long = archive.bring_back(tables, {**data, "players": ["  Ana \n M. ", "B" * 30]})
    assert long.charter.players == ("Ana M.", "B" * 24)
    blank = archive.bring_back(tables, {**data, "players": ["", "Ben"]})
    assert blank.charter.players == ("Player 1", "Ben")
    with pytest.raises(Malformed, match="Two players are called Ana"):
        archive.bring_back(tables, {**data, "players": ["Ana", "Ana"]})


def test_an_export_whose_entries_break_a_rule_is_refused(tables, table):
    act(tables, table, ANA, "roll")
    data = archive.export(tables.open(table))
    data["entries"][0]["body"] = {"action": {"type": "hold"}}
    with pytest.raises(Malformed, match="Entry 1"):
        archive.bring_back(tables, data)


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
def test_an_entry_that_nobody_can_have_written_is_refused(tables, table, change):
    act(tables, table, ANA, "roll", once="twice")
    tables.act(table, HOST, {"type": "landed", "face": 4}, 1, "other")
    data = archive.export(tables.open(table))
    data["entries"][1] |= {"who": "seat-0", **change}
    with pytest.raises(Malformed):
        archive.bring_back(tables, data)


def test_results_as_csv_are_harmless_in_a_spreadsheet(tables):
    table = tables.create("pig", ["=cmd()", "Ben, B."], {})
    text = archive.as_csv(archive.results(table))
    assert "'=cmd()" in text
    assert '"Ben, B."' in text


def test_one_ticket_holds_a_few_streams_and_leaves_the_rest_to_others():
    live = Live()
    for _ in range(MOST_OF_TICKET):
        live.join("a", Ear("seat-0", "10.0.0.7"))
    with pytest.raises(TooManyListeners):
        live.join("a", Ear("seat-0", "10.0.0.7"))
    live.join("a", Ear("seat-1", "10.0.0.7"))
    assert live.most > MOST_OF_TICKET * 50


def test_news_reaches_the_listeners_of_one_table_only():
    live = Live(most=2)
    ours, theirs = live.join("a", Ear()), live.join("b", Ear())
    with pytest.raises(TooManyListeners):
        live.join("a", Ear())
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


def test_sqlite_keeps_what_it_said(tables, path):
    with tables.store.engine.connect() as connection:
        pragma = connection.exec_driver_sql
        assert pragma("PRAGMA journal_mode").scalar() == "wal"
        assert pragma("PRAGMA synchronous").scalar() == 2
