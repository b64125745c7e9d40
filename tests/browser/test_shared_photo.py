"""One photo, two screens: the laptop takes it, the player's phone answers it."""

import pytest
from playwright.sync_api import expect

from tests.browser.players import (
    a_photo,
    is_live,
    lay_out,
    on_this_device,
    press,
    sit_down,
    version,
    wants_to_be_asked,
)

pytestmark = [pytest.mark.browser, pytest.mark.slow]

READ = "#reading[open] [data-slot=right]:visible"


@pytest.mark.timeout(120)
def test_a_photo_of_the_laptop_is_answered_on_the_phone(server, device, tmp_path):
    laptop, ana, ben = device(1280, 800), device(), device()
    address = lay_out(laptop, server.url)
    on_this_device(laptop)
    wants_to_be_asked(laptop)
    sit_down(ana, address, "Ana")
    sit_down(ben, address, "Ben")
    photo, faces = a_photo(tmp_path)
    for _ in faces:
        ana.locator('[data-die][aria-pressed="false"]').first.click()
    press(ana, ana.locator("[data-go]"))
    laptop.wait_for_selector(".photo input", state="attached")

    laptop.set_input_files(".photo input", photo)
    laptop.wait_for_selector(READ, timeout=40_000)
    ana.wait_for_selector(READ)
    shown = ana.locator("#reading [data-slot=dice] .die-button")
    expect(shown).to_have_count(len(faces))
    expect(ben.locator("#reading[open]"), "it does not wait for Ben").to_have_count(0)

    press(ana, ana.locator("#reading [data-slot=right]"))
    laptop.wait_for_selector("#reading[open]", state="detached")
    for page in (laptop, ben):
        is_live(page)
        page.wait_for_function(
            "now => Number(document.body.dataset.version) === now", arg=version(ana)
        )
    for page in (laptop, ana, ben):
        assert page.complaints == []


@pytest.mark.timeout(120)
def test_a_photo_that_is_put_away_is_put_away_everywhere(server, device, tmp_path):
    laptop, ana = device(1280, 800), device()
    address = lay_out(laptop, server.url)
    on_this_device(laptop)
    wants_to_be_asked(laptop)
    sit_down(ana, address, "Ana")
    ana.locator('[data-die][aria-pressed="false"]').first.click()
    press(ana, ana.locator("[data-go]"))
    before = version(ana)
    laptop.wait_for_selector(".photo input", state="attached")
    photo, _ = a_photo(tmp_path)
    laptop.set_input_files(".photo input", photo)
    ana.wait_for_selector("#reading[open]", timeout=40_000)
    laptop.get_by_role("button", name="By hand instead").click()
    ana.wait_for_selector("#reading[open]", state="detached")
    assert version(ana) == before, "a photo changes nothing"
    assert ana.complaints == laptop.complaints == []
