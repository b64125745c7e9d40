"""The host's word wins, but no card is ever lost or doubled."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.errors import Impossible, Malformed, Refusal
from companion.games.karmaka import GAME
from companion.games.karmaka import actions as a
from companion.games.karmaka.box import CARDS
from companion.table.simulate import check_state
from tests.games.karmaka.dealer import Dealer
from tests.games.karmaka.shared import (
    DEED,
    FUTURE,
    PASS,
    counts,
    deeds,
    future,
    hand,
    question,
    refused,
    ruins,
    table,
    use,
)


def corrected(state, **patch):
    after = GAME.correct(state, patch)
    check_state(GAME, after, "corrected")
    return after


def test_a_forced_action_happens_against_the_rule():
    state = table({"hand": "spite"}, {"hand": "?"})
    assert refused(state, PASS) == "pass"
    assert question(GAME.force(state, PASS)) == "Main 1"
    assert refused(state, a.Play("peek", DEED)) == "card-in-hand"
    forced = GAME.force(state, a.Play("peek", DEED))
    assert deeds(forced) == "peek", "what was told of the Hand was wrong then"
    assert GAME.faults(forced) == ()
    aimed = use(table({"hand": "vengeance"}, {}, {"deeds": "peek"}, {}), "vengeance")
    assert ruins(GAME.force(aimed, a.Aim(2))) == "peek"


def test_a_card_can_be_ruined_or_drawn_while_one_is_awaited():
    state = table({"hand": "spite peek"}, {"hand": "?"})
    assert ruins(GAME.force(state, a.Put("spite"))) == "spite"
    drawn = GAME.force(state, a.Draw(2))
    assert (counts(drawn)[0], question(drawn)) == (4, "Main 0")


@pytest.mark.parametrize(
    "action",
    [
        a.Play("", DEED),
        a.Play("cat", DEED),
        a.Put("vengeance"),
        a.Aim(1),
        a.Accept(),
        a.Reborn(),
        a.Draw(-1),
        a.Show(0, a.Place.HAND, ("vengeance",)),
        a.Show(7, a.Place.HAND, ()),
    ],
)
def test_not_even_the_host_can_lose_or_double_a_card(action):
    state = table(
        {"hand": "spite peek"}, {"hand": "?"}, ruins="vengeance panic vengeance"
    )
    with pytest.raises(Impossible):
        GAME.force(state, action)


def test_cards_can_be_corrected_wherever_they_lie():
    state = table(
        {"hand": "spite ?", "deck": 2, "future": "!peek ?", "deeds": "panic"},
        {"hand": "?"},
        ruins="crisis",
    )

    def moved(card, source, target):
        entry = {"card": card, "from": source, "to": target}
        return corrected(state, cards=[entry])

    assert ruins(moved("spite", "hand:0", "ruins")) == "crisis spite"
    assert hand(moved("crisis", "ruins", "hand:0")) == "? crisis spite"
    assert deeds(moved("peek", "future:0", "deeds:1"), 1) == "peek"
    assert future(moved("denial", "future:0", "future:1"), 1) == "denial"
    assert counts(moved("", "deck:0", "hand:1"), 1)[0] == 2
    assert moved("panic", "deeds:0", "well").well == state.well + 1
    assert ruins(moved("denial", "well", "ruins")) == "crisis denial"
    assert counts(moved("", "hand:0", "deck:1"), 1) == (1, 1, 0)


def test_levels_rings_and_the_turn_can_be_corrected():
    state = table({"hand": "peek ?"}, {"hand": "?"}, {"hand": "?", "deck": 1})
    after = corrected(state, levels={"0": 3}, rings={"1": 2}, turn=2)
    assert (after.lives[0].level, after.lives[1].rings) == (3, 2)
    assert question(after) == "Main 2"
    middle = use(state, "peek", a.Aim(1))
    assert ruins(corrected(middle, turn=0)) == "peek", "the used card is not lost"


@pytest.mark.parametrize(
    ("patch", "refusal"),
    [
        ([], Malformed),
        ({"luck": 1}, Malformed),
        ({"levels": {"7": 1}}, Malformed),
        ({"levels": {"0": 4}}, Malformed),
        ({"levels": 3}, Malformed),
        ({"rings": {"0": 12, "1": 1}}, Impossible),
        ({"turn": "1"}, Malformed),
        ({"cards": "spite"}, Malformed),
        ({"cards": [{"card": "cat", "from": "well", "to": "ruins"}]}, Malformed),
        ({"cards": [{"card": "spite", "from": "moon", "to": "ruins"}]}, Malformed),
        ({"cards": [{"card": "", "from": "well", "to": "ruins"}]}, Malformed),
        ({"cards": [{"card": "spite", "from": "deeds:0", "to": "well"}]}, Impossible),
        ({"cards": [{"card": "", "from": "deck:0", "to": "well"}]}, Impossible),
        ({"cards": [{"card": "", "from": "future:0", "to": "well"}]}, Impossible),
    ],
)
def test_what_cannot_be_corrected_is_refused(patch, refusal):
    with pytest.raises(refusal):
        GAME.correct(table({"hand": "peek"}, {"hand": "?"}), patch)


def test_a_question_whose_cards_were_corrected_away_is_passed_over():
    state = use(table({"hand": "dwindle ?"}, {"hand": "?"}), "dwindle", a.Aim(1))
    gone = [{"card": "panic", "from": "hand:1", "to": "ruins"}]
    assert question(corrected(state, cards=gone)) == "Offer 1"


@pytest.mark.parametrize("place", ["hand:0", "deck:0"])
def test_who_is_given_a_card_does_not_die_but_begins_the_turn(place):
    dies = corrected(table({"deeds": "spite"}, {"hand": "?"}), turn=0)
    assert question(dies) == "Death 0"
    given = [{"card": "", "from": "well", "to": place}]
    after = corrected(dies, cards=given)
    assert (question(after), counts(after)) == ("Main 0", (1, 0, 0))
    assert question(GAME.apply(after, a.Play("", FUTURE))) == "Main 1"


def test_cards_picked_for_swindle_all_have_names():
    picking = use(table({"hand": "swindle"}, {"hand": "? ? ?"}), "swindle")
    with pytest.raises(Impossible):
        GAME.force(picking, a.Picked(("spite", "", "panic")))
    forced = GAME.force(picking, a.Picked(("swindle", "swindle", "spite")))
    after = GAME.apply(forced, a.Keep("swindle"))
    assert (GAME.faults(after), hand(after)) == ((), "swindle")


def test_the_kept_card_is_doubted_if_every_copy_lies_elsewhere():
    picking = use(table({"hand": "swindle peek peek"}, {"hand": "? ? ?"}), "swindle")
    picked = GAME.apply(picking, a.Picked(("spite", "vengeance", "panic")))
    gone = [{"card": "spite", "from": "well", "to": "ruins"}] * 2
    after = GAME.apply(corrected(picked, cards=gone), a.Keep("spite"))
    assert (GAME.faults(after), hand(after)) == ((), "? peek peek")
    shown = a.Show(0, a.Place.HAND, ("vengeance", "vengeance"))
    after = GAME.apply(GAME.apply(picked, shown), a.Keep("vengeance"))
    assert (GAME.faults(after), counts(after)[0]) == ((), 3)


def test_a_turn_begun_anew_forgets_the_cards_that_destiny_showed():
    looking = use(table({"hand": "destiny ?"}, {"hand": "?"}), "destiny")
    shown = a.Show(0, a.Place.WELL, ("spite", "spite", "panic"))
    after = corrected(GAME.apply(looking, shown), turn=0)
    assert after.lives[0].look == ()
    assert GAME.broken_rule(after, a.Play("spite", DEED)) is None


CARD = st.sampled_from([*CARDS, "", "cat"])
PLACES = ["well", "ruins", "hand", "deck", "future", "deeds"]
SPOT = st.builds(
    lambda kind, seat: kind if kind in ("well", "ruins") else f"{kind}:{seat}",
    st.sampled_from(PLACES),
    st.integers(0, 3),
)
MOVES = st.lists(
    st.fixed_dictionaries({"card": CARD, "from": SPOT, "to": SPOT}), max_size=4
)
NUMBER = st.integers(-1, 5)
WORDS = st.one_of(
    st.builds(a.Play, CARD, st.sampled_from(a.Use)),
    st.builds(a.Aim, NUMBER),
    st.builds(a.Put, CARD),
    st.builds(a.Draw, NUMBER),
    st.builds(a.Pick, NUMBER),
    st.builds(a.Copy, CARD),
    st.builds(a.Keep, CARD),
    st.builds(a.Reborn, NUMBER),
    st.builds(a.Destine, NUMBER, st.lists(CARD, max_size=3).map(tuple)),
    st.builds(a.Sow, st.lists(CARD, max_size=3).map(tuple)),
    st.builds(a.Turned, st.lists(CARD, max_size=3).map(tuple)),
    st.builds(a.Picked, st.lists(CARD, max_size=3).map(tuple)),
    st.builds(
        a.Show,
        NUMBER,
        st.sampled_from(a.Place),
        st.lists(CARD, max_size=6).map(tuple),
    ),
    st.sampled_from([a.Pass(), a.Accept(), a.Refuse(), a.Enough()]),
)


def lived_on(state, rng, steps=12):
    """Play on at random: the position must be a game like any other."""
    for step in range(steps):
        check_state(GAME, state, f"{step} after the host's word")
        if GAME.outcome(state):
            return
        chance = GAME.chance(state)
        legal = GAME.legal_actions(state)
        action = chance.sample(rng) if chance else rng.choice(legal)
        state = GAME.apply(state, action)


@pytest.mark.slow
@settings(max_examples=150, deadline=None, derandomize=True)
@given(
    seed=st.integers(0, 500),
    steps=st.integers(0, 90),
    words=st.lists(WORDS, min_size=1, max_size=6),
    moves=MOVES,
)
def test_nonsense_is_refused_or_leaves_a_table_that_plays_on(seed, steps, words, moves):
    rng = Random(seed)
    dealer = Dealer(rng, {"players": rng.choice([2, 3, 4])}, 0.2)
    for _ in range(steps):
        if GAME.outcome(dealer.state):
            break
        dealer.step()
    state = dealer.state
    for word in words:
        for eyes in (None, 0):
            str(GAME.tell(state, word, state, eyes))
        str(GAME.label(state, word))
        GAME.touches(state, word)
        try:
            state = GAME.force(state, word)
        except Refusal:
            continue
        assert GAME.faults(state) == ()
    lived_on(state, rng)
    try:
        state = GAME.correct(state, {"cards": moves})
    except Refusal:
        return
    lived_on(state, rng)
