"""Every endpoint against {no ticket, watcher, other seat, stale, duplicate, right}."""

import pytest

from tests.web.api.conftest import die, jpeg, send
from tests.web.conftest import gather

WRITES = {"actions", "chance", "undo", "override", "accept"}

EXPECTED = {
    #            none  forged other-table watch other own   host
    "view": (401, 401, 403, 200, 200, 200, 200),
    "setup": (401, 401, 403, 200, 200, 200, 200),
    "seats": (401, 401, 403, 200, 200, 200, 200),
    "events": (401, 401, 403, 200, 200, 200, 200),
    "results": (401, 401, 403, 200, 200, 200, 200),
    "actions": (401, 401, 403, 403, 403, 201, 201),
    "chance": (401, 401, 403, 403, 403, 201, 201),
    "undo": (401, 401, 403, 403, 403, 201, 201),
    "override": (401, 401, 403, 403, 403, 403, 201),
    "photos": (401, 401, 403, 403, 200, 200, 200),
    "proposal": (401, 401, 403, 200, 200, 200, 200),
    "picture": (401, 401, 403, 200, 200, 200, 200),
    "accept": (401, 401, 403, 403, 403, 201, 201),
    "drop": (401, 401, 403, 403, 200, 200, 200),
    "camera": (401, 401, 403, 200, 200, 200, 200),
    "camera.jpg": (401, 401, 403, 403, 403, 403, 404),
    "wish": (401, 401, 403, 403, 403, 403, 200),
    "throws/1.jpg": (401, 401, 403, 404, 404, 404, 404),
    "delete/throws": (401, 401, 403, 403, 403, 403, 200),
    "free": (401, 401, 403, 403, 403, 403, 200),
    "export": (401, 401, 403, 403, 403, 403, 200),
    "delete": (401, 401, 403, 403, 403, 403, 200),
}
PLAIN = {
    name: f"/{name}"
    for name in ("setup", "seats", "events", "export", "results", "camera")
} | {"view": "", "camera.jpg": "/camera.jpg", "throws/1.jpg": "/throws/1.jpg"}
"""What is only looked at, by its address."""

WHO = ("none", "forged", "elsewhere", "watcher", "other", "own", "host")

CASES = [
    pytest.param(endpoint, who, status, id=f"{endpoint}-{who}")
    for endpoint, statuses in EXPECTED.items()
    for who, status in zip(WHO, statuses, strict=True)
]


@pytest.fixture
def scene(app, eyes):
    """Ana has rolled and taken a photo; the die is in the air. Everyone is there."""
    party = gather(app)
    party.seats[0].act("roll")
    eyes.see(die(4))
    photo = send(party.seats[0], jpeg()).json["id"]
    elsewhere = gather(app).host
    elsewhere.table = party.table
    forged = gather(app).host
    ticket = party.seats[0].ticket
    forged.table, forged.ticket = party.table, ticket[:-9] + ticket[-9:].swapcase()
    people = {
        "none": party.stranger,
        "forged": forged,
        "elsewhere": elsewhere,
        "watcher": party.watcher,
        "other": party.seats[1],
        "own": party.seats[0],
        "host": party.host,
    }
    for someone in people.values():
        someone.photo = photo
    return party, people


def call(endpoint, someone, seen=1, once="one"):
    said = {"seen": seen, "id": once}
    match endpoint:
        case name if name in PLAIN:
            return someone.get(PLAIN[name])
        case "actions":
            action = {"type": "landed", "face": 4}
            return someone.post("/actions", {**said, "action": action})
        case "override":
            word = {"patch": {"pot": 3}, "reason": "because"}
            return someone.post("/override", {**said, **word})
        case "wish":
            return someone.post("/camera", {"counts": False})
        case "delete" | "delete/throws":
            return someone.delete(endpoint.removeprefix("delete"))
        case "free":
            return someone.post("/seats/1/free")
        case "photos" | "proposal" | "picture" | "accept" | "drop":
            return call_about_photo(endpoint, someone, said)
    return someone.post(f"/{endpoint}", said)


def call_about_photo(endpoint, someone, said):
    place = f"/proposals/{someone.photo}"
    match endpoint:
        case "photos":
            return send(someone, jpeg())
        case "proposal":
            return someone.get(place)
        case "picture":
            return someone.get(f"/pictures/{someone.photo}.jpg")
        case "accept":
            return someone.post(f"{place}/accept", said)
    where = f"/api/tables/{someone.table}{place}"
    return someone.client.delete(where, headers=someone.headers())


@pytest.mark.parametrize(("endpoint", "who", "status"), CASES)
def test_who_may_do_what(scene, endpoint, who, status):
    party, people = scene
    answer = call(endpoint, people[who])
    assert answer.status_code == status, answer.text
    if status >= 400:
        assert_error_shape(answer)
        assert party.host.look()["version"] == 1, "a refused word leaves no trace"
    elif endpoint in WRITES:
        assert answer.json["version"] == 2
    answer.close()


def assert_error_shape(answer):
    error = answer.json["error"]
    assert set(error) == {"code", "message", "rule", "version"}
    assert isinstance(error["code"], str)
    assert error["message"].strip()


@pytest.mark.parametrize("endpoint", sorted(WRITES))
@pytest.mark.parametrize("seen", [0, 2, -1, 10**9])
def test_a_stale_word_is_answered_with_the_fresh_view(scene, endpoint, seen):
    party, people = scene
    answer = call(endpoint, people["host"], seen=seen)
    assert answer.status_code == 409
    assert_error_shape(answer)
    assert answer.json["error"]["code"] == "stale"
    assert answer.json["view"] == party.host.look()
    assert answer.json["view"]["version"] == 1


@pytest.mark.parametrize("endpoint", sorted(WRITES))
def test_a_duplicate_is_one_entry_and_answered_with_the_current_view(scene, endpoint):
    party, people = scene
    first = call(endpoint, people["host"])
    party.host.say("/override", patch={"pot": 9}, reason="meanwhile")
    again = call(endpoint, people["host"])
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json["version"] == 3
    assert again.json == party.host.look()


@pytest.mark.parametrize("endpoint", sorted(WRITES - {"accept"}))
def test_an_id_belongs_to_its_sender(scene, endpoint):
    """Two phones that count their ids from one do not swallow each other's words."""
    party, people = scene
    party.seats[1].act("note", once="one", seat=1, number=7)
    assert call(endpoint, people["host"], seen=2).status_code in (201, 403)


@pytest.mark.parametrize("endpoint", EXPECTED)
def test_an_unknown_table_is_not_here(scene, endpoint):
    _, people = scene
    people["host"].table = "nowhere"
    answer = call(endpoint, people["host"])
    assert answer.status_code == 404
    assert_error_shape(answer)
    assert answer.json["error"]["code"] == "unknown_table"
