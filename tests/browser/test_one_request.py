"""What phones ask for: one request per action, none per event, some without stream."""

import pytest
from playwright.sync_api import expect

from tests.browser.players import (
    is_live,
    lay_out,
    press,
    sit_down,
    version,
)

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def everyone(server, device):
    host = device()
    address = lay_out(host, server.url)
    ana, ben = device(), device()
    sit_down(ana, address, "Ana")
    sit_down(ben, address, "Ben")
    return ana, ben


def listen(page):
    """Note every request of a page from now on, streams left out."""
    heard = []
    page.on("request", lambda one: heard.append(f"{one.method} {one.url}"))
    return heard


def follow(page, other):
    page.wait_for_function(
        "wanted => Number(document.body.dataset.version) >= wanted", arg=version(other)
    )


def throw(page):
    page.locator("[data-mount=throw] [data-die]").first.click()
    press(page, page.locator("[data-mount=throw] [data-go]"))


@pytest.mark.timeout(120)
def test_an_action_is_one_request_and_others_ask_nothing(server, device):
    ana, ben = everyone(server, device)
    ana.wait_for_timeout(500)  # whatever the pages ask for when they open
    by_ana, by_ben = listen(ana), listen(ben)
    throw(ana)
    follow(ben, ana)
    press(ana, ana.locator("[data-say=chance]"))
    follow(ben, ana)
    ana.wait_for_timeout(500)  # an answer too many would come by now
    assert [line.partition(" ")[0] for line in by_ana] == ["POST", "POST"]
    assert by_ben == [], "his page came with the news"
    expect(
        ana.locator(".zone.done, .result").first, "the page drew the answer"
    ).to_be_attached()


@pytest.mark.timeout(120)
@pytest.mark.parametrize(
    "odd",
    ["delete window.DecompressionStream", "window.atob = () => 'not packed at all'"],
    ids=["cannot unpack", "cannot read it"],
)
def test_a_phone_that_cannot_use_what_it_is_brought_asks_once(server, device, odd):
    ana, ben = everyone(server, device)
    ben.add_init_script(odd)
    ben.reload()
    is_live(ben)
    ben.wait_for_timeout(500)
    heard = listen(ben)
    throw(ana)
    follow(ben, ana)
    assert len(heard) == 1
    assert "/live?" in heard[0]


@pytest.mark.timeout(120)
def test_a_second_phone_of_the_same_seat_is_told_and_asks(server, device):
    ana, _ = everyone(server, device)
    twin = ana.context.new_page()
    twin.goto(ana.url)
    is_live(twin)
    throw(ana)
    follow(twin, ana)
    throws = twin.locator("[data-mount=faces]")
    throws.wait_for()


@pytest.mark.timeout(120)
def test_a_word_that_came_too_late_shows_what_is_there_now(server, device):
    ana, _ = everyone(server, device)
    twin = ana.context.new_page()
    twin.route("**/events?*", lambda route: route.abort())
    twin.route("**/live?*", lambda route: route.abort())
    twin.goto(ana.url)
    throw(ana)
    heard = listen(twin)
    twin.locator("[data-mount=throw] [data-die]").first.click()
    twin.locator("[data-mount=throw] [data-go]").click()
    twin.wait_for_selector("[data-mount=faces]")
    assert version(twin) == version(ana)
    assert [line for line in heard if line.startswith("POST")] == heard


@pytest.mark.timeout(120)
def test_without_a_stream_the_phone_asks_every_few_seconds(server, device):
    ana, ben = everyone(server, device)
    ben.route("**/events?*", lambda route: route.fulfill(status=503, body="{}"))
    ben.reload()
    is_live(ben)
    heard = listen(ben)
    throw(ana)
    follow(ben, ana)
    expect(ben.locator('#dot[data-state="live"]').first).to_be_attached()
    asked = [line for line in heard if "/live?" in line]
    assert asked
    assert all("seen=" in line for line in asked), "only what is new is sent"
