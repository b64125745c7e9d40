"""Two servers on one database are one house: photos and budgets are shared."""

from threading import Event
from time import time

import pytest

from app import create_app
from companion.table.budgets import SharedBudget
from companion.table.live import CLOSING, Ear
from companion.table.neighbours import Neighbours, _new
from companion.table.schema import FREED_LAST
from companion.web.api.events import MOVED, Stream
from companion.web.limits import ALLOWANCES
from companion.web.server.overheard import (
    look_around,
    look_at_photos,
    look_at_tickets,
)
from tests.web.api.conftest import die, eyes, jpeg, send  # noqa: F401
from tests.web.conftest import Someone, gather

STRANGER = {"REMOTE_ADDR": "203.0.113.7"}
TABLE = {"game": "pig", "players": ["Ana"]}


@pytest.fixture
def servers(tmp_path, games, database):
    """Make as many servers on one database as a test likes."""
    made = []

    def make(**more):
        config = {"DATA": str(tmp_path), "GAMES": games, "TESTING": True, **more}
        made.append(create_app({**config, "DATABASE": database}))
        return made[-1]

    yield make
    for app in made:
        app.extensions["services"].tables.store.close()


@pytest.fixture
def photo(servers, eyes):  # noqa: F811
    """A photo taken at one server, and its people with phones at the other."""
    here, there = servers(), servers()
    party = gather(here)
    party.seats[0].act("roll")
    eyes.see(die(5))
    made = send(party.seats[0], jpeg()).json
    far = Someone(there.test_client(), party.table, party.host.ticket)
    return party, far, made


def test_a_photo_is_accepted_at_the_other_server(photo):
    party, far, made = photo
    seen = far.get(f"/proposals/{made['id']}").json
    assert seen["candidates"] == made["candidates"]
    picture = seen["picture_url"].partition(party.table)[2]
    assert far.get(picture).data == party.host.get(picture).data
    played = far.post(f"/proposals/{made['id']}/accept", {"seen": 1, "id": "a"})
    assert (played.status_code, played.json["version"]) == (201, 2)
    assert party.host.look()["version"] == 2


def test_a_photo_dropped_there_is_gone_here(photo):
    party, far, made = photo
    assert far.delete(f"/proposals/{made['id']}").status_code == 200
    look_at_photos(party.host.client.application.extensions["services"])
    assert party.host.get(f"/proposals/{made['id']}").status_code == 404


def test_a_photo_outlives_a_restart(photo, servers):
    party, _, made = photo
    home = servers().extensions["services"]
    look_around(home)
    (kept,) = home.proposals.open(party.table, 1, None)
    assert kept.id == made["id"]
    assert kept.picture


def test_phones_at_the_other_server_are_told_of_photos(photo):
    party, far, made = photo
    home = far.client.application.extensions["services"]
    listener = home.live.join(party.table, Ear("host"))
    heard = Neighbours(
        home.tables.store.database,
        home.live.hear,
        lambda: None,
        photos=lambda: look_at_photos(home),
    )
    heard.start()
    assert heard.ready.wait(10)
    look_at_photos(home)  # else it may be gone before anybody here knew of it
    stream = Stream(home, party.table, listener, None, 1)
    stream.opening()
    told = []

    def until(news):
        for _ in range(200):
            while listener.newest() is not None:
                told.extend(stream.news(1))
            if any(news in line.decode() for line in told):
                return True
            Event().wait(0.05)
        return False

    # One after the other: the news of the second would bring the first along.
    again = send(party.seats[0], jpeg()).json["id"]
    came = until(f'"id":"{again}","open":true')
    party.host.delete(f"/proposals/{made['id']}")
    gone = until(f'"id":"{made["id"]}","open":false')
    heard.stop()
    heard.join(10)
    assert (came, gone) == (True, True)


def test_a_ticket_taken_away_here_ends_streams_there(servers):
    here, there = servers(), servers()
    party, home = gather(here), there.extensions["services"]
    asked = []
    heard = Neighbours(
        home.tables.store.database,
        home.live.hear,
        lambda: None,
        tickets=lambda only: asked.append(only) or look_at_tickets(home, only),
    )
    heard.start()
    assert heard.ready.wait(10)
    ears = [home.live.join(party.table, Ear(who)) for who in ("seat-0", "seat-1")]
    old_host = home.live.join(party.table, Ear("host"))
    assert party.host.post("/seats/0/free").status_code == 200
    assert ears[0].wait(10) == CLOSING
    assert old_host.newest() is None
    code = here.extensions["services"].seating.host_code(party.table)
    assert here.test_client().post("/api/join", json={"code": code}).status_code == 201
    assert old_host.wait(10) == CLOSING
    assert ears[1].newest() is None, "the others hear nothing of it"
    assert asked == [(party.table,)] * 2, "no other table is looked at for it"
    heard.stop()
    heard.join(10)


def test_a_server_that_missed_some_looks_at_every_table():
    before = [f"t{n}.x" for n in range(FREED_LAST)]
    assert _new(before, [*before[2:], "a.1", "b.2"]) == ("a", "b")
    assert _new([], ["a.1", "a.2"]) == ("a", "a")
    assert _new(before, [f"t{n}.y" for n in range(FREED_LAST)]) is None


def test_phones_at_the_other_server_hear_of_the_next_table(servers):
    here, there = (servers().extensions["services"] for _ in range(2))
    table = here.tables.create("pig", ("Ana", "Ben"), {}).charter.table
    here.seating.prepare(table, 2)
    listener = there.live.join(table, Ear("host"))
    stream = Stream(there, table, listener, None, 0)
    look_around(there)
    assert stream.news(listener.newest()) == []
    here.evenings.rematch(table)
    look_around(there)
    assert stream.news(listener.newest()) == [MOVED]
    look_around(there)
    assert stream.news(listener.newest()) == [], "told once"


@pytest.mark.parametrize("noticed", ["looking around", "asked for"])
def test_a_table_deleted_there_leaves_the_memory_here(servers, noticed):
    here, there = servers(), servers()
    gone, stays = gather(here), gather(here)
    for party in (gone, stays):
        party.seats[0].act("roll")
    home = here.extensions["services"]
    lines = len(home.views.lines)
    Someone(there.test_client(), gone.table, gone.host.ticket).delete()
    if noticed == "asked for":
        assert gone.host.get().status_code == 404
    else:
        look_around(home)
    assert home.tables.memory.names() == (stays.table,)
    assert 2 * len(home.views.lines) == lines


def test_a_picture_of_a_hand_stays_where_it_was_read(servers, eyes, games):  # noqa: F811
    from dataclasses import replace

    from vision.readings import CardReading, CardsPrior, Report, Whole

    games["pig"] = replace(
        games["pig"],
        expects=lambda _state, seat: (
            None if seat is None else CardsPrior("x", {"ace": 1}, most=seat + 1)
        ),
        observe=lambda *_: (),
    )
    here, there = servers(), servers()
    party = gather(here)
    card = CardReading("ace", "Ace")
    eyes.report = Report("cards", (card,), (Whole((card,), 1.0),))
    made = send(party.seats[0], jpeg()).json
    mine = Someone(there.test_client(), party.table, party.seats[0].ticket)
    seen = mine.get(f"/proposals/{made['id']}").json
    assert (seen["readings"], seen["picture_url"]) == (made["readings"], "")
    assert mine.get(f"/pictures/{made['id']}.jpg").status_code == 404
    for other in (party.host.ticket, party.seats[1].ticket, party.watcher.ticket):
        rival = Someone(there.test_client(), party.table, other)
        assert rival.get(f"/proposals/{made['id']}").status_code == 404


def test_a_stranger_has_one_budget_at_all_servers(servers):
    few = 2 / ALLOWANCES["tables"].of_address
    clients = [servers(BUDGETS=few).test_client() for _ in range(2)]
    statuses = [
        client.post("/api/tables", json=TABLE, environ_overrides=STRANGER)
        for client in (*clients, *clients)
    ]
    assert [one.status_code for one in statuses] == [201, 201, 429, 429]
    assert int(statuses[2].headers["Retry-After"]) > 60


def test_a_shared_budget_flows_back_and_leaves_nothing_behind(servers):
    now, store = [time()], servers().extensions["services"].tables.store
    budget = SharedBudget(store, "x", most=3, seconds=60, clock=lambda: now[0])
    assert [budget.spend("one") for _ in range(4)] == [0, 0, 0, 20]
    assert budget.spend("other", 5) == 0, "one thing larger than it is possible"
    assert budget.spend("other") == 60
    now[0] += 20
    assert [budget.spend("one"), budget.spend("one")] == [0, 20]
    now[0] += 200
    budget.spend("third")
    with store.read() as connection:
        rows = connection.exec_driver_sql("SELECT key FROM budgets").all()
    assert len(rows) == 1
    assert "third" not in rows[0][0]


def test_a_clock_that_was_put_back_refuses_nobody_for_years(servers):
    now, store = [time() + 4e7], servers().extensions["services"].tables.store
    budget = SharedBudget(store, "x", most=3, seconds=60, clock=lambda: now[0])
    assert budget.spend("one") == 0
    now[0] = time()
    assert budget.wait("one", 3) == 0
    assert [budget.spend("one") for _ in range(4)] == [0, 0, 0, 20]
