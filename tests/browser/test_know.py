"""Know your table on a phone: a photo, what lies there, and what was learnt of it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

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
        expect(rows).to_have_count(len(dice))
        faces = [
            int(rows.nth(k).get_by_label("Face").input_value())
            for k in range(len(dice))
        ]
        assert sorted(faces) == sorted(face for _, _, face in dice)
        rows.first.get_by_label("Colour").select_option("red")
        phone.get_by_role("button", name="That is right: learn this").click()
        phone.get_by_role("heading", name="What is known of your table").wait_for()
        phone.locator("[data-slot=picture]").wait_for(state="hidden")
    known = phone.locator("[data-slot=standing]").inner_text()
    assert "Not seen yet: orange" in known
    assert "The light is known once" in known
    expect(phone.locator("[data-slot=before-right]")).to_have_text("2 / 2")
    expect(phone.locator("[data-slot=after-right]")).to_have_text("2 / 2")
    wide = phone.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= phone.viewport_size["width"]
    phone.get_by_text("Forget the light and the dice").click()
    phone.get_by_role("button", name="Forget all").click()
    phone.locator("[data-slot=standing]").wait_for(state="hidden")
    assert phone.complaints == []


def shown(phone, image: np.ndarray) -> None:
    """Give the page a photo, as a camera would."""
    _, photo = cv2.imencode(".jpg", image)
    file = {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": photo.tobytes()}
    phone.set_input_files("input[type=file]", file)
    phone.locator("[data-slot=asked]:not([hidden])").wait_for()


BEYOND = """() => [...document.querySelectorAll("main *")].filter((one) => {
  const { left, right, width } = one.getBoundingClientRect()
  return width > 1 && (left < -0.5 || right > innerWidth + 0.5)
}).map((one) => one.outerHTML.slice(0, 80))"""


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    ("size", "look", "words"),
    [
        (
            (320, 568),
            {"locale": "fr-FR", "color_scheme": "dark"},
            ("Appris : photo 1 sur 3", "Aucun dé n’a été vu"),
        ),
        (
            (1280, 800),
            {"locale": "it-IT", "color_scheme": "light"},
            ("Imparato: foto 1 di 3", "Nessun dado visto"),
        ),
    ],
    ids=["a small phone", "the table screen"],
)
def test_a_newcomer_is_led_from_photo_to_photo(server, device, size, look, words):
    said, none = words
    phone = device(*size, way="", **look)
    phone.set_default_timeout(LATE)
    phone.goto(f"{server.url}/know")
    assert phone.evaluate(BEYOND) == []
    shown(phone, picture((200, 200, 3), (420, 300, 5)))
    assert phone.evaluate(BEYOND) == []
    phone.locator("[data-slot=asked] button").click()
    phone.locator("[data-slot=standing]:not([hidden])").wait_for()
    told = phone.locator("[data-slot=told]").inner_text()
    assert said in told.replace("\xa0", " ").replace("\u202f", " ")
    assert phone.evaluate("() => scrollY") == 0, "the next photo is in reach"
    phone.locator("[data-slot=picture]").wait_for(state="hidden")
    assert phone.evaluate(BEYOND) == []
    shown(phone, np.full((480, 640, 3), 90, np.uint8))
    expect(phone.locator("[data-slot=question]")).to_contain_text(none)
    expect(phone.locator("[name=missed]")).to_be_checked()
    assert phone.evaluate(BEYOND) == []
    assert phone.complaints == []
