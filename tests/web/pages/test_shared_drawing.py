"""What pages of one table share, they share rightly: whoever is drawn first."""

from random import Random

import pytest

from app import create_app
from companion.games import GAMES
from companion.table.bearer import HOST, WATCHER, at_seat

STEPS = 30


@pytest.fixture
def houses(tmp_path):
    """Return two servers on one database: they share nothing but the log."""
    said = {"DATA": str(tmp_path), "TESTING": True, "RNG": Random(5)}
    apps = [create_app(dict(said)) for _ in range(2)]
    yield apps
    for app in apps:
        app.extensions["services"].tables.store.close()


def page(app, name, who, lang):
    """Return the page that one of them draws for a phone."""
    ticket = app.extensions["services"].tickets.write(name, who)
    headers = {"Authorization": f"Bearer {ticket}", "Accept-Language": lang}
    answer = app.test_client().get(f"/t/{name}/live", headers=headers)
    assert answer.status_code == 200
    return answer.text


def say_something(tables, name, rng):
    """Play any action, or let the app roll; tell whether the game goes on."""
    table = tables.open(name)
    state, seen = table.state, table.version
    if table.game.outcome(state):
        return False
    if table.game.chance(state):
        tables.chance(name, HOST, seen, f"n{seen}")
    else:
        chosen = rng.choice(list(table.game.legal_actions(state)))
        tables.act(name, HOST, table.game.to_json(chosen), seen, f"n{seen}")
    return True


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_everybody_gets_their_own_page_in_whatever_order(houses, game):
    rng = Random(11)
    first, second = houses
    tables = first.extensions["services"].tables
    again = second.extensions["services"].tables
    names = ["Ana", "Ben", "Cléo"][: GAMES[game].players[-1]]
    name = tables.create(game, names, {}).charter.table
    first.extensions["services"].seating.prepare(name, len(names))
    everybody = [HOST, WATCHER, *map(at_seat, range(len(names)))]
    for step in range(STEPS):
        if not say_something(tables, name, rng):
            break
        lang = ("en", "fr", "it")[step % 3]
        here = {who: page(first, name, who, lang) for who in everybody}
        again.memory.forget(name)  # played anew: every state is another object
        rng.shuffle(everybody)
        for who in everybody:
            assert page(second, name, who, lang) == here[who], (step, str(who))
    assert len(set(here.values())) == len(everybody), "nobody has another's page"
