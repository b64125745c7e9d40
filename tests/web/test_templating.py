"""Pages drawn quickly are the pages that plain templates draw, letter by letter."""

from functools import partial
from random import Random

import pytest
from flask import g
from jinja2 import Environment, Template
from jinja2.compiler import CodeGenerator
from jinja2.runtime import Context

from app import create_app
from companion.games import GAMES
from companion.games.samsara.box import ZONES
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


def steps(app, game, count, options=None):
    """Yield a table after each of some random steps."""
    tables, rng = app.extensions["services"].tables, Random(7)
    table = tables.create(game, ["Ana <b>", "Ben"], options or {})
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


@pytest.fixture(scope="module")
def plain(app):
    """Return who draws a page as Jinja does by itself."""
    env = app.jinja_env.overlay(cache_size=400)
    env.code_generator_class = CodeGenerator
    env.template_class, env.context_class = Template, Context
    env.getattr = partial(Environment.getattr, env)

    def page(name, **given):
        app.update_template_context(given)
        return env.get_template(name).render(given)

    return page


@pytest.mark.parametrize("game", ["pig", *GAMES])
def test_every_page_is_as_plain_templates_draw_it(app, plain, game):
    everyone = (HOST, WATCHER, at_seat(0), at_seat(1))
    for number, table in enumerate(steps(app, game, 12)):
        lang = ("en", "fr", "it")[number % 3]
        with app.test_request_context(f"/?lang={lang}"):
            g.table = table
            for who in everyone:
                drawn = plain("_phone_live.html", **drawing.phone(table, who))
                assert drawing.phone_live(table, who) == drawn
            view = app.extensions["services"].views.spoken(table, WATCHER)
            shown = {**drawing.screen(table, HOST, view), "plan": {"seats": []}}
            drawn = plain("_table_live.html", **shown)
            assert draw("_table_live.html", game, **shown) == drawn
    with app.app_context():
        kept = templates()._spoken["en", game].kept
    assert len(kept) > 0, "something was drawn once and kept"


def test_tables_with_other_boxes_are_drawn_in_their_own_colours(app, plain):
    usual_box = GAMES["samsara"].start({"players": 2}).setting.box
    moved = [*usual_box.colours[1:], usual_box.colours[0]]
    box = {"colours": dict(zip(ZONES, [one.value for one in moved], strict=True))}
    *_, usual = steps(app, "samsara", 13)
    *_, other = steps(app, "samsara", 13, {"box": box})
    with app.test_request_context("/"):
        for table in (usual, other, usual):
            g.table = table
            drawn = plain("_phone_live.html", **drawing.phone(table, at_seat(0)))
            assert drawing.phone_live(table, at_seat(0)) == drawn


def test_a_macro_that_asks_for_the_view_is_never_kept(app):
    env = app.jinja_env
    source = (
        '{% set FIXED = [1] %}{% import "_dice.html" as d %}'
        "{% set FILLED = {} %}{% for x in view if FILLED.update({x: 1}) %}{% endfor %}"
        "{% macro filled(a) %}{{ FILLED[a] }}{% endmacro %}"
        "{% macro plain(a) %}{{ a }}{{ FIXED }}{{ d.icon(a) }}{% endmacro %}"
        "{% macro named(a) %}{{ names[a] }}{{ plain(a) }}{% endmacro %}"
        "{% macro asks(a) %}{{ view.turn }}{% endmacro %}"
        "{% macro through(a) %}{{ asks(a) }}{% endmacro %}"
        '{% macro brings(a) %}{% include "_nothing.html" %}{% endmacro %}'
        "{% macro strange(a) %}{{ request.path }}{% endmacro %}"
    )
    found = macros._Page(macros.Kept(env), env._parse(source, "x", "x")).depends()
    assert found == {
        "filled": None,
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
