"""What is told when a game is over: curves, luck, and words for other places."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from companion.table.endings import Story, story
from companion.table.log_lines import tell
from companion.table.results import Result, result_of
from companion.table.table import Table
from companion.web.pages import charts

BG_STATS = "https://app.bgstatsapp.com/createPlay.html?data="
"""Where BG Stats takes a play that another app has counted, as its page on pushing
plays says: one JSON value in the address."""

SOURCE = "Karma Table"


def ending(table: Table, name: str) -> dict[str, Any]:
    """Return what the pages of a finished game are drawn from; `name` is the game's."""
    told, result = story(table), result_of(table)
    assert result is not None
    turning = told.turning
    return {
        "chart": charts.lines(told.curves),
        "series": told.curves,
        "luck": [
            (seat, memory.luck)
            for seat, memory in enumerate(told.memories)
            if memory.luck is not None
        ],
        "turning": None
        if turning is None
        else {
            "version": turning.entry.version,
            "text": tell(table, turning, None).to_json(),
        },
        "steps": _table(told),
        "bg_stats": bg_stats(result, name),
        "in_words": in_words(result, name),
    }


def bg_stats(result: Result, name: str) -> str:
    """Return the address that opens BG Stats with this play filled in."""
    charter = result.charter
    play: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": charter.table,
        "playDate": _ended(result).strftime("%Y-%m-%d %H:%M:%S"),
        "game": {
            "name": name,
            "sourceGameId": charter.game,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": player,
                "sourcePlayerId": player,
                "score": str(score),
                "winner": seat in result.winners,
                "startPlayer": False,
            }
            for seat, (player, score) in enumerate(
                zip(charter.players, result.scores, strict=False)
            )
        ],
    }
    if result.seconds is not None:
        play["durationMin"] = max(1, round(result.seconds / 60))
    return BG_STATS + quote(json.dumps(play, ensure_ascii=False), safe="")


def in_words(result: Result, name: str) -> str:
    """Return a play as a text for a forum: plain, in English as forums are."""
    charter = result.charter
    lines = [
        f"[b]{name}[/b], {_ended(result):%Y-%m-%d}"
        + (f", {max(1, round(result.seconds / 60))} min" if result.seconds else "")
    ]
    ranked = sorted(
        zip(charter.players, result.scores, range(len(charter.players)), strict=False),
        key=lambda one: (one[2] not in result.winners, -one[1]),
    )
    lines += [
        f"{player}: {score}" + (" (won)" if seat in result.winners else "")
        for player, score, seat in ranked
    ]
    return "\n".join(lines)


def _ended(result: Result) -> datetime:
    try:
        started = datetime.fromisoformat(result.started).timestamp()
    except ValueError:
        return datetime.now(UTC)  # an imported log may say anything
    return datetime.fromtimestamp(started + (result.seconds or 0), UTC)


def _table(told: Story) -> list[list[int]]:
    """Return the scores whenever one changed, a row each, for who reads numbers."""
    steps = sorted({step for curve in told.curves for step, _ in curve})
    known = [dict(curve) for curve in told.curves]
    rows: list[list[int]] = []
    now = [0 for _ in known]
    for step in steps:
        now = [curve.get(step, old) for curve, old in zip(known, now, strict=True)]
        rows.append(list(now))
    return rows
