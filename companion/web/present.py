"""Views as they leave the house: put into the phone's words, never cached."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response

from companion.table.bearer import Bearer
from companion.table.table import Table
from companion.table.view import Shelved, view
from companion.web.i18n import language, localise


def present(table: Table | Shelved, bearer: Bearer) -> dict[str, Any]:
    """Return the view of one bearer in the language of the request."""
    charter = table.charter
    seen = view(table, bearer)
    spoken: dict[str, Any] = localise(seen, language(), charter.players, charter.game)
    return spoken


def reply(data: Any, status: int = 200) -> Response:
    """Return data as a JSON response."""
    return Response(msgspec.json.encode(data), status, mimetype="application/json")
