"""https on the local network: our own authority, kept in the data folder."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

AUTHORITY = "karma-table-authority.pem"
LEAF_DAYS = 397
"""Browsers refuse leaves that live longer."""


NOT_HTTPS = (
    b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nContent-Length: 63\r\n"
    b"Connection: close\r\n\r\n"
    b"This server speaks https here: begin the address with https://\n"
)


class Kind(ssl.SSLContext):
    """TLS that tells who came without it what is spoken here."""

    def wrap_bio(self, incoming: Any, outgoing: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the cipher of a new line."""
        made: Any = super().wrap_bio(incoming, outgoing, *args, **kwargs)
        made.plainly = outgoing
        return made


class _Cipher(ssl.SSLObject):
    plainly: ssl.MemoryBIO | None = None

    def do_handshake(self) -> None:
        try:
            super().do_handshake()
        except ssl.SSLError as problem:
            if problem.reason != "HTTP_REQUEST" or self.plainly is None:
                raise
            # Whoever wants to read more sends first what is written. The line ends
            # when the time for a handshake is over.
            self.plainly.write(NOT_HTTPS)
            self.plainly = None
            raise ssl.SSLWantReadError from None


def context(data: Path, names: list[str]) -> ssl.SSLContext:
    """Return how to speak TLS, with a fresh leaf for these names."""
    chain, key = data / "tls-chain.pem", data / "tls-key.pem"
    _private(key, b"")
    leaf = _authority(data).issue_cert(
        *names, not_before=_now(), not_after=_now() + timedelta(days=LEAF_DAYS)
    )
    _private(key, leaf.private_key_pem.bytes())
    chain.write_bytes(b"".join(part.bytes() for part in leaf.cert_chain_pems))
    made = Kind(ssl.PROTOCOL_TLS_SERVER)
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    made.sslobject_class = _Cipher
    made.load_cert_chain(chain, key)
    return made


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
