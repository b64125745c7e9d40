"""A real server in its own process and a real Chromium; both end with the tests."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect, sync_playwright

ROOT = Path(__file__).parents[2]
ARTEFACTS = ROOT / "tests" / "artefacts"
CHROMIUM = "/usr/bin/chromium"
CALM = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
]
PATIENCE = 15_000
"""Milliseconds a page may take on a busy machine."""

expect.set_options(timeout=PATIENCE)


class Server:
    """The table server as people start it."""

    def __init__(self, data: Path, *more: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._data, self._more = data, more
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def runs(self) -> bool:
        """Whether it has been started and not killed since."""
        return self._process is not None

    def start(self) -> None:
        """Start, and wait until it answers."""
        words = ["run", "--port", str(self.port), "--data", str(self._data)]
        words += self._more
        self._process = subprocess.Popen(
            [sys.executable, "app.py", *words, "--public-url", self.url],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + 90
        while time.monotonic() < deadline:
            try:
                with urlopen(f"{self.url}/healthz", timeout=2) as reply:
                    assert reply.status == 200
                return
            except (URLError, OSError):
                time.sleep(0.1)
        raise AssertionError("the server did not start")

    def kill(self) -> None:
        """End it as a power cut would."""
        if self._process is not None:
            os.kill(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None


@pytest.fixture(scope="session")
def chromium():
    if not Path(CHROMIUM).exists():
        pytest.skip("no Chromium on this machine")
    ARTEFACTS.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CALM)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory):
    kept = Server(tmp_path_factory.mktemp("house"))
    yield kept
    kept.kill()


@pytest.fixture
def server(house):
    """The one server of this run; a test may kill it, the next finds it open again."""
    if not house.runs:
        house.start()
    return house


ANNOUNCED = """
try { sessionStorage.setItem("karma-dice-way", "announce") } catch { }
"""
"""Most of these tests name the dice before they fall: two words, so more can happen
between them. A blank page has no storage."""


@pytest.fixture
def device(chromium, request):
    """Open a page on a device of its own; what its console complains is kept."""
    opened = []
    request.node.pages_opened = pages = []

    def make(width=390, height=844, way=ANNOUNCED, **settings):
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            **{"locale": "en-GB"} | settings,
        )
        context.set_default_timeout(PATIENCE)
        if way:
            context.add_init_script(way)
        opened.append(context)
        page = context.new_page()
        pages.append(page)
        page.complaints = []
        page.on("pageerror", lambda error: page.complaints.append(str(error)))
        page.on(
            "console",
            lambda said: (
                page.complaints.append(said.text)
                if said.type == "error" and "Failed to load resource" not in said.text
                else None
            ),
        )
        return page

    yield make
    for context in opened:
        context.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    """Keep a picture of every open page when a browser test fails."""
    report = yield
    if report.failed and report.when == "call":
        for at, page in enumerate(getattr(item, "pages_opened", ())):
            page.screenshot(path=ARTEFACTS / f"failed-{item.name}-{at}.png")
    return report
