"""Views as they leave the server: put into the phone's words, never cached."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Any

import msgspec
from flask import Response

from companion.core.seats import Seat
from companion.table.bearer import Bearer
from companion.table.log_lines import tell
from companion.table.table import PlayedStep, Table
from companion.table.view import Shelved, view
from companion.web.i18n import language, localise

LINES_KEPT = 5000


def present(table: Table | Shelved, bearer: Bearer) -> dict[str, Any]:
    """Return the view of one bearer in the language of the request."""
    charter, lang = table.charter, language()

    def told(step: PlayedStep) -> str:
        assert isinstance(table, Table)
        return _lines.text(table, step, table.eyes(bearer), lang)

    seen = view(table, bearer, told)
    spoken: dict[str, Any] = localise(seen, lang, charter.players, charter.game)
    return spoken


def reply(data: Any, status: int = 200) -> Response:
    """Return data as a JSON response."""
    return Response(msgspec.json.encode(data), status, mimetype="application/json")


class _Lines:
    """Log lines in words: written once per seat and language, for they never change."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int, Seat | None, str], str] = OrderedDict()
        self._lock = Lock()

    def text(self, table: Table, step: PlayedStep, eyes: Seat | None, lang: str) -> str:
        """Return the line of a step for one pair of eyes."""
        charter = table.charter
        key = (charter.table, step.entry.version, eyes, lang)
        found = self._kept.get(key)
        if found is not None:
            return found
        phrase = tell(table, step, eyes).to_json()
        text = str(localise(phrase, lang, charter.players, charter.game))
        with self._lock:
            self._kept[key] = text
            if len(self._kept) > LINES_KEPT:
                self._kept.popitem(last=False)
        return text


_lines = _Lines()
