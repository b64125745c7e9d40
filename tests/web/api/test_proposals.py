"""One photo, many screens: told live, looked at, accepted once, or dropped."""

import json
from dataclasses import replace
from threading import Thread

import pytest
from sqlalchemy import select

from companion.core.seats import Seat
from companion.table import schema
from companion.table.bearer import at_seat
from companion.table.live import Live
from companion.table.proposals import Proposal, Sighting
from companion.table.waiting import SECONDS, Proposals
from tests import pig
from tests.web.api.conftest import die, jpeg, send
from tests.web.conftest import gather
from vision.readings import CardReading, CardsPrior, Report, Whole


def news(someone):
    """Open a stream; return a function that reads one event as (name, id, data)."""
    answer = someone.get("/events")
    lines = iter(answer.response)
    assert next(lines).startswith(b"retry:")

    def one():
        fields = dict(
            line.split(": ", 1) for line in next(lines).decode().strip().split("\n")
        )
        return fields["event"], fields.get("id"), json.loads(fields["data"])

    return one


@pytest.fixture
def photo(rolling, eyes):
    """A photo by the first seat that shows a five."""
    eyes.see(die(5))
    made = send(rolling.seats[0], jpeg())
    assert made.status_code == 200, made.json
    return made.json


def accept(someone, name, seen=1, once="a", **more):
    return someone.post(f"/proposals/{name}/accept", {"seen": seen, "id": once, **more})


def test_a_photo_of_one_phone_is_accepted_on_another(rolling, eyes):
    phone, laptop = news(rolling.seats[0]), news(rolling.host)
    assert phone()[:2] == laptop()[:2] == ("changed", "1")
    eyes.see(die(5))
    made = send(rolling.seats[0], jpeg()).json
    for listener in (phone, laptop):
        assert listener() == ("proposal", None, {"id": made["id"], "open": True})
    seen = rolling.host.get(f"/proposals/{made['id']}").json
    assert seen["candidates"] == made["candidates"]
    assert (seen["by"], seen["yours"]) == ({"role": "seat", "seat": 0}, False)
    assert rolling.host.get(seen["picture_url"].partition(rolling.table)[2]).data
    played = accept(rolling.host, made["id"])
    assert (played.status_code, played.json["version"]) == (201, 2)
    for listener in (phone, laptop):
        assert listener()[:2] == ("changed", "2")
        assert listener() == ("proposal", None, {"id": made["id"], "open": False})


def test_who_comes_later_is_told_of_what_lies_open(rolling, photo):
    late = news(rolling.watcher)
    assert late()[0] == "changed"
    assert late() == ("proposal", None, {"id": photo["id"], "open": True})


def test_a_dropped_photo_is_gone_for_everyone(rolling, photo):
    listener = news(rolling.seats[1])
    listener(), listener()
    place = f"/api/tables/{rolling.table}/proposals/{photo['id']}"
    seat = rolling.seats[0]
    assert seat.client.delete(place, headers=seat.headers()).status_code == 200
    assert listener() == ("proposal", None, {"id": photo["id"], "open": False})
    assert rolling.host.get(f"/proposals/{photo['id']}").status_code == 404
    assert accept(rolling.host, photo["id"]).status_code == 404
    assert rolling.host.look()["version"] == 1


def test_a_photo_falls_away_when_the_table_moves_on(rolling, photo):
    rolling.host.look()
    rolling.host.say("/undo")
    late = accept(rolling.seats[0], photo["id"])
    assert late.status_code == 409
    assert late.json["view"]["version"] == 2
    assert rolling.seats[0].get(f"/proposals/{photo['id']}").status_code == 404


def test_a_corrected_photo_is_played_as_corrected(rolling, photo):
    right = {"type": "landed", "face": 6}
    played = accept(rolling.seats[0], photo["id"], action=right)
    assert played.status_code == 201
    assert "6" in json.dumps(played.json["log"])


def test_the_same_word_twice_is_played_once(rolling, photo):
    assert accept(rolling.seats[0], photo["id"]).status_code == 201
    again = accept(rolling.seats[0], photo["id"])
    assert (again.status_code, again.json["version"]) == (200, 2)
    other = accept(rolling.host, photo["id"], once="b")
    assert other.status_code == 409, "two phones said yes, one was first"


@pytest.mark.parametrize(
    ("who", "status"), [("watcher", 403), ("stranger", 401), ("other", 403)]
)
def test_only_whose_word_it_is_accepts(rolling, photo, who, status):
    someone = rolling.seats[1] if who == "other" else getattr(rolling, who)
    assert accept(someone, photo["id"]).status_code == status
    if who != "stranger":
        assert someone.get(f"/proposals/{photo['id']}").json["yours"] is False
    assert rolling.host.look()["version"] == 1


def test_a_photo_that_shows_nothing_cannot_be_accepted(rolling, eyes):
    made = send(rolling.seats[0], jpeg()).json
    refused = accept(rolling.seats[0], made["id"])
    assert refused.status_code == 422
    assert refused.json["error"]["code"] == "nothing_read"


class TestSecrets:
    """A photo of a hand is told to the hand's owner alone."""

    @pytest.fixture
    def games(self):
        def expects(_state, seat):
            return None if seat is None else CardsPrior("x", {"ace": 1}, most=seat + 1)

        return {"pig": replace(pig.GAME, expects=expects, observe=lambda *_: ())}

    @pytest.fixture
    def hand(self, eyes):
        card = CardReading("ace", "Ace")
        eyes.report = Report("cards", (card,), (Whole((card,), 1.0),))

    def test_only_the_seat_hears_and_sees(self, party, hand):
        mine, theirs = news(party.seats[0]), news(party.seats[1])
        watching, hosting = news(party.watcher), news(party.host)
        for listener in (mine, theirs, watching, hosting):
            assert listener()[0] == "changed"
        made = send(party.seats[0], jpeg()).json
        assert mine() == ("proposal", None, {"id": made["id"], "open": True})
        for other in (party.seats[1], party.host, party.watcher):
            for path in (f"/proposals/{made['id']}", f"/pictures/{made['id']}.jpg"):
                assert other.get(path).status_code == 404
            assert accept(other, made["id"], seen=0).status_code == 404
        party.seats[0].act("roll")
        for listener in (theirs, watching, hosting):
            assert listener()[:2] == ("changed", "1"), "nothing was told before"

    def test_the_host_of_one_sees_what_the_one_sees(self, app, hand):
        alone = gather(app, ("Ana",))
        made = send(alone.seats[0], jpeg()).json
        assert alone.host.get(f"/proposals/{made['id']}").status_code == 200
        assert alone.watcher.get(f"/proposals/{made['id']}").status_code == 404


def test_only_a_few_are_kept_and_not_for_long(app):
    now, store = [0.0], app.extensions["services"].tables.store
    kept = Proposals(store, Live(), each=2, most=3, clock=lambda: now[0])

    def keep(table, version=1):
        now[0] += 1
        seen = Sighting("dice")
        made = Proposal(table, version, at_seat(0), Seat(0), seen, (), False, 1.0, b"x")
        kept.keep(made)
        return made

    def names(table, version=1, seat=0):
        return [made.id for made in kept.open(table, version, Seat(seat))]

    first, second, third = keep("t"), keep("t"), keep("t")
    assert names("t") == [second.id, third.id]
    assert names("t", seat=1) == [], "a secret stays one"
    keep("u")
    keep("v")
    assert names("t") == [third.id], "the oldest of all goes"
    newer = keep("t", version=2)
    assert names("t", version=2) == [newer.id]
    assert names("t") == [], "what was made before is gone"
    now[0] += SECONDS + 1
    assert names("t", version=2) == []
    assert first.id not in names("t")
    last = keep("w")
    with store.read() as connection:
        rows = connection.execute(select(schema.proposals.c.id)).scalars().all()
    assert rows == [last.id], "the database holds no more than that either"


def test_a_throw_counts_though_its_picture_finds_no_room(
    rolling, photo, monkeypatch, caplog
):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.write_bytes", full)
    assert accept(rolling.seats[0], photo["id"]).status_code == 201
    assert "was not kept" in caplog.text


@pytest.fixture
def album(app):
    """Photos of one table that are made here, without a reader."""
    home = app.extensions["services"]

    class Album(Proposals):
        def make(self, **more):
            fields = {"secret_of": None, "candidates": (), "certain": False, "ms": 1.0}
            seen = Sighting("dice")
            return Proposal("t", 1, at_seat(0), sighting=seen, **{**fields, **more})

        def shown(self):
            return self.open("t", 1, Seat(0))

    return Album(home.tables.store, Live())


def once_after(monkeypatch, owner, name, meanwhile):
    """Let something happen just after a call has looked, and before it goes on."""
    real, left = getattr(owner, name), [meanwhile]

    def called(*args, **kwargs):
        found = real(*args, **kwargs)
        if left:
            left.pop()()
        return found

    monkeypatch.setattr(owner, name, called)


def test_a_photo_kept_while_others_are_looked_up_stays(app, album, monkeypatch):
    store = app.extensions["services"].tables.store
    made = album.make(secret_of=Seat(0), picture=b"a hand")
    real = album.catch_up
    # Kept by another thread, which has no turn before this look ends.
    monkeypatch.setattr(album, "catch_up", lambda: None)
    once_after(monkeypatch, store, "ask", lambda: album.keep(made))
    real()
    assert [one.picture for one in album.shown()] == [b"a hand"]


def test_a_hand_keeps_its_picture_when_it_is_heard_of_as_well(album, monkeypatch):
    made = album.make(secret_of=Seat(0), picture=b"a hand")
    album.keep(made)
    kept = album._kept.pop(made.id)  # written, and not yet at hand
    once_after(
        monkeypatch, album, "_fetch", lambda: album._kept.update({made.id: kept})
    )
    album.catch_up()
    assert [one.picture for one in album.shown()] == [b"a hand"]


def test_a_photo_dropped_while_it_is_heard_of_does_not_come_back(album, monkeypatch):
    made = album.make()
    album.keep(made)
    album._kept.clear()  # as at a server that was just started
    dropping = Thread(target=album.drop, args=(made,))

    def meanwhile():
        dropping.start()
        dropping.join(0.2)  # it waits for its turn

    once_after(monkeypatch, album, "_fetch", meanwhile)
    album.catch_up()
    dropping.join(10)
    assert album.shown() == ()


def test_an_abandoned_photo_leaves_the_database_though_no_other_is_taken(app):
    now, store = [0.0], app.extensions["services"].tables.store
    kept = Proposals(store, Live(), clock=lambda: now[0])
    kept.keep(Proposal("t", 1, at_seat(0), None, Sighting("dice"), (), False, 1.0))
    now[0] += SECONDS + 1
    kept.catch_up()
    with store.read() as connection:
        rows = connection.execute(select(schema.proposals.c.id)).scalars().all()
    assert rows == []


def test_a_photo_waits_for_whoever_took_it_or_for_the_seat(rolling, eyes):
    eyes.see(die(5))

    def waiting(taker):
        name = send(taker, jpeg()).json["id"]
        everyone = {"host": rolling.host, "seat": rolling.seats[0]}
        everyone |= {"other": rolling.seats[1], "watcher": rolling.watcher}
        return [
            who
            for who, someone in everyone.items()
            if someone.get(f"/proposals/{name}").json["yours"]
        ]

    assert waiting(rolling.seats[0]) == ["seat"], "nobody else is bothered"
    assert waiting(rolling.host) == ["host", "seat"]
    assert waiting(rolling.seats[1]) == ["host", "seat"], "who took it may not say it"


class Album:
    """Photos of many tables and addresses, and who still has which."""

    def __init__(self, app, **bounds):
        now = iter(range(1, 10_000))
        store = app.extensions["services"].tables.store
        self._kept = Proposals(store, Live(), clock=lambda: float(next(now)), **bounds)
        self._store = store

    def take(self, table, address):
        seen = Sighting("dice")
        made = Proposal(table, 1, at_seat(0), None, seen, (), False, 1.0)
        self._kept.keep(made, address)
        return made.id

    def left(self, names):
        with self._store.read() as connection:
            rows = connection.execute(select(schema.proposals.c.id)).scalars().all()
        return [name for name in names if name in rows]


def test_one_address_with_many_tables_pushes_out_nobody(app):
    album = Album(app, each=2, most=6, of_place=4)
    quiet = [album.take("ana", "10.0.0.1"), album.take("ben", "10.0.0.2")]
    flood = [album.take(f"t{n}", "10.0.0.9") for n in range(20)]
    assert album.left(quiet) == quiet
    assert album.left(flood) == flood[-4:], "its own oldest go"


def test_when_all_places_are_taken_the_greediest_gives_way(app):
    album = Album(app, each=2, most=6, of_place=5)
    many = [album.take(f"t{n}", "10.0.0.9") for n in range(5)]
    few = [album.take("ana", "10.0.0.1"), album.take("ben", "10.0.0.2")]
    assert album.left(many) == many[1:]
    few += [album.take("ana", "10.0.0.1"), album.take("cleo", "10.0.0.3")]
    assert album.left(few) == few
    assert album.left(many) == many[3:]


def test_one_table_keeps_a_few_from_however_many_addresses(app):
    album = Album(app, each=2, most=6, of_place=5)
    other = album.take("ana", "10.0.0.1")
    flood = [album.take("t", f"10.0.1.{n}") for n in range(9)]
    assert album.left(flood) == flood[-2:]
    assert album.left([other]) == [other]


def test_the_camera_over_a_table_counts_for_its_table_alone(app):
    album = Album(app, each=2, most=4, of_place=2)
    seen = [album.take(f"t{n}", "") for n in range(3)]
    assert album.left(seen) == seen


def test_a_photo_is_counted_for_the_address_it_came_from(app, rolling, eyes):
    eyes.see(die(5))
    send(rolling.seats[0], jpeg())
    with app.extensions["services"].tables.store.read() as connection:
        (place,) = connection.execute(select(schema.proposals.c.place)).scalars()
    assert len(place) == 24
    assert "127.0.0.1" not in place


def test_of_one_address_only_so_many_are_kept_though_there_is_room(app):
    album = Album(app, each=9, most=99, of_place=3)
    names = [album.take(f"t{n}", "10.0.0.9") for n in range(5)]
    assert album.left(names) == names[2:]
    over_the_table = [album.take("u", "") for _ in range(5)]
    assert album.left(over_the_table) == over_the_table, "a camera has no address"


def test_a_camera_s_photos_push_out_nobody_else_s(app):
    album = Album(app, each=9, most=4, of_place=9)
    quiet = [album.take("ana", "10.0.0.1")]
    camera = [album.take("u", "") for _ in range(6)]
    assert album.left(quiet) == quiet
    assert album.left(camera) == camera[3:]


@pytest.mark.parametrize(
    ("more", "written"),
    [({}, b"dice"), ({"secret_of": Seat(0)}, b""), ({"unshown": True}, b"")],
    ids=["dice of all", "a hand", "a card for the app alone"],
)
def test_what_not_all_may_see_is_never_written_down(app, album, more, written):
    made = album.make(picture=b"dice", **more)
    album.keep(made)
    store = app.extensions["services"].tables.store
    with store.read() as connection:
        rows = connection.execute(select(schema.proposals.c.picture)).scalars().all()
    assert [bytes(one) for one in rows] == [written]
    assert [one.picture for one in album.shown()] == [b"dice"], "only at hand here"


def test_another_version_of_the_app_hides_no_photo_of_this_one(app, album):
    mine = album.make()
    album.keep(album.make())
    store = app.extensions["services"].tables.store
    with store.write() as connection:
        connection.execute(schema.proposals.update().values(body='{"new": 1}'))
    album.keep(mine)
    album._kept.clear()  # as at a server that was just started
    album.catch_up()
    assert [one.id for one in album.shown()] == [mine.id]


def test_photos_of_an_older_version_make_room_and_not_those_of_other_tables(app, album):
    older, other = album.make(), replace(album.make(), table="u")
    newer = replace(album.make(), version=2)
    for made in (older, other, newer):
        album.keep(made)
    store = app.extensions["services"].tables.store
    with store.read() as connection:
        rows = connection.execute(select(schema.proposals.c.id)).scalars().all()
    assert set(rows) == {other.id, newer.id}
