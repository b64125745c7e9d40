"""Photos of Karmaka from the drawn picture to the played action, nothing pretended."""

import cv2
import numpy as np
import pytest

from app import create_app
from companion.table import photographer
from tests.vision import render_cards
from tests.web.api.conftest import send
from tests.web.conftest import gather
from vision import ocr, ppocr
from vision.cards import reading
from vision.lexicon import load

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not (ocr.available() or ppocr.available()), reason="no text reader here"
    ),
]

DEEDS = ["spite", "panic", "embody"]
RUINS = ["crisis", "voyage", "peek", "thievery"]


@pytest.fixture
def party(tmp_path, monkeypatch):
    """Ana has nothing left but Deeds; four cards lie in the Ruins."""
    # No reading ends early because the machine is busy with something else.
    monkeypatch.setattr(reading, "PATIENCE", 600.0)
    monkeypatch.setattr(photographer, "TIME_LIMIT", 600.0)
    app = create_app({"DATA": str(tmp_path), "TESTING": True})
    party = gather(app, ("Ana", "Ben"), "karmaka")
    laid = [{"card": card, "from": "well", "to": "deeds:0"} for card in DEEDS]
    laid += [{"card": card, "from": "well", "to": "ruins"} for card in RUINS]
    correct(party, cards=laid)
    yield party
    app.extensions["services"].tables.store.close()


def correct(party, **patch):
    said = party.host.say("/override", patch=patch, reason="a test")
    assert said.status_code == 201, said.json


def photo_of(cards, seed):
    rng = np.random.default_rng(seed)
    titles = load("karmaka").titles
    faces = [(card, render_cards.card(titles[card], rng)) for card in cards]
    image = render_cards.photo(faces, rng, size=(1200, 800)).image
    return cv2.imencode(".jpg", image)[1].tobytes()


def best_of(phone, cards, seed):
    made = send(phone, photo_of(cards, seed))
    assert made.status_code == 200, made.json
    return made.json


def test_deeds_laid_out_at_death_are_one_photo(party):
    away = [{"card": "", "from": "deck:0", "to": "well"}]
    away += [{"card": "", "from": "hand:0", "to": "well"} for _ in range(5)]
    correct(party, cards=away, turn=0)
    assert party.seats[0].look()["board"]["pictured"] == "pile"
    made = best_of(party.seats[0], DEEDS, 4)
    assert made["candidates"][0]["action"] == {"type": "reborn", "rings": 0}
    path = f"/proposals/{made['id']}/accept"
    said = party.seats[0].say(path, action=made["candidates"][0]["action"])
    assert said.status_code == 201, said.json
    assert said.json["board"]["players"][0]["level"] == 1


def test_a_card_of_the_ruins_is_fetched_by_one_photo(party):
    party.seats[0].act("play", card="salvage", use="power")
    made = best_of(party.seats[0], ["voyage"], 5)
    best = made["candidates"][0]["action"]
    assert best == {"type": "pick", "place": 2}
    said = party.seats[0].say(f"/proposals/{made['id']}/accept", action=best)
    assert said.status_code == 201, said.json
    top = [card["card"] for card in said.json["board"]["ruins"]["top"]]
    assert top == ["thievery", "peek", "crisis"]
