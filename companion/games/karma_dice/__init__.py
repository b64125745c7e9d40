"""Karma Dice: dice, push your luck, for 2 to 4 players and against the Evil Eye."""

from __future__ import annotations

from pathlib import Path

from companion.core.game import Game
from companion.core.phrase import Phrase, say
from companion.core.seats import Seat
from companion.games.karma_dice import engine
from companion.games.karma_dice.actions import CODEC, Action, from_json
from companion.games.karma_dice.correct import correct
from companion.games.karma_dice.faults import faults
from companion.games.karma_dice.force import force
from companion.games.karma_dice.observe import expects, observe
from companion.games.karma_dice.options import OPTIONS, PLAYERS
from companion.games.karma_dice.recap import recap
from companion.games.karma_dice.rules import RULES
from companion.games.karma_dice.state import KarmaDiceState
from companion.games.karma_dice.teach import touches
from companion.games.karma_dice.text import label, setup, tell
from companion.games.karma_dice.view import view


class _Turns:
    broken_rule = staticmethod(engine.broken_rule)
    legal_actions = staticmethod(engine.legal_actions)
    apply = staticmethod(engine.apply)
    settle = staticmethod(engine.go_on)
    chance = staticmethod(engine.chance)
    actor = staticmethod(engine.actor)
    label = staticmethod(label)
    touches = staticmethod(touches)

    @staticmethod
    def tell(
        before: KarmaDiceState, action: Action, after: KarmaDiceState, eyes: Seat | None
    ) -> Phrase:
        del after
        return tell(before, action, eyes)


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
    turns=_Turns(),
    start=engine.start,
    outcome=engine.outcome,
    view=view,
    to_json=CODEC.to_json,
    from_json=from_json,
    setup=setup,
    force=force,
    correct=correct,
    expects=expects,
    observe=observe,
    faults=faults,
    recap=recap,
)
