"""The games this table can run."""

from collections.abc import Mapping
from typing import Any

from companion.core.game import Game
from companion.games import karma_dice, karmaka, samsara, samusara

GAMES: Mapping[str, Game[Any, Any]] = {
    "karma-dice": karma_dice.GAME,
    "samsara": samsara.GAME,
    "karmaka": karmaka.GAME,
    "samusara": samusara.GAME,
}
