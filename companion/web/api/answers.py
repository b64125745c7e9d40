"""What the calls answer, one type per shape; views are typed by the table."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from companion.core.options import Setting
from companion.table.view import Ending, View, You


class RuleNamed(TypedDict):
    """The rule that speaks against something."""

    id: str
    title: str
    url: str


class Fault(TypedDict):
    """Why not: a code for programs, a sentence for people."""

    code: str
    message: str
    rule: RuleNamed | None
    version: int | None


class Error(TypedDict):
    """The one shape of every error."""

    error: Fault


class Refused(Error):
    """An action that breaks a rule, as the host hears it."""

    anyway: NotRequired[bool]
    """Whether the host's word would carry it out all the same."""


class Stale(Error):
    """What is there now comes along, so that a phone can go on."""

    view: NotRequired[View[str]]
    drawn: NotRequired[str]
    """The changing part of the page instead of the view, for who asked for HTML."""


class Count(TypedDict):
    """From so many to so many."""

    least: int
    most: int


class Choice(TypedDict):
    """One value of an option."""

    value: str
    label: str
    players: list[int]
    """Player counts it makes sense for; empty means all of them."""


class OptionShown(TypedDict):
    """Something a table may choose before it begins."""

    key: str
    default: Setting
    label: str
    provenance: Literal["rulebook", "deduced", "default"]
    note: str | None
    choices: list[Choice]
    least: int
    most: int
    seat: bool
    players: list[int]
    unless: list[str]
    """Another option, and the value of it with which this one means nothing."""


class GameShown(TypedDict):
    """What the setup screen needs to know of a game."""

    game: str
    name: str
    engine: int
    players: Count
    options: list[OptionShown]


class Games(TypedDict):
    """Every game there is."""

    games: list[GameShown]


class SeatTicket(TypedDict):
    """A seat with the ticket that opens it."""

    seat: int
    name: str
    ticket: str
    join_url: str


class Followed(TypedDict):
    """Who somebody is at the table where the evening goes on."""

    table: str
    seat: int | None
    ticket: str


class Invitation(TypedDict):
    """The tickets and links of a new table."""

    table: str
    version: int
    host_ticket: str
    seats: list[SeatTicket]
    play_url: str
    watch_url: str


class MyTable(TypedDict):
    """A table this browser has been to."""

    table: str
    game: str
    players: list[str]
    version: int
    created: str
    outcome: str | None
    closed: bool
    you: list[You]


class MyTables(TypedDict):
    """The tables this browser holds tickets for, newest first."""

    tables: list[MyTable]


class SetupSteps(TypedDict):
    """What to take out of the box and where to put it."""

    setup: list[str]


class SeatShown(TypedDict):
    """A seat, and whether a device sits there."""

    seat: int
    name: str
    taken: bool


class SeatLinked(SeatShown):
    """A seat with the link that opens it, for the host."""

    join_url: str | None


class Seats(TypedDict):
    """Who sits where."""

    seats: list[SeatLinked]
    play_url: str | None
    watch_url: str | None


class CodeShown(TypedDict):
    """What a code opens."""

    table: str
    game: str
    role: Literal["seat", "play", "watch"]
    seat: int | None
    used: bool
    seats: list[SeatShown]


class Joined(TypedDict):
    """A ticket for a code."""

    table: str
    you: You
    ticket: str


class Candidate(TypedDict):
    """An action a photo may stand for."""

    action: dict[str, Any]
    """Empty if it is for the app's eyes alone: accept it without an action."""

    confidence: float
    label: str


class Differs(TypedDict):
    """How a table differs from what the app believes."""

    steps: list[str]
    """What to put right; nothing if it lies as it should."""

    rule: RuleNamed | None
    """What speaks against the turn this looks like."""

    patch: dict[str, Any] | None
    """For the host: the correction that takes the table as it lies."""


class ProposalShown(TypedDict):
    """What a photo seems to show."""

    id: str
    version: int
    by: You
    yours: bool
    """Whether it waits for this bearer."""

    reader: str
    readings: list[dict[str, Any]]
    candidates: list[Candidate]
    certain: bool
    counts: bool
    """Whether this table lets it count at once: the sender then accepts it unasked."""

    stop_card: bool
    """Whether the card that says stop lies in the picture."""

    differs: Differs | None
    question: Any
    problem: str | None
    picture_url: str
    """Empty if nobody may see it."""

    size: list[int]
    ms: float


class CameraShown(TypedDict):
    """What the camera over the table does; nothing but `counts` if there is none."""

    there: bool
    """Whether this server has a camera."""

    here: bool
    """Whether it looks at this table."""

    light: Literal["waiting", "hands", "reading", "read"]
    readings: list[dict[str, Any]]
    size: list[int]
    certain: bool
    advice: str | None
    picture: int
    """Rises with every new picture; 0 for who may not see it."""

    counts: bool
    """Whether a reading that is certain counts at once."""

    kept: int
    """How many photos of throws are kept."""

    stop: dict[str, Any] | None
    """The action that "stop" stands for now, for the host; None if it says nothing."""


class Forgotten(TypedDict):
    """How much was deleted."""

    forgotten: int


class Export(TypedDict):
    """A table as a file: its whole log."""

    format: int
    game: str
    engine: int
    players: list[str]
    options: dict[str, Any]
    entries: list[dict[str, Any]]
    created: NotRequired[str]


class ResultLine(TypedDict):
    """What somebody ended with."""

    seat: int
    name: str
    score: int | None
    winner: bool


class Results(TypedDict):
    """Who has what, and how it ended if it did."""

    table: str
    game: str
    created: str
    version: int
    outcome: Ending[str] | None
    players: list[ResultLine]


class RuleShown(TypedDict):
    """One entry of the rules."""

    id: str
    code: str
    game: str
    kind: str
    title: str
    short: str
    text: str
    example: str
    page: int | None
    provenance: str
    related: list[str]
    pieces: list[str]
    url: str


class Rules(TypedDict):
    """The entries that were asked for."""

    game: str | None
    lang: str
    rules: list[RuleShown]


class Health(TypedDict):
    """Whether anybody is home, and how many listen."""

    ok: bool
    streams: int
