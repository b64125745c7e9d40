"""Budgets: a home never meets them, a stranger soon does, and they come back."""

import pytest
from flask import Response, g

from app import create_app
from companion.web.limits import (
    ALLOWANCES,
    CHARGED,
    KEYS,
    Budget,
    Budgets,
    Sweeper,
    TooMuch,
    count_teacher,
)
from tests.web.conftest import gather

STRANGER = {"REMOTE_ADDR": "203.0.113.7"}
TABLE = {"game": "pig", "players": ["Ana"]}


def lay_out(client, **where):
    return client.post("/api/tables", json=TABLE, environ_overrides=where or STRANGER)


@pytest.fixture
def tight(tmp_path, games):
    """A house where each address may lay out two tables."""
    few = 2 / ALLOWANCES["tables"].of_address
    app = create_app(
        {"DATA": str(tmp_path), "GAMES": games, "TESTING": True, "BUDGETS": few}
    )
    yield app
    app.extensions["services"].tables.store.close()


def test_what_was_used_up_flows_back():
    now = [0.0]
    budget = Budget(most=3, seconds=60, clock=lambda: now[0])
    assert [budget.spend("one") for _ in range(4)] == [0, 0, 0, 20]
    assert budget.spend("other") == 0
    now[0] = 20.0
    assert [budget.spend("one"), budget.spend("one")] == [0, 20]


def test_one_thing_larger_than_the_budget_is_still_possible():
    now = [0.0]
    budget = Budget(most=3, seconds=60, clock=lambda: now[0])
    assert budget.spend("one", 5) == 0
    assert budget.spend("one", 1) == 60
    now[0] = 60.0
    assert budget.spend("one", 1) == 0


def test_a_budget_forgets_those_who_used_least():
    budget = Budget(most=3, seconds=60, clock=lambda: 0.0)
    for _ in range(3):
        budget.spend("greedy")
    for number in range(KEYS + 10):
        budget.spend(f"once-{number}")
    assert len(budget._used) <= KEYS
    assert budget.spend("greedy") > 0


@pytest.fixture
def budgets(app):
    store = app.extensions["services"].tables.store
    return Budgets(store, clock=lambda: 0.0)


def test_a_host_with_many_addresses_has_one_budget(budgets):
    most = int(ALLOWANCES["tables"].of_host)
    for number in range(most):
        budgets.charge("tables", f"10.0.0.{number}", "host")
    with pytest.raises(TooMuch):
        budgets.charge("tables", "10.0.1.1", "host")
    budgets.charge("tables", "10.0.1.2", "somebody else")


def test_a_stranger_is_told_kindly_when_to_come_back(tight):
    client = tight.test_client()
    assert [lay_out(client).status_code for _ in range(2)] == [201, 201]
    refused = lay_out(client)
    assert refused.status_code == 429
    assert refused.json["error"]["code"] == "too_much"
    assert refused.json["error"]["message"].endswith("Wait a little.")
    assert 0 < int(refused.headers["Retry-After"]) <= 1800
    assert lay_out(client, REMOTE_ADDR="203.0.113.8").status_code == 201


def test_invented_cookies_do_not_help(tight):
    statuses = []
    for number in range(4):
        client = tight.test_client()
        client.set_cookie("host", f"invented-{number}")
        statuses.append(lay_out(client).status_code)
    assert statuses == [201, 201, 429, 429]


def test_whoever_sits_at_the_machine_is_not_counted(tight):
    for _ in range(5):
        assert lay_out(tight.test_client(), REMOTE_ADDR="127.0.0.1").status_code == 201


def test_an_evening_at_home_meets_no_budget(app):
    for _ in range(20):
        assert lay_out(app.test_client()).status_code == 201


def test_invented_hosts_cannot_take_every_place_of_teachers(budgets):
    for _ in range(int(ALLOWANCES["teachers"].of_address)):
        budgets.check("teachers", "203.0.113.7")
        budgets.charge("teachers", "203.0.113.7", "")
    with pytest.raises(TooMuch):
        budgets.check("teachers", "203.0.113.7")
    budgets.check("teachers", "203.0.113.8")
    budgets.check("teachers", "127.0.0.1")


@pytest.mark.parametrize(("status", "counts"), [(201, True), (422, False)])
def test_only_a_card_that_was_learnt_makes_a_teacher(app, status, counts):
    budgets = app.extensions["budgets"]
    for _ in range(int(ALLOWANCES["teachers"].of_address)):
        with app.test_request_context(environ_overrides=STRANGER):
            g.is_new_teacher = True
            count_teacher(Response(status=status))
    own = budgets._own["teachers", "of_address"]
    wait = own.wait(STRANGER["REMOTE_ADDR"])
    assert (wait > 0) == counts


def test_very_much_sent_is_counted_in_megabytes(tight):
    client, party = tight.test_client(), gather(tight)
    path = f"/api/tables/{party.table}/photos"
    statuses = {
        client.post(
            path, data=b"x" * 30_000_000, environ_overrides=STRANGER
        ).status_code
        for _ in range(3)
    }
    assert 429 in statuses


def test_everything_that_is_charged_exists(app):
    """A renamed call would otherwise be free."""
    assert set(CHARGED) - {"teach.show"} <= set(app.view_functions)
    assert set(CHARGED.values()) <= set(ALLOWANCES)


def test_every_budget_has_room_for_one_person_more_than_once():
    for kind, allowance in ALLOWANCES.items():
        assert allowance.of_address >= allowance.of_host, kind


def test_unplayed_tables_are_swept_once_a_day(app):
    now = [0.0]
    sweeper = Sweeper(days=-1, clock=lambda: now[0])
    store = app.extensions["services"].tables.store
    with app.app_context():
        first = gather(app)
        sweeper.sweep_when_due()
        assert first.host.get().status_code == 404
        second = gather(app)
        sweeper.sweep_when_due()
        assert store.version(second.table) == 0, "not twice on a day"
        now[0] = 86_400.0
        sweeper.sweep_when_due()
        assert second.host.get().status_code == 404
