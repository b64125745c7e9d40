"""Samsara: deck-building on the wheel of life, for 1 to 5 players."""

from __future__ import annotations

from pathlib import Path

from companion.core.game import Game
from companion.core.phrase import say
from companion.games.samsara.actions import CODEC, Action, Relay, Show
from companion.games.samsara.camera import expects, observe
from companion.games.samsara.doings import doings
from companion.games.samsara.drawing import HELPERS
from companion.games.samsara.engine import TURNS, faults, outcome, start
from companion.games.samsara.host import correct, force
from companion.games.samsara.memory import remember
from companion.games.samsara.moments import moments
from companion.games.samsara.options import ASKED, OPTIONS, PLAYERS, SINGLE
from companion.games.samsara.pieces import pieces
from companion.games.samsara.prepare import setup
from companion.games.samsara.printed import CALIBRATION
from companion.games.samsara.rules import RULES
from companion.games.samsara.shapes import Board
from companion.games.samsara.state import EVERY_DRAW, State
from companion.games.samsara.together import together
from companion.games.samsara.view import view

GAME: Game[State, Action] = Game(
    key="samsara",
    name="Samsara",
    tagline=say("Walk the wheel of lives, build a deck, be reborn."),
    players=PLAYERS,
    engine=2,
    before={1: {SINGLE: ASKED}},
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
    round_of=lambda state: state.round,
    force=force,
    correct=correct,
    expects=expects,
    observe=observe,
    remember=remember,
    moments=moments,
    challenge={"hands": EVERY_DRAW},
    tells=(Relay, Show),
    faults=faults,
    doings=doings,
    together=together,
    board=Board[str],
    box=CALIBRATION,
    drawing=HELPERS,
)
