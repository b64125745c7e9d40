"""The same people play on: one table, the next player begins, everybody follows."""

from threading import Thread

import pytest

from companion.table.bearer import HOST, WATCHER, at_seat
from companion.table.evenings import Evenings
from companion.table.hosts import Hosts, host_id
from companion.table.live import Ear
from companion.table.refusals import NotYours, SeatTaken
from companion.table.removal import remove
from companion.table.seating import Seating


@pytest.fixture
def seating(tables):
    return Seating(tables.store)


@pytest.fixture
def evenings(tables, seating):
    return Evenings(tables, seating, Hosts(tables.store))


def test_a_rematch_has_the_same_people_and_the_next_one_begins(tables, table, evenings):
    made = tables.charter(evenings.rematch(table))
    assert made.table != table
    assert made.players == ("Ben", "Ana")
    assert tables.charter(evenings.rematch(made.table)).players == ("Ana", "Ben")


def test_it_keeps_options_and_host(tables, evenings):
    old = tables.create("pig", ["Ana", "Ben"], {"goal": 30}).charter.table
    Hosts(tables.store).seat_host(old, "secret")
    new = evenings.rematch(old)
    assert tables.charter(new).options == {"goal": 30}
    assert Hosts(tables.store).host_of(new) == host_id("secret")


def test_asked_twice_there_is_one_table(table, evenings):
    assert evenings.rematch(table) == evenings.rematch(table)


def test_asked_by_many_at_once_there_is_one_table(tables, table, evenings):
    found = []
    asking = [
        Thread(target=lambda: found.append(evenings.rematch(table))) for _ in range(6)
    ]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()
    assert len(found) == 6
    assert set(found) == {evenings.successor(table)}
    with tables.store.read() as connection:
        count = connection.exec_driver_sql("SELECT count(*) FROM tables").scalar()
    assert count == 2


def test_a_rematch_that_was_deleted_can_be_laid_out_again(tables, table, evenings):
    first = evenings.rematch(table)
    remove(tables, first)
    assert evenings.successor(table) is None
    assert evenings.rematch(table) not in (first, table)


def test_everybody_finds_the_own_seat_again(table, evenings, seating):
    new = evenings.rematch(table)
    assert evenings.follow(table, at_seat(0)) == (new, at_seat(1))
    assert evenings.follow(table, at_seat(1)) == (new, at_seat(0))
    assert [place.taken for place in seating.places(new)] == [True, True]
    assert evenings.follow(table, HOST) == (new, HOST)
    assert evenings.follow(table, WATCHER) == (new, WATCHER)


def test_a_second_device_of_the_same_person_follows_too(table, evenings):
    new = evenings.rematch(table)
    evenings.follow(table, at_seat(0))
    assert evenings.follow(table, at_seat(0)) == (new, at_seat(1))


def test_a_seat_the_host_gave_away_is_not_taken_back(table, evenings, seating):
    new = evenings.rematch(table)
    seating.free(new, 1)
    with pytest.raises(SeatTaken):
        evenings.follow(table, at_seat(0))
    assert not seating.places(new)[1].taken


def test_a_host_who_was_replaced_does_not_come_back_by_the_table_before(
    table, evenings, seating
):
    new = evenings.rematch(table)
    seating.become_host(seating.host_code(new))
    with pytest.raises(SeatTaken) as refused:
        evenings.follow(table, HOST)
    told = str(refused.value.phrase)
    assert "host" in told
    assert "seat" not in told


def test_nobody_follows_a_table_that_stays(table, evenings):
    with pytest.raises(NotYours):
        evenings.follow(table, at_seat(0))


def test_whoever_listens_is_woken(tables, table, evenings):
    listener = tables.live.join(table, Ear())
    evenings.rematch(table)
    assert listener.newest() == 0
