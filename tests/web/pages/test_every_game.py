"""Every game can be laid out from its form, and every page drawn at every step."""

import random
from html.parser import HTMLParser

import pytest

from app import create_app
from companion.games import GAMES
from companion.web.i18n import LANGUAGES

pytestmark = pytest.mark.slow

STEPS = 24


class Form(HTMLParser):
    """What a browser would send if nobody touched the form."""

    def __init__(self, page):
        super().__init__()
        self.data = {}
        self._select = None
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag == "select":
            self._select = attrs["name"]
        elif tag == "option" and ("selected" in attrs or self._select not in self.data):
            self.data[self._select] = attrs["value"]
        elif tag == "input" and attrs.get("name") not in (None, "back"):
            ticked = (
                attrs.get("type") not in ("checkbox", "radio") or "checked" in attrs
            )
            if ticked:
                self.data[attrs["name"]] = attrs.get("value", "on")


@pytest.fixture
def host(tmp_path):
    return create_app({"DATA": str(tmp_path), "TESTING": True}).test_client()


def html(client, address, lang):
    headers = {"Accept": "text/html", "Accept-Language": lang}
    reply = client.get(address, headers=headers)
    assert reply.status_code == 200, (address, reply.text[:2000])
    assert f'lang="{lang}"' in reply.text or "/live" in address
    return reply.text


def lay_out(host, key, players):
    form = Form(html(host, f"/new/{key}", "en")).data
    form |= {"players": str(players)}
    form |= {f"name-{seat}": f"Who{seat}" for seat in range(players)}
    reply = host.post(f"/new/{key}", data=form)
    assert reply.status_code == 303, reply.text
    return reply.location.split("/")[2]


def step(host, table, rng):
    """Say one legal thing; return False when the game is over."""
    view = host.get(f"/api/tables/{table}").json
    if view["outcome"]:
        return False
    said = {"seen": view["version"], "id": f"step-{view['version']}"}
    if view["awaiting"]:
        reply = host.post(f"/api/tables/{table}/chance", json=said)
    else:
        action = rng.choice(view["legal"])
        reply = host.post(
            f"/api/tables/{table}/actions", json={**said, "action": action}
        )
    assert reply.status_code == 201, reply.text
    return True


@pytest.mark.parametrize("key", GAMES)
def test_the_box_list_and_the_screens_of_every_count_are_drawn(host, key):
    for players in GAMES[key].players:
        table = lay_out(host, key, players)
        for lang in LANGUAGES:
            assert 'type="checkbox" id="step-1"' in html(
                host, f"/t/{table}/ready", lang
            )
            assert "Who0" in html(host, f"/t/{table}", lang)
            assert "Who0" in html(host, f"/t/{table}/screen", lang)


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_every_page_is_drawn_at_every_step(host, key):
    rng = random.Random(f"pages of {key}")
    table = lay_out(host, key, 2)
    for at in range(STEPS):
        lang = list(LANGUAGES)[at % len(LANGUAGES)]
        page = html(host, f"/t/{table}/live?as=host", lang)
        html(host, f"/t/{table}/screen/live?as=host", lang)
        assert "data-action" in page or "data-mount" in page or "data-say" in page
        if not step(host, table, rng):
            break


@pytest.mark.slow
def test_a_finished_game_tells_where_its_points_came_from(host):
    rng = random.Random(7)
    table = lay_out(host, "karma-dice", 2)
    while step(host, table, rng):
        pass
    page = html(host, f"/t/{table}", "en")
    scores = host.get(f"/api/tables/{table}").json["scores"]
    assert "Round by round" in page
    assert f'href="/new/karma-dice?again={table}"' in page
    rounds = page.partition("Round by round")[2]
    told = rounds.split("<tbody>")[1].split("</tbody>")[0]
    cells = [row.split("<td>")[1:] for row in told.split("<tr>")[1:]]
    for seat, score in enumerate(one["score"] for one in scores):
        points = [int(row[seat].split("+")[1].split("<")[0]) for row in cells]
        assert sum(points) == score


@pytest.mark.parametrize("key", sorted(GAMES))
def test_what_to_take_out_of_the_box_is_drawn(host, key):
    players = GAMES[key].players[-1]
    table = lay_out(host, key, players)
    drawn = html(host, f"/t/{table}/ready", "fr").partition('class="bare pieces"')[2]
    pieces = GAMES[key].pieces(GAMES[key].start({"players": players}))
    for piece in pieces:
        assert f"{piece.count} ×" in drawn.partition("</ul>")[0], piece
    assert drawn.count("<svg") >= len(pieces)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_first_round_can_be_guided(host, key):
    """One more sentence under every prompt until everybody has had a turn."""
    form = Form(html(host, f"/new/{key}", "en")).data | {"guide": "on", "players": "2"}
    form |= {"name-0": "Ana", "name-1": "Ben"}
    table = host.post(f"/new/{key}", data=form).location.split("/")[2]
    rng, said = random.Random(4), []
    while said[-3:] != [False] * 3:  # three prompts later it has not come back
        assert len(said) < 150, "not for ever"
        said.append("data-guide=" in host.get(f"/t/{table}/live?as=host").text)
        step(host, table, rng)
    assert said.index(False) == len(said) - 3 > 0, "every prompt of the first round"


@pytest.mark.parametrize("key", sorted(GAMES))
def test_an_idle_phone_says_who_is_next_and_what_to_think_about(host, key):
    """Whoever is not asked sees who follows, and something of their own."""
    table = lay_out(host, key, 2)
    places = host.get(f"/api/tables/{table}/seats").json
    code = places["play_url"].rpartition("/")[2]
    phone = host.application.test_client()
    for seat in range(2):
        phone.post("/api/join", json={"code": code, "seat": seat})
    rng, idle = random.Random(6), 0
    for _ in range(STEPS):
        view = host.get(f"/api/tables/{table}?as=host").json
        other = None if view["turn"] is None else 1 - view["turn"]
        page = phone.get(f"/t/{table}/live?as=seat-{other or 0}").text
        if other is not None and 'class="waiting' in page:
            idle += 1
            assert "Nothing to do" not in page
            meanwhile = page.partition('class="meanwhile stack">')[2]
            assert meanwhile.partition("</div>")[0].strip(), view["prompt"]
        if not step(host, table, rng):
            break
    assert idle > 3


def test_an_option_names_the_choice_with_which_it_means_nothing(tmp_path):
    app = create_app({"DATA": str(tmp_path), "TESTING": True})
    page = app.test_client().get("/new/karmaka").text
    option = page.split('data-option="pair_future"')[1].partition(">")[0]
    assert 'data-unless="wolf=nobody"' in option
    assert page.count("data-unless=") == 1
