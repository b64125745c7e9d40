"""The walk of one action through the house: files passed, rules asked, requests made.

`python -m tests.bench.walk` prints one line per tree; run it in an older tree with
`PYTHONPATH=OLD python tests/bench/walk.py` to compare.
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


@dataclass
class Walk:
    """What one action passed on its way from the tap to the drawn page."""

    root: Path
    files: dict[str, None] = field(default_factory=dict)
    calls: Counter[str] = field(default_factory=Counter)
    requests: int = 0
    _known: dict[CodeType, str] = field(default_factory=dict)
    _within: Counter[str] = field(default_factory=Counter)

    @property
    def python(self) -> list[str]:
        """The modules of ours that had a word in it."""
        return [name for name in self.files if name.endswith(".py")]

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
        self.files.setdefault(name)
        kind = _STEPS.get(frame.f_code.co_name)
        if kind and name.startswith(ENGINES):
            self._within[kind] += 1 if event == "call" else -1
            # An apply that looks at the rule first is one step, not two.
            if event == "call" and self._within[kind] == 1:
                self.calls[kind] += 1

    def _place(self, code: CodeType) -> str:
        path = Path(code.co_filename)
        ours = path.is_relative_to(self.root) and ".venv" not in path.parts
        inside = str(path.relative_to(self.root)) if ours else "-"
        name = "-" if inside.startswith("tests") else inside
        self._known[code] = name
        return name


_STEPS = {"apply": "apply", "settle": "apply", "broken_rule": "broken_rule"}


def walk(root: Path) -> Walk:
    """Settle once in Karma Dice, as the host's phone does it."""
    from app import create_app

    with TemporaryDirectory() as data:
        app = create_app({"DATA": data, "TESTING": True, "RNG": Random(1)})
        client = app.test_client()
        form = {"name-0": "Ana", "name-1": "Ben", "players": "2"}
        form |= {"end": "reserve-empty", "rounds": "7", "target": "50"}
        form |= {"yogi": "on", "eye": "normal"}
        table = client.post("/new/karma-dice", data=form).location.split("/")[2]
        phone = _Host(client, table)
        settle = phone.play_until("settle")
        client.get(f"/t/{table}/live?as=host")  # every template is compiled by now
        found = Walk(root)
        with found.watched():
            found.requests = phone.tap(settle)
    return found


@dataclass
class _Host:
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

    def say(self, what: str, body: dict[str, Any], **more: Any) -> Any:
        reply = self.client.post(
            f"/api/tables/{self.table}/{what}?as=host",
            data=json.dumps({**body, "seen": self.seen, "id": str(self.seen + 1)}),
            content_type="application/json",
            **more,
        )
        assert reply.status_code == 201, reply.text
        self.seen += 1
        return reply

    def tap(self, action: dict[str, Any]) -> int:
        """Play and draw, as `act.js` does; return how many requests it took."""
        drawn = {"headers": {"Accept": "text/html"}}
        reply = self.say("actions", {"action": action}, **drawn)
        if reply.mimetype == "text/html":
            return 1
        self.client.get(f"/t/{self.table}/live?as=host")
        return 2


def told(found: Walk) -> str:
    """Return the line of the table in docs/architecture.md."""
    drawn = len(found.files) - len(found.python)
    return (
        f"modules {len(found.python)}, templates {drawn},"
        f" apply {found.calls['apply']}, broken_rule {found.calls['broken_rule']},"
        f" requests {found.requests}"
    )


if __name__ == "__main__":
    root = Path(sys.modules["app"].__file__ if "app" in sys.modules else "app.py")
    found = walk(root.resolve().parent)
    print(told(found))
    print(*found.files, sep="\n")
