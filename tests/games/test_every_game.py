"""Promises that every game of this table keeps, in random games with every option."""

from __future__ import annotations

import json
from random import Random

import pytest

from companion.core.errors import IllegalMove, Malformed
from companion.games import GAMES
from companion.table.simulate import check_action, check_state, simulate
from tests.games.play import random_states, variants
from vision.readings import Prior


def _quickest(game, players):
    """Return options for so many players; an opponent of ours thinks least."""
    strengths = [
        (option.key, option.choices[0][0])
        for option in game.options
        if option.key == "strength" and players in (option.players or ())
    ]
    return {"players": players, **dict(strengths)}


SETTINGS = [
    pytest.param(key, _quickest(game, players), id=f"{key}-{players}")
    for key, game in GAMES.items()
    for players in game.players
]
VARIANTS = [
    pytest.param(key, options, id=f"{key}-{json.dumps(options)}")
    for key, game in GAMES.items()
    for options in variants(game)
]


@pytest.mark.parametrize(("key", "options"), SETTINGS)
def test_random_games_keep_their_promises(key, options):
    game = GAMES[key]
    states, actions = random_states(game, options, seed=1, most=120)
    for number, (state, action) in enumerate(zip(states, actions, strict=False)):
        check_state(game, state, f"step {number}")
        if number % 3 == 0:
            check_action(game, state, action, f"step {number}")


@pytest.mark.slow
@pytest.mark.parametrize(("key", "options"), VARIANTS)
def test_whole_games_with_every_option_keep_their_promises(key, options):
    players = options.get("players", 2)
    report = simulate(GAMES[key], players, 1, seed=2, options=options)
    assert report.lengths[0] > 0


@pytest.mark.parametrize(("key", "options"), SETTINGS)
def test_what_is_not_listed_is_refused_with_a_rule_of_the_game(key, options):
    """Actions of other moments: refused with a rule, or told to be possible now."""
    game = GAMES[key]
    states, actions = random_states(game, options, seed=3, most=150)
    others = list(dict.fromkeys(actions))
    rng = Random(f"refusals {key} {options}")
    for state in states[:: max(1, len(states) // 40)]:
        listed, chance = set(game.legal_actions(state)), game.chance(state)
        for action in rng.sample(others, min(12, len(others))):
            rule = game.broken_rule(state, action)
            if action in listed or (chance and chance.admits(action)):
                assert rule is None
            if rule is None:
                assert game.faults(game.apply(state, action)) == ()
                continue
            assert rule in game.rules
            with pytest.raises(IllegalMove) as refused:
                game.apply(state, action)
            assert refused.value.rule is rule


@pytest.mark.parametrize(("key", "options"), SETTINGS)
def test_after_the_end_nothing_is_possible(key, options):
    game = GAMES[key]
    states, actions = random_states(game, options, seed=4, most=20_000)
    last = states[-1]
    assert game.outcome(last) is not None
    assert game.legal_actions(last) == ()
    assert game.chance(last) is None
    for action in actions[-10:]:
        assert game.broken_rule(last, action) in game.rules


@pytest.mark.parametrize(("key", "options"), SETTINGS)
def test_every_seat_has_a_view_of_the_same_table(key, options):
    game = GAMES[key]
    states, _ = random_states(game, options, seed=5, most=60)
    for state in states[::4]:
        for seat in (None, *range(options["players"])):
            view = game.view(state, seat)
            assert json.loads(json.dumps(view)) == view, "JSON-ready as it is"
            assert {"turn", "prompt", "why", "scores", "board"} <= set(view)
            assert view["turn"] in (None, *range(options["players"]))
            assert len(view["scores"]) == options["players"]


@pytest.mark.parametrize("key", GAMES)
def test_equal_seeds_play_equal_games_and_the_log_rebuilds_the_state(key):
    game = GAMES[key]
    options = {"players": game.players[-1]}
    states, actions = random_states(game, options, seed=6, most=200)
    again, _ = random_states(game, options, seed=6, most=200)
    assert again == states
    state = game.start(options)
    for action in actions:
        state = game.apply(state, game.from_json(game.to_json(action)))
    assert (state, hash(state)) == (states[-1], hash(states[-1]))


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize(
    "nonsense", [None, [], "throw", {}, {"type": 3}, {"type": "no-such-thing"}]
)
def test_what_cannot_be_read_is_malformed(key, nonsense):
    with pytest.raises(Malformed):
        GAMES[key].from_json(nonsense)


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("options", [{"players": 99}, {"luck": True}])
def test_wrong_options_are_refused(key, options):
    with pytest.raises(Malformed):
        GAMES[key].start(options)


@pytest.mark.parametrize("key", GAMES)
def test_the_game_describes_itself(key):
    game = GAMES[key]
    assert game.key == key
    assert len({rule.id for rule in game.rules}) == len(game.rules)
    assert all(rule.id.startswith(f"{key}.") for rule in game.rules)
    state = game.start({"players": game.players[-1]})
    assert game.setup(state)
    assert isinstance(game.expects(state, 0), Prior | None)
