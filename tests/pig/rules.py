"""The rules Pig can refuse with."""

from companion.core.rules import Rule

EMPTY_POT = Rule("pig.empty-pot", "You cannot bank an empty pot")
IN_AIR = Rule("pig.die-in-air", "The die is still in the air")
NOT_IN_AIR = Rule("pig.no-die-in-air", "No die is in the air")
SIX = Rule("pig.six-faces", "A die has six faces")
OVER = Rule("pig.over", "The game is over")
TURN = Rule("pig.turn", "It is not this player's turn")

RULES = (EMPTY_POT, IN_AIR, NOT_IN_AIR, SIX, OVER, TURN)
