"""The small game of the tests, played by touch on screens of its own."""

import io
import threading

import pytest
from PIL import Image
from playwright.sync_api import expect

from app import create_app
from companion.web.server.serve import make_server
from tests import pig
from tests.browser.conftest import ARTEFACTS
from tests.browser.players import lay_out, on_this_device, press

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def url(tmp_path):
    """A house that knows no other game."""
    app = create_app({"DATA": str(tmp_path), "GAMES": {"pig": pig.GAME}})
    server = make_server(app, "127.0.0.1", 0)
    server.prepare()
    serving = threading.Thread(target=server.serve, daemon=True)
    serving.start()
    yield f"http://127.0.0.1:{server.bind_addr[1]}"
    app.extensions["services"].live.close()
    server.stop()
    serving.join()
    app.extensions["services"].tables.store.close()


@pytest.mark.timeout(120)
def test_it_is_played_by_touch(url, device):
    phone = device()
    phone.goto(url)
    phone.screenshot(path=ARTEFACTS / "pig-start.png")
    lay_out(phone, url, game="Pig", goal=6)
    on_this_device(phone)
    expect(phone.locator("[data-key=hold]"), "nothing to bank yet").to_have_count(0)
    press(phone, phone.locator("[data-key=roll]"))
    phone.locator('[data-face-pad="6"]').click()
    press(phone, phone.locator("[data-go]"))
    expect(phone.locator(".trough-words")).to_contain_text("6 points in the trough")
    phone.screenshot(path=ARTEFACTS / "pig-phone.png")
    press(phone, phone.locator("[data-key=hold]"))
    expect(phone.locator("#toast")).to_have_text("Oink!")
    phone.wait_for_selector(".podium .won")
    expect(phone.locator("[data-region=board]")).to_contain_text(
        "Ana reaches 6", use_inner_text=True
    )
    assert phone.complaints == []


def doubt(**more):
    """Return a proposal that cannot tell a five from a six."""
    die = {"face": 5, "colour": "white", "confidence": 0.5, "box": [10, 10, 40, 40]}
    return {
        "reader": "dice",
        "readings": [{**die, "place": 0}],
        "candidates": [
            {"action": {"type": "landed", "face": face}, "confidence": 0.5, "label": ""}
            for face in (5, 6)
        ],
        "certain": False,
        "question": {"piece": 0, "options": [5, 6], "box": [10, 10, 40, 40]},
        "problem": None,
        "picture_url": "/static/icons/icon-180.png",
        "size": [180, 180],
        **more,
    }


def take_a_photo(phone, url, answer):
    """Lay out, roll, and send a photo that is answered like this."""
    lay_out(phone, url, game="Pig", goal=6)
    on_this_device(phone)
    press(phone, phone.locator("[data-key=roll]"))

    def read(route):
        kept = route.fetch()
        route.fulfill(response=kept, json={**kept.json(), **answer})

    phone.route("**/photos?*", read)
    cloth = io.BytesIO()
    Image.new("RGB", (180, 180), "green").save(cloth, "JPEG")
    picture = {"name": "die.jpg", "mimeType": "image/jpeg", "buffer": cloth.getvalue()}
    phone.set_input_files(".photo input", picture)


@pytest.mark.timeout(120)
def test_a_doubtful_photo_asks_one_question(url, device):
    phone = device()
    take_a_photo(phone, url, doubt())
    asked = phone.locator("#reading .question")
    asked.wait_for()
    expect(asked.locator(".die-button")).to_have_count(2)
    expect(phone.locator("#reading .picture .unsure")).to_have_count(1)
    asked.locator('.die-button:has([data-face="6"])').click()
    asked.wait_for(state="hidden")
    press(phone, phone.locator("#reading [data-slot=right]"))
    expect(phone.locator(".trough-words")).to_contain_text("6 points in the trough")
    assert phone.complaints == []


@pytest.mark.timeout(120)
def test_what_no_form_takes_is_offered_by_its_words(url, device):
    phone = device()
    one = {"action": {"type": "landed", "face": 4}, "confidence": 1, "label": "A four"}
    take_a_photo(phone, url, doubt(reader="board", question=None, candidates=[one]))
    press(phone, phone.locator("#reading").get_by_role("button", name="A four"))
    expect(phone.locator(".trough-words")).to_contain_text("4 points in the trough")
    assert phone.complaints == []
