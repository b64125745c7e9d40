"""Every rule the engine can refuse with, each by the action that meets it."""

from __future__ import annotations

import pytest

from companion.core.errors import IllegalMove
from companion.games.karma_dice import GAME, rules
from companion.rulebook import catalogue
from tests.games.karma_dice.table import action, after, holding, play, short_turn, start

START = start()
IN_AIR = after("throw red*2")
ON_TWO = after("throw red; landed 1; throw red; landed 2")
WITH_DICE = holding(start(), 0, "light-blue green violet", yogi=True)
LYING = play(WITH_DICE, "throw light-blue green; landed 3 4")
SPENT = play(LYING, "reroll 1; landed 2")
DRAFT = after(short_turn(), short_turn())
TRAITS = start(traits=True)
ONE_KEPT = play(TRAITS, "trait 0 violet")
SHOWN = play(ONE_KEPT, "trait 1 green")
USED = play(SHOWN, "use 0")
TRAIT_ROLL = play(SHOWN, "throw red*2; landed 3 4")
EYE = after(short_turn(), players=1)
OVER = after(short_turn(), short_turn(), end="rounds", rounds=1)
NO_VIOLET = play(DRAFT, "draft violet; draft violet", short_turn(), short_turn())

ROWS = [
    ("no dice at all", START, "throw", rules.AT_LEAST_ONE),
    ("a colour one does not have", START, "throw violet", rules.AVAILABLE_DICE),
    ("the general reserve", START, "throw red green", rules.AVAILABLE_DICE),
    ("the Yogi of nobody", START, "throw white", rules.AVAILABLE_DICE),
    ("seven red dice", START, "throw red*7", rules.AVAILABLE_DICE),
    ("dice used before", ON_TWO, "throw red*5", rules.USED_DICE),
    ("stop before the first roll", START, "stop", rules.STOP),
    ("faces out of nowhere", START, "landed 3", rules.NOTHING_THROWN),
    ("a result out of nowhere", START, "settle 3", rules.NOTHING_THROWN),
    ("a reroll out of nowhere", START, "reroll 0", rules.NOTHING_THROWN),
    ("a copy out of nowhere", START, "copy 0 1", rules.NOTHING_THROWN),
    ("draft in a turn", START, "draft violet", rules.DRAFT_TIME),
    ("the Eye among several", START, "eye", rules.EYE_MOVES),
    ("a trait without traits", START, "trait 0 violet", rules.NO_TRAITS),
    ("using no trait", START, "use 0", rules.NO_TRAITS),
    ("throw while dice roll", IN_AIR, "throw red", rules.IN_THE_AIR),
    ("stop while dice roll", IN_AIR, "stop", rules.IN_THE_AIR),
    ("settle while dice roll", IN_AIR, "settle 4", rules.IN_THE_AIR),
    ("reroll while dice roll", IN_AIR, "reroll 0", rules.IN_THE_AIR),
    ("one face for two dice", IN_AIR, "landed 3", rules.EACH_DIE),
    ("three faces for two dice", IN_AIR, "landed 3 3 3", rules.EACH_DIE),
    ("a seven", IN_AIR, "landed 3 7", rules.FACES),
    ("three points", start(), "score 3", rules.SCORE_TOLD),
    ("a zero", IN_AIR, "landed 0 3", rules.FACES),
    ("a four on the Yogi", play(WITH_DICE, "throw white"), "landed 4", rules.FACES),
    ("throw before settling", LYING, "throw red", rules.SETTLE_FIRST),
    ("stop before settling", LYING, "stop", rules.SETTLE_FIRST),
    ("a result out of reach", LYING, "settle 12", rules.REACHABLE),
    ("a negative result", LYING, "settle -1", rules.REACHABLE),
    ("reroll a green die", LYING, "reroll 0", rules.REROLL_ONCE),
    ("reroll a die that is not there", LYING, "reroll 5", rules.REROLL_ONCE),
    ("reroll at a negative place", LYING, "reroll -1", rules.REROLL_ONCE),
    ("reroll twice", SPENT, "reroll 1", rules.REROLL_ONCE),
    ("copy with a light blue die", LYING, "copy 1 0", rules.COPY),
    ("copy itself", LYING, "copy 0 0", rules.COPY),
    ("copy after the reroll", SPENT, "copy 0 1", rules.COPY),
    ("throw in the draft", DRAFT, "throw red", rules.DRAFT_TIME),
    ("stop in the draft", DRAFT, "stop", rules.DRAFT_TIME),
    ("draft red", DRAFT, "draft red", rules.DRAFT_FREE),
    ("draft the Yogi", DRAFT, "draft white", rules.DRAFT_FREE),
    ("draft what is gone", NO_VIOLET, "draft violet", rules.DRAFT_FREE),
    ("throw before traits", TRAITS, "throw red", rules.TRAIT_CHOICE),
    ("use before all are shown", ONE_KEPT, "use 0", rules.TRAIT_CHOICE),
    ("a second trait", ONE_KEPT, "trait 0 green", rules.TRAIT_CHOICE),
    ("a trait in the game", SHOWN, "trait 0 green", rules.TRAIT_CHOICE),
    ("a trait of nobody", TRAITS, "trait 7 green", rules.TRAIT_CHOICE),
    ("a novel as ability", TRAITS, "trait 0 green " + "x" * 201, rules.TRAIT_CHOICE),
    ("a trait with a red die", TRAITS, "trait 0 red", rules.TRAIT_DIE),
    ("a trait twice", USED, "use 0", rules.TRAIT_ONCE),
    ("the trait of nobody", SHOWN, "use 7", rules.TRAIT_ONCE),
    ("new faces without a roll", SHOWN, "use 0 faces=3", rules.TRAIT_EFFECT),
    ("too few new faces", TRAIT_ROLL, "use 0 faces=3", rules.TRAIT_EFFECT),
    ("an impossible new face", TRAIT_ROLL, "use 0 faces=3,9", rules.TRAIT_EFFECT),
    ("reroll beyond the roll", TRAIT_ROLL, "use 0 reroll=2", rules.TRAIT_EFFECT),
    ("a bonus without a roll", SHOWN, "use 0 bonus=2", rules.TRAIT_EFFECT),
    ("a thousand points", SHOWN, "use 0 points=1000", rules.TRAIT_EFFECT),
    ("use while dice roll", play(SHOWN, "throw red"), "use 0", rules.IN_THE_AIR),
    ("throw before the Eye", EYE, "throw red", rules.EYE_MOVES),
    ("stop before the Eye", EYE, "stop", rules.EYE_MOVES),
    ("throw after the end", OVER, "throw red", rules.GAME_OVER),
    ("stop after the end", OVER, "stop", rules.GAME_OVER),
    ("draft after the end", OVER, "draft green", rules.GAME_OVER),
]


@pytest.mark.parametrize(
    ("state", "words", "rule"),
    [pytest.param(state, words, rule, id=name) for name, state, words, rule in ROWS],
)
def test_refuses(state, words, rule):
    with pytest.raises(IllegalMove) as refused:
        GAME.apply(state, action(words))
    assert refused.value.rule is rule


def test_every_rule_has_a_row():
    assert {rule.id for *_, rule in ROWS} == {rule.id for rule in GAME.rules}


def test_every_rule_named_anywhere_is_in_the_catalogue():
    named = [rule.id for rule in GAME.rules] + list(rules.POINTED_AT)
    assert [one for one in named if catalogue().get(one) is None] == []
