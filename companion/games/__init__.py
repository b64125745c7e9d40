"""The games this table can run."""

from collections.abc import Mapping
from typing import Any

from companion.core.game import Game

GAMES: Mapping[str, Game[Any, Any]] = {}
