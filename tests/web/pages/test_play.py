"""The pages are drawn from the same views as the JSON, for every role."""

import json
import re

import pytest

from app import create_app
from companion.games import GAMES
from companion.rulebook import catalogue


@pytest.fixture
def app(tmp_path):
    return create_app({"DATA": str(tmp_path), "TESTING": True})


@pytest.fixture
def host(app):
    return app.test_client()


def lay_out(host, names=("Ana", "Ben"), **options):
    form = {f"name-{seat}": name for seat, name in enumerate(names)}
    form |= {"players": str(len(names)), "end": "reserve-empty", "rounds": "7"}
    form |= {"target": "50", "yogi": "on", "eye": "fair", **options}
    reply = host.post("/new/karma-dice", data=form)
    assert reply.status_code == 303, reply.text
    return reply.location.split("/")[2]


def say(client, table, action, as_="host"):
    seen = client.get(f"/api/tables/{table}?as={as_}").json["version"]
    reply = client.post(
        f"/api/tables/{table}/actions?as={as_}",
        json={"action": action, "seen": seen, "id": f"{seen}-{action['type']}"},
    )
    assert reply.status_code == 201, reply.text
    return reply.json


def html(client, address):
    reply = client.get(address, headers={"Accept": "text/html"})
    assert reply.status_code == 200, reply.text
    return reply.text


def test_the_start_page_offers_every_game(host):
    page = html(host, "/")
    for key, game in GAMES.items():
        assert f"<h2>{game.name}</h2>" in page
        assert f'href="/new/{key}"' in page
    assert "Rules only for now" not in page


def test_the_start_page_tells_what_it_cannot_referee(tmp_path):
    games = {"karma-dice": GAMES["karma-dice"]}
    app = create_app({"DATA": str(tmp_path), "TESTING": True, "GAMES": games})
    page = html(app.test_client(), "/")
    assert 'href="/new/karma-dice"' in page
    assert 'href="/new/karmaka"' not in page
    assert "Rules only for now" in page


def test_a_table_is_laid_out_from_the_form_and_can_be_continued(host):
    table = lay_out(host)
    ready = html(host, f"/t/{table}/ready")
    assert "6 red dice" in ready
    assert "/qr/play.svg" in ready
    assert f'href="/t/{table}/screen"' in html(host, "/")


def test_a_form_with_a_fault_is_shown_again_with_what_was_typed(host):
    form = {"players": "2", "name-0": "Ana", "name-1": "Ana", "end": "reserve-empty"}
    form |= {"rounds": "7", "target": "50"}
    reply = host.post("/new/karma-dice", data=form)
    assert reply.status_code == 422
    assert "Two players are called Ana." in reply.text
    assert 'value="Ana"' in reply.text


def test_a_phone_takes_a_seat_once_and_finds_it_again(app, host):
    table = lay_out(host)
    play = host.get(f"/api/tables/{table}/seats").json["play_url"]
    code = play.rsplit("/", 1)[1]
    ana, ben = app.test_client(), app.test_client()
    assert "Ana" in html(ana, f"/p/{code}")
    assert ana.post(f"/p/{code}", data={"seat": "0"}).location == f"/t/{table}"
    assert ana.get(f"/p/{code}").location == f"/t/{table}"
    late = ben.post(f"/p/{code}", data={"seat": "0"})
    assert late.location.endswith("?taken=1")
    assert "Somebody was faster" in html(ben, late.location)


def test_the_phone_page_shows_turn_prompt_scores_and_the_open_actions(app, host):
    table = lay_out(host)
    page = html(host, f"/t/{table}")
    assert "Ana chooses dice for the first roll." in page
    assert page.count('data-die="red"') == 6
    say(host, table, {"type": "throw", "dice": ["red", "red"]})
    air = html(host, f"/t/{table}/live")
    assert 'data-mount="faces"' in air
    assert 'data-say="chance"' in air
    say(host, table, {"type": "landed", "faces": [3, 1]})
    after = html(host, f"/t/{table}/live")
    assert "Stop and score 1 point" in after
    assert "Undo: Ana rolls red 3, red 1." in after


def test_a_watcher_sees_the_table_and_nothing_to_press(app, host):
    table = lay_out(host)
    watch = host.get(f"/api/tables/{table}/seats").json["watch_url"]
    watcher = app.test_client()
    assert watcher.get(f"/w/{watch.rsplit('/', 1)[1]}").status_code == 303
    page = html(watcher, f"/t/{table}")
    assert "You are watching this table." in page
    assert "data-action" not in page
    assert "data-say" not in page
    screen = html(watcher, f"/t/{table}/screen")
    assert "/qr/watch.svg" in screen
    assert "/qr/play.svg" not in screen


def test_codes_step_aside_when_everyone_is_seated(app, host):
    table = lay_out(host)
    seats = host.get(f"/api/tables/{table}/seats").json["seats"]
    assert "/qr/play.svg" in html(host, f"/t/{table}/screen")
    for seat in seats:
        app.test_client().post(f"/j/{seat['join_url'].rsplit('/', 1)[1]}")
    assert "/qr/" not in html(host, f"/t/{table}/screen")


def test_the_language_is_remembered_and_the_way_back_stays_in_the_house(host):
    there = host.post("/language", data={"lang": "fr", "back": "/connection?"})
    assert there.location == "/connection"
    assert '<html lang="fr">' in html(host, "/")
    away = host.post("/language", data={"lang": "it", "back": "//elsewhere.example"})
    assert away.location == "/"


@pytest.mark.parametrize("address", ["/nothing", "/t/none", "/new/chess", "/p/zzz"])
def test_what_is_not_there_is_told_on_a_page(host, address):
    reply = host.get(address, headers={"Accept": "text/html"})
    assert reply.status_code == 404
    assert "Go to the start page" in reply.text


def test_no_page_has_inline_script_style_or_foreign_hosts(host):
    table = lay_out(host)
    pages = ["/", "/new/karma-dice", "/connection", "/nothing", f"/t/{table}"]
    pages += [f"/t/{table}/screen", f"/t/{table}/ready"]
    for address in pages:
        page = host.get(address, headers={"Accept": "text/html"}).text
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", page), address
        inline = re.findall(r"<script(?![^>]*\bsrc=)([^>]*)>", page)
        assert all("application/json" in tag for tag in inline), address
        foreign = re.findall(r'(?:src|href)="(?:https?:)?//[^"]*"', page)
        assert not foreign, address


def test_another_game_at_the_same_table_starts_with_the_same_names(host):
    table = lay_out(host, ("Zoe", "Max", "Lin"), traits="on")
    page = html(host, f"/new/karma-dice?again={table}")
    for name in ("Zoe", "Max", "Lin"):
        assert f'value="{name}"' in page
    assert re.search(r'name="traits" checked', page)
    assert 'value="Zoe"' not in html(
        host.application.test_client(), f"/new/karma-dice?again={table}"
    )


def test_the_app_can_be_installed_where_the_connection_allows_it(host):
    manifest = json.loads(sent(host, "/static/manifest.webmanifest"))
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        assert sent(host, icon["src"]), icon
    assert "/t/" not in sent(host, "/sw.js").decode(), "no state is ever kept"
    assert "isSecureContext" in sent(host, "/static/js/install.js").decode()
    assert "cannot be installed over plain http" in html(host, "/connection")


def sent(client, address):
    with client.get(address) as reply:
        assert reply.status_code == 200, address
        return reply.data


def test_the_teacher_offers_rules_of_open_actions_in_the_language_of_the_phone(host):
    table = lay_out(host)
    page = host.get(f"/t/{table}", headers={"Accept-Language": "fr"}).text
    tips = json.loads(page.split('id="tips">')[1].split("</script>")[0])
    assert tips[0]["id"].startswith("karma-dice.")
    assert tips[0]["short"] == catalogue().get(tips[0]["id"]).fr.short


def test_the_host_sets_a_score_right_with_a_reason(host):
    table = lay_out(host)
    said = {"patch": {"scores": [3, 12]}, "reason": "we miscounted"}
    said |= {"seen": 0, "id": "fix"}
    assert host.post(f"/api/tables/{table}/override", json=said).status_code == 201
    page = html(host, f"/t/{table}")
    assert 'data-score value="12"' in page
    assert "we miscounted" in page


def test_an_undo_is_seen_by_the_others_until_the_next_action(app, host):
    table = lay_out(host)
    seats = host.get(f"/api/tables/{table}/seats").json["seats"]
    ben = app.test_client()
    ben.post(f"/j/{seats[1]['join_url'].rsplit('/', 1)[1]}")

    def told(client, as_):
        page = client.get(f"/t/{table}?as={as_}", headers={"Accept": "text/html"}).text
        doings = page.split('data-region="doings"')[1].split("data-region=")[0]
        return "The host takes back" in doings

    say(host, table, {"type": "score", "points": 4})
    host.post(f"/api/tables/{table}/undo?as=host", json={"seen": 1, "id": "back"})
    assert told(ben, "seat-1")
    assert not told(host, "host"), "whoever did it knows"
    say(host, table, {"type": "score", "points": 2})
    assert not told(ben, "seat-1")
