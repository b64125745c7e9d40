"""Pages drawn quickly are the pages that plain templates draw, letter by letter."""

from random import Random

import pytest
from flask import g, render_template

from app import create_app
from companion.games import GAMES
from companion.table.bearer import HOST, WATCHER, at_seat
from companion.web import macros
from companion.web.i18n import draw
from companion.web.pages import drawing
from companion.web.templating import templates
from tests import pig


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    data = str(tmp_path_factory.mktemp("data"))
    games = {"pig": pig.GAME, **GAMES}
    app = create_app({"DATA": data, "TESTING": True, "GAMES": games, "RNG": Random(3)})
    yield app
    app.extensions["services"].tables.store.close()


def steps(app, game, count):
    """Yield a table after each of some random steps."""
    tables, rng = app.extensions["services"].tables, Random(7)
    table = tables.create(game, ["Ana <b>", "Ben"], {})
    name = table.charter.table
    for number in range(count):
        yield table
        state, seen = table.state, table.version
        if table.game.outcome(state):
            return
        if table.game.chance(state):
            table, _ = tables.chance(name, HOST, seen, f"n{number}")
        else:
            chosen = rng.choice(list(table.game.legal_actions(state)))
            action = table.game.to_json(chosen)
            table, _ = tables.act(name, HOST, action, seen, f"n{number}")


@pytest.mark.parametrize("game", ["pig", *GAMES])
def test_every_page_is_as_plain_templates_draw_it(app, game):
    everyone = (HOST, WATCHER, at_seat(0), at_seat(1))
    for number, table in enumerate(steps(app, game, 12)):
        lang = ("en", "fr", "it")[number % 3]
        with app.test_request_context(f"/?lang={lang}"):
            g.table = table
            for who in everyone:
                plain = render_template("_phone_live.html", **drawing.phone(table, who))
                assert drawing.phone_live(table, who) == plain
            view = app.extensions["services"].views.spoken(table, WATCHER)
            shown = {**drawing.screen(table, HOST, view), "plan": {"seats": []}}
            plain = render_template("_table_live.html", **shown)
            assert draw("_table_live.html", game, **shown) == plain
    with app.app_context():
        kept = templates()._spoken["en", game].kept
    assert len(kept) > 0, "something was drawn once and kept"


def test_a_macro_that_asks_for_the_view_is_never_kept(app):
    env = app.jinja_env
    source = (
        '{% set FIXED = [1] %}{% import "_dice.html" as d %}'
        "{% macro plain(a) %}{{ a }}{{ FIXED }}{{ d.icon(a) }}{% endmacro %}"
        "{% macro named(a) %}{{ names[a] }}{{ plain(a) }}{% endmacro %}"
        "{% macro asks(a) %}{{ view.turn }}{% endmacro %}"
        "{% macro through(a) %}{{ asks(a) }}{% endmacro %}"
        '{% macro brings(a) %}{% include "_nothing.html" %}{% endmacro %}'
        "{% macro strange(a) %}{{ request.path }}{% endmacro %}"
    )
    found = macros._Page(macros.Kept(env), env._parse(source, "x", "x")).depends()
    assert found == {
        "plain": frozenset(),
        "named": frozenset(("names",)),
        "asks": None,
        "through": None,
        "brings": None,
        "strange": None,
    }


def test_what_is_kept_is_bounded(app, monkeypatch):
    monkeypatch.setattr(macros, "MOST", 10_000)
    kept = macros.Kept(app.jinja_env)
    for number in range(50):
        kept._keep(("code", bytes([number])), "x" * 990)
        assert len(kept) <= 11, "of a thousand bytes each, one more than fit"
    assert len(kept) > 4, "the youngest stay"


def test_a_key_that_is_a_method_of_dictionaries_stays_the_method(app):
    page = app.jinja_env.from_string("{% for k, v in d.items() %}{{ v }}{% endfor %}")
    assert page.render(d={"items": 1, "x": 2}) == "12"
    page = app.jinja_env.from_string("{{ d.x }}{{ d.nothing }}{{ d.copy().x }}")
    assert page.render(d={"x": 2}) == "22"
