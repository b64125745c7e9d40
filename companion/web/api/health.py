"""Is anybody home."""

from __future__ import annotations

from flask import Blueprint, Response

from companion.web.api.views import reply
from companion.web.services import services

bp = Blueprint("health", __name__)


@bp.get("/healthz")
def healthz() -> Response:
    """Answer 200 when the store can be read and written."""
    services().tables.store.try_writing()
    return reply({"ok": True, "streams": len(services().live)})
