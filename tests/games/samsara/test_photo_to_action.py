"""Photos of Samsara from the drawn picture to the played action, nothing pretended."""

import cv2
import numpy as np
import pytest

from app import create_app
from companion.table import photographer
from tests.vision import render_amulets, render_cards
from tests.web.api.conftest import send
from tests.web.conftest import gather
from vision import ocr, ppocr
from vision.cards import reading
from vision.lexicon import load

COLOURS = dict(
    zip("JVKYBGDM", render_amulets.default_palette(), strict=True)
)  # as the default box has them
GAP = ("J4V4", "J4K4", "V4Y4", "B4G4", "D2M2J2", "K2Y2B2")


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


def as_jpeg(image):
    return cv2.imencode(".jpg", image)[1].tobytes()


def symbols(face):
    pairs = zip(face[::2], face[1::2], strict=True)
    return [COLOURS[letter] for letter, count in pairs for _ in range(int(count))]


def propose(phone, image):
    answer = send(phone, as_jpeg(image))
    assert answer.status_code == 200, answer.json
    return answer.json


@pytest.mark.slow
def test_a_gap_is_laid_out_by_one_photo(app):
    party = gather(app, ("Ana", "Ben", "Cleo"), "samsara", length="fast")
    rng = np.random.default_rng(1)
    photo = render_amulets.photo([symbols(face) for face in GAP], rng)
    made = propose(party.seats[0], photo)
    best = made["candidates"][0]["action"]
    assert best == {"type": "lay", "faces": sorted(_written(face) for face in GAP)}
    assert party.host.look()["version"] == 0, "a photo changes nothing"
    said = party.seats[0].say("/actions", action=best)
    assert said.status_code == 201, said.json


@pytest.mark.slow
def test_too_few_amulets_suggest_nothing_but_show_what_was_read(app):
    party = gather(app, ("Ana", "Ben", "Cleo"), "samsara", length="fast")
    rng = np.random.default_rng(2)
    photo = render_amulets.photo([symbols(face) for face in GAP[:4]], rng)
    made = propose(party.seats[0], photo)
    assert (made["candidates"], made["certain"]) == ([], False)
    assert made["readings"][0]["symbols"] == {"red": 4, "orange": 4}


@pytest.mark.slow
@pytest.mark.skipif(
    not (ocr.available() or ppocr.available()), reason="no text reader here"
)
def test_a_hand_is_shown_by_one_photo(app):
    party = gather(app, ("Ana", "Ben"), "samsara", hands="open-report")
    for _ in range(60):
        view = party.host.look()
        if view["awaiting"] and view["awaiting"]["action"] == "drawn":
            break
        word = {} if view["awaiting"] else {"action": view["legal"][0]}
        party.host.say("/actions" if word else "/chance", **word)
    rng = np.random.default_rng(3)
    titles = load("samsara").titles
    hand = ["bad-karma", "good-karma", "bad-karma", "good-karma"]
    faces = [(card, render_cards.card(titles[card], rng)) for card in hand]
    photo = render_cards.photo(faces, rng, size=(1200, 800))
    phone = party.seats[view["awaiting"]["seat"]]
    best = propose(phone, photo.image)["candidates"][0]["action"]
    assert best == {"type": "drawn", "cards": sorted(hand)}
    assert phone.say("/actions", action=best).status_code == 201


def _written(face):
    order = sorted(zip(face[::2], face[1::2], strict=True), key=_place)
    return "".join(letter + count for letter, count in order)


def _place(pair):
    return "JVKYBGDM".index(pair[0])
