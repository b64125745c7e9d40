"""A turn of Samsara costs few taps, whoever plays with how many others."""

import pytest

from app import create_app
from tests.games.samsara.taps import TAPS, Phones, count, told

SEEDS = {2: 1, 3: 0, 4: 0, 5: 0}
"""One short game for each number of players; `python -m tests.games.samsara.taps` plays
ten of each and prints the same."""


@pytest.mark.slow
@pytest.mark.parametrize("players", SEEDS)
def test_a_turn_costs_at_most_four_taps_on_average(tmp_path, players, capsys):
    app = create_app({"DATA": str(tmp_path), "TESTING": True})
    phones = Phones(app, players, "fast")
    counted = count(phones, SEEDS[players], players, "fast")
    with capsys.disabled():
        print("\n" + told(players, [counted]))
    assert counted.turns > 5 * players
    assert counted.each <= TAPS
