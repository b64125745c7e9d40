"""https on the local network: our own authority, kept in the data folder."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

AUTHORITY = "karma-table-authority.pem"
LEAF_DAYS = 397
"""Browsers refuse leaves that live longer."""


def adapter(data: Path, names: list[str]) -> Any:
    """Return cheroot's TLS adapter with a fresh leaf for these names."""
    from companion.web.server.deadlines import Adapter

    chain, key = data / "tls-chain.pem", data / "tls-key.pem"
    _private(key, b"")
    leaf = _authority(data).issue_cert(
        *names, not_before=_now(), not_after=_now() + timedelta(days=LEAF_DAYS)
    )
    _private(key, leaf.private_key_pem.bytes())
    chain.write_bytes(b"".join(part.bytes() for part in leaf.cert_chain_pems))
    return Adapter(str(chain), str(key))


def _authority(data: Path) -> Any:
    import trustme

    public, secret = data / AUTHORITY, data / "karma-table-authority-key.pem"
    if public.exists() and secret.exists():
        return trustme.CA.from_pem(public.read_bytes(), secret.read_bytes())
    authority = trustme.CA(organization_name="Karma Table (this machine)")
    _private(secret, authority.private_key_pem.bytes())
    public.write_bytes(authority.cert_pem.bytes())
    return authority


def _private(path: Path, content: bytes) -> None:
    path.touch(mode=0o600)
    path.write_bytes(content)


def _now() -> datetime:
    # A phone's clock may be a little behind ours.
    return datetime.now(UTC) - timedelta(hours=1)
