"""What a rule means right now at the table this phone sits at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.errors import Refusal
from companion.core.phrase import Phrase
from companion.table.bearer import Bearer, Role
from companion.table.table import Table
from companion.web.i18n import language, localise
from companion.web.services import services
from companion.web.tickets import tables_in_pocket

MOST_LABELS = 6


@dataclass(frozen=True, slots=True)
class Now:
    """A running game, seen from one rule."""

    table: str
    players: tuple[str, ...]
    prompt: str
    asked: bool
    """This rule is the reason for what the table is asked to do."""

    actions: tuple[str, ...]
    """What this phone may do now that the rule touches."""

    more: int
    """How many further actions it touches."""


def in_your_game(game: str, rule: str) -> Now | None:
    """Return what a rule means in this phone's newest running game of that kind."""
    running = [
        (table, who)
        for name in dict.fromkeys(name for name, _ in tables_in_pocket())
        for table, who in _sitting(name)
        if table.charter.game == game and table.game.outcome(table.state) is None
    ]
    if not running:
        return None
    return _now(*max(running, key=lambda one: one[0].charter.created), rule)


def _sitting(name: str) -> list[tuple[Table, Bearer]]:
    held = sorted(
        services().tickets.held(name), key=lambda who: who.role is not Role.SEAT
    )
    if not held:
        return []
    try:
        table = services().tables.open(name)
    except Refusal:
        return []
    return [(table, held[0])] if isinstance(table, Table) else []


def _now(table: Table, who: Bearer, rule: str) -> Now:
    game, state = table.game, table.state
    seen = game.view(state, who.seat)
    touched = [
        game.label(state, action)
        for action in game.legal_actions(state)
        if who.role is not Role.WATCH
        and who.may_speak_for(game.actor(state, action))
        and rule in game.touches(state, action)
    ]
    labels = tuple(dict.fromkeys(_spoken(label, table) for label in touched))
    return Now(
        table=table.charter.table,
        players=table.charter.players,
        prompt=_spoken(seen["prompt"], table),
        asked=seen.get("why") == rule,
        actions=labels[:MOST_LABELS],
        more=max(0, len(labels) - MOST_LABELS),
    )


def _spoken(phrase: Phrase | dict[str, Any], table: Table) -> str:
    data = phrase.to_json() if isinstance(phrase, Phrase) else phrase
    return str(localise(data, language(), table.charter.players, table.charter.game))
