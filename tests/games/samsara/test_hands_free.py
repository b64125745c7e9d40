"""A camera over the table: amulets that are laid out are told once."""

from __future__ import annotations

import numpy as np
import pytest

from app import create_app
from tests.games.samsara.test_photo_to_action import GAP, symbols
from tests.vision import render_amulets
from tests.vision.tabletop import filmed, write
from tests.web.conftest import gather
from vision.readings import AmuletReading
from vision.watching.film import film

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


def seen(faces) -> np.ndarray:
    """The same table, with these amulets on it."""
    rng = np.random.default_rng(3)
    if not faces:
        return np.full((900, 900, 3), rng.integers(30, 90, 3), np.uint8)
    return render_amulets.photo([symbols(face) for face in faces], rng)


def test_a_gap_is_laid_out_without_a_touch_and_only_once(tmp_path):
    app = create_app({"DATA": str(tmp_path), "TESTING": True, "CAMERA": "a film"})
    services = app.extensions["services"]
    names = ("Ana", "Ben", "Cleo")
    party = gather(app, names, "samsara", length="fast")
    frames, _ = filmed([seen(()), seen(GAP), seen(GAP)], 3)
    services.eyes.follow(film(str(write(frames, tmp_path / "amulets.avi"))))
    assert [type(one) for one in services.eyes.sight.readings] == [AmuletReading] * 6
    assert services.eyes.sight.advice is None
    view = party.host.look()
    if not view["version"]:  # it was not sure: then one question waits for the table
        (asked,) = view["proposals"]
        assert asked["candidates"][0]["action"]["type"] == "lay"
        return
    assert view["version"] == 1
    said = [step.entry.body["action"] for step in services.tables.open(party.table).log]
    assert [one["type"] for one in said] == ["lay"]
    services.tables.store.close()
