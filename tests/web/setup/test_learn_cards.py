"""Teach the app your cards: shown once over HTTP, known at the host's tables alone."""

import io
import re

import cv2
import numpy as np
import pytest

from app import create_app
from companion.table import host_folders, photographer
from tests.vision import render_cards
from vision import ocr, ppocr
from vision.cards import reading

SEEDS = {"jann": 301, "maut": 907}
JSON = {"Accept": "application/json"}


@pytest.fixture(autouse=True)
def all_the_time(monkeypatch):
    """Let no reading end early because the machine is busy with something else."""
    monkeypatch.setattr(reading, "PATIENCE", 600.0)
    monkeypatch.setattr(photographer, "TIME_LIMIT", 600.0)


@pytest.fixture
def app(tmp_path):
    app = create_app({"DATA": str(tmp_path), "TESTING": True})
    yield app
    app.extensions["services"].tables.store.close()


@pytest.fixture
def no_titles(monkeypatch):
    """Nothing here can read text: only pictures tell."""
    monkeypatch.setattr(ppocr, "available", lambda: False)
    monkeypatch.setattr(ocr, "binary", lambda: None)


def face(card, covered=False):
    rng = np.random.default_rng(1)
    image = render_cards.card("", rng, place="top", seed=SEEDS[card])
    if covered:
        image[:110] = 128
    return image


def photo(cards, seed, covered=False, size=(560, 700)):
    faces = [(card, face(card, covered)) for card in cards]
    shown = render_cards.photo(faces, np.random.default_rng(seed), size=size)
    return jpeg(shown.image)


def jpeg(image):
    return cv2.imencode(".jpg", image)[1].tobytes()


def send(client, path, data, **headers):
    file = {"photo": (io.BytesIO(data), "card.jpg")}
    return client.post(path, data=file, headers=JSON | headers)


def teach(client, card, seed=10):
    return send(client, f"/teach/samsara/{card}", photo([card], seed))


def known(client, game="samsara"):
    page = client.get(f"/teach/{game}").text
    return re.findall(r'name="card" value="([\w-]+)"', page)


def lay_out(client):
    fields = {"players": "1", "name-0": "Ana", "length": "normal", "first": "1"}
    reply = client.post("/new/samsara", data=fields | {"hands": "private"})
    return reply.location.split("/")[2]


def play_to_the_hand(client, table):
    """Lay the amulets at random, until a photo of the hand is expected."""
    url = f"/api/tables/{table}"
    for n in range(40):
        view = client.get(f"{url}?as=host").json
        if view["photo"] == "cards":
            return
        said = {"seen": view["version"], "id": f"n{n}"}
        if view["awaiting"]:
            client.post(f"{url}/chance?as=host", json=said)
        else:
            said["action"] = view["legal"][0]
            client.post(f"{url}/actions?as=host", json=said)
    raise AssertionError("no photo of cards was ever expected")


def read(client, table, cards, seed=11):
    data = photo(cards, seed, covered=True, size=(1000, 700))
    answer = send(client, f"/api/tables/{table}/photos?as=host", data)
    assert answer.status_code == 200, answer.json
    return sorted(str(seen["card"]) for seen in answer.json["readings"])


@pytest.mark.slow
def test_two_cards_taught_are_read_with_titles_covered(app, no_titles):
    ana, ben = app.test_client(), app.test_client()
    before = lay_out(ana)
    for n, card in enumerate(SEEDS):
        answer = teach(ana, card)
        assert answer.status_code == 201, answer.json
        assert answer.json["card"] == card
        assert (answer.json["taught"], answer.json["views"]) == (n + 1, 1)
    assert known(ana) == ["jann", "maut"]
    assert known(ben) == known(app.test_client()) == []
    after = lay_out(ana)
    play_to_the_hand(ana, after)
    assert read(ana, after, list(SEEDS)) == ["jann", "maut"]
    other = lay_out(ben)
    play_to_the_hand(ben, other)
    assert read(ben, other, list(SEEDS)) == ["None", "None"]
    ana.post("/teach/samsara/forget", data={"card": "maut"})
    assert known(ana) == ["jann"]
    play_to_the_hand(ana, before)
    assert read(ana, before, list(SEEDS)) == ["None", "jann"]
    ana.post("/teach/samsara/forget")
    assert known(ana) == []


@pytest.mark.slow
def test_the_wrong_card_is_noticed(app):
    ana = app.test_client()
    assert teach(ana, "jann").json["like"] is None
    again = send(ana, "/teach/samsara/maut", photo(["jann"], 12))
    assert again.status_code == 201
    assert again.json["like"] == "jann"
    assert "looks like Jann" in again.json["message"]


@pytest.mark.slow
def test_the_page_asks_for_the_first_missing_card_and_counts(app):
    client = app.test_client()
    page = client.get("/teach/samsara").text
    assert "Show: Jann" in page
    assert 'data-url="/teach/samsara/jann"' in page
    assert "0 of 26 cards" in page
    assert teach(client, "jann").status_code == 201
    page = client.get("/teach/samsara").text
    assert 'data-url="/teach/samsara/vikaas"' in page
    assert "1 of 26 cards" in page
    assert "known already" in client.get("/teach/samsara?card=jann").text
    assert "Show: Panic" in client.get("/teach/karmaka").text
    assert "Montrez\u00a0: Panique" in client.get("/teach/karmaka?lang=fr").text


@pytest.mark.parametrize(
    ("data", "status", "code", "words"),
    [
        (b"no picture", 422, "not_a_picture", "not a picture"),
        (jpeg(np.full((700, 525, 3), 90, np.uint8)), 422, "cannot_teach", "No card"),
        (b"", 400, "malformed", "in the field called photo"),
    ],
    ids=["text", "bare table", "nothing"],
)
def test_a_bad_picture_is_refused_with_advice(app, data, status, code, words):
    client = app.test_client()
    answer = send(client, "/teach/samsara/jann", data)
    assert answer.status_code == status
    assert answer.json["error"]["code"] == code
    assert words in answer.json["error"]["message"]
    assert known(client) == []


def test_a_card_without_anything_on_it_is_refused_with_advice(app):
    image = np.full((700, 560, 3), 40, np.uint8)
    image[100:600, 110:450] = 230
    answer = send(app.test_client(), "/teach/samsara/jann", jpeg(image))
    assert answer.json["error"]["code"] == "cannot_teach"
    # A blank sheet may be taken for no card, or for a card with too little on it.
    advice = ("No card was found", "Too little")
    assert any(words in answer.json["error"]["message"] for words in advice)
    told = send(app.test_client(), "/teach/samsara/jann?lang=it", jpeg(image))
    assert told.json["error"]["message"] != answer.json["error"]["message"]


@pytest.mark.parametrize(
    "path", ["/teach/samsara/queen", "/teach/chess/jann", "/teach/karma-dice/jann"]
)
def test_what_is_no_card_cannot_be_taught(app, path):
    assert send(app.test_client(), path, b"x").status_code == 404
    assert app.test_client().get("/teach/karma-dice").status_code == 404


def test_a_strange_cookie_stays_inside_the_folder(app, tmp_path):
    client = app.test_client()
    client.set_cookie("host", "../../../escaped")
    assert teach(client, "jann").status_code == 201
    folders = [path.name for path in (tmp_path / "taught").iterdir()]
    assert len(folders) == 1
    assert re.fullmatch("[0-9a-f]{32}", folders[0])
    assert known(client) == ["jann"]


def test_another_site_cannot_teach_or_forget(app):
    client = app.test_client()
    elsewhere = {"Origin": "http://evil.example"}
    answer = send(client, "/teach/samsara/jann", b"x", **elsewhere)
    assert answer.status_code == 403
    assert client.post("/teach/samsara/forget", headers=elsewhere).status_code == 403


@pytest.mark.slow
def test_too_many_hosts_are_refused(app, monkeypatch):
    monkeypatch.setattr(host_folders, "MOST_HOSTS", 1)
    first = app.test_client()
    assert teach(first, "jann").status_code == 201
    answer = teach(app.test_client(), "jann")
    assert answer.json["error"]["code"] == "too_many_hosts"
    assert teach(first, "maut").status_code == 201


def test_the_ways_to_the_page(app):
    client = app.test_client()
    table = lay_out(client)
    for path in ("/new/samsara", f"/t/{table}/ready", "/connection"):
        assert 'href="/teach/samsara"' in client.get(path).text, path
    assert "/teach/" not in client.get("/new/karma-dice").text


def test_a_phone_teaches_the_cards_of_the_laptop_s_table(app):
    """A laptop has no camera to hold over a card; the phones around it have."""
    laptop, phone, stranger = (app.test_client() for _ in range(3))
    table = lay_out(laptop)
    links = laptop.get(f"/api/tables/{table}/seats").json
    phone.post(f"/p/{links['play_url'].rpartition('/')[2]}", data={"seat": "0"})
    page = phone.get(f"/t/{table}/teach").text
    assert f'data-url="/t/{table}/teach/' in page
    assert "known</span>" not in page
    taught = send(phone, f"/t/{table}/teach/jann", photo(["jann"], 10))
    assert taught.status_code == 201, taught.text
    assert known(laptop) == ["jann"], "the host knows it at the next table too"
    assert known(phone) == [], "the phone has become no host by it"
    assert f'href="/t/{table}/teach"' in phone.get(f"/t/{table}").text
    for path in ("", "/jann", "/forget"):
        refused = stranger.get if not path else stranger.post
        assert refused(f"/t/{table}/teach{path}").status_code == 401
    watcher = app.test_client()
    watcher.get(f"/w/{links['watch_url'].rpartition('/')[2]}")
    assert watcher.get(f"/t/{table}/teach").status_code == 403
    phone.post(f"/t/{table}/teach/forget", data={"card": "jann"})
    assert known(laptop) == []
