"""Budgets for strangers: what one address or one host may use up in an hour.

A home never meets them. Whoever sits at the machine itself is not counted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from math import ceil
from threading import Lock
from time import monotonic

from flask import Flask, Response, current_app, g, request

from companion.core.errors import Refusal
from companion.core.phrase import Phrase, say
from companion.table.budgets import SharedBudget
from companion.table.hosts import host_id
from companion.table.removal import remove_unplayed
from companion.table.store import Store
from companion.table.troubles import StoreTrouble
from companion.web.hosts import host_of_browser
from companion.web.server.network import is_loopback
from companion.web.services import services

HOUR = 3600.0
DAY = 24 * HOUR
MEGABYTE = 1024 * 1024

KEYS = 10_000
"""Addresses and hosts that a budget remembers; those with most left are forgotten."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """How much there is of something, and in which time it comes back."""

    of_address: float
    of_host: float
    seconds: float
    words: Phrase


ALLOWANCES: Mapping[str, Allowance] = {
    # A club lays out a table every half minute; a host plays a short game in two.
    "tables": Allowance(
        120, 30, HOUR, say("Many tables were laid out from here. Wait a little.")
    ),
    # Moving house: every table of a year, one file each, in two evenings.
    "imports": Allowance(
        30, 30, HOUR, say("Many tables were brought here. Wait a little.")
    ),
    # A box has up to 120 cards, and each may be shown three times.
    "teaching": Allowance(
        800, 400, HOUR, say("Many cards were shown from here. Wait a little.")
    ),
    # Somebody who moves the lamp and tries again, for an hour.
    "trials": Allowance(
        120, 60, HOUR, say("Many photos were tried from here. Wait a little.")
    ),
    # Every new teacher takes room on the disk, which has a hundred places.
    "teachers": Allowance(
        10, 10, DAY, say("Many people taught cards from here today. Try tomorrow.")
    ),
    # Four games, three languages, two papers: all of them, twice.
    "kits": Allowance(48, 48, HOUR, say("Many kits were made for you. Wait a little.")),
    # Ten tables that send a photo of 4 MB every minute.
    "megabytes": Allowance(
        2400, 1200, HOUR, say("A lot was sent from here. Wait a little.")
    ),
}

CHARGED = {
    "api.create": "tables",
    "pages.lay_out": "tables",
    "evening.again": "tables",
    "challenge.begin": "tables",
    "evenings.again": "tables",
    "history.bring_in": "imports",
    "files.bring_back": "imports",
    "teach.show": "teaching",
    "teach.show_at_table": "teaching",
    "know.tried": "trials",
    "know.tried_at_table": "trials",
    "know.learn": "teaching",
    "know.learn_at_table": "teaching",
    "kit.print_kit": "kits",
}
"""What a call uses up, by its endpoint."""

WHOSE = ("of_address", "of_host")

SMALL = 64 * 1024
"""Bodies up to here are words and forms, and are not counted."""


class TooMuch(Refusal):
    """A budget is used up; it comes back by itself."""

    code = "too_much"

    def __init__(self, words: Phrase, wait: int) -> None:
        super().__init__(words)
        self.retry_after = wait


class Budget:
    """Lets everyone use up a certain amount, which flows back steadily."""

    def __init__(
        self, most: float, seconds: float, clock: Callable[[], float] = monotonic
    ) -> None:
        self._most, self._rate, self._clock = most, most / seconds, clock
        self._used: dict[str, tuple[float, float]] = {}
        self._lock = Lock()

    def wait(self, key: str, amount: float = 1) -> int:
        """Return after how many seconds there is enough; 0 if there is now."""
        used = self._left_over(key)
        missing = used + amount - self._most
        # Whoever has used nothing may do one thing, however large it is.
        return ceil(missing / self._rate) if used and missing > 0 else 0

    def spend(self, key: str, amount: float = 1) -> int:
        """Use up some; return 0, or how long to wait if there is not enough."""
        with self._lock:
            if wait := self.wait(key, amount):
                return wait
            self._used[key] = (self._left_over(key) + amount, self._clock())
            self._make_room()
            return 0

    def _left_over(self, key: str) -> float:
        used, at = self._used.get(key, (0.0, 0.0))
        return max(0.0, used - (self._clock() - at) * self._rate)

    def _make_room(self) -> None:
        if len(self._used) > KEYS:
            by_use = sorted(self._used, key=self._left_over)
            for key in by_use[: KEYS // 2]:
                del self._used[key]


class Budgets:
    """One budget for addresses and one for hosts, of everything that is limited.

    What this server has seen is counted first, without a question to the database;
    then what all servers on it have seen. So a flood ends here, and a stranger who is
    sent from one server to the next gains nothing.
    """

    def __init__(
        self,
        store: Store,
        times: float = 1.0,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._own: dict[tuple[str, str], Budget] = {}
        self._shared: dict[tuple[str, str], SharedBudget] = {}
        for kind, one in ALLOWANCES.items():
            for whose in WHOSE:
                most, key = getattr(one, whose) * times, (kind, whose)
                self._own[key] = Budget(most, one.seconds, clock)
                self._shared[key] = SharedBudget(
                    store, f"{kind} {whose}", most, one.seconds
                )

    def charge(self, kind: str, address: str, host: str, amount: float = 1) -> None:
        """Use up some of a budget.

        Raises:
            TooMuch: if this address or this host has used it up.
        """
        if is_loopback(address):
            return
        who = {"of_address": address, "of_host": host and host_id(host)}
        for whose, name in who.items():
            if name and (wait := self._spend((kind, whose), name, amount)):
                raise TooMuch(ALLOWANCES[kind].words, wait)

    def check(self, kind: str, address: str) -> None:
        """Use up nothing yet.

        Raises:
            TooMuch: if this address could use nothing.
        """
        if is_loopback(address):
            return
        key = (kind, "of_address")
        wait = self._own[key].wait(address)
        with suppress(StoreTrouble):
            wait = wait or self._shared[key].wait(address)
        if wait:
            raise TooMuch(ALLOWANCES[kind].words, wait)

    def _spend(self, key: tuple[str, str], who: str, amount: float) -> int:
        wait = self._own[key].spend(who, amount)
        # A database in trouble is no reason to print no kit: this server still counts.
        with suppress(StoreTrouble):
            wait = wait or self._shared[key].spend(who, amount)
        return wait


class Sweeper:
    """Deletes tables that were never played, once a day."""

    def __init__(self, days: float, clock: Callable[[], float] = monotonic) -> None:
        self._days, self._clock = days, clock
        self._due = clock()
        self._lock = Lock()

    def sweep_when_due(self) -> None:
        """Sweep, unless it was done today."""
        with self._lock:
            if self._clock() < self._due:
                return
            self._due = self._clock() + DAY
        remove_unplayed(services().tables, self._days)


def init_app(app: Flask) -> None:
    """Count what strangers use up."""
    store = app.extensions["services"].tables.store
    app.extensions["budgets"] = Budgets(store, app.config["BUDGETS"])
    app.extensions["sweeper"] = Sweeper(app.config["UNPLAYED_DAYS"])
    app.before_request(charge)
    app.after_request(count_teacher)


def charge() -> None:
    """Count this request.

    Raises:
        TooMuch: if it would be too much.
    """
    budgets: Budgets = current_app.extensions["budgets"]
    address, host = request.remote_addr or "", host_of_browser()
    size = request.content_length or 0
    if size > SMALL:
        budgets.charge("megabytes", address, host, size / MEGABYTE)
    kind = CHARGED.get(request.endpoint or "")
    if kind is None:
        return
    if kind == "teaching" and not services().learnt_cards.knows(_teacher(host)):
        budgets.check("teachers", address)
        g.is_new_teacher = True
    budgets.charge(kind, address, host)
    if kind == "tables":
        current_app.extensions["sweeper"].sweep_when_due()


def _teacher(secret: str) -> str:
    """Return whose cards are taught: the host's of the table, or this browser's."""
    table = (request.view_args or {}).get("table_id")
    if table:
        return services().hosts.host_of(table) or ""
    return host_id(secret) if secret else ""


def count_teacher(response: Response) -> Response:
    """Count a new teacher when a card was learnt: a photo that failed takes no room."""
    if g.get("is_new_teacher") and response.status_code == 201:
        budgets: Budgets = current_app.extensions["budgets"]
        with suppress(TooMuch):  # several at once: the last one still has its card
            budgets.charge("teachers", request.remote_addr or "", "")
    return response
