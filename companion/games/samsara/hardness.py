"""How hard a game alone is with each character: what the bot achieves."""

from __future__ import annotations

from companion.games.samsara.life import understood_setting
from companion.games.samsara.state import Setting

WINS: dict[str, dict[str, int]] = {
    "easy": {},
    "normal": {},
}
"""Games of 100 that the bot wins, by `python -m tests.bench.bench_solo`."""


def wins_alone(setting: Setting, character: str) -> int | None:
    """Return how many games of 100 the bot wins alone; None where nobody measured."""
    if not understood_setting(setting):
        return None
    return WINS["easy" if setting.quick else "normal"].get(character)
