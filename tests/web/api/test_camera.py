"""The camera over HTTP: a light for everybody, its picture for the host alone."""

import io

import pytest
from PIL import Image

from companion.table.eyes import Eyes, Room
from tests.web.api.conftest import die, jpeg, send
from vision.capture import Light


@pytest.fixture
def camera(app):
    """A camera that has seen something, without a thread."""
    home = app.extensions["services"]
    room = Room(
        home.tables,
        home.photographer,
        home.proposals,
        home.kept,
        home.habits,
        home.learnt_cards,
    )
    made = Eyes("a film", room)
    made._jpeg = jpeg()
    object.__setattr__(home, "eyes", made)
    return made


def test_without_a_camera_only_the_habit_is_told(party):
    seen = party.host.get("/camera").json
    assert (seen["there"], seen["here"], seen["counts"]) == (False, False, True)


def test_the_host_lets_it_look_at_this_table_and_sees_its_picture(party, camera):
    assert party.host.get("/camera.jpg").status_code == 404
    seen = party.host.post("/camera", {"here": True}).json
    assert (seen["there"], seen["here"], seen["light"]) == (True, True, "waiting")
    assert Image.open(io.BytesIO(party.host.get("/camera.jpg").data)).size == (64, 48)
    camera._lit(Light.HANDS)
    assert party.watcher.get("/camera").json["light"] == "hands"
    assert party.watcher.get("/camera").json["picture"] == 0
    assert party.host.post("/camera", {"here": False}).json["here"] is False


def test_whether_certain_readings_count_is_the_table_s_habit(rolling, eyes):
    eyes.see(die(5))
    ana = rolling.seats[0]
    assert send(ana, jpeg()).json["counts"] is True
    assert send(rolling.seats[1], jpeg()).json["counts"] is False, "not Ben's word"
    rolling.host.post("/camera", {"counts": False})
    assert send(ana, jpeg()).json["counts"] is False
    assert rolling.host.get("/camera").json["counts"] is False


def test_a_doubtful_reading_never_counts_at_once(rolling, eyes):
    eyes.see(die(5, 0.5), certain=False)
    assert send(rolling.seats[0], jpeg()).json["counts"] is False


def test_the_photo_of_an_accepted_throw_stays_with_its_line(rolling, eyes):
    eyes.see(die(5))
    ana = rolling.seats[0]
    made = send(ana, jpeg()).json
    assert ana.say(f"/proposals/{made['id']}/accept").status_code == 201
    for someone in (*rolling.seats, rolling.watcher):
        shown = someone.get("/throws/2.jpg")
        assert Image.open(io.BytesIO(shown.data)).size == (64, 48)
    page = ana.client.get(f"/t/{ana.table}?as=host", headers=rolling.host.headers())
    assert f"/api/tables/{ana.table}/throws/2.jpg" in page.text
    assert rolling.host.get("/camera").json["kept"] == 1
    assert rolling.host.delete("/throws").json == {"forgotten": 1}
    assert ana.get("/throws/2.jpg").status_code == 404


def test_the_photos_go_with_the_table(app, rolling, eyes):
    eyes.see(die(5))
    made = send(rolling.seats[0], jpeg()).json
    rolling.seats[0].say(f"/proposals/{made['id']}/accept")
    rolling.host.delete()
    assert app.extensions["services"].kept.versions(rolling.table) == set()
