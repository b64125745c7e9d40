"""Is anybody home."""

from __future__ import annotations

from flask import Blueprint, Response

from companion.web.house import house
from companion.web.present import reply

bp = Blueprint("health", __name__)


@bp.get("/healthz")
def healthz() -> Response:
    """Answer 200 when the store answers."""
    house().desk.store.answers()
    return reply({"ok": True, "streams": len(house().live)})
