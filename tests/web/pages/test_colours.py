"""One palette in CSS and Python, readable in light and dark."""

import re

import pytest

from companion.core.colours import HEX, SIGNS, Colour
from tests.web.wording import ROOT

CSS = (ROOT / "static/css/base.css").read_text("utf-8")
TEXT, GRAPHIC = 4.5, 3.0
"""WCAG AA: contrast of text, and of lines and shapes that carry meaning."""


def properties(block):
    return dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6})\b", block))


ROOTS = re.findall(r":root \{(.*?)\}", CSS, flags=re.S)
LIGHT = properties(ROOTS[0])
DARK = LIGHT | properties(ROOTS[1])


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, two):
    low, high = sorted((luminance(one), luminance(two)))
    return (high + 0.05) / (low + 0.05)


def darker(colour, part):
    parts = [round(int(colour[at : at + 2], 16) * (1 - part)) for at in (1, 3, 5)]
    return "#" + "".join(f"{part:02x}" for part in parts)


def test_contrast_is_computed_as_the_standard_says():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("colour", Colour)
def test_the_style_sheet_holds_the_palette(colour):
    assert LIGHT[colour.value] == HEX[colour]
    assert DARK[colour.value] == HEX[colour], "dice do not change with the lamp"


@pytest.mark.parametrize("colour", Colour)
def test_every_colour_has_its_sign_and_its_place_in_the_sheet(colour):
    drawn = (ROOT / "companion/web/templates/_dice.html").read_text("utf-8")
    assert f'"{colour.value}": "{SIGNS[colour]}"' in drawn
    assert f'id="sign-{SIGNS[colour]}"' in drawn
    script = (ROOT / "static/js/die.js").read_text("utf-8")
    assert re.search(rf'"?{colour.value}"?: "{SIGNS[colour]}"', script)
    dice = (ROOT / "static/css/dice.css").read_text("utf-8")
    assert f'[data-colour="{colour.value}"] {{ --body: var(--{colour.value})' in dice


@pytest.mark.parametrize("colour", Colour)
def test_marks_on_a_die_can_be_read(colour):
    body, mark = LIGHT[colour.value], LIGHT[f"on-{colour.value}"]
    assert contrast(body, mark) >= TEXT
    dice = (ROOT / "static/css/dice.css").read_text("utf-8")
    shade = float(re.search(r"\.front \{ fill: #000; opacity: ([\d.]+)", dice).group(1))
    assert contrast(darker(body, shade), mark) >= GRAPHIC, "the sign in front"


PAIRS = [
    *(
        (ink, ground, TEXT)
        for ink in ("ink", "soft", "accent")
        for ground in ("paper", "card", "sunk")
    ),
    *(
        (ink, ground, TEXT)
        for ink in ("good", "warn", "bad")
        for ground in ("paper", "card")
    ),
    ("on-accent", "accent", TEXT),
    ("paper", "ink", TEXT),
    ("edge", "card", GRAPHIC),
    ("edge", "paper", GRAPHIC),
    ("accent", "card", GRAPHIC),
]


@pytest.mark.parametrize("mode", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("ink", "ground", "least"), PAIRS)
def test_text_and_lines_meet_aa(mode, ink, ground, least):
    assert contrast(mode[ink], mode[ground]) >= least
