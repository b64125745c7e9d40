"""Know your table: photos of own dice are tried, what is said of them is learnt."""

import io
import json
import random
from pathlib import Path

import cv2
import numpy as np
import pytest
from itsdangerous import URLSafeTimedSerializer

from app import create_app
from companion.table import readers
from companion.table.acquaintance import Trial
from companion.table.own_dice import Confirmed, OwnDice, Photo
from companion.web.setup.know_table import TRIAL
from tests.vision import drawn_dice
from tests.web.conftest import gather
from vision.readings import DicePrior, DieReading, Report

CLOTH = (96, 128, 96)
BOXES = ((100, 100, 80, 80), (300, 100, 80, 80), (480, 300, 80, 80))
BODIES = ((70, 170, 220), (235, 225, 205), (40, 40, 190))
"""A pale orange, a white that a cold lamp makes bluish, a red."""

TRUTH = ("orange", "white", "red")


def tried(client, image, path="/know"):
    data = io.BytesIO(cv2.imencode(".jpg", image)[1].tobytes())
    return client.post(path, data={"photo": (data, "dice.jpg")})


def said(answer, *colours, face=1, missed=False):
    dice = [{"face": face, "colour": colour} for colour in colours]
    return {"trial": answer["trial"], "dice": dice, "missed": missed}


def colours(answer):
    return [die["colour"] for die in answer["readings"]]


def squares(bright=1.0):
    """Three dice without pips, as far as this reader cares."""
    image = np.full((480, 640, 3), CLOTH, float)
    for (x, y, wide, high), body in zip(BOXES, BODIES, strict=True):
        image[y : y + high, x : x + wide] = body
    return np.clip(image * bright, 0, 255).astype(np.uint8)


def fooled(_image, prior):
    """The reader alone takes the orange for yellow and the white for light blue."""
    assert isinstance(prior, DicePrior)
    seen = (("yellow", "orange"), ("light-blue", "white"), ("red", "orange"))
    dice = tuple(
        DieReading(1, one, 0.99, box, ((1, 1.0),), ((one, 0.8), (other, 0.2)))
        for box, (one, other) in zip(BOXES, seen, strict=True)
    )
    return Report("dice", dice, certain=True, size=(640, 480))


@pytest.fixture
def fooled_house(client, monkeypatch):
    monkeypatch.setattr(readers, "read", fooled)
    return client


def teach(client, times=3):
    for k in range(times):
        answer = tried(client, squares(1 - k / 10)).json
        learnt = client.post("/know/learn", json=said(answer, *TRUTH))
        assert learnt.status_code == 201, learnt.json
    return learnt.json


def test_clear_dice_are_read_and_nothing_needs_help(client):
    answer = tried(client, drawn_dice.picture((200, 200, 3), (420, 300, 5))).json
    assert sorted(die["face"] for die in answer["readings"]) == [3, 5]
    assert answer["certain"] is True
    assert answer["help"] == []


def test_what_would_help_is_said_in_the_language_of_the_phone(client):
    dark = (drawn_dice.picture((200, 200, 3)) * 0.3).astype(np.uint8)
    told = tried(client, dark, "/know?lang=fr").json["help"]
    assert any("lampe" in one for one in told)


def test_a_die_of_the_cloth_s_colour_is_noticed(client, monkeypatch):
    """The reader says that there is a die where only cloth can be seen."""
    seen = Report("dice", (DieReading(1, "green", 0.6, (300, 200, 90, 90)),))
    monkeypatch.setattr(readers, "read", lambda _image, _prior: seen)
    (told,) = tried(client, drawn_dice.picture()).json["help"]
    assert "cloth of another colour" in told


def test_the_page_asks_for_photos(client):
    assert 'data-mount="know"' in client.get("/know").text
    assert client.post("/know").status_code == 400


def test_what_was_confirmed_is_known_at_the_next_photo(fooled_house):
    before = tried(fooled_house, squares()).json
    assert colours(before) == ["yellow", "light-blue", "red"]
    standing = teach(fooled_house)
    assert standing["before"] == {"right": 0, "asked": 3, "wrong": 0}
    assert standing["after"]["right"] == 3
    assert standing["colours"] == {"red": 3, "orange": 3, "white": 3}
    assert any("Not seen yet: yellow, green" in one for one in standing["learnt"])
    after = tried(fooled_house, squares(0.95)).json
    assert colours(after) == list(TRUTH)


def test_the_page_says_in_words_what_is_known(fooled_house):
    teach(fooled_house)
    page = fooled_house.get("/know?lang=it").text
    assert "Non ancora visti" in page
    assert "Forget the light and the dice" in fooled_house.get("/know").text


def test_everything_can_be_forgotten(app, fooled_house):
    teach(fooled_house, 1)
    assert fooled_house.post("/know/forget").status_code == 303
    again = tried(fooled_house, squares()).json
    assert again["readings"][1]["colour"] == "light-blue"
    assert '"photos": 0' in fooled_house.get("/know").text.replace("&#34;", '"')
    left = (Path(app.config["DATA"]) / "taught").iterdir()
    places = [one for one in left if one.is_dir()]
    assert places == [], "whoever was forgotten takes no other host's place"


def test_a_photo_is_learnt_from_once_and_only_while_it_is_known(fooled_house):
    answer = tried(fooled_house, squares()).json
    once = fooled_house.post("/know/learn", json=said(answer, *TRUTH))
    assert once.status_code == 201
    again = fooled_house.post("/know/learn", json=said(answer, *TRUTH))
    assert again.json["error"]["code"] == "trial_gone"


def test_a_photo_tried_at_one_worker_is_learnt_from_at_another(app, fooled_house):
    """They share the folder and the key, and no memory."""
    answer = tried(fooled_house, squares()).json
    other = create_app({**app.config, "TESTING": True})
    phone = other.test_client()
    try:
        learnt = phone.post("/know/learn", json=said(answer, *TRUTH))
        assert (learnt.status_code, learnt.json["photos"]) == (201, 1)
        fooled_house.set_cookie("host", phone.get_cookie("host").value)
        again = fooled_house.post("/know/learn", json=said(answer, *TRUTH))
        assert again.json["error"]["code"] == "trial_gone", "once at all of them"
    finally:
        other.extensions["services"].tables.store.close()


def test_a_photo_that_was_never_tried_or_long_ago_teaches_nothing(
    fooled_house, monkeypatch
):
    answer = tried(fooled_house, squares()).json
    pen = URLSafeTimedSerializer("another key", salt="trial")
    changed = answer["trial"][:-9] + answer["trial"][-9:].swapcase()
    forged = [pen.dumps({"dice": []}), changed, "x", ""]
    monkeypatch.setattr("companion.table.acquaintance.SECONDS", -1)
    for trial in (answer["trial"], *forged):
        body = {**said(answer, *TRUTH), "trial": trial}
        refused = fooled_house.post("/know/learn", json=body)
        assert refused.json["error"]["code"] == "trial_gone", trial


def test_a_photo_of_sixty_dice_can_be_confirmed(app):
    home = app.extensions["services"]
    rng = random.Random(1)
    colours = {name: rng.random() for name in TRUTH * 3}
    colours |= {f"colour-{n}": rng.random() for n in range(5)}
    tints = [tuple(rng.random() for _ in range(3)) for _ in range(60)]
    dice = tuple(Confirmed(6, 6, "orange", colours, tint) for tint in tints)
    seen = Photo(dice, (0.1, 0.2, 0.3), certain=False, whole=True, trial="t" * 16)
    signed = home.acquaintance.signed(Trial(None, seen, ()))
    assert len(signed) < TRIAL


@pytest.mark.parametrize(
    "body",
    [
        {"trial": "x", "dice": [{"face": 9}]},
        {"trial": "x", "dice": [{"face": 1, "colour": "pink"}]},
        {"dice": []},
    ],
)
def test_what_no_person_would_say_is_refused(client, body):
    refused = client.post("/know/learn", json=body)
    assert refused.json["error"]["code"] == "malformed"


def test_what_is_no_die_and_what_has_no_name_teaches_nothing(fooled_house):
    answer = tried(fooled_house, squares()).json
    body = said(answer, None, "white", "red", missed=True)
    body["dice"][2]["face"] = None
    learnt = fooled_house.post("/know/learn", json=body).json
    assert learnt["colours"] == {"white": 1}
    assert learnt["learnt"][0].startswith("The light here is")
    assert learnt["before"]["right"] == 0
    assert learnt["after"] is None


def test_no_more_photos_are_remembered_than_help(app, fooled_house, monkeypatch):
    monkeypatch.setattr("companion.table.own_dice.MOST", 2)
    assert teach(fooled_house, 3)["photos"] == 2


def test_a_player_s_phone_teaches_for_the_host_and_photos_there_know_it(
    app, fooled_house, monkeypatch
):
    """What was learnt reaches the reader through the prior, at that host's table."""
    home = app.extensions["services"]
    table = home.tables.create("pig", ["Ana", "Ben"], {}).charter.table
    home.hosts.seat_host(table, "a secret")
    folder = home.learnt_cards.folder_of_table(table)
    assert readers.with_taught(DicePrior(), folder).own is None
    trial = home.acquaintance.try_out(
        cv2.imencode(".jpg", squares())[1].tobytes(), folder.name
    )
    signed = home.acquaintance.signed(trial)
    home.acquaintance.confirm(
        folder.name, signed, [_Said(name) for name in TRUTH], missed=False
    )
    assert set(readers.with_taught(DicePrior(), folder).own.dice) == set(TRUTH)
    kept = json.loads((folder / "dice.json").read_text())
    assert kept[0]["dice"][0].keys() == {"read", "face", "colour", "chances", "tint"}


class _Said:
    face = 1

    def __init__(self, colour):
        self.colour = colour


def test_a_broken_file_is_as_if_nothing_was_learnt(fooled_house, app):
    teach(fooled_house, 1)
    root = app.extensions["services"].acquaintance.own._root
    (path,) = root.glob("*/dice.json")
    path.write_text('[{"dice": 3}]')
    assert tried(fooled_house, squares()).json["readings"][1]["colour"] == "light-blue"


def test_a_table_s_dice_are_forgotten_by_its_host_alone(app):
    party = gather(app)
    app.extensions["services"].hosts.seat_host(party.table, "a secret")
    path, client = f"/t/{party.table}/know", party.stranger.client
    seat, host = party.seats[0].headers(), party.host.headers()
    assert client.post(f"{path}/forget", headers=seat).status_code == 403
    assert "forget-dice" not in client.get(path, headers=seat).text
    assert "forget-dice" in client.get(path, headers=host).text
    assert client.post(f"{path}/forget", headers=host).status_code == 303


def test_a_photo_without_dice_takes_no_other_photo_s_place(tmp_path):
    own = OwnDice(tmp_path)
    own.learn("a", Photo((), (0.0, 0.0, 0.0), certain=False, whole=True))
    assert own.standing("a").before.photos == 0
    own.learn("a", Photo((), (0.0, 0.0, 0.0), certain=False, whole=False))
    assert own.standing("a").before.photos == 1, "dice it missed do count"
