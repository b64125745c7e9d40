"""What screens get: every zone, one label for each button, a rule for each question."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.karmaka import GAME
from companion.games.karmaka import actions as a
from companion.games.karmaka.questions.dying import Death
from companion.rulebook import catalogue
from tests.games.karmaka.dealer import Dealer
from tests.games.karmaka.shared import ACCEPT, do, table, use
from tests.games.karmaka.test_random_games import TABLES


@pytest.mark.parametrize("name", TABLES)
def test_buttons_differ_and_every_question_has_its_rule(name):
    dealer = Dealer(Random(name), TABLES[name], 0.2)
    for _ in range(120):
        state = dealer.state
        if GAME.outcome(state):
            break
        view = GAME.view(state, 0)
        assert catalogue().get(view["why"]), view["why"]
        legal = GAME.legal_actions(state)
        labels = [str(GAME.label(state, action)) for action in legal]
        assert len(set(labels)) == len(labels)
        for action in legal:
            for rule in GAME.touches(state, action):
                assert catalogue().get(rule), rule
        dealer.step()


def test_the_board_tells_the_card_in_the_middle_and_its_victim():
    lives = {"hand": "vengeance"}, {"deeds": "peek"}, {"deeds": "panic"}
    state = use(table(*lives), "vengeance", a.Aim(2))
    middle = GAME.view(state, None)["board"]["middle"]
    assert (middle["card"]["card"], middle["victim"]) == ("vengeance", 2)
    assert GAME.view(do(state, ACCEPT), None)["board"]["middle"] is None


def test_the_ladder_shows_who_stands_where_and_what_is_needed():
    state = table({"hand": "?", "level": 2, "rings": 1}, {"hand": "?"})
    board = GAME.view(state, None)["board"]
    assert [rung["need"] for rung in board["ladder"]] == [4, 5, 6, 7, None]
    assert [rung["seats"] for rung in board["ladder"]] == [[1], [], [0], [], []]
    assert board["rings"] == 11


def test_a_player_is_told_what_the_deeds_are_worth():
    state = table({"hand": "?", "deeds": "spite embody voyage"}, {"hand": "?"})
    mine = GAME.view(state, None)["board"]["players"][0]
    assert (mine["points"], mine["colour"], mine["short"]) == (4, "red", 0)


def test_what_to_do_is_said_to_the_right_hands():
    state = table({"hand": "thievery"}, {"hand": "?", "deeds": "peek", "deck": 1})
    play = a.Play("thievery", a.Use.POWER)
    doing = GAME.doings(state, play, do(state, play), None)[0]
    assert (doing.seat, doing.piece) == (1, "peek")
    assert (doing.source, doing.target) == ("deeds:1", "hand:0")
    assert str(doing.words) == "Give your Deed Peek to player 1."


def test_a_finished_game_asks_nobody():
    state = table({"level": 3, "deeds": "spite vengeance panic"}, {"hand": "?"})
    over = do(state.with_todo((Death(0),)), a.Reborn())
    view = GAME.view(over, 0)
    assert (view["turn"], view["why"]) == (None, None)
    assert view["board"]["asking"] is None
