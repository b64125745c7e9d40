"""What a person has begun on a phone is not lost, hidden or taken by others."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ARTEFACTS
from tests.browser.players import (
    is_live,
    keep_a_trait,
    lay_out,
    on_this_device,
    press,
    sit_down,
    version,
)

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def everyone(server, device):
    host = device()
    address = lay_out(host, server.url, traits=True)
    table = host.url
    ana, ben = device(), device()
    sit_down(ana, address, "Ana")
    sit_down(ben, address, "Ben")
    host.goto(table.replace("/ready", "?as=host"))
    is_live(host)
    return host, ana, ben


def follow(page, other):
    page.wait_for_function(
        "wanted => Number(document.body.dataset.version) >= wanted", arg=version(other)
    )


@pytest.mark.timeout(120)
def test_what_is_being_entered_outlives_what_others_do(server, device):
    host, ana, ben = everyone(server, device)
    form = ana.locator("[data-mount=trait-choice]")
    form.locator("[data-die]").nth(1).click()
    form.locator("textarea").fill("Turn one die over.")
    keep_a_trait(ben)
    follow(ana, ben)
    expect(form.locator("textarea")).to_have_value("Turn one die over.")
    expect(form.locator('[aria-checked="true"]')).to_have_count(1)
    press(ana, form.locator("button.primary"))

    follow(ben, ana)
    expect(ben.locator("[data-mount=throw]"), "it is Ana's turn").to_have_count(0)
    ben.locator("[data-open=trait-1]").click()
    ben.locator("#points-1").fill("4")
    host.locator("[data-open=menu]").click()
    host.locator("[data-open=correct]").click()
    host.locator("#score-1").fill("7")
    ana.locator("[data-mount=throw] [data-die]").first.click()
    press(ana, ana.locator("[data-mount=throw] [data-go]"))
    follow(ben, ana)
    follow(host, ana)
    expect(ben.locator("#trait-1")).to_be_visible()
    expect(ben.locator("#points-1")).to_have_value("4")
    expect(host.locator("#score-1")).to_have_value("7")

    ben.locator("#trait-1 [data-close]").click()
    ben.wait_for_selector("#trait-1", state="detached")  # dice are in the air
    host.locator("#correct-reason").fill("miscounted")
    press(host, host.locator("#correct button.primary"))
    expect(host.locator(".score").nth(1)).to_contain_text("7")
    for page in (host, ana, ben):
        assert page.complaints == []


@pytest.mark.timeout(120)
def test_a_sheet_closes_outside_only_and_says_when_nothing_changes(server, device):
    host, *_ = everyone(server, device)
    host.locator("[data-open=menu]").click()
    host.locator("[data-open=correct]").click()
    sheet = host.locator("#correct")
    box = sheet.bounding_box()
    host.mouse.click(box["x"] + 6, box["y"] + 30)
    expect(sheet).to_be_visible()
    host.locator("#correct-reason").fill("just looking")
    sheet.locator("button.primary").click()
    expect(sheet.locator("[data-slot=told]")).to_contain_text("Nothing is changed")
    host.locator("#score-1").fill("9")
    host.mouse.click(100, 20)
    expect(sheet).not_to_be_visible()
    host.locator("[data-open=menu]").click()
    host.locator("[data-open=correct]").click()
    expect(host.locator("#score-1"), "what was not said is gone").to_have_value("0")


@pytest.mark.timeout(120)
def test_dice_that_were_mixed_up_are_set_right_in_one_correction(server, device):
    page = device()
    lay_out(page, server.url)
    on_this_device(page)
    for one, other in (("violet", "green"), ("green", "violet")):
        page.locator("[data-open=menu]").click()
        page.locator("[data-open=correct]").click()
        for seat in (0, 1):
            if not page.locator(f"#hand-{seat}-violet").is_visible():
                page.locator(f'details[data-seat="{seat}"] > summary').click()
        for seat, has in enumerate((one, other)):
            for colour in ("violet", "green"):
                page.locator(f"#hand-{seat}-{colour}").fill(str(int(colour == has)))
        page.locator("#correct-reason").fill("mixed up")
        press(page, page.locator("#correct button.primary"))
    assert version(page) == 2
    expect(page.locator("#hand-0-green")).to_have_value("1")
    assert page.complaints == []


@pytest.mark.timeout(120)
def test_the_host_sets_samsara_right_by_hand(server, device):
    page = device()
    lay_out(page, server.url, game="Samsara")
    on_this_device(page)
    press(page, page.locator("[data-say=chance]"))
    page.locator("[data-open=menu]").click()
    page.locator("[data-open=correct]").click()
    page.locator("#patch-pawn-1").select_option(label="Yugal")
    page.locator("#correct summary", has_text="A card").click()
    page.locator("#move-card").select_option(label="Jann")
    page.locator("#move-card-from").select_option(label="Ben: reserve")
    page.locator("#move-card-to").select_option(label="Ana: hand")
    page.locator("#correct summary", has_text="An amulet").click()
    page.locator("#move-amulet").select_option(index=1)
    page.locator("#move-amulet-to").select_option(label="Ben")
    page.locator("#correct-reason").fill("we played on without phones")
    page.screenshot(path=ARTEFACTS / "samsara-correct.png")
    page.locator("#correct button.primary").click()
    page.wait_for_selector("#toast:visible")  # no Jann lies there
    page.locator("[data-open=menu]").click()
    page.locator("[data-open=correct]").click()
    page.locator("#move-card-from").select_option(label="supply")
    press(page, page.locator("#correct button.primary"))
    expect(page.locator(".score").nth(1)).to_contain_text("1")
    expect(page.locator('[data-zone="3"] .pawn')).to_have_count(1)
    page.locator("[data-tab=me]").click()
    assert page.complaints == []


SHOW = """async (state) => {
  (await import("/static/js/fresh.js")).showState(state)
}"""


@pytest.mark.timeout(120)
@pytest.mark.parametrize("wide", [320, 360, 390])
def test_a_lost_connection_does_not_widen_the_page(server, device, wide):
    page = device(wide, 720, locale="fr-FR")
    lay_out_in_french(page, server.url)
    for state in ("live", "soon", "offline"):
        page.evaluate(SHOW, state)
        widest = page.evaluate("document.documentElement.scrollWidth")
        assert widest <= wide, state
        menu = page.locator(".menu-button").bounding_box()
        assert menu["x"] + menu["width"] <= wide


def lay_out_in_french(page, url):
    page.goto(f"{url}/new/karma-dice")
    page.locator("main form button.primary").click()
    page.wait_for_url("**/ready")
    page.goto(page.url.replace("/ready", "?as=host"))
    is_live(page)


@pytest.mark.timeout(120)
def test_the_seats_page_keeps_its_ticks_and_shows_a_link_to_copy(server, device):
    host = device(1280, 800)
    host.add_init_script("Object.defineProperty(navigator, 'clipboard', {})")
    address = lay_out(host, server.url)
    host.locator("#step-1").check()
    host.locator("[data-copy]").first.click()
    field = host.locator("input.by-hand")
    assert field.input_value().startswith("http")
    assert host.evaluate("getSelection().toString() || document.activeElement.value")
    ana = device()
    sit_down(ana, address, "Ana")
    host.wait_for_selector("[data-post]")
    expect(host.locator("#step-1")).to_be_checked()
    host.locator("[data-post]").click()
    host.wait_for_selector("[data-post]", state="detached")
    expect(host.locator("#step-1")).to_be_checked()
    assert host.complaints == []


@pytest.mark.timeout(120)
def test_laid_amulets_are_named_and_a_wrong_face_is_answered(server, device):
    page = device()
    lay_out(page, server.url, game="Samsara")
    on_this_device(page)
    page.locator('[data-letter="J"]').click()
    page.locator('[data-letter="V"]').click()
    laid = page.locator("[data-slot=laid] button")
    expect(laid).to_have_attribute("aria-label", "4 Jann, 4 Vikaas: take away")
    laid.click()
    expect(laid).to_have_count(0)
    assert page.evaluate("document.activeElement.dataset.slot") == "laid"
    page.locator("summary", has_text="looks different").click()
    page.locator("#odd-face").fill("hello")
    page.locator("[data-odd]").click()
    expect(page.locator("[data-slot=odd-told]")).to_contain_text("8 symbols")


SCROLLED = """() => document.querySelector("[data-region=actions]").scrollTop"""


@pytest.mark.timeout(120)
def test_a_new_question_comes_into_view(server, device):
    page = device(320, 568)
    lay_out(page, server.url, game="Samsara")
    on_this_device(page)
    page.evaluate("document.querySelector('[data-region=actions]').scrollTop = 60")
    assert page.evaluate(SCROLLED) > 0
    press(page, page.locator("[data-say=chance]"))
    assert page.evaluate(SCROLLED) == 0


@pytest.mark.timeout(120)
def test_a_tip_leaves_with_its_rule(server, device):
    page = device()
    lay_out(page, server.url)
    on_this_device(page)
    page.wait_for_selector("#teacher:visible")
    page.evaluate("document.getElementById('tips').textContent = '[]'")
    page.evaluate("async () => (await import('/static/js/teacher.js')).teach()")
    expect(page.locator("#teacher")).not_to_be_visible()


@pytest.mark.timeout(120)
def test_a_rule_opens_over_what_is_being_entered(server, device):
    page = device()
    lay_out(page, server.url)
    on_this_device(page)
    page.locator("[data-mount=throw] [data-die]").first.click()
    page.locator(".why").click()
    page.wait_for_selector("#rule[open] h2")
    expect(page.locator("h1:visible")).to_have_count(1)
    page.locator("#rule [data-close]").click()
    expect(page.locator('[data-mount=throw] [aria-pressed="true"]')).to_have_count(1)
    assert page.complaints == []


ENTER_LATE = """async (seen) => {
  document.body.dataset.version = seen
  const { send } = await import("/static/js/act.js")
  await send("chance")
}"""


@pytest.mark.timeout(120)
def test_two_phones_that_report_one_roll_hear_who_was_first(server, device):
    host, ana, _ = everyone(server, device)
    for page in (host, ana):
        page.locator("[data-mount=trait-choice]").first.wait_for()
    keep_a_trait(host)
    keep_a_trait(host)
    follow(ana, host)
    ana.locator("[data-mount=throw] [data-die]").first.click()
    press(ana, ana.locator("[data-mount=throw] [data-go]"))
    follow(host, ana)
    seen = version(ana)
    host.route("**/events?*", lambda route: route.abort())  # nothing is brought to it
    host.reload()
    host.wait_for_selector("[data-say=chance]")
    host.context.set_offline(True)
    press(ana, ana.locator("[data-say=chance]"))
    host.context.set_offline(False)
    host.evaluate(ENTER_LATE, seen)
    host.wait_for_selector("#toast:visible")
    expect(host.locator("#toast")).to_contain_text("Ana has already entered this.")
