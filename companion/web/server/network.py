"""What this machine is called on the local network."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from functools import lru_cache

OWN = ("127.0.0.1", "::1")
"""A proxy on this machine is always believed: who can ask from here may do anything."""

NOBODY = "unknown"
"""Everybody whose address cannot be read; they share what one address may use."""


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


class Proxies:
    """The proxies that are believed when they say for whom they ask."""

    def __init__(self, named: Iterable[str] = ()) -> None:
        """Take addresses and networks in addition to this machine.

        Raises:
            ValueError: if one of them is neither.
        """
        self.networks = [ipaddress.ip_network(one) for one in (*OWN, *named)]
        self._knows = lru_cache(maxsize=4096)(self._look_up)

    def __contains__(self, address: str) -> bool:
        return self._knows(address)

    def names(self) -> list[str]:
        """Return all of them, as networks."""
        return [str(network) for network in self.networks]

    def _look_up(self, address: str) -> bool:
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self.networks)


HOUSEHOLD = 64
"""Bits of an IPv6 address that one household has for itself: its machines choose the
rest, and could count as a new stranger with every request."""


@lru_cache(maxsize=4096)
def plain_address(text: str) -> str:
    """Return an address as it is counted; a proxy may have passed on any text."""
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return NOBODY
    if not isinstance(found, ipaddress.IPv6Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    if not found.is_global:
        return str(found)  # the own network: each phone for itself
    network = ipaddress.ip_network((found, HOUSEHOLD), strict=False)
    return str(network.network_address)
