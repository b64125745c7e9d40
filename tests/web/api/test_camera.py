"""The camera over HTTP: a light for everybody, its picture for the host alone."""

import io

import cv2
import numpy as np
import pytest
from PIL import Image

from companion.table import readers
from companion.table.eyes import Eyes, Room
from tests.vision.drawn_dice import stop_card
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


def test_what_stop_means_now_is_told_to_the_host_alone(party, monkeypatch):
    assert party.host.get("/camera").json["stop"] is None, "Pig knows no sign"
    monkeypatch.setattr(
        "companion.web.api.camera.stop_means",
        lambda table: table.game.legal_actions(table.state)[0],
    )
    assert party.host.get("/camera").json["stop"] == {"type": "roll"}
    assert party.watcher.get("/camera").json["stop"] is None


def test_the_stop_card_in_a_photo_is_noticed(rolling, eyes):
    eyes.see(die(5))
    ana = rolling.seats[0]
    assert send(ana, jpeg()).json["stop_card"] is False
    sheet = np.full((480, 640, 3), 110, np.uint8)
    sheet[200:330, 300:430] = stop_card()
    photo = cv2.imencode(".jpg", sheet)[1].tobytes()
    assert send(ana, photo).json["stop_card"] is True


def test_a_doubtful_reading_never_counts_at_once(rolling, eyes):
    eyes.see(die(5, 0.5), certain=False)
    assert send(rolling.seats[0], jpeg()).json["counts"] is False


def test_a_watched_picture_counts_only_if_its_mirror_agrees(rolling, eyes, monkeypatch):
    """Nobody looked at what a browser's own camera sends."""

    def shy_of_mirrors(image, prior):
        eyes.see(die(5 if image[0, 0].mean() > 128 else 4))
        return eyes.read(image, prior)

    monkeypatch.setattr(readers, "read", shy_of_mirrors)
    half = np.zeros((48, 64, 3), np.uint8)
    half[:, :32] = 255
    photo, ana = cv2.imencode(".jpg", half)[1].tobytes(), rolling.seats[0]
    assert send(ana, photo).json["counts"] is True
    assert send(ana, photo, watched="1").json["counts"] is False


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


@pytest.mark.parametrize("by", ["call", "page"])
def test_the_photos_go_with_the_table(app, rolling, eyes, by):
    eyes.see(die(5))
    made = send(rolling.seats[0], jpeg()).json
    rolling.seats[0].say(f"/proposals/{made['id']}/accept")
    if by == "call":
        rolling.host.delete()
    else:
        page = f"/t/{rolling.table}/delete"
        rolling.host.client.post(page, headers=rolling.host.headers())
    assert app.extensions["services"].kept.versions(rolling.table) == set()
