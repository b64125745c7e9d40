"""Tables exported before the turn machine came still replay, to the same words."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from app import create_app

EXPORTS = sorted((Path(__file__).parent / "exports").glob("*.json"))
REWORDED = {"(the app did it)": "(by the app)", "1 white Yogi": "1 Yogi die"}
"""What the house has said otherwise since these tables were exported."""

THROWN = re.compile(
    r"\b(\d+) (red|orange|yellow|green|light blue|dark blue|violet)(?=[,.])"
)
"""Dice that were told without their noun."""

SAME = ("version", "turn", "prompt", "scores", "board", "outcome")


def as_before(now, then):
    """Return what was told then already: boards and their options may have grown."""
    if not isinstance(now, dict) or not isinstance(then, dict):
        return now
    kept = {key: now.get(key) for key in then}
    if "options" in then:
        kept["options"] = now["options"][: len(then["options"])]
    return kept


@pytest.mark.parametrize("path", EXPORTS, ids=lambda path: path.stem)
def test_an_old_export_replays_to_the_table_it_was(path, tmp_path):
    kept = json.loads(path.read_text(encoding="utf-8"))
    client = create_app({"DATA": str(tmp_path), "TESTING": True}).test_client()
    laid = client.post("/api/tables/import", json=kept["export"]).get_json()
    bearer = {"Authorization": f"Bearer {laid['host_ticket']}"}
    view = client.get(f"/api/tables/{laid['table']}", headers=bearer).get_json()
    final = kept["final"]
    for key in SAME:
        assert as_before(view[key], final[key]) == final[key], key
    assert [line["text"] for line in view["log"]] == [*map(reworded, final["log"])]


def reworded(line):
    for old, new in REWORDED.items():
        line = line.replace(old, new)
    return THROWN.sub(
        lambda dice: f"{dice[0]} {'die' if dice[1] == '1' else 'dice'}", line
    )


def test_there_is_an_export_of_both_first_games():
    assert [path.stem for path in EXPORTS] == ["karma-dice", "samsara"]
