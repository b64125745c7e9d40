"""Photos: proposals that change nothing, with pictures for the table alone."""

import io
import struct
import threading
import zlib

import pytest
from PIL import Image

from companion.table import photographer, readers
from tests.web.api.conftest import die, jpeg, send
from vision.dice.problem import problem
from vision.readings import DicePrior, Question, Report, ThrownDie, piece_json


def bomb():
    """A PNG that says it is 60000 x 60000."""

    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    header = struct.pack(">IIBBBBB", 60000, 60000, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(b""))
        + chunk(b"IEND", b"")
    )


def test_a_photo_becomes_a_proposal_and_changes_nothing(rolling, eyes):
    eyes.see(die(5))
    answer = send(rolling.seats[0], jpeg())
    assert answer.status_code == 200
    made = answer.json
    assert made["readings"] == [piece_json(die(5))]
    assert made["candidates"] == [
        {"action": {"type": "landed", "face": 5}, "confidence": 0.99, "label": "landed"}
    ]
    assert (made["certain"], made["question"], made["problem"]) == (True, None, None)
    assert (made["version"], made["size"]) == (1, [64, 48])
    assert made["ms"] >= 0
    assert eyes.prior == DicePrior((ThrownDie("white"),))
    assert rolling.host.look()["version"] == 1
    said = rolling.seats[0].say("/actions", action=made["candidates"][0]["action"])
    assert said.status_code == 201


def test_an_illegal_reading_is_no_candidate_and_never_certain(rolling, eyes):
    eyes.see(die(9))
    made = send(rolling.seats[0], jpeg()).json
    assert made["candidates"] == []
    assert made["certain"] is False


def test_a_reader_in_doubt_is_not_certain(rolling, eyes):
    asked = Question(0, (5, 6), (1, 2, 3, 4))
    eyes.see(die(5, 0.5), certain=False, question=asked)
    made = send(rolling.seats[0], jpeg()).json
    assert made["certain"] is False
    assert made["question"] == {"piece": 0, "options": [5, 6], "box": [1, 2, 3, 4]}


def test_the_picture_is_shown_to_the_table_and_to_no_stranger(rolling, eyes):
    url = send(rolling.seats[0], jpeg((3000, 2000))).json["picture_url"]
    path = url.partition(rolling.table)[2]
    for someone in (*rolling.seats, rolling.host, rolling.watcher):
        shown = someone.get(path)
        assert shown.mimetype == "image/jpeg"
        assert max(Image.open(io.BytesIO(shown.data)).size) == photographer.SMALL
    assert rolling.stranger.get(path).status_code == 401
    assert rolling.host.get("/pictures/nothing.jpg").status_code == 404


@pytest.mark.parametrize(
    ("data", "status", "code"),
    [
        pytest.param(b"not a picture", 422, "not_a_picture", id="text"),
        pytest.param(jpeg()[:200], 422, "not_a_picture", id="cut off"),
        pytest.param(bomb(), 413, "too_large", id="bomb"),
        pytest.param(b"", 400, "malformed", id="empty"),
    ],
)
def test_what_is_no_photo_is_refused_with_advice(rolling, data, status, code):
    answer = send(rolling.seats[0], data)
    assert (answer.status_code, answer.json["error"]["code"]) == (status, code)
    assert len(answer.json["error"]["message"]) > 10


def test_a_photo_without_a_photo_is_malformed(rolling):
    assert send(rolling.seats[0], jpeg(), field="picture").status_code == 400
    assert rolling.seats[0].post("/photos", {"photo": "x"}).status_code == 400


def test_an_enormous_upload_is_refused_unread(rolling):
    phone = rolling.seats[0]
    answer = phone.client.post(
        f"/api/tables/{phone.table}/photos",
        data=b"\xff" * (34 * 1024 * 1024),
        content_type="multipart/form-data; boundary=edge",
        headers=phone.headers(),
    )
    assert (answer.status_code, answer.json["error"]["code"]) == (413, "too_large")


def test_nothing_to_photograph_is_said_clearly(party):
    answer = send(party.seats[0], jpeg())
    assert (answer.status_code, answer.json["error"]["code"]) == (
        422,
        "nothing_expected",
    )


def test_watchers_and_strangers_send_no_photos(rolling):
    assert send(rolling.watcher, jpeg()).status_code == 403
    assert send(rolling.stranger, jpeg()).status_code == 401


def test_advice_names_what_is_wrong_with_the_number_of_dice(rolling, eyes):
    for code, word in (("more", "Take away"), ("fewer", "Spread")):
        eyes.see(certain=False, problem=problem(code, found=2, wanted=1))
        assert word in send(rolling.seats[0], jpeg()).json["problem"]


def test_a_reader_that_fails_or_is_missing_is_a_kind_problem(rolling, monkeypatch):
    def fails(_image, _prior):
        raise ZeroDivisionError

    monkeypatch.setattr(readers, "read", fails)
    made = send(rolling.seats[0], jpeg()).json
    assert "could not be read" in made["problem"]
    assert made["candidates"] == []

    def missing(_image, prior):
        raise readers.NoReader(prior.reader)

    monkeypatch.setattr(readers, "read", missing)
    assert "by hand" in send(rolling.seats[0], jpeg()).json["problem"]


def test_busy_readers_ask_for_patience(rolling, eyes, monkeypatch):
    started, go_on = threading.Event(), threading.Event()

    def slow(_image, _prior):
        started.set()
        go_on.wait(10)
        return Report("dice")

    monkeypatch.setattr(readers, "read", slow)
    monkeypatch.setattr(photographer, "PATIENCE", 0.05)
    monkeypatch.setattr(photographer, "TIME_LIMIT", 0.05)
    late = [send(rolling.seats[0], jpeg()) for _ in range(3)]
    assert started.is_set()
    assert [answer.status_code for answer in late] == [503] * 3
    assert late[2].headers["Retry-After"] == "3"
    assert late[2].json["error"]["code"] == "busy"
    go_on.set()
    eyes.see(die(3))
    monkeypatch.setattr(readers, "read", eyes.read)
    monkeypatch.setattr(photographer, "PATIENCE", 5)
    monkeypatch.setattr(photographer, "TIME_LIMIT", 5)
    assert send(rolling.seats[0], jpeg()).json["readings"] == [piece_json(die(3))]


@pytest.mark.parametrize(
    "taps",
    ["x", "[[0, 0]]", "[" * 50_000, f"[[{10**400}, 0]]"],
)
def test_taps_of_any_shape_are_refused_in_words(party, eyes, taps):
    refused = send(party.seats[0], jpeg(), taps=taps)
    assert refused.status_code == 422
    assert refused.json["error"]["code"] == "malformed"
