"""Seen and unseen cards: the books always balance, nothing is demanded."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.cards import Spread, Zone, bag, deal, minus, plus, within
from companion.core.errors import Impossible

HAND, DRAW, DISCARD = range(3)
CARDS = ("good", "good", "bad", "bad")


@pytest.fixture
def spread():
    return deal(CARDS, 3, DRAW)


def test_a_dealt_deck_is_unseen(spread):
    assert spread.size(DRAW) == 4
    assert spread.pool == ("bad", "bad", "good", "good")
    assert spread.faults() == ()


def test_a_card_may_be_where_it_is_seen_or_where_something_is_unseen(spread):
    drawn = spread.shift_unseen(DRAW, HAND, 1)
    assert drawn.may_hold(HAND, "good")
    assert drawn.may_hold(HAND, "bad")
    assert not drawn.may_hold(DISCARD, "good")
    assert drawn.may_hold_all(HAND, ["good"])
    assert not drawn.may_hold_all(HAND, ["good", "bad"]), "one card is not two"
    assert drawn.choices(HAND) == ("bad", "good")
    assert drawn.most(HAND, "good") == 1


def test_showing_takes_from_the_pool_and_playing_takes_the_seen_card(spread):
    shown = spread.shift_unseen(DRAW, HAND, 2).show(HAND, ["good"])
    assert shown.zones[HAND] == Zone(("good",), 1)
    played = shown.shift(HAND, DISCARD, "good")
    assert played.zones[HAND] == Zone((), 1)
    assert played.zones[DISCARD].seen == ("good",)
    unseen = played.take(HAND, "bad")
    assert unseen.pool == ("bad", "good")
    assert unseen.count("bad") == 1


def test_what_cannot_be_there_is_impossible(spread):
    with pytest.raises(Impossible):
        spread.take(HAND, "good")
    with pytest.raises(Impossible):
        spread.take(DRAW, "jann")
    with pytest.raises(Impossible):
        spread.shift_unseen(HAND, DRAW, 1)
    with pytest.raises(Impossible):
        spread.show(HAND, ["good"])
    with pytest.raises(Impossible):
        minus(("a", "b"), "c")


def test_a_shuffle_forgets_where_cards_are(spread):
    played = spread.shift_unseen(DRAW, HAND, 4).show(HAND, CARDS)
    away = played.shift_all(HAND, DISCARD).shuffle(DISCARD, DRAW)
    assert away == spread


def test_hiding_is_the_opposite_of_showing(spread):
    drawn = spread.shift_unseen(DRAW, HAND, 2)
    assert drawn.show(HAND, ["good"]).hide(HAND, "good") == drawn


def test_counting_tells_the_last_unseen_cards(spread):
    all_drawn = spread.shift_unseen(DRAW, HAND, 4).deduced(DRAW)
    assert all_drawn.zones[HAND] == Zone(bag(CARDS), 0), "one zone holds them all"
    drawn = spread.shift_unseen(DRAW, HAND, 2).show(HAND, ["good", "good"])
    rest = drawn.shift_unseen(DRAW, DISCARD, 1).deduced(DRAW)
    assert rest.zones[DISCARD].seen == ("bad",), "all unseen cards are alike"
    assert rest.zones[DRAW] == Zone((), 1), "the draw pile stays secret"


def test_what_not_everybody_knows_can_be_left_unnoted(spread):
    drawn = spread.shift_unseen(DRAW, HAND, 2).show(HAND, ["good", "good"])
    alike = drawn.shift_unseen(DRAW, DISCARD, 1)
    assert alike.deduced(DRAW, alike=False) == alike
    all_drawn = spread.shift_unseen(DRAW, HAND, 4)
    assert not all_drawn.deduced(DRAW, alike=False).zones[HAND].unseen


def test_several_cards_move_as_one_by_one(spread):
    drawn = spread.shift_unseen(DRAW, HAND, 3).show(HAND, ["good"])
    both = drawn.shift(HAND, DISCARD, "good", "bad")
    one = drawn.shift(HAND, DISCARD, "good").shift(HAND, DISCARD, "bad")
    assert both == one == drawn.take(HAND, "bad", "good").put(DISCARD, "good", "bad")
    with pytest.raises(Impossible):
        drawn.shift(HAND, DISCARD, "good", "good", "good")
    assert drawn.shift(HAND, DISCARD) == drawn


def test_faults_are_named():
    assert Spread(("a",), (Zone(),)).faults()
    assert Spread((), (Zone(("b", "a")),)).faults()
    assert Spread((), (Zone((), -1), Zone((), 1))).faults()


@given(st.lists(st.sampled_from("abc")), st.sampled_from("abc"))
def test_plus_and_minus_keep_multisets_sorted(cards, card):
    more = plus(bag(cards), card)
    assert more == bag([*cards, card])
    assert minus(more, card) == bag(cards)
    assert within(cards, more)
    assert not within([*more, card], more)


@given(st.data())
def test_any_way_through_the_zones_keeps_every_card(data):
    spread = deal(CARDS, 3, DRAW)
    for _ in range(8):
        source, target = (data.draw(st.integers(0, 2)) for _ in range(2))
        zone = spread.zones[source]
        match data.draw(st.sampled_from(["unseen", "all", "card", "shuffle", "show"])):
            case "unseen":
                spread = spread.shift_unseen(source, target, min(1, zone.unseen))
            case "all":
                spread = spread.shift_all(source, target)
            case "shuffle":
                spread = spread.shuffle(source, target)
            case "card" if len(zone):
                card = data.draw(st.sampled_from(spread.choices(source)))
                spread = spread.shift(source, target, card)
            case "show" if zone.unseen:
                card = data.draw(st.sampled_from(spread.pool))
                spread = spread.show(source, [card])
        assert spread.faults() == ()
        assert spread.everything() == bag(CARDS)
        assert spread.deduced(DRAW).everything() == bag(CARDS)
