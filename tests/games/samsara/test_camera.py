"""Photos: what can be on them, and what they suggest."""

from __future__ import annotations

from companion.games.samsara import GAME
from companion.games.samsara import actions as a
from companion.games.samsara.box import BAD, GOOD
from tests.games.samsara.shared import do, fresh, hand, hold, now, ready
from vision.readings import (
    AmuletReading,
    CardReading,
    CardsPrior,
    Report,
    Whole,
    symbols,
)


def cards(*hands):
    """A report of whole hands, the likelier first."""
    wholes = tuple(
        Whole(tuple(CardReading(name) for name in sorted(names)), 0.9 / (1 + n))
        for n, names in enumerate(hands)
    )
    return Report("cards", wholes[0].pieces if wholes else (), wholes)


def test_a_hand_can_hold_what_the_deck_holds():
    state = hold(ready(2), hand="jann 2", draw="2", pool=f"{BAD} {BAD} {BAD} maut")
    may = {BAD: 2, "jann": 1, "maut": 1}
    assert GAME.expects(state, 0) == CardsPrior("samsara", may, most=3)
    assert GAME.expects(state, None) is None, "the table camera sees no hands"
    assert GAME.expects(hold(state), 0) is None, "nothing to see"


def test_a_photo_of_the_hand_shows_it():
    state = hold(ready(2), hand="jann 1", draw="2", pool=f"{BAD} {GOOD} maut")
    found = GAME.observe(state, 0, cards(["jann", "maut"]))
    assert found[0][0] == a.Show(0, ("jann", "maut"))
    assert hand(do(state, found[0][0])) == "jann maut"


def test_what_the_deck_cannot_hold_is_not_suggested():
    state = hold(ready(2), hand="1", draw="1", pool=f"{BAD} maut")
    found = GAME.observe(state, 0, cards(["gyaan"], ["maut"]))
    assert [action for action, _ in found] == [a.Show(0, ("maut",))]
    assert GAME.observe(state, 0, cards(["gyaan"])) == ()
    assert GAME.observe(state, 0, cards()) == ()
    assert GAME.observe(state, None, cards(["maut"])) == ()


def test_an_awaited_draw_is_answered_first():
    state = ready(2, hands="every-draw")
    state = now(hold(state, hand="jann", draw="3", pool=f"{BAD} maut maut"), "act")
    drawn = do(state, a.Play("jann"))
    assert drawn.asked.key == "drawn"
    found = GAME.observe(drawn, 0, cards([BAD, "maut"]))
    assert found[0][0] == a.Drawn((BAD, "maut"))
    assert do(drawn, found[0][0]).asked.key == "act"
    shown = do(drawn, a.Show(0, (BAD, "maut")))
    assert shown.asked.key == "act", "a shown hand answers too"


GOLD, COPPER = {"orange": 4, "red": 4}, {"red": 2, "white": 2, "orange": 2}


def amulets(*gaps):
    """A report of whole gaps by the symbols of each amulet, the likelier first."""
    wholes = tuple(
        Whole(tuple(AmuletReading("gold", symbols(one)) for one in gap), 0.9 / (1 + n))
        for n, gap in enumerate(gaps)
    )
    return Report("amulets", wholes[0].pieces, wholes)


def test_amulets_are_expected_by_their_symbols():
    prior = GAME.expects(fresh(3, length="fast"), None)
    assert (prior.reader, prior.gold, prior.copper) == ("amulets", 4, 2)
    assert next(iter(prior.palette.items())) == ("red", "#c62828")
    assert len(prior.may) == 28 + 30 + 2
    assert prior.may[symbols(GOLD)] == 1
    assert not prior.surely, "the faces of the default box are a guess"


def test_amulets_that_lie_elsewhere_are_not_expected_again():
    state = fresh(3, length="fast")
    gap = ("J4V4", "J4K4", "V4Y4", "B4G4", "V2B2M2", "K2Y2B2")
    prior = GAME.expects(do(state, a.Lay(gap)), None)
    assert symbols(GOLD) not in prior.may, "it lies in the first gap"
    back = symbols({"yellow": 2, "light-blue": 2, "violet": 2})
    assert back not in prior.may, "nor can its other side be seen"
    assert symbols({"red": 4, "green": 4}) in prior.may
    front = symbols({"red": 4, "dark-blue": 4})
    assert front not in prior.may, "its copper side lies there"
    assert len(prior.may) == 28 + 30 + 2 - 2 * len(gap)


def test_amulets_are_laid_by_their_symbols():
    state = fresh(3, length="fast")
    (lay, confidence), *_ = GAME.observe(
        state, None, amulets([GOLD] * 4 + [COPPER] * 2, [GOLD] * 6)
    )
    assert lay == a.Lay(("J2V2M2",) * 2 + ("J4V4",) * 4)
    assert confidence == 0.9
    assert GAME.observe(state, None, amulets([GOLD] * 3)) == (), "too few"
    assert GAME.observe(state, None, amulets([COPPER] * 6)) == (), "too many copper"
