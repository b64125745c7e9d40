"""The walk of one action through the house, from the tap to the drawn page.

`python -m tests.bench.walk` prints it; an older tree is measured by the same script:
`cd OLD && PYTHONPATH=. python NEW/tests/bench/walk.py`.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import CodeType, FrameType
from typing import Any

ENGINES = ("companion/games/", "companion/core/turn.py")
"""Where a step is really made: the `Game` record only passes it on."""

STEPS = {"apply": "apply", "settle": "apply", "broken_rule": "broken_rule"}

FORM = {"name-0": "Ana", "name-1": "Ben", "players": "2", "end": "reserve-empty"}
FORM |= {"rounds": "7", "target": "50", "yogi": "on", "eye": "fair"}

OPENINGS = ("open", "_latest")
"""How a table is fetched: to look at it, and to write to it."""


@dataclass
class Walk:
    """What one action passed."""

    root: Path
    files: dict[str, None] = field(default_factory=dict)
    hops: int = 0
    """How often the next call was in another file."""

    calls: Counter[str] = field(default_factory=Counter)
    requests: int = 0
    _known: dict[CodeType, str] = field(default_factory=dict)
    _within: Counter[str] = field(default_factory=Counter)
    _last: str = ""

    @property
    def modules(self) -> list[str]:
        """The modules of ours that had a word in it."""
        return [name for name in self.files if name.endswith(".py")]

    @property
    def shared(self) -> list[str]:
        """The modules that belong to no single game."""
        return [name for name in self.modules if "companion/games/" not in name]

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Count whatever is called in this block."""
        sys.setprofile(self._look)
        try:
            yield
        finally:
            sys.setprofile(None)

    def _look(self, frame: FrameType, event: str, _arg: Any) -> None:
        if event not in ("call", "return"):
            return
        name = self._known.get(frame.f_code) or self._place(frame.f_code)
        if name == "-":
            return
        if event == "call":
            self.files.setdefault(name)
            self.hops += name != self._last
            self._last = name
        kind = STEPS.get(frame.f_code.co_name)
        if kind and name.startswith(ENGINES):
            self._within[kind] += 1 if event == "call" else -1
            # An apply that calls settle is one step, not two.
            self.calls[kind] += event == "call" and self._within[kind] == 1
        if frame.f_code.co_name in OPENINGS and name.startswith("companion/table/"):
            self.calls["open"] += event == "call"

    def _place(self, code: CodeType) -> str:
        path = Path(code.co_filename)
        ours = path.is_relative_to(self.root) and ".venv" not in path.parts
        inside = str(path.relative_to(self.root)) if ours else "-"
        name = "-" if inside.startswith("tests") else inside
        self._known[code] = name
        return name

    def __str__(self) -> str:
        drawn = len(self.files) - len(self.modules)
        return (
            f"requests {self.requests}, opened {self.calls['open']},"
            f" apply {self.calls['apply']}, broken_rule {self.calls['broken_rule']},"
            f" modules {len(self.modules)} ({len(self.shared)} of no game),"
            f" templates {drawn}, changes of file {self.hops}"
        )


def walk(root: Path, drawn: bool = True) -> Walk:
    """Settle once in Karma Dice, as the host's phone does it."""
    from app import create_app

    with TemporaryDirectory() as data:
        app = create_app({"DATA": data, "TESTING": True, "RNG": Random(1)})
        client = app.test_client()
        table = client.post("/new/karma-dice", data=FORM).location.split("/")[2]
        phone = Host(client, table)
        settle = phone.play_until("settle")
        client.get(f"/t/{table}/live?as=host")  # every template is compiled by now
        found = Walk(root)
        with found.watched():
            found.requests = phone.tap(settle, drawn)
    return found


@dataclass
class Host:
    """A phone that plays for everyone."""

    client: Any
    table: str
    seen: int = 0

    def play_until(self, kind: str) -> dict[str, Any]:
        """Play at random until such an action is open; return it."""
        chooser = Random(1)
        while True:
            view = self.client.get(f"/api/tables/{self.table}?as=host").json
            for action in view["legal"]:
                if action["type"] == kind:
                    return dict(action)
            if view["awaiting"]:
                self.say("chance", {})
            else:
                self.say("actions", {"action": chooser.choice(view["legal"])})

    def say(self, what: str, body: dict[str, Any], kind: str = "*/*") -> Any:
        reply = self.client.post(
            f"/api/tables/{self.table}/{what}?as=host",
            data=json.dumps({**body, "seen": self.seen, "id": str(self.seen + 1)}),
            content_type="application/json",
            headers={"Accept": kind},
        )
        assert reply.status_code == 201, reply.text
        self.seen += 1
        return reply

    def tap(self, action: dict[str, Any], drawn: bool) -> int:
        """Play and draw, as `act.js` does; return how many requests it took."""
        wish = "text/html, application/json;q=0.5" if drawn else "*/*"
        reply = self.say("actions", {"action": action}, wish)
        if not drawn or reply.mimetype == "text/html":
            return 1
        self.client.get(f"/t/{self.table}/live?as=host")
        return 2


if __name__ == "__main__":
    for drawn in (False, True):
        print("page:" if drawn else "JSON:", walk(Path.cwd(), drawn))
