"""Pictures of ten states at three sizes: `python -m tests.browser.screens [FOLDER]`.

A server of its own, moves from a seeded source (the dice are the server's), one
Chromium; about half a minute. The pictures have a
palette each, so that all thirty together stay small.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from PIL import Image

from tests.browser.conftest import CALM, CHROMIUM, ROOT, Server
from tests.live import Phone, Walk, lay_out

SIZES = ((390, 844), (320, 568), (1280, 800))
COLOURS = 256
"""As many as a palette of eight bits holds; flat drawings have hardly more."""

NAMES = ["Ana", "Ben", "Cleo"]
MOST_STEPS = 300

State = tuple[str, str, Phone | None]
"""A name for the picture, the path of the page, and whose phone it is."""


def played(port: int, game: str, until: Callable[[Any], bool], **more: Any) -> Any:
    """Play a seeded game until the host's view pleases; return host and seats."""
    walk = Walk(port, game, more.pop("names", NAMES), seed=3, **more)
    for _ in range(MOST_STEPS):
        view = walk.host.look()
        if until(view):
            return walk.host, walk.seats, view
        walk.step(view)
    raise AssertionError(f"{game} never came to this state")


def states(port: int) -> Iterator[State]:
    """Lay out and play what is to be seen; yield each state when it is there."""
    yield "setup", "/new/samsara", None
    host, _ = lay_out(port, "samsara", NAMES)
    yield "box", f"/t/{host.table}/ready", host
    _, plan = host.get(f"/api/tables/{host.table}/seats")
    yield "seats", plan["play_url"].partition(str(port))[2], None
    yield "start", "/", None
    host, seats, view = played(port, "karma-dice", _second_throw, oracle=True)
    yield "karma-dice", f"/t/{host.table}", seats[view["turn"]]
    yield "waiting", f"/t/{host.table}", seats[view["turn"] - 1]
    yield "table-screen", f"/t/{host.table}/screen", host
    host, seats, view = played(port, "samsara", _with_cards)
    yield "samsara", f"/t/{host.table}", seats[view["turn"]]
    host, seats, view = played(port, "karmaka", _later, names=NAMES[:2])
    yield "karmaka", f"/t/{host.table}", seats[view["turn"]]
    host, seats, view = played(port, "samusara", _later, names=NAMES[:2])
    yield "samusara", f"/t/{host.table}", seats[view["turn"]]


def _second_throw(view: Any) -> bool:
    board = view["board"]
    return board["phase"] == "throw" and board["round"] == 2 and view["version"] > 20


def _with_cards(view: Any) -> bool:
    return view["board"].get("round", 0) > 1 and len(view["legal"]) > 2


def _later(view: Any) -> bool:
    return view["version"] > 12 and not view["awaiting"] and len(view["legal"]) > 1


def small(png: bytes) -> Image.Image:
    """Return a picture with a palette of the colours it has most of, unchanged."""
    image = Image.open(io.BytesIO(png)).convert("RGB")
    found = image.getcolors(image.width * image.height) or []
    most = sorted(found, reverse=True)[:COLOURS]
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for _, colour in most for part in colour])
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def take(folder: Path) -> None:
    """Take every picture into a folder."""
    from playwright.sync_api import sync_playwright

    folder.mkdir(parents=True, exist_ok=True)
    server = Server(Path(tempfile.mkdtemp()))
    server.start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CALM)
            page = browser.new_page(locale="en-GB")
            for name, path, phone in states(server.port):
                own = {"Authorization": f"Bearer {phone.ticket}"} if phone else {}
                page.context.set_extra_http_headers(own)
                for width, height in SIZES:
                    page.set_viewport_size({"width": width, "height": height})
                    page.goto(server.url + path)
                    if page.locator("#dot").count():
                        page.wait_for_selector("#dot[data-state=live]")
                    shown = small(page.screenshot(animations="disabled"))
                    shown.save(folder / f"{name}-{width}.png", optimize=True)
            browser.close()
    finally:
        server.kill()


if __name__ == "__main__":
    take(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "screens")
