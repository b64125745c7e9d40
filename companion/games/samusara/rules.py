"""The rules this engine can refuse with; their texts are in `rulebook.toml`."""

from companion.core.rules import Rule

BOARD = Rule("samusara.board", "There is no such cell on this board.")
OWN_DISC = Rule("samusara.own-disc", "You move a disc that shows your colour.")
ALONG_LINES = Rule("samusara.along-lines", "A disc steps to the next cell on a line.")
EMPTY_CELL = Rule("samusara.empty-cell", "A disc ends on an empty cell.")
JUMPS = Rule("samusara.jumps", "A jump crosses exactly one disc.")
SHORT_JUMP = Rule(
    "samusara.short-jump", "A jump lands right behind the disc it crosses, on one line."
)
SERIES = Rule("samusara.series", "A series has at least one jump.")
NO_STANDING_STILL = Rule(
    "samusara.no-standing-still", "A turn changes something on the board."
)
REINFORCE_NUMBER = Rule(
    "samusara.reinforce-number",
    "You return at least one disc and at most what your Capture Pile holds.",
)
REINFORCE_CELLS = Rule(
    "samusara.reinforce-cells",
    "Discs return to empty Power Cells of your colour, one on each.",
)
WIN_AT_ONCE = Rule("samusara.win-at-once", "A jump that wins ends the game at once.")
ONE_OPTION = Rule(
    "samusara.one-option", "A turn is a step, jumps or a return of discs."
)
TURN_ORDER = Rule("samusara.turn-order", "It is the other player's turn.")
DRAW_AGREED = Rule("samusara.draw-agreed", "A draw needs the word of both players.")
RESIGN = Rule("samusara.resign", "You can only give up your own game.")
HINTS = Rule(
    "samusara.hints", "The app shows a good turn only where the table has agreed to it."
)
GAME_OVER = Rule("samusara.game-over", "The game is over.")

RULES = (
    BOARD,
    OWN_DISC,
    ALONG_LINES,
    EMPTY_CELL,
    JUMPS,
    SHORT_JUMP,
    SERIES,
    NO_STANDING_STILL,
    REINFORCE_NUMBER,
    REINFORCE_CELLS,
    WIN_AT_ONCE,
    ONE_OPTION,
    TURN_ORDER,
    DRAW_AGREED,
    RESIGN,
    HINTS,
    GAME_OVER,
)
