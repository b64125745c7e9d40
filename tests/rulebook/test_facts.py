"""Every numbered fact of the fact sheets is told by an entry, and none is invented."""

import pytest

from companion.rulebook import catalogue
from tests.rulebook.shared import SHARED, facts_of

pytestmark = pytest.mark.skipif(
    not (SHARED / "games").is_dir(),
    reason="the fact sheets are not beside the repository",
)
COUNTS = {
    "karma-dice": 34 + 7 + 15,
    "samsara": 135 + 7 + 27,
    "karmaka": 74 + 30,
    "samusara": 40 + 20,
}


@pytest.mark.parametrize("game", catalogue().games)
def test_every_fact_has_an_entry(game):
    told = {fact for entry in catalogue().of_game(game) for fact in entry.facts}
    assert [fact for fact in facts_of(game) if fact not in told] == []


@pytest.mark.parametrize("game", catalogue().games)
def test_no_entry_names_a_fact_that_does_not_exist(game):
    known = set(facts_of(game))
    extra = {f for e in catalogue().of_game(game) for f in e.facts} - known
    assert {fact for fact in extra if not fact.startswith("D")} == set()


@pytest.mark.parametrize(("game", "count"), COUNTS.items())
def test_the_fact_sheets_are_read_completely(game, count):
    facts = facts_of(game)
    assert len(facts) == len(set(facts)) == count
