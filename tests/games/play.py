"""Whole games for tests: at random, or from a readable file."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

from companion.games import GAMES


def random_states(game, options, seed, most=400):
    """Return the states and actions of a random game, the first `most` of them."""
    rng = Random(f"{game.key} {json.dumps(options, sort_keys=True)} {seed}")
    state = game.start(options)
    states, actions = [state], []
    while game.outcome(state) is None and len(actions) < most:
        chance = game.chance(state)
        action = chance.sample(rng) if chance else rng.choice(game.legal_actions(state))
        state = game.apply(state, action)
        actions.append(action)
        states.append(state)
    return states, actions


def variants(game):
    """Return each option at each of its ends, one change at a time."""
    found = [{}]
    for option in game.options:
        if option.choices:
            values = [name for name, _ in option.choices]
        elif isinstance(option.default, bool):
            values = [not option.default]
        elif isinstance(option.default, int):
            values = [option.least, min(option.most, option.least + 20)]
        else:
            values = []
        counts = option.players or (2, game.players[-1])
        for value in values:
            if value != option.default:
                players = next(n for n in counts if n in game.players)
                found.append({"players": players, option.key: value})
    return found


def retell(text):
    """Return a golden game told anew: the file's own options and actions, our words.

    The first line holds the game and its options as JSON; a line that starts with
    `>` is an action as JSON; all other lines are what the app says about it.
    """
    head, *lines = text.splitlines()
    setting = json.loads(head)
    game = GAMES[setting["game"]]
    state = game.start(setting["options"])
    told = [head, *(f"  {line}" for line in game.setup(state))]
    for line in lines:
        if line.startswith(">"):
            action = game.from_json(json.loads(line[1:]))
            told += _step(game, state, action)
            state = game.apply(state, action)
    ended = game.outcome(state)
    told.append(f"= {ended.ending}: winners {list(ended.winners)} with {ended.scores}")
    return "\n".join(told) + "\n"


def _step(game, state, action):
    written = json.dumps(game.to_json(action))
    return [
        f"> {written}",
        f"  {game.tell(state, action, game.apply(state, action), None)}",
    ]


class Meddled:
    """The turn machine of a game with some of its answers replaced."""

    def __init__(self, turns, **answers):
        self._turns = turns
        self.__dict__.update(answers)

    def __getattr__(self, name):
        return getattr(self._turns, name)


def meddle(game, **answers):
    """Return a game that answers wrongly on purpose."""
    return replace(game, turns=Meddled(game.turns, **answers))
