"""Statistics of simulated seasons agree with a count by hand."""

import json
from collections import Counter, defaultdict
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from companion.core.errors import Malformed
from companion.table.albums import Albums, as_csv
from companion.table.bearer import HOST
from companion.table.challenges import this_week
from companion.table.history import PAGE, History, streaks
from companion.table.hosts import Hosts, host_id
from companion.table.memories import Memory, memories
from companion.table.open_tables import is_over
from companion.table.people import People
from companion.table.results import LONGEST_KEY, Result, keep_result
from companion.table.table import CHALLENGE, Charter, written
from tests.table.conftest import act, play

PEOPLE = ("Ana", "Ben", "Cleo", "Ünal", "李雷")
ME = host_id("me")
BEGIN = datetime(2020, 1, 1, tzinfo=UTC)


def season(games, seed=1, host=ME):
    """Yield results as they would be kept: everybody's games, in order of time."""
    rng = Random(seed)
    for n in range(games):
        names = tuple(rng.sample(PEOPLE, rng.randint(1, 4)))
        scores = tuple(rng.randint(-3, 60) for _ in names)
        best = max(scores)
        charter = Charter(
            table=f"t{seed}-{n:06}",
            game=rng.choice(["pig", "karma-dice"]),
            engine=1,
            players=names,
            options={},
            created="",
        )
        yield Result(
            charter=charter,
            scores=scores,
            winners=tuple(s for s, score in enumerate(scores) if score == best),
            ending="goal",
            started=(BEGIN + timedelta(hours=7 * n)).isoformat(),
            seconds=rng.choice([None, 600, 1234]),
            version=9,
            memories=tuple(
                Memory(
                    rng.choice([None, rng.uniform(-9, 9)]),
                    {"bust": rng.randint(1, 3)} if rng.random() < 0.5 else {},
                )
                for _ in names
            ),
        )


@pytest.fixture
def keep(tables):
    """Keep results in the history of a host."""

    def make(results, secret="me"):
        with tables.store.write() as connection:
            for result in results:
                keep_result(connection, result)
                for kind in ("results", "played"):
                    connection.exec_driver_sql(
                        f"UPDATE {kind} SET host = ? WHERE table_id = ?",
                        (host_id(secret), result.charter.table),
                    )

    return make


@pytest.fixture
def history(tables):
    return History(tables.store)


def counted(results):
    """Count by hand, one game after the other."""
    games, wins, scores, luck = (
        Counter(),
        Counter(),
        defaultdict(list),
        defaultdict(list),
    )
    deeds = defaultdict(Counter)
    for result in results:
        for seat, name in enumerate(result.charter.players):
            key = (name.casefold(), result.charter.game)
            games[key] += 1
            wins[key] += seat in result.winners
            scores[key].append(result.scores[seat])
            memory = result.memories[seat]
            if memory.luck is not None:
                luck[key].append(memory.luck)
            deeds[key].update(memory.deeds)
    return games, wins, scores, luck, deeds


@pytest.mark.slow
def test_a_season_of_a_thousand_games_is_counted_right(keep, history):
    results = list(season(1000))
    keep(results)
    games, wins, scores, luck, _ = counted(results)
    tallies = history.tallies(ME)
    assert {(t.person, t.game) for t in tallies} == set(games)
    for tally in tallies:
        key = (tally.person, tally.game)
        assert (tally.games, tally.wins) == (games[key], wins[key])
        assert tally.best == max(scores[key])
        assert tally.average == pytest.approx(sum(scores[key]) / len(scores[key]))
        assert tally.luck == pytest.approx(sum(luck[key]) / len(luck[key]))
    assert history.count(ME) == 1000
    assert sum(t.games for t in history.tallies(ME, "pig")) == sum(
        n for (_, game), n in games.items() if game == "pig"
    )


def test_a_person_is_remembered_with_curve_streaks_and_deeds(keep, history):
    results = list(season(300, seed=2))
    keep(results)
    mine = [
        r
        for r in sorted(results, key=lambda r: r.started)
        if "Ana" in r.charter.players
    ]
    won = [r.charter.players.index("Ana") in r.winners for r in mine]
    record = history.record(ME, "ana")
    assert [e.won for e in record.evenings] == won
    assert [e.score for e in record.evenings] == [
        r.scores[r.charter.players.index("Ana")] for r in mine
    ]
    longest = max(
        len(run) for run in "".join("x" if w else " " for w in won).split(" ")
    )
    assert record.longest == longest
    deeds = counted(results)[4]
    for game in ("pig", "karma-dice"):
        assert dict(record.deeds[game]) == dict(deeds["ana", game])


@pytest.mark.parametrize(
    ("won", "now", "longest"),
    [("", 0, 0), ("x", 1, 1), ("xx-", 0, 2), ("x-xxx", 3, 3), ("xxx-x", 1, 3)],
)
def test_streaks_are_runs_of_wins(won, now, longest):
    assert streaks([one == "x" for one in won]) == (now, longest)


def test_pages_show_the_newest_first_and_every_game_once(keep, history):
    results = list(season(2 * PAGE + 5, seed=3))
    keep(results)
    shown = [g for page in range(4) for g in history.games(ME, page=page)]
    assert [one.started for one in shown] == sorted(
        (r.started for r in results), reverse=True
    )
    assert {one.charter.table for one in shown} == {r.charter.table for r in results}


def test_another_host_sees_nothing_of_it(keep, history):
    keep(season(20))
    other = host_id("other")
    assert history.count(other) == 0
    assert history.games(other) == ()
    assert history.tallies(other) == ()
    assert history.record(other, "ana").evenings == ()


def test_a_history_goes_out_and_comes_back_the_same(tables, keep, history):
    keep(season(60))
    albums = Albums(tables.store)
    data = json.loads(json.dumps(albums.export(ME)))
    before = history.tallies(ME), history.record(ME, "ana"), history.games(ME)
    albums.delete(ME)
    assert history.count(ME) == 0
    assert albums.bring_in(ME, data) == 60
    after = history.tallies(ME), history.record(ME, "ana"), history.games(ME)
    assert after == before
    assert albums.bring_in(ME, data) == 0
    assert albums.export(ME) == data


def test_one_game_can_be_deleted_and_only_the_own(tables, keep, history):
    keep(season(3))
    albums = Albums(tables.store)
    table = history.games(ME)[0].charter.table
    albums.delete(host_id("other"), table)
    assert history.count(ME) == 3
    albums.delete(ME, table)
    assert history.count(ME) == 2
    assert table not in {e.table for e in history.record(ME, "ana").evenings}


def changed(data, **fields):
    """Return a file with one new game, changed."""
    return {**data, "games": [{**data["games"][0], "table_id": "new", **fields}]}


@pytest.mark.parametrize(
    "spoil",
    [
        lambda d: [],
        lambda d: None,
        lambda d: {**d, "format": 9},
        lambda d: {**d, "games": "x"},
        lambda d: {**d, "games": [{}]},
        lambda d: {**d, "games": [{**d["games"][0], "scores": ["x"]}]},
        lambda d: {**d, "games": [{**d["games"][0], "scores": [10**30]}]},
        lambda d: {**d, "games": [{**d["games"][0], "players": []}]},
        lambda d: {**d, "games": [{**d["games"][0], "played": [{"luck": "nan"}]}]},
        lambda d: changed(d, played=d["games"][0]["played"] * 30),
        lambda d: changed(d, played=[{**d["games"][0]["played"][0], "luck": 10**400}]),
        lambda d: changed(d, played=[{**d["games"][0]["played"][0], "luck": 1e300}]),
        lambda d: changed(d, version=float("inf")),
        lambda d: changed(d, game="\ud800"),
        lambda d: changed(d, ending="a\0b"),
        lambda d: changed(d, started=[2026]),
        lambda d: changed(d, options={"a": "\udfff"}),
        lambda d: changed(d, options={"a": float("nan")}),
    ],
)
def test_a_file_that_is_no_history_is_refused_and_changes_nothing(
    tables, keep, history, spoil
):
    keep(season(2))
    albums = Albums(tables.store)
    data = albums.export(ME)
    with pytest.raises(Malformed):
        albums.bring_in(ME, spoil(data))
    assert history.count(ME) == 2


def test_a_file_that_tells_of_a_game_twice_adds_it_once(tables, keep, history):
    keep(season(1))
    albums = Albums(tables.store)
    data = albums.export(ME)
    twice = {**data, "games": changed(data)["games"] * 2}
    assert albums.bring_in(ME, twice) == 1
    assert albums.bring_in(ME, changed(data, table_id="old", played=[])) == 1
    assert history.count(ME) == 3


def test_a_file_does_not_end_a_game_of_another_host(tables, keep, table):
    keep(season(1))
    albums = Albums(tables.store)
    data = changed(albums.export(ME), table_id=table)
    assert albums.bring_in(ME, data) == 0
    assert not is_over(tables.store, table)
    Hosts(tables.store).seat_host(table, "other")
    assert albums.bring_in(ME, data) == 0


def test_a_file_wins_no_challenge(tables, keep, history):
    keep(season(1))
    albums, week = Albums(tables.store), this_week()
    forged = changed(
        albums.export(ME), game="pig", options={CHALLENGE: week, "goal": 30}
    )
    assert albums.bring_in(ME, forged) == 1
    assert history.challengers("pig", week) == ()


def test_a_spreadsheet_has_a_line_for_each_player(tables, keep):
    results = list(season(5))
    keep(results)
    lines = as_csv(Albums(tables.store).export(ME)).splitlines()
    assert len(lines) == 1 + sum(len(r.charter.players) for r in results)


def test_a_link_opens_the_history_until_it_is_taken_back(tables):
    Hosts(tables.store).seat_host(
        tables.create("pig", ["A", "B"], {}).charter.table, "me"
    )
    albums = Albums(tables.store)
    assert albums.code(ME) is None
    albums.share(ME, True)
    code = albums.code(ME)
    assert albums.host_sharing(code) == ME
    albums.share(ME, False)
    assert albums.host_sharing(code) is None


def test_the_luck_of_a_game_is_the_sum_of_its_throws(tables, table):
    for face in (6, 6, 1):
        act(tables, table, HOST, "roll")
        after = act(tables, table, HOST, "landed", face=face)
    ana, ben = memories(after)
    assert ana == Memory(2.5, {"bust": 1})
    assert ben == Memory()


def test_what_was_taken_back_is_not_remembered(tables, table):
    play(tables, table, 2)
    opened = tables.open(table)
    assert memories(opened)[0].luck is not None
    tables.undo(table, HOST, opened.version, "back")
    assert memories(tables.open(table))[0].luck is None


@pytest.mark.parametrize("minutes", [0, -5], ids=["stands", "goes back"])
def test_who_played_last_comes_first_whatever_the_clock_does(
    tables, monkeypatch, minutes
):
    moments = (written(BEGIN + n * timedelta(minutes=minutes)) for n in range(9))
    monkeypatch.setattr("companion.table.people.now", lambda: next(moments))
    people = People(tables.store)
    for name in ("Ana", "Ben", "Cleo", "Ben"):
        people.meet(ME, [name])
    assert [one.name for one in people.of(ME)] == ["Ben", "Cleo", "Ana"]


def test_people_are_met_with_a_colour_each(tables):
    people = People(tables.store)
    people.meet(ME, ["Ana", "Ben", "Player 3"])
    people.meet(ME, ["ANA", "Cleo"])
    known = {one.name: one for one in people.of(ME)}
    assert set(known) == {"ANA", "Ben", "Cleo"}
    assert len({one.colour for one in known.values()}) == 3
    assert {one.name for one in people.of(ME)[:2]} == {"ANA", "Cleo"}
    people.paint(ME, "ben", "violet")
    assert {one.name: one.sign for one in people.of(ME)}["Ben"] == "hexagon"
    people.forget(ME, "ben")
    assert "Ben" not in {one.name for one in people.of(ME)}
    with pytest.raises(Malformed):
        people.paint(ME, "ana", "pink")
    assert people.of(host_id("other")) == ()


def test_who_was_away_longest_makes_room_at_a_host_with_too_many(tables, monkeypatch):
    monkeypatch.setattr("companion.table.people.MOST", 3)
    people = People(tables.store)
    for name in ("Ana", "Ben", "Cleo", "Ana", "Dan", "Eve"):
        people.meet(ME, [name])
    assert [one.name for one in people.of(ME)] == ["Eve", "Dan", "Ana"]


def test_people_of_one_evening_are_told_in_the_order_of_their_names(tables):
    people = People(tables.store)
    people.meet(ME, ["Cleo", "Ana", "Ben"])
    assert [one.name for one in people.of(ME)] == ["Ana", "Ben", "Cleo"]


def test_who_comes_again_has_the_colour_of_before(tables):
    people = People(tables.store)
    people.meet(ME, ["Ana", "Ben"])
    before = {one.name: one.colour for one in people.of(ME)}
    people.meet(ME, ["Ben", "Ana", "Cleo"])
    after = {one.name: one.colour for one in people.of(ME)}
    assert {name: after[name] for name in before} == before


def test_the_same_name_at_another_host_is_somebody_else(tables):
    people, other = People(tables.store), host_id("other")
    for host in (ME, other):
        people.meet(host, ["Ana"])
    (ana,) = people.of(other)
    people.paint(ME, ana.key, "violet")
    assert people.of(ME) != (ana,)
    assert people.of(other) == (ana,)
    people.forget(ME, ana.key)
    assert people.of(ME) == ()
    assert people.of(other) == (ana,)


def test_a_name_that_grows_when_it_is_folded_is_known_again(tables):
    people = People(tables.store)
    for _ in range(2):
        people.meet(ME, ["ﷺ" * 20])
    (one,) = people.of(ME)
    assert len(one.key) == LONGEST_KEY
