"""What the database holds; `migrations` leads there from every older schema."""

from __future__ import annotations

from sqlalchemy import (
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

VERSION = "v0007"
"""The newest migration: a database that says so is opened without Alembic."""

metadata = MetaData()

settings = Table(
    "settings",
    metadata,
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("engine", Integer, nullable=False),
    Column("players", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("created", String(30), nullable=False),
    # Entries that are missing can only be missed by someone who has counted them.
    Column("length", Integer, nullable=False, server_default="0"),
    Column("head", String(64), nullable=False, server_default=""),
    Column("host", String(32)),
    # Where the same people play on.
    Column("successor", String(20)),
)

entries = Table(
    "entries",
    metadata,
    # Two writers of the same version can never both win.
    Column("table_id", String(20), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(10), nullable=False),
    Column("who", String(10), nullable=False),
    Column("once", String(80), nullable=False),
    Column("at", String(30), nullable=False),
    Column("body", Text, nullable=False),
    Column("shown", Text, nullable=False),
    Column("digest", String(64), nullable=False, server_default=""),
    UniqueConstraint("table_id", "who", "once"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(20), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("generation", Integer, nullable=False),
    Column("taken", String(30)),
)

codes = Table(
    "codes",
    metadata,
    Column("code", String(20), primary_key=True),
    Column("table_id", String(20), nullable=False),
    Column("role", String(10), nullable=False),
    Column("seat", Integer),
    Column("used", String(30)),
)

hosts = Table(
    "hosts",
    metadata,
    # A digest of the browser's secret: who reads the database cannot become a host.
    Column("id", String(32), primary_key=True),
    Column("met", String(30), nullable=False),
    # Whoever has this code may look at the host's history.
    Column("share", String(20)),
    Index("hosts_by_share", "share", unique=True),
)

boxes = Table(
    "boxes",
    metadata,
    Column("host", String(32), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("corrections", Text, nullable=False),
    Column("changed", String(30), nullable=False),
)

results = Table(
    "results",
    metadata,
    # Complete in itself: a result outlives its table.
    Column("table_id", String(20), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("engine", Integer, nullable=False),
    Column("players", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("scores", Text, nullable=False),
    Column("winners", Text, nullable=False),
    Column("ending", String(40), nullable=False),
    Column("started", String(30), nullable=False),
    Column("seconds", Integer),
    Column("version", Integer, nullable=False),
    Column("host", String(32)),
    Index("results_by_host", "host", "started"),
)

played = Table(
    "played",
    metadata,
    # A result once more, a row for each person: so that years are counted at once.
    Column("table_id", String(20), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("host", String(32)),
    Column("person", String(60), nullable=False),
    Column("game", String(40), nullable=False),
    Column("score", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("luck", Float),
    Column("deeds", Text, nullable=False),
    Column("started", String(30), nullable=False),
    Index("played_by_person", "host", "person", "started"),
    Index("played_by_game", "host", "game", "person"),
)

people = Table(
    "people",
    metadata,
    Column("host", String(32), primary_key=True),
    Column("person", String(60), primary_key=True),
    Column("name", String(30), nullable=False),
    Column("colour", String(20), nullable=False),
    Column("seen", String(30), nullable=False),
)

bookmarks = Table(
    "bookmarks",
    metadata,
    # One for each table, the latest; it can be lost without loss.
    Column("table_id", String(20), primary_key=True),
    Column("length", Integer, nullable=False),
    Column("head", String(64), nullable=False),
    Column("begin", String(64), nullable=False),
    Column("code", String(64), nullable=False),
    Column("packed", LargeBinary, nullable=False),
    Column("proof", String(64), nullable=False),
)

FREED = "freed"
"""The setting with the tables whose tickets were taken away last, for SQLite."""

FREED_LAST = 32
"""So many: who looks every few milliseconds misses none of them."""

proposals = Table(
    "proposals",
    metadata,
    # A few minutes old each, and bounded in number; see `waiting`.
    Column("id", String(40), primary_key=True),
    Column("table_id", String(20), nullable=False),
    Column("version", Integer, nullable=False),
    Column("made", Float, nullable=False),
    Column("body", Text, nullable=False),
    Column("picture", LargeBinary, nullable=False),
    # A digest of the address it came from; none for the camera over the table.
    Column("place", String(24), nullable=False, server_default=""),
)

budgets = Table(
    "budgets",
    metadata,
    # A digest of who used up what: addresses are not kept.
    Column("key", String(64), primary_key=True),
    # The moment, in seconds, at which all of it has flowed back.
    Column("free", Float, nullable=False),
    Index("budgets_by_free", "free"),
)
