"""Samusara: discs on a board of lines, four ways to win, for two or against the app."""

from __future__ import annotations

from pathlib import Path

from companion.core.game import Game
from companion.core.phrase import say
from companion.games.samusara import engine
from companion.games.samusara.actions import CODEC, Action, from_json
from companion.games.samusara.camera import expects, observe
from companion.games.samusara.drawing import DRAWING
from companion.games.samusara.host import correct, force
from companion.games.samusara.memory import remember
from companion.games.samusara.moments import moments
from companion.games.samusara.options import OPTIONS, PLAYERS
from companion.games.samusara.own_board import CALIBRATION
from companion.games.samusara.paper import printed
from companion.games.samusara.pieces import pieces
from companion.games.samusara.recap import recap
from companion.games.samusara.repair import mismatch
from companion.games.samusara.rules import RULES
from companion.games.samusara.state import State
from companion.games.samusara.view import doings, setup, view

GAME: Game[State, Action] = Game(
    key="samusara",
    name="Samusara",
    tagline=say("Discs on a board, four ways to win."),
    players=PLAYERS,
    engine=1,
    room=Path(__file__).parent,
    options=OPTIONS,
    rules=RULES,
    turns=engine.TURNS,
    start=engine.start,
    outcome=engine.outcome,
    view=view,
    to_json=CODEC.to_json,
    from_json=from_json,
    setup=setup,
    pieces=pieces,
    round_of=lambda state: 1 + state.turns // 2,
    force=force,
    correct=correct,
    expects=expects,
    observe=observe,
    remember=remember,
    moments=moments,
    faults=engine.faults,
    doings=doings,
    box=CALIBRATION,
    drawing=DRAWING,
    mismatch=mismatch,
    printed=printed,
    recap=recap,
)
