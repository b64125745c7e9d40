"""A whole throw in one word, and turns of which only the score is told."""

from __future__ import annotations

from random import Random

import pytest

from companion.core.colours import Colour
from companion.core.errors import IllegalMove, Impossible
from companion.games.karma_dice import GAME, rules
from companion.games.karma_dice.actions import (
    Landed,
    Rolled,
    Score,
    Stop,
    Throw,
    in_order,
)
from vision.readings import DieReading, Report, Whole

RED, VIOLET, WHITE = Colour.RED, Colour.VIOLET, Colour.WHITE


def start(**options):
    return GAME.start({"players": 2, **options})


@pytest.mark.parametrize("seed", range(20))
def test_a_throw_in_one_word_is_the_throw_in_two(seed):
    """Wherever a throw is awaited, both ways lead to the same table."""
    rng, state = Random(seed), start()
    for _ in range(60):
        if not state.todo:
            break
        legal = GAME.legal_actions(state)
        throws = [action for action in legal if isinstance(action, Throw)]
        chance = GAME.chance(state)
        if throws:
            dice = rng.choice(throws).dice
            flying = GAME.apply(state, Throw(dice))
            faces = GAME.chance(flying).sample(rng).faces
            long_way = GAME.apply(flying, Landed(faces))
            assert GAME.apply(state, Rolled(dice, faces)) == long_way
            state = long_way
        else:
            state = GAME.apply(
                state, chance.sample(rng) if chance else rng.choice(legal)
            )


def test_json_puts_the_dice_in_order_each_with_its_face():
    data = {"type": "rolled", "dice": ["violet", "red", "red"], "faces": [4, 6, 2]}
    assert GAME.from_json(data) == Rolled((RED, RED, VIOLET), (2, 6, 4))
    assert in_order((VIOLET, RED), (1, 5)) == Rolled((RED, VIOLET), (5, 1))


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (Rolled((), ()), rules.AT_LEAST_ONE),
        (Rolled((RED, RED), (3,)), rules.EACH_DIE),
        (Rolled((RED,), (7,)), rules.FACES),
        (Rolled((VIOLET,), (1,)), rules.AVAILABLE_DICE),
        (Score(3), rules.SCORE_TOLD),
        (Score(-1), rules.SCORE_TOLD),
        (Score(17), rules.SCORE_TOLD),
    ],
)
def test_what_cannot_be_is_refused_with_its_rule(action, rule):
    with pytest.raises(IllegalMove) as refused:
        GAME.apply(start(), action)
    assert refused.value.rule is rule


def test_a_turn_can_be_told_by_its_score_alone():
    state = GAME.apply(start(), Score(7))
    assert state.players[0].score == 7
    assert GAME.view(state, None)["turn"] == 1
    told = str(GAME.tell(start(), Score(7), state, None))
    assert "scores 7 points" in told
    assert state.summary.rolls == ()


def test_two_turns_by_score_end_the_round_with_a_draft():
    state = GAME.apply(GAME.apply(start(), Score(2)), Score(15))
    assert GAME.view(state, None)["board"]["phase"] == "draft"
    assert GAME.view(state, None)["turn"] == 0, "the lower score takes first"
    assert GAME.faults(state) == ()


def test_spared_dice_count_only_beyond_six():
    state = start()
    assert GAME.view(state, 0)["board"]["may_score"] == [0, 1, 2, 4, 7, 10, 15]
    for points in (1, 2):
        state = GAME.apply(state, Score(points))
    while GAME.view(state, None)["board"]["phase"] == "draft":
        state = GAME.apply(state, GAME.legal_actions(state)[0])
    best = max(GAME.view(state, 0)["board"]["may_score"])
    assert best == 15 + 2 * (len(state.turn.left) - 6)
    assert GAME.apply(state, Score(best)).players[state.turn.seat].score > best - 1


def test_a_turn_that_was_begun_in_dice_is_ended_in_dice():
    state = GAME.apply(start(), Rolled((RED,), (4,)))
    with pytest.raises(IllegalMove) as refused:
        GAME.apply(state, Score(4))
    assert refused.value.rule is rules.STOP
    assert GAME.view(state, 0)["board"]["may_score"] == []
    assert GAME.apply(state, Stop()).players[0].score == 1


def test_while_dice_fly_neither_can_be_said():
    state = GAME.apply(start(), Throw((RED,)))
    for action in (Rolled((RED,), (4,)), Score(4)):
        with pytest.raises(IllegalMove) as refused:
            GAME.apply(state, action)
        assert refused.value.rule is rules.IN_THE_AIR
        with pytest.raises(Impossible):
            GAME.force(state, action)


def test_a_photo_needs_no_announcement():
    state = start()
    prior = GAME.expects(state, None)
    assert (len(prior.dice), prior.exact) == (len(state.turn.left), False)
    seen = (DieReading(5, "red"), DieReading(2, "white"))
    report = Report("dice", seen, (Whole(seen, 0.9),))
    ((action, chance),) = GAME.observe(state, None, report)
    assert action == Rolled((RED, WHITE), (5, 2))
    assert chance == 0.9


def test_only_the_player_in_turn_tells_it():
    assert GAME.actor(start(), Score(1)) == 0
    assert GAME.actor(GAME.apply(start(), Score(1)), Rolled((RED,), (1,))) == 1


def test_the_phone_asks_for_what_the_table_chose():
    assert GAME.view(start(entry="score"), 0)["board"]["entry"] == "score"
