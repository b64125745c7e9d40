"""The rules of Samsara that can speak against an action."""

from companion.core.rules import Rule

PHASES = Rule(
    "samsara.phases",
    "A turn goes in this order: move, take a card, action, amulet, discard, draw.",
)
SETTLE_FIRST = Rule(
    "samsara.settle-first",
    "An open question comes first: a toll, a reincarnation, a choice of card or a"
    " power must be settled before the game goes on.",
)
GAME_OVER = Rule(
    "samsara.game-over",
    "After the last turn of the final round nothing more is played.",
)
CARD_IN_HAND = Rule(
    "samsara.card-in-hand",
    "You can only use a card that is in your hand, or that may be among its cards"
    " nobody has reported.",
)
REPORT_CARDS = Rule(
    "samsara.report-cards",
    "When cards come from a shuffled pile the table may show them, or say that "
    "they stay unknown.",
)

RULES = (
    PHASES,
    SETTLE_FIRST,
    GAME_OVER,
    CARD_IN_HAND,
    REPORT_CARDS,
)
"""Every rule this engine can refuse with, in the order of the rulebook."""
