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


CLOSE_AT = """(word) => {
  const said = document.querySelector("#reading [data-slot=progress]")
  new MutationObserver((_, watch) => {
    if (!said.textContent.startsWith(word)) return
    watch.disconnect()
    document.querySelector("#reading [data-close]").click()
  }).observe(said, { childList: true })
}"""


@pytest.mark.timeout(120)
def test_a_photo_does_not_count_once_somebody_goes_on_by_hand(server, device, tmp_path):
    phone = device()
    lay_out(phone, server.url)
    on_this_device(phone)
    photo, faces = a_photo(tmp_path)
    for _ in faces:
        phone.locator('[data-die][aria-pressed="false"]').first.click()
    press(phone, phone.locator("[data-go]"))
    before = version(phone)
    phone.evaluate(CLOSE_AT, "Looking")
    with phone.expect_request(lambda one: one.method == "DELETE", timeout=40_000):
        phone.set_input_files(".photo input", photo)
    phone.route("**/photos?*", lambda route: None)
    with phone.expect_event("requestfailed"):
        phone.set_input_files(".photo input", photo)
        phone.wait_for_selector("#reading[open]")
        phone.get_by_role("button", name="By hand instead").click()
    expect(phone.locator("#reading[open]")).to_have_count(0)
    assert version(phone) == before
    assert phone.complaints == []


@pytest.mark.timeout(120)
@pytest.mark.parametrize("size", [(320, 568), (844, 390)])
def test_the_answer_to_a_photo_is_in_sight(server, device, tmp_path, size):
    phone = device(*size, locale="fr-FR")
    phone.goto(server.url + "/new/karma-dice")
    phone.locator("form button.primary").first.click()
    phone.wait_for_url("**/ready")
    phone.goto(phone.url.replace("/ready", "?as=host"))
    is_live(phone)
    wants_to_be_asked(phone)
    photo, faces = a_photo(tmp_path)
    for _ in faces:
        phone.locator('[data-die][aria-pressed="false"]').first.click()
    press(phone, phone.locator("[data-go]"))
    phone.set_input_files(".photo input", photo)
    phone.wait_for_selector(READ, timeout=40_000)
    for answer in ("[data-slot=right]", "[data-close]", "label:has([data-slot=again])"):
        box = phone.locator(f"#reading {answer}").bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= size[1], answer
    assert phone.complaints == []


@pytest.mark.timeout(120)
def test_an_empty_photo_is_said_in_words_of_the_table(server, device):
    phone = device()
    lay_out(phone, server.url)
    on_this_device(phone)
    empty = {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": b""}
    phone.set_input_files(".photo input", empty)
    said = phone.locator("#reading [data-slot=progress]")
    expect(said).to_have_text("The photo is empty. Take it again.")
    large = {**empty, "buffer": b"\xff\xd8" + bytes(34 * 1024 * 1024)}
    phone.locator("#reading [data-slot=again]").set_input_files(large)
    expect(said).to_have_text(
        "This picture is too large. Take it at a smaller size.", timeout=40_000
    )
    phone.get_by_role("button", name="By hand instead").click()
    assert phone.complaints == []
