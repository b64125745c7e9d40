"""What a seat may not see changes no byte of any answer to it.

Two houses play the same game; only what one seat tells the app in private differs.
Everybody else asks for everything there is to ask, before, in between and after, and
must get the same bytes.
"""

from __future__ import annotations

from itertools import count, islice
from random import Random

import pytest

from app import create_app
from companion.games import GAMES
from companion.table.live import Ear
from companion.web.api.events import Stream
from tests import pig
from tests.web.conftest import gather

OWNER = 0
"""The seat with the secret."""

EVERY = {**GAMES, "pig": pig.GAME}


def shown_hand(game, state, rng):
    """Return a hand that seat 0 could show the app now."""
    hand = _hand_of(game.key, state)
    pool = [card for card in state_pool(game.key, state) if card]
    return tuple(rng.sample(pool, min(hand, len(pool))))


def _hand_of(key, state):
    if key == "karmaka":
        return len(state.lives[OWNER].row)
    from companion.games.samsara.state import HAND

    return len(state.players[OWNER].cards.zones[HAND])


def state_pool(key, state):
    """Return the cards that nobody has seen."""
    return state.pool if key == "karmaka" else state.players[OWNER].cards.pool


def secrets_of(game, state, rng):
    """Yield words that only seat 0 may know about, as JSON."""
    if game.key == "pig":
        while True:
            yield {"type": "note", "seat": OWNER, "number": rng.randrange(1000, 9999)}
    while True:
        cards = list(shown_hand(game, state, rng))
        word = {"type": "show", "seat": OWNER, "cards": cards}
        if game.key == "karmaka":
            word["place"] = "hand"
        if game.broken_rule(state, game.from_json(word)) is None:
            yield word


def _differs(one, other):
    """Tell whether two words say different things, in whatever order."""
    return sorted(map(str, one.get("cards", [one]))) != sorted(
        map(str, other.get("cards", [other]))
    )


@pytest.fixture
def houses(tmp_path, monkeypatch):
    """Two houses that give the same names and see the same clock."""

    def make(name):
        codes = count()
        for module in ("service", "seating", "archive", "albums"):
            monkeypatch.setattr(
                f"companion.table.{module}.new_code",
                lambda length: f"{next(codes):0{length}}",
                raising=False,
            )
        for module in ("service", "seating", "hosts", "people"):
            monkeypatch.setattr(
                f"companion.table.{module}.now",
                lambda: "2026-11-17T20:00:00.000Z",
                raising=False,
            )
        data = {"DATA": str(tmp_path / name), "GAMES": EVERY, "TESTING": True}
        app = create_app(data)
        # Tickets are signed with the key of the house: both have the same one.
        app.extensions["services"].tickets._pen.secret_keys = [b"same"]
        return app

    return make


def questions(app, table):
    """Return the address of everything that can be asked about a table."""
    found = ["/api/tables", "/", f"/t/{table}/replay?at=1", f"/t/{table}/live?seen=0"]
    found += [f"/api/tables/{table}/results?format=csv"]
    for rule in app.url_map.iter_rules():
        is_stream = rule.rule.endswith("/events")  # read below
        about = "GET" in rule.methods and rule.arguments == {"table_id"}
        if about and not is_stream:
            found.append(rule.rule.replace("<table_id>", table))
    return sorted(found)


def answers(app, party):
    """Return the bytes that everybody but the owner gets for every question."""
    table, got = party.table, {}
    for someone in (party.seats[1], party.watcher):
        for path in questions(app, table):
            for accept in ("text/html", "application/json"):
                headers = {**someone.headers(), "Accept": accept}
                reply = someone.client.get(path, headers=headers)
                told = sorted(one for one in reply.headers if one[0] != "Set-Cookie")
                answer = (reply.status_code, told, reply.data)
                got[someone.ticket, path, accept] = answer
        seen = someone.look()["version"]
        wrong = [
            ("actions", {"action": {"type": "fly"}, "seen": seen, "id": "x"}),
            ("actions", {"action": {"type": "show"}, "seen": seen - 1, "id": "y"}),
            ("chance", {"seen": seen - 1, "id": "z"}),
            ("undo", {"seen": seen - 1, "id": "u"}),
            ("override", {"action": {}, "reason": "r", "seen": seen, "id": "o"}),
        ]
        for path, body in wrong:
            reply = someone.post(f"/{path}", body)
            assert reply.status_code >= 400
            got[someone.ticket, path] = (reply.status_code, reply.data)
        got[someone.ticket, "page"] = brought(someone)
    home = app.extensions["services"]
    stream = Stream(home, table, home.live.join(table, Ear()), 1, None)
    got["events"] = stream.opening()
    return got


def brought(someone):
    """Return the page that a stream brings along."""
    answer = someone.get("/events?pages=1")
    _, page = islice(answer.response, 2)
    assert b"event: page" in page
    return page


def common_step(apps, table, rng):
    """Play the same legal step in both houses; tell whether there was one."""
    tables = [app.extensions["services"].tables for app in apps]
    now = [one.open(table) for one in tables]
    game = now[0].game
    if any(game.outcome(one.state) is not None for one in now):
        return False
    chance = game.chance(now[0].state)
    if chance is not None:
        other = game.chance(now[1].state)
        drawn = chance.sample(rng)
        words = [game.to_json(drawn)] if other and other.admits(drawn) else []
    else:
        legal = [[game.to_json(a) for a in game.legal_actions(o.state)] for o in now]
        words = [word for word in legal[0] if word in legal[1]]
    if not words:
        return False
    from companion.table.bearer import HOST

    word, seen = rng.choice(words), now[0].version
    for one in tables:
        one.act(table, HOST, word, seen, f"both-{seen}")
    return True


@pytest.mark.parametrize(
    ("key", "seed"), [("pig", 1), ("samsara", 1), ("samsara", 2), ("karmaka", 1)]
)
def test_no_answer_depends_on_what_a_seat_may_not_see(houses, key, seed):
    apps, parties, words = [], [], None
    for name in ("one", "two"):
        app = houses(name)
        party = gather(app, ("Ana", "Ben"), game=key)
        game = EVERY[key]
        state = app.extensions["services"].tables.open(party.table).state
        if words is None:
            told = secrets_of(game, state, Random(seed))
            first = next(told)
            words = (first, next(w for w in told if _differs(w, first)))
        mine = party.seats[OWNER]
        said = mine.say("/actions", 0, "secret", action=words[len(apps)])
        assert said.status_code == 201, said.json
        apps.append(app)
        parties.append(party)
    assert parties[0].table == parties[1].table
    owners = [party.seats[OWNER].look() for party in parties]
    assert owners[0]["board"] != owners[1]["board"], "the owner sees the secret"
    rng, steps = Random(seed), 0
    while steps < 8:
        assert answers(apps[0], parties[0]) == answers(apps[1], parties[1]), steps
        if not common_step(apps, parties[0].table, rng):
            break
        steps += 1
    assert steps >= 3
    for party in parties:
        party.host.say("/undo", once="back")
    assert answers(apps[0], parties[0]) == answers(apps[1], parties[1])
    for app in apps:
        app.extensions["services"].tables.store.close()
