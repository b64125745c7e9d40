"""A camera over the board: each turn counts once, whatever hands do in between."""

from __future__ import annotations

import numpy as np
import pytest

from app import create_app
from companion.games.samusara import GAME
from companion.games.samusara.camera import laid
from tests.games.samusara.shared import play, start
from tests.vision import render_boards
from tests.vision.tabletop import filmed, write
from tests.web.conftest import gather
from vision.watching.film import film

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


def seen(state) -> np.ndarray:
    """The same board under the same camera, as the discs lie now."""
    rng = np.random.default_rng(8)
    position = laid(state.board, *state.discs)
    board = GAME.expects(start(), None)
    size = (1280, 960)
    return render_boards.photo(board, position, rng, marked=True, size=size).image


def test_two_turns_are_recorded_without_a_touch(tmp_path):
    app = create_app({"DATA": str(tmp_path), "TESTING": True, "CAMERA": "a film"})
    party = gather(app, game="samusara")
    once = play(start(), "jump C1-E3")
    twice = play(once, "J2-I3")
    pictures = [seen(start()), seen(once), seen(once), seen(twice)]
    frames, _ = filmed(pictures, 3)
    eyes = app.extensions["services"].eyes
    eyes.follow(film(str(write(frames, tmp_path / "board.avi"))))
    board = party.host.look()["board"]
    lying = tuple(one["disc"] or "" for one in board["cells"])
    assert lying == laid(twice.board, *twice.discs)
    assert board["turns"] == 2
    assert [piece["what"] for piece in eyes.sight.pieces()] == list(lying)
    app.extensions["services"].tables.store.close()
