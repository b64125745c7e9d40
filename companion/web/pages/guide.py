"""The first round, explained: one more sentence under each prompt, and its rule."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from companion.core.options import GUIDE
from companion.table.table import Table
from companion.table.view import Shelved, View
from companion.web.i18n import language, typographic
from companion.web.services import services


def guide(table: Table | Shelved, view: View[Any]) -> dict[str, str] | None:
    """Return the rule behind the prompt, if this table wants to be guided now."""
    if not isinstance(table, Table) or not table.charter.options.get(GUIDE):
        return None
    entry = services().rules.book.get(view["why"] or "")
    if entry is None or view["outcome"] or not _first_round(table, view):
        return None
    lang = language()
    words = entry.words(lang)
    title, short = typographic(words.title, lang), typographic(words.short, lang)
    return {"id": entry.id, "title": title, "short": short}


def _first_round(table: Table, view: View[Any]) -> bool:
    """Tell whether somebody has not had a turn yet, as the game counts or as we can."""
    if table.game.round_of:
        return table.game.round_of(table.state) == 1
    owners = [who for who, _ in groupby(table.owner(step) for step in table.standing)]
    going_on = bool(owners) and owners[-1] == view["turn"]
    return len(owners) - going_on < len(table.charter.players)
