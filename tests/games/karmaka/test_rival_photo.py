"""A photo of the app's own card: the app sees it, the person who took it does not."""

from __future__ import annotations

import json

import pytest

from app import create_app
from companion.games.karmaka.box import CARDS
from companion.games.karmaka.words import CARD_NAMES
from tests.web.api.conftest import jpeg, send
from tests.web.conftest import gather
from vision.readings import CardGuess, CardReading, Question, Report, Whole

SECRETS = {*CARDS, *(str(title) for title in CARD_NAMES.values())}


class Eyes:
    """A reader that hesitates between two cards and says so at length."""

    def __init__(self, card="spite"):
        self.card = card

    def read(self, image, prior):
        del prior
        guesses = (CardGuess("panic", "Panic", 0.2),)
        card = CardReading(self.card, self.card.title(), 0.8, candidates=guesses)
        other = CardReading("panic", "Panic", 0.2)
        wholes = Whole((card,), 0.8), Whole((other,), 0.2)
        doubt = Question(0, (self.card, "panic"), (1, 2, 3, 4))
        size = (image.shape[1], image.shape[0])
        return Report("cards", (card,), wholes, True, doubt, size=size)


@pytest.fixture
def solo(tmp_path, monkeypatch):
    app = create_app({"DATA": str(tmp_path), "TESTING": True})
    monkeypatch.setattr("companion.table.readers.read", Eyes().read)
    party = gather(app, ("Ana", "Ben"), "karmaka", rival="strong")
    party.seats[0].act("play", card="", use="future")
    yield party
    app.extensions["services"].tables.store.close()


def named_in(answer):
    """Return the cards whose names stand in an answer, beside the rules of the view."""
    text = json.dumps(answer)
    return {card for card in SECRETS if f'"{card}"' in text or f"{card}," in text}


@pytest.mark.parametrize("who", ["seat", "host"])
def test_whoever_photographs_a_card_of_the_app_learns_nothing(solo, who):
    person = solo.host if who == "host" else solo.seats[0]
    made = send(person, jpeg())
    assert made.status_code == 200, made.json
    made = made.json
    assert (made["readings"], made["question"], made["picture_url"]) == ([], None, "")
    assert [one["label"] for one in made["candidates"]] == ["A card for the row of Ben"]
    assert made["candidates"][0]["action"] == {}
    for eyes in (solo.host, *solo.seats, solo.watcher):
        again = eyes.get(f"/proposals/{made['id']}")
        assert again.status_code == 200
        assert named_in(made) == named_in(again.json) == set()
        assert eyes.get(f"/pictures/{made['id']}.jpg").status_code == 404


def test_the_photo_is_played_blindly_and_the_app_knows_the_card(solo):
    person = solo.seats[0]
    for unknown in ([2, 3, 4, 5], [3, 4, 5]):  # the second card is like the first
        said = accepted(person)
        assert said["awaiting"]["unknown"] == unknown


def accepted(person):
    made = send(person, jpeg()).json
    best = made["candidates"][0]["action"]
    said = person.say(f"/proposals/{made['id']}/accept", action=best)
    assert said.status_code == 201, said.json
    return said.json


def test_the_table_looks_the_same_whatever_the_photo_showed(tmp_path, monkeypatch):
    app = create_app({"DATA": str(tmp_path), "TESTING": True})
    tables = []
    for card in ("spite", "peek"):
        monkeypatch.setattr("companion.table.readers.read", Eyes(card).read)
        party = gather(app, ("Ana", "Ben"), "karmaka", rival="strong")
        party.seats[0].act("play", card="", use="future")
        accepted(party.seats[0])
        everybody = (party.host, *party.seats, party.watcher)
        tables.append([without_names(eyes.look()) for eyes in everybody])
    assert tables[0] == tables[1]
    app.extensions["services"].tables.store.close()


def without_names(view):
    """Return a view without what tells two tables apart anyway."""
    log = [{**line, "at": ""} for line in view["log"]]
    return {**view, "table": "", "log": log}


def test_a_photo_of_ones_own_cards_is_still_shown_to_its_owner(tmp_path, monkeypatch):
    app = create_app({"DATA": str(tmp_path), "TESTING": True})
    monkeypatch.setattr("companion.table.readers.read", Eyes().read)
    party = gather(app, ("Ana", "Ben"), "karmaka")
    made = send(party.seats[0], jpeg()).json
    assert made["readings"][0]["card"] == "spite"
    assert party.seats[0].get(f"/pictures/{made['id']}.jpg").status_code == 200
    assert party.seats[1].get(f"/proposals/{made['id']}").status_code == 404
    app.extensions["services"].tables.store.close()
