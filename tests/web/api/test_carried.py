"""Pages that come with the news: as asked for, and only to whom they belong."""

import gzip
import json
from base64 import b64decode

import pytest

from companion.table.live import Ear
from companion.web.api.events import LONGEST_HEAD, MOVED, Stream, changed
from companion.web.pages import drawing
from tests.web.conftest import gather, win


@pytest.fixture
def follow():
    """Open a stream that wants pages; return its events as (kind, id, data)."""

    def stream(someone, **headers):
        answer = someone.client.get(
            f"/api/tables/{someone.table}/events?pages=1",
            headers={**someone.headers(), **headers},
        )
        assert answer.status_code == 200
        return (_read(event) for event in answer.response if b"event: " in event)

    return stream


def _read(event):
    said = dict(line.split(b": ", 1) for line in event.splitlines() if line)
    data = json.loads(said[b"data"])
    if said[b"event"] == b"page":
        data = gzip.decompress(b64decode(data)).decode()
    return said[b"event"].decode(), int(said[b"id"]), data


def asked(someone, **headers):
    """Return the page as it is answered to somebody who asks."""
    path = f"/t/{someone.table}/live"
    answer = someone.client.get(path, headers={**someone.headers(), **headers})
    assert answer.status_code == 200
    return answer.text


def test_what_is_brought_is_what_asking_would_have_brought(party, follow):
    everybody = (party.seats[1], party.watcher, party.host)
    streams = [(one, follow(one)) for one in everybody]
    for one, events in streams:
        assert next(events) == ("page", 0, asked(one))
    party.seats[0].act("roll")
    pages = [asked(one) for one in everybody]
    assert [next(events) for _, events in streams] == [
        ("page", 1, page) for page in pages
    ]
    assert len(set(pages)) == len(pages), "each has a page of its own"


def test_who_said_it_has_the_answer_and_is_only_told(party, follow):
    events = follow(party.seats[0], **{"Last-Event-ID": "0"})
    party.seats[0].act("roll")
    assert next(events) == ("changed", 1, {"version": 1})
    party.host.say("/chance")
    assert next(events)[:2] == ("page", 2)


def test_two_changes_in_one_breath_are_one_page(party, follow):
    events = follow(party.watcher, **{"Last-Event-ID": "0"})
    party.seats[0].act("roll")
    party.host.say("/chance")
    kind, version, page = next(events)
    assert (kind, version) == ("page", 2)
    assert 'data-version="2"' in page
    party.host.say("/undo")
    assert next(events)[1] == 3


def test_the_last_word_and_the_move_in_one_breath_are_both_told(app):
    party, home = gather(app, goal=6), app.extensions["services"]
    listener = home.live.join(party.table, Ear())
    stream = Stream(home, party.table, listener, None, 0)
    win(party)
    home.evenings.rematch(party.table)
    assert stream.news(listener.newest()) == [changed(3), MOVED]


def test_pages_speak_the_language_of_their_phone(party, follow):
    french = {"Accept-Language": "fr"}
    kind, _, page = next(follow(party.watcher, **french))
    assert (kind, page) == ("page", asked(party.watcher, **french))
    assert page != asked(party.watcher)


def test_who_sends_very_much_is_told_and_asks(party, follow):
    """A thousand streams with long headers would be kept in memory."""
    words = {"X-Much": "x" * LONGEST_HEAD}
    assert next(follow(party.seats[0], **words)) == ("changed", 0, {"version": 0})
    pocket = "; ".join(f"table-{n:010}-seat-0={'x' * 70}" for n in range(100))
    assert next(follow(party.seats[0], Cookie=pocket))[0] == "page"


def test_a_seat_that_was_given_away_is_brought_nothing(party, follow):
    freed = party.seats[1]
    events = follow(freed, **{"Last-Event-ID": "0"})
    assert party.host.post("/seats/1/free").status_code == 200
    party.seats[0].act("roll")
    assert next(events, None) is None, "the stream has ended"
    assert freed.get().status_code == 401


def test_a_host_who_handed_over_is_brought_nothing(party, app, follow):
    events = follow(party.host, **{"Last-Event-ID": "0"})
    seating = app.extensions["services"].seating
    seating.become_host(seating.host_code(party.table))
    party.seats[0].act("roll")
    assert next(events) == ("changed", 1, {"version": 1})


def test_a_page_that_cannot_be_drawn_is_asked_for(party, follow, monkeypatch, caplog):
    def broken(*_):
        raise ValueError("drawn wrong")

    events = follow(party.watcher, **{"Last-Event-ID": "0"})
    monkeypatch.setattr(drawing, "phone_live", broken)
    party.seats[0].act("roll")
    assert next(events) == ("changed", 1, {"version": 1})
    assert "was not brought along" in caplog.text
