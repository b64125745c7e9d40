"""A page is drawn once for each version, bearer and language."""

from sys import getsizeof

from companion.web.pages.kept import KeptPages
from tests.web.conftest import gather


def live(client, party, who, lang="en"):
    path = f"/t/{party.table}/live?as={who}&lang={lang}"
    return client.get(path).text


def test_who_asks_again_gets_the_same_page_and_nobody_anothers(app, party):
    client = app.test_client()
    for number, seat in enumerate(party.invitation["seats"]):
        client.set_cookie(f"table-{party.table}-seat-{number}", seat["ticket"])
    pages = app.extensions["services"].pages
    party.seats[0].act("note", seat=0, number=31415)
    mine = live(client, party, "seat-0")
    assert "31415" in mine
    assert len(pages) == 1
    assert live(client, party, "seat-0") == mine
    assert len(pages) == 1
    other = live(client, party, "seat-1")
    assert "31415" not in other
    assert live(client, party, "seat-0", "fr") != mine
    assert len(pages) == 3
    party.seats[0].act("roll")
    assert live(client, party, "seat-0") != mine


def test_pages_make_room_for_newer_ones():
    pages, drawn = KeptPages(most=int(2.5 * getsizeof("x" * 4))), []

    def ask(name):
        def draw():
            drawn.append(name)
            return "x" * 4

        return pages.page((name, 1, "host", "en"), draw)

    for name in ("a", "b", "a", "c", "a", "b"):
        ask(name)
    assert drawn == ["a", "b", "c", "b"], "a was asked for and stayed, b had gone"
    assert len(pages) == 2


def test_the_pages_of_a_finished_game_are_drawn_each_time(app):
    party = gather(app, goal=5)
    party.host.act("roll")
    party.host.act("landed", face=6)
    party.host.act("hold")
    assert party.host.look()["outcome"], "six points were enough"
    client = app.test_client()
    client.set_cookie(f"table-{party.table}-host", party.invitation["host_ticket"])
    pages = app.extensions["services"].pages
    known = len(pages)
    live(client, party, "host")
    assert len(pages) == known, "a rematch brings no new version"
