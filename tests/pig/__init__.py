"""Pig, the small game of the tests: roll on or hold, a one loses the pot.

A whole room, laid out like those of the real games: rules, words, screens and a box
of its own. It has one secret, so that secrecy can be tested: each seat may note a
number that only this seat sees.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.core.game import Game
from companion.core.phrase import say
from tests.pig.actions import CODEC, Landed
from tests.pig.box import CALIBRATION
from tests.pig.camera import expects, observe
from tests.pig.drawing import HELPERS
from tests.pig.engine import TURNS, faults, outcome, start
from tests.pig.hands import doings
from tests.pig.host import correct, force
from tests.pig.memory import remember
from tests.pig.options import OPTIONS, PLAYERS
from tests.pig.rules import RULES
from tests.pig.view import recap, view

__all__ = ["GAME", "Landed"]

GAME: Game[Any, Any] = Game(
    key="pig",
    name="Pig",
    tagline=say("Roll on or hold."),
    players=PLAYERS,
    engine=1,
    room=Path(__file__).parent,
    options=OPTIONS,
    rules=RULES,
    turns=TURNS,
    start=start,
    outcome=outcome,
    view=view,
    to_json=CODEC.to_json,
    from_json=CODEC.from_json,
    setup=lambda _state: (say("Take one die."),),
    force=force,
    correct=correct,
    expects=expects,
    observe=observe,
    faults=faults,
    doings=doings,
    box=CALIBRATION,
    drawing=HELPERS,
    recap=recap,
    remember=remember,
)
