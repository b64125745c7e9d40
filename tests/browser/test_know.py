"""Know your table on a phone: a photo, what lies there, and what was learnt of it."""

from __future__ import annotations

import cv2
import pytest

from tests.vision.drawn_dice import picture

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LATE = 60_000
"""Milliseconds a reading may take on a busy machine."""


@pytest.mark.timeout(300)
def test_two_photos_teach_a_table_its_red_dice(server, device):
    phone = device(way="")
    phone.set_default_timeout(LATE)
    phone.goto(f"{server.url}/know")
    for dice in (((200, 200, 3), (420, 300, 5)), ((150, 300, 4), (400, 150, 2))):
        _, photo = cv2.imencode(".jpg", picture(*dice))
        file = {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": photo.tobytes()}
        phone.set_input_files("input[type=file]", file)
        phone.get_by_role("heading", name="Is every die read right?").wait_for()
        rows = phone.locator("[data-slot=dice] > li")
        assert rows.count() == len(dice)
        faces = [
            int(rows.nth(k).get_by_label("Face").input_value())
            for k in range(len(dice))
        ]
        assert sorted(faces) == sorted(face for _, _, face in dice)
        rows.first.get_by_label("Colour").select_option("red")
        phone.get_by_role("button", name="That is right: learn this").click()
        phone.get_by_role("heading", name="What is known of your table").wait_for()
    known = phone.locator("[data-slot=standing]").inner_text()
    assert "Not seen yet: orange" in known
    assert "The light is known once" in known
    assert phone.locator("[data-slot=before-right]").inner_text() == "2 / 2"
    assert phone.locator("[data-slot=after-right]").inner_text() == "2 / 2"
    wide = phone.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= phone.viewport_size["width"]
    phone.get_by_text("Forget the light and the dice").click()
    phone.get_by_role("button", name="Forget all").click()
    phone.locator("[data-slot=standing]").wait_for(state="hidden")
    assert phone.complaints == []
