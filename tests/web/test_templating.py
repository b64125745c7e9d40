"""Pages drawn quickly are the pages that plain templates draw, letter by letter."""

from random import Random
from sys import getsizeof

import pytest
from flask import g, render_template
from jinja2 import ChoiceLoader, DictLoader

from app import create_app
from companion.games import GAMES
from companion.table.bearer import HOST, WATCHER, at_seat
from companion.web import macros
from companion.web.i18n import draw
from companion.web.macros import Drawings
from companion.web.pages import drawing
from companion.web.reads import Reading, Unclear
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
        recipes = templates()._spoken["en", game].kept._recipes.values()
    assert any(one and one.hits for one in recipes), "something was drawn only once"


def reads(app, **sources):
    """Return what the template `x` of these reads, None where that is unclear."""
    env = app.jinja_env.overlay()
    env.loader = ChoiceLoader([DictLoader(sources), app.jinja_loader])
    reading = Reading(env)
    reading.parts = {"phone": "board"}
    try:
        return {".".join(path) for path in reading.template("x")}
    except Unclear:
        return None


def test_a_template_reads_what_it_names_down_to_the_last_key(app):
    assert reads(app, x="{{ view.you.seat }}{{ names[1] }}") == {
        "view.you.seat",
        "names",
    }
    loop = "{% for one in view.log|reverse %}{{ one.text }}{% endfor %}"
    assert reads(app, x=loop) == {"view.log"}
    deep = (
        "{% for one in view.log %}{% if one.who %}{{ one.text }}{% endif %}{% endfor %}"
    )
    each = {"view.log.#", "view.log.*.who.?", "view.log.*.text"}
    assert reads(app, x=deep) == each
    other = "{% set board = view.board %}{% set now = board.now %}{{ now.last }}"
    assert reads(app, x=other) == {"view.board.now.last"}
    assert reads(app, x="{{ view.options.items() }}") == {"view.options"}
    asked = '{{ _("Menu") }}{{ url_for("static", filename="a.css") }}'
    assert reads(app, x=asked) == set()


def test_a_template_reads_what_its_parts_and_macros_read(app):
    parts = {
        "board": "{{ board.now }}{{ names }}",
        "m": "{% macro a(b) %}{{ b.c }}{{ view.turn }}{% endmacro %}",
    }
    included = "{% set board = view.board %}{% include templates.phone %}"
    assert reads(app, x=included, **parts) >= {"view.board.now", "names"}
    called = '{% import "m" as m with context %}{{ m.a(view.board) }}'
    assert reads(app, x=called, **parts) >= {"view.board.c", "view.turn"}
    assert "view.board" not in reads(app, x=called, **parts)
    block = (
        "{% macro a(b) %}{{ b.c }}{{ caller() }}{% endmacro %}"
        "{% call a(view.x) %}{{ view.y }}{% endcall %}"
    )
    assert reads(app, x=block) == {"view.x.c", "view.y", "caller"}
    gathered = (
        "{% set ALL = {} %}{% for one in view.z if ALL.update({one.k: one.n}) %}"
        "{% endfor %}{% macro a(k) %}{{ ALL[k] }}{% endmacro %}{{ a(1) }}"
    )
    assert reads(app, x=gathered) >= {"view.z.*.k", "view.z.*.n"}
    fixed = (
        "{% set FIXED = [view.turn] %}{% macro a() %}{{ FIXED }}{% endmacro %}{{ a() }}"
    )
    assert reads(app, x=fixed) == {"view.turn"}


@pytest.mark.parametrize(
    "source",
    [
        "{{ request.path }}",
        "{% include view.name %}",
        "{% set found = view.found %}{% set _x = found.append(1) %}",
        "{% macro a() %}x{% endmacro %}{{ b(a) }}",
        "{{ a(*view.log) }}",
        '{% include "nobody" %}',
    ],
)
def test_a_template_that_asks_for_more_is_drawn_every_time(app, source):
    assert reads(app, x=source) is None


def test_what_is_kept_is_bounded():
    drawings = Drawings(most=8 * (macros.COST + getsizeof("drawn")))
    for number in range(50):
        drawings.keep((None, "part", bytes([number])), "drawn")
        assert len(drawings) <= 8
    assert drawings.get((None, "part", bytes([49]))) == "drawn"
    assert drawings.get((None, "part", bytes([0]))) is None


def test_what_is_never_the_same_is_not_kept_for_long(app, monkeypatch):
    monkeypatch.setattr(macros, "TRIES", 4)
    monkeypatch.setattr(macros, "HITS", 1)
    env = app.jinja_env.overlay()
    env.loader = DictLoader({"x": "{{ n }}"})
    drawings = Drawings()
    kept = macros.Kept(env, drawings)
    for number in range(20):
        context = env.get_template("x").new_context({"n": number})
        assert kept.part("x", context) == str(number)
    assert len(drawings) == 4


def test_a_key_that_is_a_method_of_dictionaries_stays_the_method(app):
    page = app.jinja_env.from_string("{% for k, v in d.items() %}{{ v }}{% endfor %}")
    assert page.render(d={"items": 1, "x": 2}) == "12"
    page = app.jinja_env.from_string("{{ d.x }}{{ d.nothing }}{{ d.copy().x }}")
    assert page.render(d={"x": 2}) == "22"
