"""Samsara: deck-building on the wheel of life, for 1 to 5 players."""

from __future__ import annotations

from companion.core.game import Game
from companion.games.samsara import engine
from companion.games.samsara.actions import CODEC, Action
from companion.games.samsara.ending import faults, outcome
from companion.games.samsara.labels import label
from companion.games.samsara.observe import expects, observe
from companion.games.samsara.options import OPTIONS, PLAYERS
from companion.games.samsara.override import correct, force
from companion.games.samsara.prepare import setup
from companion.games.samsara.printed import printed
from companion.games.samsara.rules import RULES
from companion.games.samsara.state import State
from companion.games.samsara.teach import touches
from companion.games.samsara.telling import tell
from companion.games.samsara.view import view
from companion.games.samsara.words import NAME_OF_PIECE

GAME: Game[State, Action] = Game(
    key="samsara",
    name="Samsara",
    players=PLAYERS,
    engine=1,
    options=OPTIONS,
    rules=RULES,
    start=engine.start,
    broken_rule=engine.broken_rule,
    legal_actions=engine.legal_actions,
    apply=engine.apply,
    outcome=outcome,
    chance=engine.chance,
    actor=engine.actor,
    view=view,
    to_json=CODEC.to_json,
    from_json=CODEC.from_json,
    label=label,
    tell=tell,
    setup=setup,
    force=force,
    correct=correct,
    touches=touches,
    expects=expects,
    observe=observe,
    faults=faults,
    name_of_piece=NAME_OF_PIECE,
    box=printed,
)
