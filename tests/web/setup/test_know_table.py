"""Know your table: a photo of the own dice is tried, nothing of it is kept."""

import io

import cv2
import numpy as np

from companion.table import readers
from tests.vision import drawn_dice
from vision.readings import DieReading, Report


def tried(client, image):
    data = io.BytesIO(cv2.imencode(".jpg", image)[1].tobytes())
    return client.post("/know", data={"photo": (data, "dice.jpg")})


def test_clear_dice_are_read_and_nothing_needs_help(client):
    answer = tried(client, drawn_dice.picture((200, 200, 3), (420, 300, 5))).json
    assert sorted(die["face"] for die in answer["readings"]) == [3, 5]
    assert answer["certain"] is True
    assert answer["help"] == []


def test_what_would_help_is_said_in_the_language_of_the_phone(client):
    dark = (drawn_dice.picture((200, 200, 3)) * 0.3).astype(np.uint8)
    said = client.post(
        "/know?lang=fr",
        data={"photo": (io.BytesIO(cv2.imencode(".jpg", dark)[1].tobytes()), "a.jpg")},
    ).json["help"]
    assert any("lampe" in one for one in said)


def test_a_die_of_the_cloth_s_colour_is_noticed(client, monkeypatch):
    """The reader says that there is a die where only cloth can be seen."""
    seen = Report("dice", (DieReading(1, "green", 0.6, (300, 200, 90, 90)),))
    monkeypatch.setattr(readers, "read", lambda _image, _prior: seen)
    (said,) = tried(client, drawn_dice.picture()).json["help"]
    assert "cloth of another colour" in said


def test_the_page_asks_for_photos(client):
    assert 'data-mount="know"' in client.get("/know").text
    assert client.post("/know").status_code == 400
