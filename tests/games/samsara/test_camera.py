"""Photos: what can be on them, and what they suggest."""

from __future__ import annotations

from companion.games.samsara import GAME
from companion.games.samsara import actions as a
from companion.games.samsara.box import BAD, GOOD
from tests.games.samsara.shared import do, fresh, hand, hold, now, ready


def card(*names, confidence=0.9):
    return {
        "card": names[0],
        "confidence": confidence,
        "candidates": [
            {"card": name, "confidence": confidence / (2 * i or 1)}
            for i, name in enumerate(names)
        ],
    }


def test_a_hand_can_hold_what_the_deck_holds():
    state = hold(ready(2), hand="jann 2", draw="2", pool=f"{BAD} {BAD} {BAD} maut")
    assert GAME.expects(state, 0) == {
        "reader": "cards",
        "lexicon": "samsara",
        "may": {BAD: 2, "jann": 1, "maut": 1},
    }
    assert GAME.expects(state, None) is None, "the table camera sees no hands"
    assert GAME.expects(hold(state), 0) is None, "nothing to see"


def test_a_photo_of_the_hand_shows_it():
    state = hold(ready(2), hand="jann 1", draw="2", pool=f"{BAD} {GOOD} maut")
    found = GAME.observe(state, 0, [card("jann"), card("maut")])
    assert found[0][0] == a.Show(0, ("jann", "maut"))
    assert hand(do(state, found[0][0])) == "jann maut"


def test_what_the_deck_cannot_hold_is_not_suggested():
    state = hold(ready(2), hand="1", draw="1", pool=f"{BAD} maut")
    found = GAME.observe(state, 0, [card("gyaan", "maut")])
    assert [action for action, _ in found] == [a.Show(0, ("maut",))]
    assert GAME.observe(state, 0, [card("gyaan")]) == ()
    assert GAME.observe(state, 0, []) == ()
    assert GAME.observe(state, None, [card("maut")]) == ()


def test_an_awaited_draw_is_answered_first():
    state = ready(2, hands="every-draw")
    state = now(hold(state, hand="jann", draw="3", pool=f"{BAD} maut maut"), "act")
    drawn = do(state, a.Play("jann"))
    assert drawn.asked.key == "drawn"
    found = GAME.observe(drawn, 0, [card(BAD), card("maut")])
    assert found[0][0] == a.Drawn((BAD, "maut"))
    assert do(drawn, found[0][0]).asked.key == "act"
    shown = do(drawn, a.Show(0, (BAD, "maut")))
    assert shown.asked.key == "act", "a shown hand answers too"


def amulet(*counts, confidence=0.9):
    """A reading as `vision.amulets` gives it: `face` is only the metal."""
    return {
        "face": "gold",
        "symbols": counts[0],
        "confidence": confidence,
        "candidates": [
            {"face": "gold", "symbols": shown, "confidence": confidence / (2 * i or 1)}
            for i, shown in enumerate(counts)
        ],
    }


def test_amulets_are_read_by_their_symbols():
    state = fresh(3, length="fast")
    prior = GAME.expects(state, None)
    assert (prior["reader"], prior["gold"], prior["copper"]) == ("amulets", 4, 2)
    assert prior["colours"][0] == "red"
    assert len(prior["may"]) == 28 + 30 + 2
    gold = amulet({"orange": 4, "red": 4})
    copper = {"symbols": {"red": 2, "white": 2, "orange": 2}}
    (lay, confidence), *_ = GAME.observe(state, None, [gold] * 4 + [copper] * 2)
    assert lay == a.Lay(("J4V4",) * 4 + ("J2V2M2",) * 2)
    assert 0.6 < confidence < 0.7
    assert GAME.observe(state, None, [gold] * 3) == (), "too few"


def test_an_amulet_in_doubt_is_what_can_lie_here():
    state = fresh(3)
    sure = amulet({"red": 4, "orange": 4})
    odd = amulet({"red": 5, "orange": 2}, {"red": 4, "yellow": 4})
    found = GAME.observe(state, None, [sure] * 5 + [odd])
    assert [action for action, _ in found] == [a.Lay(("J4V4",) * 5 + ("J4K4",))]
