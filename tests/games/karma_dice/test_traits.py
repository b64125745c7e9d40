"""Trait cards: what the table types is logged, and enters once."""

from __future__ import annotations

import pytest

from companion.games.karma_dice import GAME
from companion.games.karma_dice.questions import SettleRoll, ThrowOrStop
from tests.games.karma_dice.table import action, asks, fact, play, scores, start, told

SHOWN = play(start(traits=True), "trait 0 violet Karma for two; trait 1 green")
ROLLED = play(SHOWN, "throw red*2; landed 3 4")


@fact(33)
def test_a_roll_waits_while_its_player_has_an_unused_trait():
    assert asks(ROLLED) is SettleRoll, "else the ability would come too late"
    used = play(SHOWN, "use 0", "throw red*2; landed 3 4")
    assert asks(used) is ThrowOrStop, "no tap for a plain roll"


@fact(33)
@pytest.mark.parametrize(
    ("words", "check"),
    [
        pytest.param("use 0 points=3", lambda s: scores(s) == (3, 0), id="points"),
        pytest.param("use 1 points=-2", lambda s: scores(s) == (0, -2), id="of others"),
        pytest.param(
            "use 0 faces=3,6; settle 9", lambda s: s.turn.last == 9, id="a value"
        ),
        pytest.param(
            "use 0 bonus=5; settle 12", lambda s: s.turn.last == 12, id="more"
        ),
        pytest.param(
            "use 0 reroll=1; landed 6", lambda s: s.turn.last == 9, id="a reroll"
        ),
        pytest.param("use 0; settle 7", lambda s: s.turn.last == 7, id="only told"),
    ],
)
def test_an_effect_is_entered_with_the_card(words, check):
    assert check(play(ROLLED, words))


def test_the_log_says_what_the_trait_did():
    assert told(ROLLED, "use 0 points=3 faces=3,6 bonus=2") == (
        "player 1 uses the trait card. Score: 3 more. The roll is now red 3, red 6. "
        "The roll counts 2 more."
    )
    again = "player 1 uses the trait card. Thrown again: red 4."
    assert told(ROLLED, "use 0 reroll=1") == again


def test_the_ability_can_be_read_by_all_and_its_use_is_the_owners_word():
    seat = GAME.view(SHOWN, 1)["board"]["seats"][0]
    assert seat["trait"] == {"die": "violet", "ability": "Karma for two", "used": False}
    assert GAME.actor(SHOWN, action("use 1")) == 1
    assert GAME.actor(start(traits=True), action("trait 1 green")) == 1
