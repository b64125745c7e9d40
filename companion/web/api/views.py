"""Views as they leave the server: put into the words of the phone that asks."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import cast

from companion.core.seats import Seat
from companion.table.bearer import Bearer
from companion.table.log_lines import tell
from companion.table.table import PlayedStep, Table
from companion.table.view import Shelved, View, Wording, view
from companion.web.i18n import language, localise

LINES_KEPT = 5000
"""About forty tables of four phones, at thirty lines each."""


class Views:
    """Makes views; log lines are worded once per seat and language and kept."""

    def __init__(self, kept: int = LINES_KEPT) -> None:
        self._most = kept
        self._kept: OrderedDict[tuple[str, int, Seat | None, str], str] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def made(self, table: Table | Shelved, bearer: Bearer) -> View[Wording]:
        """Return the view of one bearer; only its log is in words yet."""
        lang = language()

        def told(step: PlayedStep) -> Wording:
            assert isinstance(table, Table)
            return self._line(table, step, table.eyes(bearer), lang)

        return view(table, bearer, told)

    def spoken(self, table: Table | Shelved, bearer: Bearer) -> View[str]:
        """Return the view of one bearer in the language of the request."""
        charter = table.charter
        seen = self.made(table, bearer)
        said = localise(seen, language(), charter.players, charter.game)
        return cast("View[str]", said)

    def _line(
        self, table: Table, step: PlayedStep, eyes: Seat | None, lang: str
    ) -> str:
        charter = table.charter
        key = (charter.table, step.entry.version, eyes, lang)
        found = self._kept.get(key)
        if found is not None:
            return found
        phrase = tell(table, step, eyes).to_json()
        text = str(localise(phrase, lang, charter.players, charter.game))
        with self._lock:
            self._kept[key] = text
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return text
