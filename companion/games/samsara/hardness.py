"""How hard a game alone is with each character: what the bot achieves."""

from __future__ import annotations

from companion.games.samsara.life import understood_setting
from companion.games.samsara.state import Setting

WINS: dict[str, dict[str, int]] = {
    "easy": {"bikkhu": 100, "vanarah": 99, "ussagah": 100, "dehnu": 99, "ibah": 100},
    "normal": {"bikkhu": 98, "vanarah": 93, "ussagah": 97, "dehnu": 93, "ibah": 94},
}
"""Games of 100 that the bot wins: `python -m tests.bench.bench_solo --games 200`."""


def wins_alone(setting: Setting, character: str) -> int | None:
    """Return how many games of 100 the bot wins alone; None where nobody measured."""
    if not understood_setting(setting):
        return None
    return WINS["easy" if setting.quick else "normal"].get(character)
