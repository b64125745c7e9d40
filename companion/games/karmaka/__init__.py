"""Karmaka: a card game over several lives, for 2 to 4 players."""

from __future__ import annotations

from pathlib import Path

from companion.core.game import Game
from companion.core.phrase import say
from companion.games.karmaka.actions import CODEC, Action
from companion.games.karmaka.camera import expects, mismatch, observe, unshown
from companion.games.karmaka.drawing import DRAWING
from companion.games.karmaka.engine import TURNS, faults, outcome, start
from companion.games.karmaka.host import correct, force
from companion.games.karmaka.memory import remember
from companion.games.karmaka.moments import moments
from companion.games.karmaka.options import OPTIONS, PLAYERS
from companion.games.karmaka.pieces import pieces
from companion.games.karmaka.printed import CALIBRATION, setup
from companion.games.karmaka.rival import doings
from companion.games.karmaka.rules import RULES
from companion.games.karmaka.state import State
from companion.games.karmaka.view import view

GAME: Game[State, Action] = Game(
    key="karmaka",
    name="Karmaka",
    tagline=say("Live, die and climb the Ladder: what you do comes back to you."),
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
    setup=setup,
    pieces=pieces,
    force=force,
    correct=correct,
    expects=expects,
    observe=observe,
    remember=remember,
    moments=moments,
    unshown=unshown,
    mismatch=mismatch,
    faults=faults,
    doings=doings,
    box=CALIBRATION,
    drawing=DRAWING,
)
