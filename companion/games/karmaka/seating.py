"""Who sits where: rivals, partners, and who can be aimed at."""

from __future__ import annotations

from functools import lru_cache

from companion.core.seats import Seat
from companion.games.karmaka.state import NOBODY, Setting


@lru_cache(maxsize=256)
def partner(setting: Setting, seat: Seat) -> Seat:
    """Return the team mate of a seat, NOBODY for who plays alone."""
    if setting.teams:
        return Seat((seat + 2) % 4)
    if setting.wolf in (NOBODY, seat):
        return NOBODY
    return next(Seat(s) for s in range(3) if s not in (seat, setting.wolf))


@lru_cache(maxsize=256)
def rivals(setting: Setting, seat: Seat) -> tuple[Seat, ...]:
    """Return the rivals of a seat in turn order, from the left."""
    order = [Seat((seat + step) % setting.seats) for step in range(1, setting.seats)]
    mate = partner(setting, seat)
    return tuple(other for other in order if other != mate)


@lru_cache(maxsize=256)
def within_reach(setting: Setting, seat: Seat) -> tuple[Seat, ...]:
    """Return the rivals a power can be aimed at: with four, never the seat opposite."""
    opposite = (seat + 2) % 4 if setting.seats == 4 else NOBODY
    return tuple(other for other in rivals(setting, seat) if other != opposite)


@lru_cache(maxsize=256)
def anyone(setting: Setting, seat: Seat) -> tuple[Seat, ...]:
    """Return whom a power for any player can be used on: oneself first."""
    mate = partner(setting, seat)
    team = (seat,) if mate == NOBODY else (seat, mate)
    return team + within_reach(setting, seat)


def feeds_partner(setting: Setting, seat: Seat) -> bool:
    """Tell whether this seat may play cards on a partner's Future Life."""
    return partner(setting, seat) != NOBODY and (setting.teams or setting.pair_future)
