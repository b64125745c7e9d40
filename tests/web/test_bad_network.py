"""Faults as a property: whatever the network and the server do, nothing is lost.

Four phones play over a wire that drops, delays, doubles and reorders requests and
answers, while the server is started anew. There is no clock: what happens next is
drawn from a seed, so that every failure can be seen again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app import create_app
from tests.web.conftest import Someone, gather

FATES = ("arrives", "arrives", "arrives", "lost", "answer lost", "doubled")


@dataclass
class Phone:
    """Says one word at a time, and says it again until somebody answers."""

    seat: int
    ticket: str
    seen: int = 0
    word: dict[str, Any] | None = None
    said: int = 0
    acknowledged: dict[str, int] = field(default_factory=dict)

    def next_word(self, view: dict[str, Any], rng: Random) -> None:
        self.seen = view["version"]
        if not view["legal"] and not view["undo"]["allowed"]:
            return
        self.said += 1
        word = {"seen": self.seen, "id": f"{self.seat}-{self.said}"}
        if view["undo"]["allowed"] and (not view["legal"] or rng.random() < 0.2):
            self.word = {**word, "path": "/undo"}
        else:
            action = rng.choice(view["legal"])
            self.word = {**word, "path": "/actions", "action": action}


class Wire:
    """Carries requests to a house that may be another one by now."""

    def __init__(self, config: dict[str, Any], seed: int) -> None:
        self.config, self.rng = config, Random(seed)
        self.app = create_app(config)
        self.party = gather(self.app, ("Ana", "Ben", "Cleo", "Dan"))
        self.phones = [
            Phone(number, seat.ticket) for number, seat in enumerate(self.party.seats)
        ]
        self.flying: list[tuple[Phone, dict[str, Any]]] = []
        self.sent: set[str] = set()

    def start_anew(self) -> None:
        """What was flying stays in the air; the house remembers what is on disk."""
        self.close()
        self.app = create_app(self.config)

    def close(self) -> None:
        self.app.extensions["services"].tables.store.close()

    def ask(self, phone: Phone) -> Someone:
        return Someone(self.app.test_client(), self.party.table, phone.ticket)

    def step(self) -> None:
        """Let one thing happen."""
        phone = self.rng.choice(self.phones)
        if phone.word is None:
            if self.rng.random() < 0.7:  # else it did not hear that anything changed
                phone.next_word(self.ask(phone).look(), self.rng)
        elif self.rng.random() < 0.6:
            self.flying.append((phone, phone.word))
        self.rng.shuffle(self.flying)
        if self.flying and self.rng.random() < 0.7:
            self.deliver(*self.flying.pop())

    def deliver(self, phone: Phone, word: dict[str, Any]) -> None:
        fate = self.rng.choice(FATES)
        if fate == "lost":
            return
        if fate == "doubled":
            self.flying.append((phone, word))
        body = {key: value for key, value in word.items() if key != "path"}
        self.sent.add(word["id"])
        answer = self.ask(phone).post(word["path"], body)
        assert answer.status_code in (200, 201, 409, 422), answer.json
        if fate != "answer lost":
            self.hear(phone, word, answer)

    def hear(self, phone: Phone, word: dict[str, Any], answer: Any) -> None:
        if answer.status_code in (200, 201):
            known = phone.acknowledged.setdefault(word["id"], answer.json["version"])
            assert known <= answer.json["version"]
        if phone.word is not None and phone.word["id"] == word["id"]:
            phone.word = None

    def settle(self) -> None:
        """The wire is good again: what flies arrives, what was unanswered is said."""
        for phone, word in [
            *self.flying,
            *((p, p.word) for p in self.phones if p.word),
        ]:
            body = {key: value for key, value in word.items() if key != "path"}
            self.sent.add(word["id"])
            self.hear(phone, word, self.ask(phone).post(word["path"], body))

    def check(self) -> int:
        log = self.party.host
        log = Someone(self.app.test_client(), self.party.table, log.ticket)
        entries = log.get("/export").json["entries"]
        ids = [entry["id"] for entry in entries]
        assert len(ids) == len(set(ids)), "no word counts twice"
        assert set(ids) <= self.sent, "nobody said what nobody sent"
        for phone in self.phones:
            assert set(phone.acknowledged) <= set(ids), "nothing acknowledged is lost"
        views = [self.ask(phone).look() for phone in self.phones]
        for view in views:
            assert view["version"] == len(entries)
            assert view["scores"] == views[0]["scores"]
            assert view["turn"] == views[0]["turn"]
        return len(entries)


def play(config: dict[str, Any], seed: int, steps: int, restart: Any = None) -> int:
    wire = Wire(config, seed)
    try:
        for number in range(steps):
            wire.step()
            if wire.rng.random() < 0.02:
                wire.start_anew()
            if restart is not None and number == steps // 2:
                restart()
        wire.settle()
        return wire.check()
    finally:
        wire.close()


@settings(
    max_examples=8,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(seed=st.integers(0, 2**32))
def test_four_phones_end_equal_and_nothing_acknowledged_is_lost(
    tmp_path_factory, games, seed
):
    data = str(tmp_path_factory.mktemp("data"))
    config = {"DATA": data, "GAMES": games, "TESTING": True}
    play(config, seed, steps=60)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_same_on_postgresql_while_it_is_restarted(tmp_path, games, postgres, seed):
    config = {"DATA": str(tmp_path), "GAMES": games, "TESTING": True}
    config["DATABASE"] = postgres.new()
    assert play(config, seed, steps=150, restart=postgres.restart) >= 5
