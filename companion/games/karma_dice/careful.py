"""A careful player, as a person without an oracle plays: the measure of the Eye.

One look ahead: throw few dice, go on while the next zone is worth the risk, take
the lowest result that wins, and draft the stronger powers first.
"""

from __future__ import annotations

from functools import lru_cache
from typing import assert_never

from companion.core.colours import Colour
from companion.core.seats import Seat
from companion.games.karma_dice.actions import (
    Action,
    ChooseTrait,
    Draft,
    MoveEye,
    Reroll,
    Settle,
    Stop,
    Throw,
)
from companion.games.karma_dice.box import BONUS, POWERS, TRACK, Power
from companion.games.karma_dice.dice import Dice, handfuls
from companion.games.karma_dice.odds import beat_chances
from companion.games.karma_dice.oracle import FALL, LAST
from companion.games.karma_dice.own_box import (
    Kinds,
    own_dice,
    usual_dice,
    usual_roll,
)
from companion.games.karma_dice.powers import can_reroll, totals
from companion.games.karma_dice.questions import (
    EyeMoves,
    Fall,
    KeepTrait,
    SettleRoll,
    TakeDie,
    ThrowOrStop,
    asked,
)
from companion.games.karma_dice.state import KarmaDiceState, Turn

LARGEST = 5
"""More dice than this are thrown at once only if nothing else is left."""

SPARED = 0.35
"""What a die kept for later feels worth, in points; the last zone pays `BONUS`."""

TASTE = (
    Colour.VIOLET,
    Colour.DARK_BLUE,
    Colour.ORANGE,
    Colour.YELLOW,
    Colour.LIGHT_BLUE,
    Colour.GREEN,
)


def choose(state: KarmaDiceState) -> Action:
    """Return the move of a careful player, wherever a player has one."""
    question = asked(state)
    match question:
        case ThrowOrStop():
            return _throw_or_stop(state.turn, state.setup.kinds)
        case SettleRoll():
            return _settle(state.turn, state.setup.kinds)
        case TakeDie():
            return Draft(_favourite(state))
        case EyeMoves():
            return MoveEye()
        case KeepTrait():
            seats = range(len(state.players))
            seat = next(s for s in seats if state.players[s].trait is None)
            return ChooseTrait(Seat(seat), state.reserve[0])
        case Fall() | None:
            raise ValueError("no player has a move here")
    assert_never(question)


def _favourite(state: KarmaDiceState) -> Colour:
    tasty = usual_dice(state.setup.kinds, state.reserve)
    best = next(colour for colour in TASTE if colour in tasty)
    return own_dice(state.setup.kinds, (best,))[0]


def _throw_or_stop(turn: Turn, kinds: Kinds) -> Action:
    if not turn.zones:
        return Throw(turn.left[-1:] if turn.left[-1] is Colour.WHITE else turn.left[:1])
    zones = len(turn.zones)
    left = usual_dice(kinds, turn.left)
    dice, chance = _best_throw(left, zones, turn.zones[-1].total)
    spare = len(turn.left) - len(dice)
    won = TRACK[zones] + (BONUS * spare if zones == LAST - 1 else 0)
    if chance * won + (1 - chance) * float(FALL[zones]) < turn.points:
        return Stop()
    return Throw(own_dice(kinds, dice))


@lru_cache(maxsize=1 << 15)
def _best_throw(left: Dice, zones: int, last: int) -> tuple[Dice, float]:
    spared = BONUS if zones == LAST - 1 else SPARED
    best, found = -99.0, (left, 0.0)
    for dice in handfuls(left):
        if len(dice) > LARGEST or _blues(dice) > 1:
            continue
        chances = beat_chances(dice)
        chance = float(chances[last + 1]) if last + 1 < len(chances) else 0.0
        gain = TRACK[zones] + spared * (len(left) - len(dice))
        worth = chance * gain + (1 - chance) * float(FALL[zones])
        if worth > best:
            best, found = worth, (dice, chance)
    return found


def _blues(dice: Dice) -> int:
    return sum(1 for die in dice if POWERS[die] is Power.REROLL)


def _settle(turn: Turn, kinds: Kinds) -> Action:
    roll = usual_roll(kinds, turn.roll)
    reachable = totals(roll, turn.bonus)
    winning = [total for total in reachable if turn.beats(total)]
    if winning:
        return Settle(winning[0])
    again = can_reroll(roll)
    return Reroll(again[0]) if again else Settle(reachable[-1])
