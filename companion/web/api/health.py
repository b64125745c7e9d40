"""Is anybody home."""

from __future__ import annotations

from flask import Blueprint

from companion.web.api.answers import Health
from companion.web.api.contract import call
from companion.web.services import services

bp = Blueprint("health", __name__)


@bp.get("/healthz")
@call(refuses=(503,))
def healthz() -> Health:
    """Answer 200 when the store can be read and written."""
    services().tables.store.try_writing()
    return {"ok": True, "streams": len(services().live)}
