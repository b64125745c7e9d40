"""A challenge gives everybody the same chance, and nobody a second one."""

from datetime import date

import pytest

from companion.core.errors import Malformed
from companion.games import GAMES
from companion.table import archive, challenges
from companion.table.bearer import HOST
from companion.table.history import History
from companion.table.refusals import NotYours
from companion.table.table import CHALLENGE

WEEK = challenges.this_week()


@pytest.fixture
def tables(open_tables):
    return open_tables(GAMES)


def begin(tables, game="karma-dice", **options):
    options = {**options, CHALLENGE: WEEK}
    return tables.create(game, ["Ana"], options)


def play(tables, table, most=2000, pick=0):
    """Play on with the first legal action (or the last), the app throws; return it."""
    for n in range(most):
        if table.game.outcome(table.state) is not None:
            break
        name, seen = table.charter.table, table.version
        if table.game.chance(table.state) is not None:
            table, _ = tables.chance(name, HOST, seen, str(n))
        else:
            action = table.game.legal_actions(table.state)[pick]
            word = table.game.to_json(action)
            table, _ = tables.act(name, HOST, word, seen, str(n))
    return table


@pytest.mark.parametrize(
    ("game", "options"), [("karma-dice", {}), ("samsara", {"hands": "every-draw"})]
)
def test_the_same_decisions_meet_the_same_chance(tables, game, options):
    one, two = (play(tables, begin(tables, game, **options), 120) for _ in range(2))
    assert one.state == two.state
    bodies = [[step.entry.body for step in table.log] for table in (one, two)]
    assert bodies[0] == bodies[1]


def test_another_house_has_other_dice(tables, tmp_path):
    from companion.table.challenges import rng_of

    table = begin(tables)
    assert rng_of(table, "a").random() != rng_of(table, "b").random()
    assert rng_of(table, "a").random() == rng_of(table, "a").random()


def test_nothing_is_entered_by_hand_taken_back_or_corrected(tables):
    table = begin(tables)
    name = table.charter.table
    action = table.game.to_json(table.game.legal_actions(table.state)[0])
    table, _ = tables.act(name, HOST, action, 0, "throw")
    assert table.game.chance(table.state) is not None
    landed = {"type": "landed", "faces": [6] * len(table.state.turn.air)}
    with pytest.raises(NotYours):
        tables.act(name, HOST, landed, 1, "lie")
    with pytest.raises(NotYours):
        tables.undo(name, HOST, 1, "back")
    word = {"patch": {"scores": [99]}, "reason": "because"}
    with pytest.raises(NotYours):
        tables.override(name, HOST, word, 1, "force")
    assert tables.open(name).version == 1


@pytest.mark.parametrize(
    "word",
    [
        {"type": "score", "points": 15},
        {"type": "rolled", "dice": ["red"], "faces": [6]},
    ],
)
def test_no_throw_and_no_score_is_told_unasked(tables, word):
    name = begin(tables).charter.table
    with pytest.raises(NotYours):
        tables.act(name, HOST, word, 0, "lie")
    assert tables.open(name).version == 0
    other = tables.create("karma-dice", ["Ana"], {}).charter.table
    tables.act(other, HOST, word, 0, "word")
    assert tables.open(other).version == 1, "elsewhere it counts"


def test_it_is_played_alone_and_in_its_week(tables):
    with pytest.raises(Malformed):
        tables.create("karma-dice", ["Ana", "Ben"], {CHALLENGE: WEEK})
    with pytest.raises(Malformed):
        tables.create("karma-dice", ["Ana"], {CHALLENGE: "2020-W01"})
    with pytest.raises(Malformed):
        tables.create("karmaka", ["Ana", "Ben"], {CHALLENGE: WEEK})


def test_the_finished_are_compared_the_best_first(tables):
    over = [play(tables, begin(tables), pick=pick) for pick in (0, -1)]
    assert all(one.game.outcome(one.state) for one in over)
    alone = tables.create("karma-dice", ["Zoe"], {})
    play(tables, alone)
    found = History(tables.store).challengers("karma-dice", WEEK)
    assert {one.charter.table for one in found} == {one.charter.table for one in over}
    ranks = [(bool(one.winners), one.scores[0]) for one in found]
    assert ranks == sorted(ranks, reverse=True)
    assert History(tables.store).challengers("karma-dice", "2020-W01") == ()


def test_a_game_that_is_brought_in_does_not_count(tables):
    data = archive.export(play(tables, begin(tables)))
    archive.bring_back(tables, data)
    assert len(History(tables.store).challengers("karma-dice", WEEK)) == 1


def test_weeks_have_names():
    assert challenges.this_week(date(2026, 11, 17)) == "2026-W47"
    assert challenges.this_week(date(2027, 1, 1)) == "2026-W53"
