"""A laptop's own camera over the table: a die is thrown, nobody touches a thing."""

from __future__ import annotations

import pytest

from tests.browser.conftest import CALM, CHROMIUM, PATIENCE
from tests.browser.players import is_live, lay_out
from tests.vision.drawn_dice import film, picture

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def laptop(chromium, tmp_path):
    """A browser whose camera shows a bare table, then a five, again and again."""
    cloth, five = picture(), picture((300, 220, 5))
    shot = film(tmp_path / "table.mjpeg", (cloth, 3.0), (five, 3.0), rate=20)
    camera = [
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={shot}",
    ]
    browser = chromium.browser_type.launch(
        executable_path=CHROMIUM, args=[*CALM, *camera]
    )
    page = browser.new_page(viewport={"width": 1280, "height": 800}, locale="en-GB")
    page.set_default_timeout(PATIENCE)
    page.complaints = []
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    yield page
    browser.close()


@pytest.mark.timeout(180)
def test_a_throw_under_the_laptops_camera_counts_by_itself(server, laptop):
    lay_out(laptop, server.url)
    laptop.get_by_role("link", name="Open the table screen").click()
    is_live(laptop)
    laptop.locator(".eyes > summary").click()
    light = laptop.locator(".eyes .light")
    assert light.inner_text() == "waiting"
    laptop.get_by_role("button", name="Use this device's camera").click()
    laptop.wait_for_function(
        "() => Number(document.body.dataset.version) > 0", timeout=60_000
    )
    assert "5" in laptop.locator(".screen-event").inner_text()
    laptop.wait_for_selector(".eyes .picture rect.sure", state="attached")
    laptop.wait_for_selector('.eyes [data-slot="forget"]:visible')
    laptop.get_by_role("button", name="Camera off").click()
    assert light.inner_text() == "waiting"
    assert laptop.complaints == []
