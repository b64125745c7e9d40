"""A laptop's own camera over the table: a whole turn, and nobody touches a thing."""

from __future__ import annotations

from base64 import b64encode

import cv2
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Server
from tests.browser.players import is_live, lay_out, press, sit_down
from tests.vision.drawn_dice import SIZE, film, picture, with_stop_card

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LATE = 60_000
"""Milliseconds a reading may take on a busy machine; nothing here is faster for it."""

CAMERA = """
window.heard = []
window.said = []
navigator.mediaDevices.getUserMedia = async () => {
  const canvas = document.createElement("canvas")
  const [width, height] = %(size)s
  Object.assign(canvas, { width, height })
  const pen = canvas.getContext("2d")
  const picture = new Image()
  setInterval(() => { if (picture.complete) pen.drawImage(picture, 0, 0) }, 50)
  window.shows = (url) => { picture.src = url }
  return canvas.captureStream()
}
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
"""A browser whose camera shows what it is told, and which can listen and speak."""

LOG = """async () => {
  const { table, as } = document.body.dataset
  const reply = await fetch(`/api/tables/${table}?as=${as}`)
  return (await reply.json()).log.map(({ text }) => text)
}"""


@pytest.fixture
def laptop(chromium):
    page = chromium.new_page(
        viewport={"width": 1280, "height": 800}, locale="en-GB", is_mobile=False
    )
    page.set_default_timeout(LATE)
    page.add_init_script(CAMERA % {"size": list(SIZE)})
    page.complaints = []
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    yield page
    page.close()


def open_screen(laptop, server):
    lay_out(laptop, server.url)
    laptop.get_by_role("link", name="Open the table screen").click()
    is_live(laptop)
    laptop.locator(".eyes > summary").click()
    laptop.get_by_label("Read events aloud").check()


def switch(laptop, name):
    """Press a button of a page that is busy with its camera's pictures."""
    laptop.get_by_role("button", name=name).dispatch_event("click")


def lies_there(laptop, image):
    """Let the camera see this until the page has had it read."""
    url = "data:image/jpeg;base64," + b64encode(cv2.imencode(".jpg", image)[1]).decode()
    with laptop.expect_response(lambda reply: "/photos" in reply.url, timeout=LATE):
        laptop.wait_for_function("() => window.shows")
        laptop.evaluate("(url) => shows(url)", url)


def counts(laptop, entries):
    """Wait until so much has been said at the table."""
    laptop.wait_for_function(
        "(n) => Number(document.body.dataset.version) >= n", arg=entries
    )


BOXES = """() => Object.fromEntries([
  ".eyes", ".screen-codes", ".screen-prompt", ".screen-players > ol",
].map((name) => {
  return [name, document.querySelector(name)?.getBoundingClientRect().toJSON()]
}))"""


def apart(one, other) -> bool:
    return (
        one["right"] <= other["left"]
        or other["right"] <= one["left"]
        or one["bottom"] <= other["top"]
        or other["bottom"] <= one["top"]
    )


@pytest.mark.timeout(300)
def test_a_turn_is_thrown_read_aloud_and_stopped_by_the_card(server, laptop):
    open_screen(laptop, server)
    light, cloth = laptop.locator(".eyes .light"), picture()
    expect(light).to_have_text("waiting")
    switch(laptop, "Use this device's camera")
    lies_there(laptop, cloth)
    lies_there(laptop, picture((300, 220, 2)))
    boxes = laptop.evaluate(BOXES)
    assert apart(boxes[".eyes"], boxes[".screen-players > ol"]), "scores can be read"
    counts(laptop, 1)
    lies_there(laptop, cloth)
    lies_there(laptop, picture((180, 260, 5)))
    counts(laptop, 2)
    lies_there(laptop, cloth)
    lies_there(laptop, with_stop_card(cloth))
    counts(laptop, 3)
    rolls, beats, stops = laptop.evaluate(LOG)
    assert "rolls red 2" in rolls
    assert "5 beats 2" in beats
    assert "stops" in stops
    aloud = laptop.evaluate("() => said.map(({ text }) => text)")
    assert any("rolls red 5" in one and "can try to beat 5" in one for one in aloud)
    laptop.get_by_text("Camera settings").click()
    throws = laptop.locator('.eyes [data-slot="throws"]')
    expect(throws).to_be_visible()
    for_good = laptop.get_by_role("button", name="Delete them for good")
    expect(for_good, "one tap deletes nothing").to_be_hidden()
    throws.get_by_text("Delete the photos of the throws").click()
    for_good.click()
    expect(throws).to_be_hidden()
    switch(laptop, "Camera off")
    expect(light).to_have_text("waiting")
    assert laptop.complaints == []


@pytest.mark.timeout(300)
def test_stop_is_heard_when_the_table_wants_it_and_never_from_the_app(server, laptop):
    open_screen(laptop, server)
    listens = laptop.get_by_label("Listen for “stop” while a camera looks")
    expect(listens, "off until somebody wants it").not_to_be_checked()
    expect(laptop.locator(".eyes")).to_contain_text(
        "may send what the microphone hears", use_inner_text=True
    )
    listens.check()
    assert laptop.evaluate("() => heard.length") == 0, "no camera looks yet"
    switch(laptop, "Use this device's camera")
    lies_there(laptop, picture())
    laptop.wait_for_function("() => heard.length > 0 && heard.at(-1).on")
    lies_there(laptop, picture((300, 220, 2)))
    counts(laptop, 1)
    laptop.wait_for_function("() => said.length > 0")
    assert laptop.evaluate("() => heard.at(-1).on") is False, "not while it speaks"
    laptop.evaluate("() => heard.at(-1).says('stop')")
    laptop.evaluate("() => said.at(-1).dispatchEvent(new Event('end'))")
    laptop.wait_for_function("() => heard.at(-1).on")
    for other in ("never stop", "the bus stop is there"):
        laptop.evaluate("(text) => heard.at(-1).says(text)", other)
    assert len(laptop.evaluate(LOG)) == 1
    laptop.evaluate("() => heard.at(-1).says('Stop, I keep it.')")
    counts(laptop, 2)
    laptop.wait_for_selector("#toast:visible")
    assert "stops" in laptop.evaluate(LOG)[1]
    assert laptop.complaints == []


@pytest.fixture
def watched_house(tmp_path):
    """A server whose camera is a film: two sure dice, then a blurred one."""
    sure = picture((300, 220, 2), (480, 330, 4))
    blurred = cv2.GaussianBlur(picture((300, 220, 6)), (0, 0), 9)
    cloth = picture()
    path = film(
        tmp_path / "evening.avi", (cloth, 4), (sure, 6), (cloth, 4), (blurred, 10)
    )
    server = Server(tmp_path / "house", "--camera", str(path))
    server.start()
    yield server
    server.kill()


@pytest.mark.timeout(400)
def test_doubt_asks_one_question_on_the_right_phone(watched_house, laptop, device):
    """`run --camera FILE`: a sure roll counts, an unsure one asks who throws."""
    seats = lay_out(laptop, watched_house.url)
    laptop.get_by_role("link", name="Open the table screen").click()
    is_live(laptop)
    laptop.locator(".eyes .picture img").wait_for()
    boxes = laptop.evaluate(BOXES)
    assert apart(boxes[".eyes"], boxes[".screen-codes"]), "codes can be scanned"
    assert apart(boxes[".eyes"], boxes[".screen-prompt"])
    ana, ben = device(way=""), device(way="")
    for phone, name in ((ana, "Ana"), (ben, "Ben")):
        phone.set_default_timeout(LATE)
        sit_down(phone, seats, name)
    counts(laptop, 1)
    assert "rolls red 2, red 4" in laptop.evaluate(LOG)[0]
    asked = ana.get_by_role("heading", name="What the photo shows")
    asked.wait_for()
    expect(ana.get_by_text("red 6", exact=True)).to_be_visible()
    expect(ben.get_by_role("heading", name="What the photo shows")).not_to_be_visible()
    laptop.locator(".eyes .picture rect.unsure").wait_for()
    light = laptop.locator(".eyes .light")
    expect(light, "nothing counts until a phone has answered").to_have_text(
        "a phone asks"
    )
    expect(laptop.locator("#spoken")).to_have_text(
        "In doubt: a phone asks what lies there."
    )
    press(ana, ana.locator("#reading button", has_text="red 6"))
    expect(light).not_to_have_text("a phone asks")
    assert laptop.complaints == []


HEAD = "document.querySelector('.eyes > summary').getBoundingClientRect().top"
REACHED = """() => {
  const last = [...document.querySelectorAll(".eyes-more .stack > *")].at(-2)
  last.scrollIntoView({ block: "nearest" })
  return last.getBoundingClientRect().bottom <= innerHeight
}"""


@pytest.mark.timeout(300)
def test_a_camera_elsewhere_says_so_and_its_settings_can_be_closed(
    watched_house, device
):
    """The newest table is looked at; the other one's host can call the camera."""
    first, second = device(844, 390), device(844, 390)
    for page in (first, second):
        lay_out(page, watched_house.url)
        page.goto(page.url.replace("/ready", "/screen"))
        is_live(page)
        page.wait_for_timeout(1500)
    here = first.get_by_role("button", name="Look at this table")
    first.get_by_text("The camera does not look at this table.").wait_for()
    expect(first.locator(".eyes .light")).not_to_be_visible()
    expect(second.locator(".eyes .light")).to_be_visible()
    here.click()
    expect(first.locator(".eyes .light")).to_be_visible()
    expect(here).not_to_be_visible()
    second.get_by_text("The camera does not look at this table.").wait_for()
    first.get_by_text("Camera settings").click()
    assert first.evaluate(HEAD) >= 0
    assert first.evaluate(REACHED)
    assert first.evaluate(HEAD) >= 0, "it can be closed from there"
    assert first.complaints == second.complaints == []
