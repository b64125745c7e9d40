"""A laptop's own camera over the table: a whole turn, and nobody touches a thing."""

from __future__ import annotations

import cv2
import pytest

from tests.browser.conftest import CALM, CHROMIUM, PATIENCE
from tests.browser.players import is_live, lay_out
from tests.vision.drawn_dice import film, picture, with_stop_card

pytestmark = [pytest.mark.browser, pytest.mark.slow]

VOICE = """
window.heard = []
window.said = []
window.SpeechRecognition = class extends EventTarget {
  start() { window.heard.push(this); this.on = true }
  abort() { this.on = false }
  says(transcript) {
    const event = new Event("result")
    event.resultIndex = 0
    event.results = [Object.assign([{ transcript }], { isFinal: true })]
    this.dispatchEvent(event)
  }
}
window.SpeechSynthesisUtterance = class extends EventTarget {
  constructor(text) { super(); this.text = text }
}
Object.defineProperty(window, "speechSynthesis", { value: {
  speaking: false, cancel() {}, speak(one) { window.said.push(one) },
} })
"""
"""A browser that can listen and speak, as far as its pages can tell."""

LOG = """await (async () => {
  const { table, as } = document.body.dataset
  const reply = await fetch(`/api/tables/${table}?as=${as}`)
  return (await reply.json()).log.map(({ text }) => text)
})()"""

WHOLE = "rolls red 2.*rolls red 5. 5 beats 2.*stops"
"""A turn as the film shows it."""


@pytest.fixture
def laptop(chromium, tmp_path):
    """A browser whose camera shows a turn again and again: two, five, the card."""
    cloth = picture()
    turn = film(
        tmp_path / "table.mjpeg",
        (cloth, 2.0),
        (picture((300, 220, 2)), 3.0),
        (cloth, 2.0),
        (picture((180, 260, 5)), 3.0),
        (cloth, 2.0),
        (with_stop_card(cloth), 3.0),
        rate=15,
    )
    camera = [
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={turn}",
    ]
    browser = chromium.browser_type.launch(
        executable_path=CHROMIUM, args=[*CALM, *camera]
    )
    page = browser.new_page(viewport={"width": 1280, "height": 800}, locale="en-GB")
    page.set_default_timeout(PATIENCE)
    page.add_init_script(VOICE)
    page.complaints = []
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    yield page
    browser.close()


def open_screen(laptop, server):
    # The networks are loaded by the first photo, which may take longer than a throw.
    _, photo = cv2.imencode(".jpg", picture((200, 200, 3)))
    file = {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": photo.tobytes()}
    laptop.request.post(f"{server.url}/know", multipart={"photo": file})
    lay_out(laptop, server.url)
    laptop.get_by_role("link", name="Open the table screen").click()
    is_live(laptop)
    laptop.locator(".eyes > summary").click()


def switch(laptop, name):
    """Press a button of a page that is busy with its camera's pictures."""
    laptop.get_by_role("button", name=name).dispatch_event("click")


def log(laptop):
    """What was said at the table, from the first word on."""
    return laptop.evaluate(f"async () => ({LOG})")


@pytest.mark.timeout(240)
def test_a_turn_is_thrown_read_aloud_and_stopped_by_the_card(server, laptop):
    open_screen(laptop, server)
    light = laptop.locator(".eyes .light")
    assert light.inner_text() == "waiting"
    laptop.get_by_label("Read events aloud").check()
    switch(laptop, "Use this device's camera")
    # The first turn may begin in the middle of the film; the next one is whole.
    looks = f"async () => {{ window.entries = ({LOG}).join() }}"
    laptop.evaluate(f"() => {{ setInterval({looks}, 1000) }}")
    laptop.wait_for_function(f"() => /{WHOLE}/.test(window.entries)", timeout=120_000)
    said = log(laptop)
    assert sum("stops" in one for one in said) <= 2, said
    aloud = laptop.evaluate("() => said.map(({ text }) => text)")
    assert any("rolls red" in one and "can try to beat" in one for one in aloud), aloud
    laptop.wait_for_selector('.eyes [data-slot="forget"]:visible')
    switch(laptop, "Camera off")
    assert light.inner_text() == "waiting"
    assert laptop.complaints == []


@pytest.mark.timeout(240)
def test_stop_is_heard_when_the_table_wants_it_and_never_from_the_app(server, laptop):
    open_screen(laptop, server)
    listens = laptop.get_by_label("Listen for “stop” while a camera looks")
    assert not listens.is_checked(), "off until somebody wants it"
    assert "may send what the microphone hears" in laptop.locator(".eyes").inner_text()
    laptop.get_by_label("Read events aloud").check()
    listens.check()
    assert laptop.evaluate("() => heard.length") == 0, "no camera looks yet"
    switch(laptop, "Use this device's camera")
    laptop.wait_for_function("() => heard.length > 0")
    laptop.wait_for_function(
        "() => Number(document.body.dataset.version) > 0 && said.length > 0",
        timeout=60_000,
    )
    switch(laptop, "Camera off")  # the card must not be met
    laptop.evaluate("() => said.at(-1).dispatchEvent(new Event('end'))")
    assert laptop.evaluate("() => heard.at(-1).on") is False, "not while it speaks"
    assert not any("stops" in one for one in log(laptop))
    switch(laptop, "Use this device's camera")
    laptop.wait_for_function("() => heard.at(-1).on")
    for other in ("never stop", "the bus stop is there"):
        laptop.evaluate("(text) => heard.at(-1).says(text)", other)
    assert not any("stops" in one for one in log(laptop))
    laptop.evaluate("() => heard.at(-1).says('Stop, I keep it.')")
    laptop.wait_for_selector("#toast:visible")
    assert any("stops" in one for one in log(laptop))
    assert laptop.complaints == []
