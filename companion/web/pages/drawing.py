"""What a page around any game is drawn from, beside the view itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import current_app

from companion.table.bearer import Bearer, Role
from companion.table.offers import Wording, moves_of
from companion.table.table import Table
from companion.table.view import Shelved, View
from companion.web.i18n import draw, language, localise, typographic
from companion.web.pages import rooms
from companion.web.pages.guide import guide
from companion.web.services import game_names, services

PARTS = {
    "phone": "_generic_phone.html",
    "table": "_generic_table.html",
    "status": "_nothing.html",
    "me": "_nothing.html",
    "correct": "_correct_scores.html",
    "audit": "_audit.html",
    "player": "_nothing.html",
    "box": "_nothing.html",
    "sheets": "_nothing.html",
    "words": "_nothing.html",
    "order": "_order.html",
    "calibrate": "_nothing.html",
    "mark": "_mark.html",
    "waiting": "_nothing.html",
}
"""Parts a game may draw itself, as `<part>.html` of its screens, and who else does."""

MOST_TIPS = 12


@dataclass(frozen=True, slots=True)
class Move:
    """An open action; its words are looked up only if they are shown."""

    action: dict[str, Any]
    phrase: Any
    names: tuple[str, ...]
    area: str

    @property
    def label(self) -> str:
        """The words on its button."""
        said: str = localise(self.phrase, language(), self.names, self.area)
        return said

    def part(self, key: str) -> Any:
        """Return one of the things its words speak of, None if they do not."""
        found = self.phrase.get("with", {}).get(key)
        return localise(found, language(), self.names, self.area)


def phone_live(table: Table | Shelved, who: Bearer) -> str:
    """Draw the part of the phone page that changes, once for everyone alike."""
    charter = table.charter

    def drawn() -> str:
        return draw("_phone_live.html", charter.game, **phone(table, who))

    # What follows a game comes without a new version: then every page is drawn.
    if isinstance(table, Shelved) or table.game.outcome(table.state):
        return drawn()
    key = (charter.table, table.version, str(who), language())
    return services().pages.page(key, drawn)


def phone(table: Table | Shelved, who: Bearer) -> dict[str, Any]:
    """Return what the phone page is drawn from."""
    seen = services().views.made(table, who)
    names, game = table.charter.players, table.charter.game
    moves = [
        Move(action, phrase, names, game)
        for action, phrase in zip(seen["legal"], seen["labels"], strict=True)
    ]
    plain: View[Wording] = {**seen, "legal": [], "labels": []}
    view: Any = services().views.in_words(table, plain)
    rules = rules_now(table, who)
    guided = guide(table, seen)
    return {
        **common(table, who, view),
        "moves": moves,
        "may_report": bool(view["awaiting"]) and _may_report(who, view["turn"]),
        "rules_now": rules,
        "guide": guided,
        "tips": rules if who.role is not Role.WATCH and not guided else [],
    }


def _may_report(who: Bearer, turn: int | None) -> bool:
    """Tell whether this one may say what fell or was drawn; a watcher never may."""
    return who.role is Role.HOST or (turn is not None and who.seat == turn)


def screen(table: Table | Shelved, who: Bearer, view: View[str]) -> dict[str, Any]:
    """Return what the table screen is drawn from."""
    return {
        **common(table, who, view),
        "is_host": who.role is Role.HOST,
        "eyes_there": services().eyes is not None,
    }


def common(table: Table | Shelved, who: Bearer, view: View[str]) -> dict[str, Any]:
    """Return what both kinds of page are drawn from."""
    names = view["players"]
    over = table if isinstance(table, Table) and view["outcome"] else None
    scores = [
        {**one, "name": one.get("name") or names[one["seat"]]} for one in view["scores"]
    ]
    return {
        "view": {**view, "scores": scores, "standings": _standings(view, scores)},
        "names": names,
        "bearer": str(who),
        "look": look(view),
        "kept": services().kept.versions(view["table"]),
        **room(view["game"]),
        "audit": services().audits.spoken(over) if over else None,
        "next": services().evenings.successor(view["table"]) if over else None,
    }


def look(view: View[str]) -> Any:
    """Return how the pieces of this table look, where a game says it: boxes differ."""
    shown = room(view["game"])["draw"].get("look")
    return shown(view["board"]) if shown else None


def room(game: str) -> dict[str, Any]:
    """Return what the room of a game brings to any page: parts, script and style."""
    known: dict[str, dict[str, Any]] = current_app.extensions.setdefault("rooms", {})
    if game not in known:  # asked for every page, and always the same
        known[game] = {
            "game_name": name_of(game),
            "templates": templates(game),
            "draw": _helpers(game),
            "own_script": rooms.has(game, "game.js"),
            "own_style": rooms.has(game, "style.css"),
        }
    return known[game]


def name_of(game: str) -> str:
    """Return what a game is called; its key when nothing but its tables is left."""
    return game_names().get(game, game)


def templates(game: str) -> dict[str, str]:
    """Return where each part of a page is drawn: by the game, else by ours."""
    return {
        part: f"rooms/{game}/{part}.html" if rooms.draws(game, f"{part}.html") else ours
        for part, ours in PARTS.items()
    }


def _helpers(game: str) -> Mapping[str, Callable[..., Any]]:
    known = services().tables.games.get(game)
    return known.drawing if known else {}


def rules_now(table: Table | Shelved, who: Bearer) -> list[dict[str, str]]:
    """Return the rules that the actions open to this bearer touch, once each."""
    if not isinstance(table, Table):
        return []
    game, state = table.game, table.state
    touched: dict[str, None] = {}
    for action, actor in moves_of(game, state):
        if who.may_speak_for(actor):
            touched |= dict.fromkeys(game.touches(state, action))
    found = [services().rules.book.get(rule) for rule in touched]
    words = [(entry.id, entry.words(language())) for entry in found if entry]
    told = [
        {
            "id": name,
            "title": typographic(said.title, language()),
            "short": typographic(said.short, language()),
        }
        for name, said in words
    ]
    return told[:MOST_TIPS]


def _standings(view: View[str], scores: list[dict[str, Any]]) -> list[dict[str, Any]]:
    winners = view["outcome"]["winners"] if view["outcome"] else []
    rows = [{**score, "won": score["seat"] in winners} for score in scores]
    return sorted(rows, key=lambda row: (not row["won"], -row["score"]))
