"""Rules on a real browser: search while typing, without a network, read aloud."""

import pytest
from playwright.sync_api import expect

from tests.rulebook.measure_search import (
    Question,
    ask_server,
    elsewhere,
    questions,
    rates,
)

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LIGHT = 60_000
"""Bytes a rule page may need to travel, with everything it loads."""


def open_contents(page, server, game, lang="en"):
    page.goto(f"{server.url}/rules/?game={game}&lang={lang}")
    page.wait_for_selector("form[data-ready]")


def ask_phone(page, server):
    """Return a way to ask the search that runs on the phone."""
    opened = {}

    def ask(question: Question) -> list[str]:
        key = f"{question.game}/{question.lang}"
        if key not in opened:
            opened[key] = page.evaluate(
                """async (key) => {
                    const { Index } = await import("/static/js/rules/search.js")
                    const shelf = await (await fetch(`/rules/index/${key}.json`)).json()
                    window.books = { ...window.books, [key]: new Index(shelf) }
                    return true
                }""",
                key,
            )
        return page.evaluate(
            "([key, text]) => window.books[key].search(text, 3).map(({ id }) => id)",
            [key, question.text],
        )

    return ask


@pytest.mark.timeout(180)
def test_the_phone_answers_as_well_as_the_server(server, device):
    page = device()
    page.goto(f"{server.url}/rules/")
    first, three, misses = rates(questions(), ask_phone(page, server))
    assert first >= 0.85, misses
    assert three >= 0.95, misses
    ask = ask_phone(page, server)
    agree = [ask(q)[:1] == ask_server(q)[:1] for q in questions()]
    assert sum(agree) / len(agree) >= 0.95
    about_no_game = [q for q in elsewhere() if q.game == "samsara"]
    assert [q.text for q in about_no_game if ask(q)] == []


def test_a_rule_is_found_and_read_without_a_network(server, device):
    page = device(locale="fr-FR")
    open_contents(page, server, "samsara", "fr")
    server.kill()
    page.get_by_role("searchbox").fill("mauvais karm")
    page.locator("[data-found] a").first.click()
    sheet = page.locator("dialog[open]")
    expect(sheet).to_contain_text("Mauvais Karma", use_inner_text=True)
    related = sheet.locator("[data-slot=related] a").first
    title = related.inner_text()
    related.click()
    expect(page.locator("#sheet-title")).to_have_text(title)
    page.get_by_role("button", name="Fermer").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert page.complaints == []


def test_a_rule_page_is_light(server, device):
    page = device()
    page.goto(f"{server.url}/rules/karma-dice.yogi")
    page.wait_for_load_state("networkidle")
    sizes = page.evaluate(
        """() => [...performance.getEntriesByType("navigation"),
                  ...performance.getEntriesByType("resource")]
               .map(({ name, transferSize }) => [name, transferSize])"""
    )
    shelf = [size for name, size in sizes if "/rules/index/" in name]
    rest = sum(size for name, size in sizes if "/rules/index/" not in name)
    assert len(shelf) == 1, "the index for offline use is fetched once, beside the page"
    assert 0 < rest < LIGHT, sizes


def test_a_rule_is_read_aloud_in_its_language(server, device):
    page = device(locale="it-IT")
    page.add_init_script(
        "window.said = []; SpeechSynthesis.prototype.speak = (one) =>"
        " window.said.push([one.lang, one.text])"
    )
    page.goto(f"{server.url}/rules/karma-dice.yogi")
    page.get_by_role("button", name="Leggi ad alta voce").click()
    [[lang, text]] = page.evaluate("window.said")
    assert lang == "it"
    assert "Yogi" in text
    assert "Esempio" in text
