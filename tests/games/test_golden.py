"""Whole games that a person can read, told in the same words as when they were kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import GAMES
from tests.games.play import retell

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.txt"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_game_is_told_as_before(path):
    text = path.read_text("utf-8")
    assert retell(text) == text


@pytest.mark.parametrize("key", ["karma-dice", "karmaka", "samsara"])
def test_every_game_has_a_golden_one(key):
    assert key in GAMES
    assert any(path.stem.startswith(key) for path in GOLDEN)
