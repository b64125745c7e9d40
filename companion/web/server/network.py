"""What this machine is called on the local network."""

from __future__ import annotations

import ipaddress
import socket


def lan_address() -> str:
    """Return the address other devices see; 127.0.0.1 if there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this only asks which way a packet would leave.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def split_host(host: str) -> tuple[str, str]:
    """Return the name and the port (":8000", or nothing) of a `Host` header."""
    start, _, end = host.rpartition(":")
    if start and end.isdecimal() and not start.endswith(":"):
        return start, f":{end}"
    return host, ""


def is_our_name(name: str) -> bool:
    """Tell whether a name may lead here: an address, or what this machine is called.

    Routers add an ending of their own (`.local`, `.fritz.box`), so only the first part
    is compared. Any other name needs `--public-url`.
    """
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        own = socket.gethostname().partition(".")[0].lower()
        return name.lower().partition(".")[0] == own
    return True


def is_loopback(name: str) -> bool:
    """Tell whether only this machine can use that name for itself."""
    if name in ("localhost", "0.0.0.0"):
        return True
    try:
        return ipaddress.ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return False
