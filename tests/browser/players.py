"""What thumbs do: lay out a table, sit down, play whatever the page offers."""

from __future__ import annotations

import csv
from pathlib import Path

from PIL import Image, ImageDraw

PHOTOS = Path(__file__).parents[3] / "shared" / "photos" / "dice"
MARKS = {1: "c", 2: "ai", 3: "aci", 4: "agbi", 5: "agcbi", 6: "adgbhi"}


def lay_out(page, url, names=("Ana", "Ben"), game="Karma Dice", **options):
    """Fill in the setup page; return the address where seats are taken."""
    page.goto(url)
    page.get_by_role("link", name=f"Play {game}").click()
    page.locator(f'input[name=players][value="{len(names)}"]').check(force=True)
    for seat, name in enumerate(names):
        page.fill(f"#name-{seat}", name)
    if options:
        page.locator(".options > summary").click()
    for key, value in options.items():
        field = page.locator(f"[name={key}]")
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        elif value is True:
            field.check()
        else:
            field.fill(str(value))
    page.get_by_role("button", name="Lay out the table").click()
    page.wait_for_url("**/ready")
    return page.locator("code").first.inner_text()


def on_this_device(page):
    """Go on from the seats to play for everyone here."""
    page.get_by_role("link", name="Play on this device").click()
    is_live(page)


def wants_to_be_asked(host):
    """Let no reading count before somebody has agreed; only a host can say so."""
    host.evaluate(
        """() => fetch(`/api/tables/${document.body.dataset.table}/camera?as=host`, {
          method: "POST", headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ counts: false }),
        })"""
    )


def keep_a_trait(page):
    """Keep a trait card for the first seat that still chooses here."""
    form = page.locator("[data-mount=trait-choice]").first
    form.locator("[data-die]").nth(2).click()
    form.locator("textarea").fill("Turn one die to any face.")
    press(page, form.locator("button.primary"))


def sit_down(page, address, name):
    """Take the seat with this name."""
    page.goto(address)
    page.get_by_role("button", name=name, exact=True).click()
    page.wait_for_selector("body.phone")
    is_live(page)


def is_live(page):
    """Wait until the page follows the table."""
    page.wait_for_selector('#dot[data-state="live"]')


def version(page):
    return int(page.evaluate("document.body.dataset.version"))


def press(page, target):
    """Press something and wait until the table has moved on."""
    before = version(page)
    target.click()
    page.wait_for_function(
        "before => Number(document.body.dataset.version) > before", arg=before
    )


def play_on(page):
    """Do the next sensible thing on this page; return whether there was one."""
    if page.locator("[data-mount=faces] [data-say=chance]").count():
        press(page, page.locator("[data-say=chance]"))
    elif page.locator(".result.marked").count():
        press(page, page.locator(".result.marked").last)
    elif page.locator('[data-key="stop"]').count():
        press(page, page.locator('[data-key="stop"]'))
    elif page.locator("[data-mount=throw]").count():
        page.locator("[data-mount=throw] [data-die]").first.click()
        press(page, page.locator("[data-mount=throw] [data-go]"))
    elif page.locator(".draft-die[data-action]").count():
        press(page, page.locator(".draft-die[data-action]").first)
    else:
        return False
    return True


def a_photo(folder):
    """Return a photo of dice and the faces on it: a real one where there is one."""
    if PHOTOS.is_dir():
        with (PHOTOS / "labels.csv").open(encoding="utf-8") as file:
            row = next(row for row in csv.DictReader(file) if row["n_dice"] == "2")
        return PHOTOS / row["file"], sorted(map(int, row["faces"].split(";")))
    return _draw(folder / "dice.jpg", (3, 5)), [3, 5]


def _draw(path, faces):
    image = Image.new("RGB", (1200, 900), "#5b7f5b")
    pen = ImageDraw.Draw(image)
    places = {name: (at % 3, at // 3) for at, name in enumerate("adgbchexi")}
    for at, face in enumerate(faces):
        left, top = 220 + 420 * at, 320
        pen.rounded_rectangle((left, top, left + 260, top + 260), 36, fill="#f4f1e8")
        for mark in MARKS[face]:
            column, row = {"c": (1, 1)}.get(mark, places[mark])
            x, y = left + 60 + 70 * column, top + 60 + 70 * row
            pen.ellipse((x - 22, y - 22, x + 22, y + 22), fill="#1c1a17")
    image.save(path, quality=92)
    return path
