"""The small game of the tests, played by touch on screens of its own."""

import threading

import pytest

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
    assert phone.locator("[data-key=hold]").count() == 0, "nothing to bank yet"
    press(phone, phone.locator("[data-key=roll]"))
    phone.locator('[data-face-pad="6"]').click()
    press(phone, phone.locator("[data-go]"))
    assert "6 points in the trough" in phone.locator(".trough-words").inner_text()
    phone.screenshot(path=ARTEFACTS / "pig-phone.png")
    press(phone, phone.locator("[data-key=hold]"))
    assert phone.locator("#toast").inner_text() == "Oink!"
    phone.wait_for_selector(".podium .won")
    assert "Ana reaches 6" in phone.locator("[data-region=board]").inner_text()
    assert phone.complaints == []
