"""Samsara: deck-building on the wheel of life, for 1 to 5 players."""

from __future__ import annotations

from pathlib import Path

from companion.core.game import Game
from companion.core.phrase import Phrase, say
from companion.core.seats import Seat
from companion.games.samsara import engine
from companion.games.samsara.actions import CODEC, Action
from companion.games.samsara.drawing import HELPERS
from companion.games.samsara.ending import faults, outcome
from companion.games.samsara.labels import label
from companion.games.samsara.observe import expects, observe
from companion.games.samsara.options import OPTIONS, PLAYERS
from companion.games.samsara.override import correct, force
from companion.games.samsara.prepare import setup
from companion.games.samsara.printed import CALIBRATION
from companion.games.samsara.rules import RULES
from companion.games.samsara.state import State
from companion.games.samsara.teach import touches
from companion.games.samsara.telling import tell
from companion.games.samsara.view import view


class _Turns:
    broken_rule = staticmethod(engine.broken_rule)
    legal_actions = staticmethod(engine.legal_actions)
    apply = staticmethod(engine.apply)
    settle = staticmethod(engine.settle)
    chance = staticmethod(engine.chance)
    actor = staticmethod(engine.actor)
    label = staticmethod(label)
    touches = staticmethod(touches)

    @staticmethod
    def tell(before: State, action: Action, after: State, eyes: Seat | None) -> Phrase:
        del after
        return tell(before, action, eyes)


GAME: Game[State, Action] = Game(
    key="samsara",
    name="Samsara",
    tagline=say("Walk the wheel of lives, build a deck, be reborn."),
    players=PLAYERS,
    engine=1,
    room=Path(__file__).parent,
    options=OPTIONS,
    rules=RULES,
    turns=_Turns(),
    start=engine.start,
    outcome=outcome,
    view=view,
    to_json=CODEC.to_json,
    from_json=CODEC.from_json,
    setup=setup,
    force=force,
    correct=correct,
    expects=expects,
    observe=observe,
    faults=faults,
    box=CALIBRATION,
    drawing=HELPERS,
)
