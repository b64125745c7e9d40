"""The rules this engine can refuse with; the catalogue holds their full texts."""

from __future__ import annotations

from companion.core.colours import Colour
from companion.core.rules import Rule
from companion.games.karma_dice.own_box import Kinds, usual


def _rule(slug: str, title: str) -> Rule:
    return Rule(f"karma-dice.{slug}", title)


GAME_OVER = _rule("game-over", "The game is over.")
TRAIT_CHOICE = _rule(
    "trait-choice", "Everyone keeps one trait card, before the first turn."
)
NO_TRAITS = _rule("first-game", "This table plays without trait cards.")
TRAIT_DIE = _rule("trait-die", "The die of a trait card comes from the reserve.")
TRAIT_ONCE = _rule("trait-once", "A trait card is used once per game.")
TRAIT_EFFECT = _rule(
    "trait-cards", "A trait can only change dice that lie in the present roll."
)
AT_LEAST_ONE = _rule("at-least-one", "A roll takes at least one die.")
AVAILABLE_DICE = _rule("available-dice", "You throw only dice of your own reserve.")
USED_DICE = _rule("used-dice", "A used die stays used until your turn ends.")
SETTLE_FIRST = _rule("settle-first", "Settle the roll on the table first.")
IN_THE_AIR = _rule("waiting-for-dice", "Dice are rolling: report their faces.")
NOTHING_THROWN = _rule("nothing-thrown", "No dice have been thrown.")
EACH_DIE = _rule("report-each-die", "One face for each die that was thrown.")
FACES = _rule("faces", "Dice show 1 to 6, and the Yogi shows 1 to 3.")
REROLL_ONCE = _rule(
    "reroll-once", "Only a light blue die of this roll may be thrown again, and once."
)
COPY = _rule(
    "green", "A green die copies the face of another die of its roll, and once."
)
REACHABLE = _rule(
    "reachable-result", "The powers of these dice cannot make this result."
)
STOP = _rule("stop", "You may stop only after your first roll has been validated.")
DRAFT_TIME = _rule(
    "draft-time", "Dice are taken between the rounds, and everyone takes one."
)
DRAFT_FREE = _rule(
    "draft-from-reserve", "Only a free die of the general reserve can be taken."
)
SCORE_TOLD = _rule(
    "turn-score", "A turn scores 0, 1, 2, 4, 7, 10 or 15, and 2 more for spared dice."
)
EYE_MOVES = _rule("solo-advance", "The Evil Eye moves after your turn, and only then.")

RULES = (
    GAME_OVER,
    TRAIT_CHOICE,
    NO_TRAITS,
    TRAIT_DIE,
    TRAIT_ONCE,
    TRAIT_EFFECT,
    AT_LEAST_ONE,
    AVAILABLE_DICE,
    USED_DICE,
    SETTLE_FIRST,
    IN_THE_AIR,
    NOTHING_THROWN,
    EACH_DIE,
    FACES,
    SCORE_TOLD,
    REROLL_ONCE,
    COPY,
    REACHABLE,
    STOP,
    DRAFT_TIME,
    DRAFT_FREE,
    EYE_MOVES,
)

STRICTLY_HIGHER = "karma-dice.strictly-higher"
FIRST_ROLL = "karma-dice.first-roll"
SUCCESS = "karma-dice.success"
FAILURE = "karma-dice.failure"
FIFTEEN = "karma-dice.fifteen"
TURN_SCORE = "karma-dice.turn-score"
DRAFT = "karma-dice.draft"
DRAFT_ORDER = "karma-dice.draft-order"
POWERS = "karma-dice.powers"
END = "karma-dice.end"
ESCAPE = "karma-dice.solo-escape"
CAUGHT = "karma-dice.solo-caught"
POWER_OF = {
    Colour.RED: "karma-dice.red-dice",
    Colour.ORANGE: "karma-dice.orange",
    Colour.YELLOW: "karma-dice.yellow",
    Colour.GREEN: "karma-dice.green",
    Colour.LIGHT_BLUE: "karma-dice.light-blue",
    Colour.DARK_BLUE: "karma-dice.dark-blue",
    Colour.VIOLET: "karma-dice.violet",
    Colour.WHITE: "karma-dice.yogi",
}
POINTED_AT = (
    STRICTLY_HIGHER,
    FIRST_ROLL,
    SUCCESS,
    FAILURE,
    FIFTEEN,
    TURN_SCORE,
    DRAFT,
    DRAFT_ORDER,
    POWERS,
    END,
    ESCAPE,
    CAUGHT,
    *POWER_OF.values(),
)
"""Ids that prompts and teachers point to without ever refusing."""


def of_power(kinds: Kinds, die: Colour) -> str:
    """Return the rule of what a die can do.

    Rules of one power name its usual colour: where a box gives it another, the rule
    of all powers says nothing wrong.
    """
    return POWER_OF[die] if usual(kinds, die) is die else POWERS
