"""Every numbered fact, gap and reading of the sheet has a test that names it."""

from __future__ import annotations

from tests.games.karma_dice import (  # noqa: F401  (they register their facts)
    test_facts,
    test_oracle,
    test_powers,
    test_solo,
    test_traits,
)
from tests.games.karma_dice.table import FACTS

SHEET = [
    *map(str, range(1, 35)),
    "B1.8",
    *(f"B2-{letter}" for letter in "abcdefg"),
    *(f"B3-{number}" for number in range(1, 16)),
]


def test_every_fact_has_a_test():
    assert [label for label in SHEET if label not in FACTS] == []


def test_no_test_names_a_fact_that_is_not_there():
    assert sorted(set(FACTS) - set(SHEET)) == []
