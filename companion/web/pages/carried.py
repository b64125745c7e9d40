"""A phone's page that travels with the news, so that the phone need not ask for it.

It is the very answer that `/t/<table>/live` would give: the ticket is looked at again,
and whatever speaks against it means that nothing is brought along and the phone asks.
"""

from __future__ import annotations

import gzip
import logging
from base64 import b64encode
from functools import lru_cache
from typing import Any, NamedTuple

from flask import Flask

from companion.core.errors import Refusal
from companion.table.bearer import Bearer
from companion.table.table import Table
from companion.web.pages import drawing
from companion.web.services import Services, approach

PACKED = 64
"""Pages that stay packed: a hundred who watch one table get the same one."""

_KEYS = ("REQUEST_METHOD", "PATH_INFO", "QUERY_STRING", "REMOTE_ADDR")
_PREFIXES = ("HTTP_", "SERVER_", "SCRIPT_", "wsgi.url_", "wsgi.version")

_log = logging.getLogger(__name__)


class Brought(NamedTuple):
    """A page and the version that it shows."""

    version: int
    page: bytes
    """Packed, in letters that a stream of events can carry."""


class Carried:
    """Draws the page of whoever opened a stream, as if that phone asked just now."""

    def __init__(
        self, app: Flask, table: str, who: Bearer, environ: dict[str, Any]
    ) -> None:
        """Remember who asks, by what their first request said."""
        self._app, self._table, self._who = app, table, who
        self._environ = {
            key: value
            for key, value in environ.items()
            if key in _KEYS or key.startswith(_PREFIXES)
        }

    def draw(self, version: int) -> Brought | None:
        """Return the page as it is now; None if the phone had better ask."""
        if self._has_it(version):
            return None
        with self._app.request_context(dict(self._environ)):
            try:
                table, who = approach(self._table)
                if not isinstance(table, Table) or _said_it(table, who):
                    return None
                return Brought(table.version, packed(drawing.phone_live(table, who)))
            except Refusal:
                return None
            except Exception:
                _log.exception("a page of table %s was not brought along", self._table)
                return None

    def _has_it(self, version: int) -> bool:
        """Tell whether the word that led here was theirs, as far as memory knows."""
        home: Services = self._app.extensions["services"]
        kept = home.tables.memory.get(self._table)
        known = kept is not None and kept.table.version == version
        return kept is not None and known and _said_it(kept.table, self._who)


def _said_it(table: Table, who: Bearer) -> bool:
    """Tell whether the last word was theirs: then its answer is their page."""
    return bool(len(table.log)) and table.log[-1].entry.who == who


@lru_cache(maxsize=PACKED)
def packed(page: str) -> bytes:
    """Return a page as a stream can carry it: gzip, in base64."""
    return b64encode(gzip.compress(page.encode(), 1, mtime=0))
