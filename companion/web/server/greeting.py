"""What the terminal says when the table is open."""

from __future__ import annotations

from flask import Flask

from companion.web import invitation, qr
from companion.web.server.network import lan_address
from companion.web.services import Services


def start_url(home: Services, host: str, port: int, tls: bool) -> str:
    """Return the address to open first."""
    if home.public_url:
        return home.public_url.rstrip("/") + "/"
    name = lan_address() if host in ("", "0.0.0.0", "::") else host
    return f"{'https' if tls else 'http'}://{name}:{port}/"


def host_link(app: Flask, url: str) -> str:
    """Return what makes a browser a host's, where only some may lay out tables."""
    if not app.config["INVITE_ONLY"]:
        return ""
    with app.app_context():
        return f"{url}host/{invitation.secret()}"


def greeting(url: str, host_link: str = "") -> str:
    """Return what the terminal shows while the table is open."""
    only = f"Only who opens {host_link} may lay out tables.\n" if host_link else ""
    return (
        f"\nKarma Table is open at {url}\n{only}"
        "Open it on this machine to lay out a table. Phones scan this, or open"
        f"\n{url}join, and are at the table that was laid out last:\n\n"
        f"{qr.terminal(url + 'join')}\n"
        "Ctrl-C stops it; nothing is lost.\n"
    )
