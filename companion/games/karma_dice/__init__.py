"""Karma Dice: dice, push your luck, for 2 to 4 players and against the Evil Eye."""

from __future__ import annotations

from companion.core.game import Game
from companion.core.phrase import say
from companion.games.karma_dice import engine
from companion.games.karma_dice.actions import CODEC, Action, from_json
from companion.games.karma_dice.box import COLOUR_NAMES
from companion.games.karma_dice.correct import correct
from companion.games.karma_dice.faults import faults
from companion.games.karma_dice.force import force
from companion.games.karma_dice.observe import expects, observe
from companion.games.karma_dice.options import OPTIONS, PLAYERS
from companion.games.karma_dice.rules import RULES
from companion.games.karma_dice.state import KarmaDiceState
from companion.games.karma_dice.teach import touches
from companion.games.karma_dice.text import label, setup, tell
from companion.games.karma_dice.view import view

GAME: Game[KarmaDiceState, Action] = Game(
    key="karma-dice",
    name="Karma Dice",
    players=PLAYERS,
    engine=1,
    options=OPTIONS,
    rules=RULES,
    start=engine.start,
    broken_rule=engine.broken_rule,
    legal_actions=engine.legal_actions,
    apply=engine.apply,
    outcome=engine.outcome,
    chance=engine.chance,
    actor=engine.actor,
    view=view,
    to_json=CODEC.to_json,
    from_json=from_json,
    label=label,
    tell=tell,
    setup=setup,
    force=force,
    correct=correct,
    touches=touches,
    expects=expects,
    observe=observe,
    faults=faults,
    name_of_piece={
        colour.value: say("{colour} die", colour=name)
        for colour, name in COLOUR_NAMES.items()
    },
)
