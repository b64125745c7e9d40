"""Two phones and the table screen play Karma Dice from the first tap to the winner."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from companion.rulebook import catalogue
from tests.browser.conftest import ARTEFACTS
from tests.browser.players import (
    a_photo,
    is_live,
    keep_a_trait,
    lay_out,
    on_this_device,
    play_on,
    press,
    sit_down,
    version,
    wants_to_be_asked,
)

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def shot(page, name):
    page.screenshot(path=ARTEFACTS / f"{name}.png")


def fits(page):
    wide = page.evaluate("document.documentElement.scrollWidth")
    return wide <= page.viewport_size["width"]


@pytest.mark.timeout(240)
def test_two_phones_and_the_table_screen_play_to_the_winner(server, device, tmp_path):
    host = device(1280, 800)
    address = lay_out(host, server.url, end="rounds", rounds=2)
    shot(host, "ready")
    host.get_by_role("link", name="Open the table screen").click()
    is_live(host)
    expect(host.locator(".screen-codes img")).to_have_count(2)
    shot(host, "table-codes")

    ana, ben = device(), device(color_scheme="dark")
    sit_down(ana, address, "Ana")
    sit_down(ben, address, "Ben")
    host.wait_for_selector(".screen-codes", state="detached")
    expect(ben.locator("[data-mount=throw]"), "not Ben's turn").to_have_count(0)
    shot(ana, "phone-throw")
    shot(ben, "phone-waiting-dark")

    wants_to_be_asked(host)
    enter_a_photo(ana, tmp_path)
    host.wait_for_selector(".zone.done")
    shot(host, "table-turn")

    turn_the_power_off(server, (ana, ben, host))
    the_focus_stays_while_others_play(ana, ben)
    play_to_the_end(ana, ben)

    for page, name in (
        (ana, "phone-over"),
        (ben, "phone-over-dark"),
        (host, "table-over"),
    ):
        page.wait_for_selector("text=The last round has been played.")
        assert fits(page)
        shot(page, name)
    assert_everyone_agrees(ana, ben, host)
    for page in (ana, ben, host):
        assert page.complaints == []


def enter_a_photo(page, folder):
    """Throw two dice, take their photo, correct what was read and agree."""
    photo, faces = a_photo(folder)
    for _ in faces:
        page.locator('[data-die][aria-pressed="false"]').first.click()
    press(page, page.locator("[data-go]"))
    page.set_input_files(".photo input", photo)
    page.wait_for_selector("#reading [data-slot=right]:visible", timeout=40_000)
    page.wait_for_function(
        "() => document.querySelector('#reading img').naturalWidth > 0"
    )
    shot(page, "phone-photo")
    dice = page.locator("#reading [data-slot=dice] .die-button")
    expect(dice).to_have_count(len(faces))
    for at, face in enumerate(faces):
        die = dice.nth(at)
        for _ in range(6):
            if die.locator(".die").get_attribute("data-face") == str(face):
                break
            die.click()
    press(page, page.locator("#reading [data-slot=right]"))
    expect(page.locator(".zone.done .zone-total")).to_contain_text(str(sum(faces)))


def turn_the_power_off(server, pages):
    """Kill the server, start it again: every page comes back by itself."""
    before = [version(page) for page in pages]
    server.kill()
    for page in pages:
        page.wait_for_selector('#dot:not([data-state="live"])')
    server.start()
    for page in pages:
        is_live(page)
    assert [version(page) for page in pages] == before


def the_focus_stays_while_others_play(ana, ben):
    """Ana ends her turn; Ben's page changes around the button he is on."""
    ben.locator("[data-key=menu]").focus()
    for _ in range(6):
        if not play_on(ana):
            break
    ben.wait_for_selector("[data-mount=throw]")
    assert ben.evaluate("document.activeElement.dataset.key") == "menu"


def play_to_the_end(ana, ben):
    """Play on both phones; one of them reloads and one loses its Wi-Fi on the way."""
    moves = 0
    for _ in range(200):
        if ana.locator(".podium").count() and ben.locator(".podium").count():
            return
        if not (play_on(ana) or play_on(ben)):
            ana.wait_for_timeout(100)
            continue
        moves += 1
        if moves == 4:
            ben.reload()
            is_live(ben)
        if moves == 7:
            ana.context.set_offline(True)
            ana.wait_for_timeout(300)
            ana.context.set_offline(False)
            is_live(ana)
    raise AssertionError("the game did not end")


def assert_everyone_agrees(ana, ben, host):
    told = [page.locator(".podium").inner_text().split() for page in (ana, ben, host)]
    assert told[0] == told[1] == told[2]
    rounds = ana.locator(".audit tbody tr")
    expect(rounds).to_have_count(2)
    ana.locator("[data-tab=log]").click()
    expect(ana.locator(".log").first).to_contain_text("The game is over.")


@pytest.mark.timeout(120)
def test_one_device_is_enough_for_the_whole_table(server, device):
    host = device(390, 844)
    lay_out(host, server.url, end="rounds", rounds=1, oracle=True, traits=True)
    on_this_device(host)
    for _ in ("Ana", "Ben"):
        keep_a_trait(host)
    the_tip_comes_once(host)
    assert host.evaluate(SMALL) == []
    shot(host, "phone-oracle")
    host.locator(".oracle-throw").first.click()
    expect(host.locator('[data-die][aria-pressed="true"]').first).to_be_attached()
    press(host, host.locator("[data-go]"))
    host.locator('[data-face-pad="2"]').click()
    for _ in range(5):
        if host.locator("[data-mount=faces] [data-go]").is_enabled():
            break
        host.locator('[data-face-pad="2"]').click()
    press(host, host.locator("[data-mount=faces] [data-go]"))
    assert host.evaluate(SMALL) == []
    undo = host.locator("[data-say=undo]")
    expect(undo).to_contain_text("Undo: Ana rolls")
    press(host, undo)
    expect(host.locator("[data-mount=faces]")).to_have_count(1)
    press(host, host.locator("[data-say=chance]"))
    turn_the_trait_over(host)
    correct_the_score(host)
    for _ in range(60):
        if not play_on(host):
            break
    expect(host.locator(".podium")).to_have_count(1)
    assert host.complaints == []


SMALL = """() => [...document.querySelectorAll("button, .button, select, summary")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
  .filter(([_, { width, height }]) => width < 48 || height < 48)
  .map(([name, { width, height }]) => `${name}: ${width} x ${height}`)"""
"""Everything to press that is smaller than a fingertip."""


def the_tip_comes_once(page):
    """The teacher offers a rule the first time it matters, and never again."""
    title = page.locator("#teacher strong").inner_text()
    assert title
    page.locator("#teacher summary").click()
    page.locator("#teacher [data-slot=thanks]").click()
    page.reload()
    is_live(page)
    expect(page.locator("#teacher strong")).not_to_have_text(title)


def turn_the_trait_over(page):
    page.locator("[data-open=trait-0]").click()
    sheet = page.locator("#trait-0")
    die = sheet.locator("[data-trait-die]").first
    before = die.locator(".die").get_attribute("data-face")
    die.click()
    expect(die.locator(".die")).not_to_have_attribute("data-face", before)
    press(page, sheet.locator("button.primary"))
    page.locator("[data-tab=log]").click()
    expect(page.locator(".log li").first).to_contain_text("uses the trait card")
    page.locator("[data-tab=table]").click()
    expect(page.locator("[data-open=trait-0]"), "once per game").to_have_count(0)


def correct_the_score(page):
    page.locator("[data-open=menu]").click()
    page.locator("[data-open=correct]").click()
    page.locator("#score-1").fill("12")
    page.locator("#correct-reason").fill("we miscounted")
    press(page, page.locator("#correct button.primary"))
    expect(page.locator(".score").nth(1)).to_contain_text("12")


@pytest.mark.timeout(120)
def test_a_double_tap_is_one_action_and_a_refusal_names_its_rule(server, device):
    host = device(320, 640, locale="fr-FR")
    host.goto(server.url)
    host.context.add_cookies([{"name": "language", "value": "en", "url": server.url}])
    lay_out(host, server.url)
    on_this_device(host)
    host.locator("[data-die]").first.click()
    host.locator("[data-go]").dblclick()
    host.wait_for_selector("[data-mount=faces]")
    host.wait_for_timeout(500)
    assert version(host) == 1
    host.evaluate(
        """() => import('/static/js/act.js').then(({ send }) =>
           send('actions', { action: { type: 'landed', faces: [6, 6] } }))"""
    )
    host.wait_for_selector("#refusal[open]")
    link = host.locator("#refusal a[data-slot=rule]").get_attribute("href")
    rule = catalogue().get(urlsplit(link).path.removeprefix("/rules/"))
    assert rule.game == "karma-dice"
    expect(host.locator("#refusal")).to_contain_text(rule.en.short)
    host.wait_for_timeout(300)
    shot(host, "phone-refusal-320")
    assert fits(host)
    host.locator("#refusal [data-close]").click()
    assert version(host) == 1
