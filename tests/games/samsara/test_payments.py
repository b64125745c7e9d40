"""The payment solver: exact, minimal, cheapest first, and fast."""

from __future__ import annotations

from itertools import combinations
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.cards import bag
from companion.games.samsara.box import (
    BAD,
    CARDS,
    DEFAULT_BOX,
    GOOD,
    ZONES,
    face_of,
    need,
)
from companion.games.samsara.payments import (
    Purse,
    dark_needed,
    payments,
    solved,
    symbols_of,
)

FACES = [face for piece in DEFAULT_BOX.amulets for face in (piece.gold, piece.copper)]


def cheapest(face: str, hand: str, reserve: str = ""):
    purse = Purse(bag(hand.split()), bag(reserve.split()))
    found = payments(need(face), purse, DEFAULT_BOX)
    return found[0] if found else None


@pytest.mark.parametrize(
    ("face", "hand", "dark", "jokers"),
    [
        pytest.param("J2V2M2", "jann vikaas maut", 0, 0, id="first example"),
        pytest.param("K4Y4", "kaam-kar yugal yugal", 2, 0, id="second example"),
        pytest.param("K4Y4", "kaam-kar kaam-kar yugal yugal", 0, 0, id="only light"),
        pytest.param("J2V2M2", f"jann {GOOD} {GOOD} {GOOD} {GOOD}", 0, 4, id="jokers"),
        pytest.param("J2V2M2", f"jann {GOOD} {GOOD} {GOOD}", 1, 3, id="dark joker"),
        pytest.param("J4V4", f"jann vikaas {GOOD}", 3, 1, id="dark beside a joker"),
        pytest.param("J4V4", "bhaga-jann jann vikaas vikaas", 0, 0, id="special"),
    ],
)
def test_cheapest_payment(face, hand, dark, jokers):
    pay = cheapest(face, hand)
    assert (pay.dark, pay.jokers) == (dark, jokers)


@pytest.mark.parametrize("hand", ["", BAD, "jann", "yugal gyaan maut dhyann", GOOD])
def test_what_cannot_be_paid(hand):
    assert cheapest("J4V4", hand) is None


def test_fewest_dark_comes_before_fewest_jokers():
    pays = payments(
        need("J2V2M2"), Purse(bag(["jann", "vikaas", "maut", GOOD, GOOD])), DEFAULT_BOX
    )
    assert [pay.cost() for pay in pays] == sorted(pay.cost() for pay in pays)
    assert pays[0].hand == ("jann", "maut", "vikaas")
    assert (pays[0].dark, pays[0].jokers) == (0, 0)


def test_the_reserve_pays_too_but_the_hand_first():
    pay = cheapest("J2V2M2", "jann vikaas maut", "maut")
    assert pay.reserve == ()
    assert cheapest("J2V2M2", "jann vikaas", "maut").reserve == ("maut",)


def test_unseen_cards_are_possible_not_certain():
    pool = bag(["maut", "maut", BAD])
    pays = payments(need("J2V2M2"), Purse(("jann", "vikaas"), (), pool, 1), DEFAULT_BOX)
    assert pays[0].unseen == 1
    assert all(pay.hand.count("maut") <= 1 for pay in pays), "one place, one card"


def brute(needed, hand, reserve):
    """All minimal payments by trying every subset of the cards."""
    cards = [(card, False) for card in hand] + [(card, True) for card in reserve]
    found = set()
    for size in range(len(cards) + 1):
        for chosen in combinations(cards, size):
            names = [card for card, _ in chosen]
            dark = dark_needed(needed, names, DEFAULT_BOX)
            if dark is None:
                continue
            fewer = (names[:i] + names[i + 1 :] for i in range(len(names)))
            worse = (dark_needed(needed, rest, DEFAULT_BOX) for rest in fewer)
            if all(other is None or other > dark for other in worse):
                found.add(
                    (
                        bag(c for c, kept in chosen if not kept),
                        bag(c for c, kept in chosen if kept),
                        dark,
                    )
                )
    return found


def dark_by_trying(needed, cards):
    """The fewest dark symbols by giving every symbol to every zone in turn."""
    table = symbols_of(DEFAULT_BOX)
    lack = list(needed)
    for card in cards:
        for zone, light in enumerate(table[card].light):
            lack[zone] = max(0, lack[zone] - light)
    spare = [sum(table[card].dark[zone] for card in cards) for zone in range(8)]
    jokers = sum(table[card].joker_light for card in cards)
    best = None
    ways = {tuple(lack)}
    for light_used in range(jokers + 1):
        for left in ways:
            short = sum(max(0, n - s) for n, s in zip(left, spare, strict=True))
            if short <= jokers:
                dark = sum(left)
                best = dark if best is None else min(best, dark)
        ways = {
            (*left[:z], left[z] - 1, *left[z + 1 :])
            for left in ways
            for z in range(8)
            if left[z]
        }
        if not ways or light_used == jokers:
            break
    return best


hands = st.lists(st.sampled_from([*ZONES[:4], GOOD, "bhaga-kaam-kar", BAD]), max_size=7)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(FACES[:14]), hands, st.lists(st.sampled_from(CARDS), max_size=2))
def test_the_solver_finds_exactly_the_minimal_payments(face, hand, reserve):
    if not face:
        return
    found = payments(need(face), Purse(bag(hand), bag(reserve)), DEFAULT_BOX)
    assert {(p.hand, p.reserve, p.dark) for p in found} == brute(
        need(face), hand, reserve
    )
    assert len({(p.hand, p.reserve) for p in found}) == len(found)
    assert list(found) == sorted(found, key=lambda p: (p.cost(), p.hand, p.reserve))


@settings(max_examples=200, deadline=None)
@given(st.sampled_from([f for f in FACES if f]), hands)
def test_the_dark_price_is_exact(face, hand):
    assert dark_needed(need(face), hand, DEFAULT_BOX) == dark_by_trying(
        need(face), hand
    )


@given(st.lists(st.integers(0, 4), min_size=8, max_size=8))
def test_faces_are_written_and_read(counts):
    assert need(face_of(tuple(counts))) == tuple(counts)


def test_a_twelve_card_hand_is_solved_in_under_a_millisecond():
    hand = bag(["jann"] * 3 + ["vikaas"] * 3 + [GOOD] * 4 + ["maut", "yugal"])
    purse = Purse(hand, ("jann", GOOD))
    times = []
    for _ in range(30):
        solved.cache_clear()
        began = perf_counter()
        assert payments(need("J4V4"), purse, DEFAULT_BOX)
        times.append(perf_counter() - began)
    assert min(times) < 0.001
