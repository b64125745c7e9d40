"""From a photo of the board to the recorded turn: reader, rules and table together."""

from __future__ import annotations

import json

import numpy as np
import pytest

from app import create_app
from companion.games.samusara import GAME
from companion.games.samusara.camera import laid
from tests.games.samusara.shared import play, start
from tests.vision import render_boards
from tests.web.api.conftest import send
from tests.web.conftest import gather

pytestmark = pytest.mark.slow


def board_photo(position, seed, **how):
    """Return a drawn photo of discs on the default board, as JPEG."""
    board = GAME.expects(start(), None)
    rng = np.random.default_rng(seed)
    return render_boards.photo(board, position, rng, marked=True, **how).jpeg


def lying(someone):
    """Return what the table believes lies on the board."""
    return tuple(one["disc"] or "" for one in someone.look()["board"]["cells"])


@pytest.fixture
def party(tmp_path):
    app = create_app({"DATA": str(tmp_path), "TESTING": True})
    yield gather(app, game="samusara")
    app.extensions["services"].tables.store.close()


def read_and_accepted(someone, state, seed):
    """Take a photo of a board that lies like this, and confirm what it shows."""
    made = send(someone, board_photo(laid(state.board, *state.discs), seed)).json
    assert made["certain"], made["problem"]
    answer = someone.say(f"/proposals/{made['id']}/accept")
    assert answer.status_code in {200, 201}, answer.json
    assert lying(someone) == laid(state.board, *state.discs)
    return made["candidates"][0]["label"]


def test_turns_are_read_from_photos_and_recorded(party):
    ana, ben = party.seats
    state = play(start(), "jump C1-E3")
    assert read_and_accepted(ana, state, 1) == "Jump C1-E3"
    state = play(state, "J2-I3")
    assert read_and_accepted(ben, state, 2) == "Step J2-I3"
    # Nobody reads the next turn: the photo after it tells both.
    state = play(state, "D1-E1", "J1-I1")
    assert read_and_accepted(ana, state, 3) == "Step D1-E1, then Step J1-I1"
    assert party.host.look()["board"]["turns"] == 4


def test_a_bumped_board_is_put_right_photo_by_photo(party):
    board, (yellow, brown) = start().board, start().discs
    bumped = list(laid(board, yellow, brown))
    bumped[board.index["D1"]], bumped[board.index["G3"]] = "", "yellow"
    bumped[board.index["M1"]] = ""
    first = send(party.host, board_photo(bumped, 4)).json["differs"]["steps"]
    assert first == [
        "Move the yellow disc from G3 to D1.",
        "Put a brown disc on M1.",
    ]
    bumped[board.index["M1"]] = "brown"
    then = send(party.host, board_photo(bumped, 5)).json["differs"]["steps"]
    assert then == first[:1]
    right = send(party.host, board_photo(laid(board, yellow, brown), 6)).json
    assert right["differs"]["steps"] == []


def test_four_taps_in_any_order_say_where_the_board_lies(party):
    state = play(start(), "D2-E3")
    board = GAME.expects(start(), None)
    rng = np.random.default_rng(11)
    photo = render_boards.photo(board, laid(state.board, *state.discs), rng)
    high, wide = photo.image.shape[:2]
    corners = [(x / wide, y / high) for x, y in photo.taps]
    shuffled = [corners[n] for n in (2, 0, 3, 1)]
    made = send(party.host, photo.jpeg, taps=json.dumps(shuffled)).json
    assert made["candidates"][0]["label"] == "Step D2-E3"
    refused = send(party.host, photo.jpeg, taps="[[0.5, 0.5]]")
    assert refused.status_code == 422
