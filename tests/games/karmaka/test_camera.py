"""What a photo can show at each moment, and what its cards then mean."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from companion.core.cards import minus
from companion.core.mismatch import Mismatch
from companion.core.seats import Seat
from companion.games.karmaka import GAME
from companion.games.karmaka import actions as a
from companion.games.karmaka.box import DECK
from companion.games.karmaka.questions.dying import Death
from companion.games.karmaka.questions.playing import Turn
from tests.games.karmaka.shared import DEED, POWER, do, table, use
from vision.readings import CardReading, Report, Whole


def seen(*cards, chance=0.9):
    """A report of these cards, read as one whole."""
    pieces = tuple(CardReading(card, confidence=chance) for card in cards)
    return Report("cards", pieces, (Whole(pieces, chance),))


def meant(state, seat, *cards):
    return [action for action, _ in GAME.observe(state, seat, seen(*cards))]


def test_a_photo_of_the_card_just_played_asks_deed_or_power():
    state = table({"hand": "? ?"}, {"hand": "?"})
    assert meant(state, 0, "spite") == [a.Play("spite", DEED), a.Play("spite", POWER)]
    assert meant(state, 0, "spite", "peek") == [
        a.Show(0, a.Place.HAND, ("spite", "peek"))
    ]
    laid = [a.Play("spite", DEED), a.Play("spite", POWER)]
    assert meant(state, None, "spite") == laid, "a device over the table sees it too"
    assert meant(state, None, "spite", "peek") == [], "but no Hand"
    assert GAME.expects(state, None).count == 1


def test_the_prior_knows_what_can_be_in_a_hand():
    state = table({"hand": "spite ?", "deeds": "vengeance vengeance"}, {"hand": "?"})
    prior = GAME.expects(state, 0)
    assert (prior.lexicon, prior.most) == ("karmaka", 2)
    assert "vengeance" not in prior.may
    assert GAME.expects(table({"hand": "spite"}, {"hand": "?"}), 0).may == {"spite": 1}
    assert GAME.expects(state, None) == GAME.expects(
        table({"hand": "? ?", "deeds": "vengeance vengeance"}, {"hand": "?"}), None
    ), "what Ana told the app is not for a device over the table"


def test_cards_that_come_to_light_are_anybodys_photo():
    state = use(table({"hand": "spite"}, {"hand": "!peek ? ?"}), "spite")
    assert GAME.expects(state, None).count == 2
    assert GAME.expects(state, None) == GAME.expects(state, 1)
    assert meant(state, None, "panic", "peek") == [
        a.Turned(("panic", "peek")),
        a.Turned(("peek", "panic")),
    ]


def test_cards_that_came_one_after_the_other_lie_from_left_to_right():
    state = use(table({"hand": "spite"}, {"hand": "? ? ?"}), "spite")
    laid = tuple(CardReading(card, confidence=0.9) for card in ("peek", "panic"))
    report = Report("cards", laid, (Whole(laid[::-1], 0.9),))
    best, other = GAME.observe(state, 0, report)
    assert best[0] == a.Turned(("peek", "panic"))
    assert other[0] == a.Turned(("panic", "peek"))
    assert best[1] > 2 * other[1]


def test_swindled_destined_and_ruined_cards():
    state = use(table({"hand": "swindle"}, {"hand": "? ? ?"}), "swindle")
    assert meant(state, 0, "panic", "peek", "spite") == [
        a.Picked(("panic", "peek", "spite"))
    ]
    assert GAME.expects(state, 0).count == 3
    state = use(table({"hand": "destiny"}, {"hand": "?"}), "destiny")
    assert meant(state, 0, "panic", "peek", "spite") == [
        a.Show(0, a.Place.WELL, ("panic", "peek", "spite"))
    ]
    state = use(table({"hand": "denial ?"}, {"hand": "?"}), "denial")
    assert meant(state, 0, "panic") == [a.Put("panic")]


def test_a_card_of_the_rivals_row_is_shown_to_the_app_alone():
    state = do(GAME.start({"players": 2, "rival": "strong"}), a.Pass())
    assert GAME.expects(state, 0).count == 1
    show = a.Show(1, a.Place.ROW, ("spite",))
    assert meant(state, 0, "spite") == [show]
    assert "Spite" not in str(GAME.label(state, show))
    known = do(state, show)
    assert meant(known, 0, "spite") == [show], "the second of two equal cards"
    assert do(known, show).lives[1].row == ("spite", "spite", "", "", "")
    assert GAME.expects(state, 1) is None, "nobody photographs from its seat"


@pytest.mark.parametrize("cards", [("vengeance",) * 3, ("cat",)])
def test_what_cannot_be_is_not_suggested(cards):
    assert meant(table({"hand": "? ? ?"}, {"hand": "?"}), 0, *cards) == []


def dying(**more):
    state = table({"deeds": "panic spite embody", **more}, {"hand": "?"}, main=False)
    return state.with_todo((Turn(Seat(1)), Death(Seat(0))))


@pytest.mark.parametrize("eyes", [0, None])
def test_deeds_laid_out_at_death_end_the_life(eyes):
    state = dying()
    prior = GAME.expects(state, eyes)
    assert (prior.may, prior.most) == ({"panic": 1, "spite": 1, "embody": 1}, 3)
    assert meant(state, eyes, "embody", "spite", "panic") == [a.Reborn(0)]
    assert meant(state, eyes, "embody", "spite") == [], "a Deed is missing"
    assert GAME.expects(state, 1).may != prior.may, "others photograph their own cards"


def test_rings_stay_a_choice_at_death():
    state = dying(level=2, rings=1)
    assert meant(state, 0, "embody", "spite", "panic") == [a.Reborn(1), a.Reborn(0)]
    poor = dying(level=3, rings=1)
    assert meant(poor, 0, "embody", "spite", "panic") == [a.Reborn(0)]


def surely(*cards):
    return replace(seen(*cards), certain=True)


def test_deeds_that_lie_otherwise_are_put_right():
    state = dying()
    assert GAME.mismatch(state, surely("spite", "panic", "embody")) == Mismatch()
    assert GAME.mismatch(state, seen("spite", "panic")) is None, "not sure enough"
    found = GAME.mismatch(state, surely("spite", "panic", "peek"))
    assert [str(step) for step in found.steps] == [
        "Take Peek away from the Deeds of player 1.",
        "Put Embody with the Deeds of player 1.",
    ]
    assert found.patch is None, "nobody can say where Peek came from"
    taken = GAME.mismatch(state, surely("spite", "panic")).patch
    assert GAME.correct(state, taken).lives[0].deeds == ("panic", "spite")
    heap = state._replace(ruins=("peek",), pool=minus(state.pool, "peek"), well=59)
    back = GAME.mismatch(heap, surely("spite", "panic", "embody", "peek")).patch
    assert GAME.correct(heap, back).lives[0].deeds[-1] == "peek"


@pytest.mark.parametrize("power", ["salvage", "recycle"])
def test_the_top_three_ruins_are_chosen_from_by_a_photo(power):
    lives = {"hand": power}, {"hand": "?"}
    state = use(table(*lives, ruins="crisis panic spite peek"), power)
    for eyes in (0, None):
        assert GAME.expects(state, eyes).may == {"panic": 1, "spite": 1, "peek": 1}
        assert meant(state, eyes, "spite") == [a.Pick(1)], "the card that is taken"
        assert meant(state, eyes, "crisis") == [], "it lies too deep"
        all_three = meant(state, eyes, "panic", "peek", "spite")
        assert all_three == [a.Pick(0), a.Pick(1), a.Pick(2)]
    found = GAME.mismatch(state, surely("panic", "peek", "crisis"))
    assert [str(step) for step in found.steps] == [
        "Take Crisis away from the top of the Ruins.",
        "Put Spite on the Ruins, near the top.",
    ]
    assert GAME.mismatch(state, surely("spite")) is None, "one card is a choice"
    twice = use(table(*lives, ruins="peek spite peek"), power)
    assert meant(twice, 0, "peek") == [a.Pick(0), a.Pick(2)]


def test_deeds_are_pointed_at_by_a_photo():
    lives = {"hand": "crisis"}, {"hand": "?", "deeds": "panic spite"}
    state = use(table(*lives), "crisis")
    assert meant(state, 1, "panic") == [a.Pick(1)]
    state = use(table({"hand": "embody", "deeds": "panic spite"}, {}), "embody")
    assert meant(state, 0, "spite") == [a.Copy("spite")]


def test_a_photo_of_the_future_life_is_told_by_its_order():
    state = table({"hand": "? ? ?", "future": "!recycle ?"}, {"hand": "?"})
    hand = a.Show(0, a.Place.HAND, ("recycle", "peek"))
    future = a.Show(0, a.Place.FUTURE, ("recycle", "peek"))
    assert set(meant(state, 0, "recycle", "peek")) == {hand, future}
    labels = {str(GAME.label(state, one)) for one in (hand, future)}
    assert labels == {
        "My Hand: Recycle, Peek",
        "My Future Life, from the bottom: Recycle, Peek",
    }
    after = do(state, future)
    assert after.lives[0].dreams == ("", "peek")


def test_a_card_that_is_wholly_in_the_told_hand_is_not_offered_for_the_future_life():
    state = GAME.start({"players": 2})
    size = len(state.lives[0].row)
    held, copies = min(Counter(DECK).items(), key=lambda one: one[1])
    others = [card for card in sorted(set(DECK)) if card != held]
    hand = ((held,) * copies + tuple(others))[:size]
    assert hand.count(held) == copies
    shown = GAME.apply(state, a.Show(0, a.Place.HAND, hand))
    mine = GAME.view(shown, 0)["board"]["me"]
    offered = {card["card"] for card in mine["unseen"]}
    assert held not in offered
    assert hand[-1] in offered, "there are more of it"


def test_a_prior_counts_every_card_once():
    hand = GAME.expects(table({"hand": "spite ?"}, {"hand": "?"}), 0).may
    assert hand["spite"] == DECK.count("spite"), "the one that was told is one of them"
    assert "" not in hand
    swindled = use(table({"hand": "swindle"}, {"hand": "!panic ? ?"}), "swindle")
    assert GAME.expects(swindled, 0).may["panic"] == DECK.count("panic")


def test_where_all_own_cards_are_known_no_other_can_lie():
    known = table({"hand": "panic", "future": "!recycle peek spite"}, {"hand": "?"})
    prior = GAME.expects(known, 0)
    assert prior.may == {"panic": 1, "recycle": 1, "peek": 1, "spite": 1}
    assert prior.most == 3, "a Future Life may be larger than a Hand"
    alone = table({"hand": "?"}, {"future": "? ?"})
    assert GAME.expects(alone, 1).most == 2, "and all that somebody has"


def test_a_card_that_is_not_in_the_told_hand_is_not_played():
    state = table({"hand": "spite", "future": "?"}, {"hand": "?"})
    assert a.Show(0, a.Place.FUTURE, ("peek",)) in meant(state, 0, "peek")
    assert a.Play("spite", DEED) in meant(state, 0, "spite")


def test_other_cards_than_were_read_first_are_told_as_they_are():
    state = use(table({"hand": "spite"}, {"hand": "? ? ?"}), "spite")
    first = seen("peek", "panic")
    doubt = replace(first, wholes=(*first.wholes, *seen("peek", "spite").wholes))
    offered = [action for action, _ in GAME.observe(state, 0, doubt)]
    assert a.Turned(("peek", "spite")) in offered
