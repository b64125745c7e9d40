"""The bot that plays alone: it obeys the rules, thinks rightly and knows no secret."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.games.samsara import GAME
from companion.games.samsara.actions import Buy, ChooseCharacter, EndTurn, Play
from companion.games.samsara.characters import BASE
from companion.games.samsara.life import life_of
from companion.games.samsara.questions.setup import PickCharacter
from companion.games.samsara.solo_player import SoloPlayer, plans
from companion.games.samsara.ways import ended
from companion.games.samsara.worth import CERTAIN, worth
from tests.games.samsara.shared import at, hold, lay, now, own, ready


def games(character, number, *, chains=True):
    """Play one game of the bot and return every state with the action chosen there."""
    rng, bot = Random(f"bot {character} {number}"), SoloPlayer(number)
    state = GAME.start({"players": 1, "hands": "every-draw"})
    state = state._replace(setting=replace(state.setting, chains=chains))
    while GAME.outcome(state) is None:
        chance = GAME.chance(state)
        if chance is not None:
            action = chance.sample(rng)
        elif isinstance(state.asked, PickCharacter):
            action = ChooseCharacter(character)
        else:
            action = bot.choose(state)
        yield state, action
        state = GAME.apply(state, action)


@pytest.mark.parametrize("character", BASE)
def test_the_bot_plays_whole_games_by_the_rules(character):
    told = list(games(character, 1))
    assert all(GAME.broken_rule(*step) is None for step in told)
    assert not any(GAME.faults(state) for state, _ in told)
    assert any(isinstance(action, Buy) for _, action in told)


def test_the_same_seed_plays_the_same_game():
    assert list(games("ibah", 2)) == list(games("ibah", 2))


def test_what_the_bot_foresees_is_what_the_rules_do():
    """Plans without a draw or an amulet, carried out, are worth what they promised."""
    checked = 0
    for state, _ in games("dehnu", 3, chains=False):
        found = plans(state) if state.asked and state.asked.key == "move" else []
        for plan in found:
            if any(isinstance(step, Buy) for step in plan.steps):
                continue
            if not isinstance(plan.steps[-1], EndTurn):
                continue
            after = state
            for step in plan.steps[:-1]:
                after = GAME.apply(after, step)
            assert worth(ended(life_of(after))) == pytest.approx(plan.worth)
            checked += 1
    assert checked > 10


def solo(**options):
    return ready(1, ("bikkhu",), hands="every-draw", **options)


def test_the_bot_takes_the_fifth_amulet_when_it_can():
    state = lay(own(solo(), 0, 4), 0, "J4V4", "K4Y4")
    state = hold(
        state,
        hand="jann jann vikaas vikaas",
        draw="bad-karma bad-karma bad-karma bad-karma",
    )
    best = plans(now(at(state, "yugal"), "act"))[0]
    assert best.worth == CERTAIN
    assert best.steps == (Buy(0, "J4V4", ("jann", "jann", "vikaas", "vikaas")),)


def test_the_fifth_amulet_is_never_planned_with_dark_symbols():
    state = lay(own(solo(), 0, 4), 0, "J4V4", "K4Y4")
    state = hold(
        state,
        hand="jann vikaas bad-karma",
        draw="bad-karma bad-karma bad-karma bad-karma",
    )
    found = plans(now(at(state, "yugal"), "act"))
    assert not any(isinstance(plan.steps[0], Buy) for plan in found)
    assert any(isinstance(plan.steps[0], Play) for plan in found)


def test_without_the_hand_the_bot_has_no_plan():
    state = now(at(ready(1, ("bikkhu",)), "yugal"), "move")
    assert state.players[0].cards.zones[0].unseen
    assert plans(state) == []


def test_the_bot_knows_only_the_base_box():
    state = now(at(solo(bhaga=True), "yugal"), "move")
    assert plans(state) == []
