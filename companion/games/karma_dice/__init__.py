"""Karma Dice: dice, push your luck, for 2 to 4 players and against the Evil Eye."""

from __future__ import annotations

from pathlib import Path

from companion.core.game import Game
from companion.core.phrase import say
from companion.games.karma_dice.actions import (
    CODEC,
    Action,
    Rolled,
    Score,
    from_json,
)
from companion.games.karma_dice.board import BOARD
from companion.games.karma_dice.camera import expects, observe, sign
from companion.games.karma_dice.doings import doings
from companion.games.karma_dice.drawing import HELPERS
from companion.games.karma_dice.engine import TURNS, faults, outcome, start
from companion.games.karma_dice.host import correct, force
from companion.games.karma_dice.memory import remember
from companion.games.karma_dice.moments import moments
from companion.games.karma_dice.options import OPTIONS, PLAYERS
from companion.games.karma_dice.own_box import CALIBRATION
from companion.games.karma_dice.pieces import pieces
from companion.games.karma_dice.recap import recap
from companion.games.karma_dice.rules import RULES
from companion.games.karma_dice.state import KarmaDiceState
from companion.games.karma_dice.view import view
from companion.games.karma_dice.words import setup

GAME: Game[KarmaDiceState, Action] = Game(
    key="karma-dice",
    name="Karma Dice",
    tagline=say(
        "Push your luck: every roll higher than the last, six powers to bend them."
    ),
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
    from_json=from_json,
    setup=setup,
    pieces=pieces,
    round_of=lambda state: state.round,
    force=force,
    correct=correct,
    expects=expects,
    observe=observe,
    faults=faults,
    doings=doings,
    board=BOARD,
    box=CALIBRATION,
    drawing=HELPERS,
    recap=recap,
    remember=remember,
    moments=moments,
    challenge={},
    tells=(Rolled, Score),
    sign=sign,
)
