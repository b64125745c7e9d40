"""What the templates of this room ask for beyond the view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

MARKS = {
    "adjust": "±1",
    "remove": "remove",
    "copy": "copy",
    "reroll": "reroll",
    "double": "×2",
    "triple": "×3",
}
"""How each power is drawn on a die that only lies there."""


def look(board: Mapping[str, Any]) -> dict[str, str]:
    """Return the mark of each colour that has a power in this box."""
    marks = {die["colour"]: MARKS[die["power"]] for die in board.get("reserve", ())}
    return {**marks, "white": "1–3"}


HELPERS = {"look": look}
"""What the templates of this room call as `draw.<name>`."""
