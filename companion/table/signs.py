"""What "stop" means at a table now, said by a card under the camera or by voice."""

from __future__ import annotations

from typing import Any

from companion.table.table import Table


def stop_means(table: Table) -> Any | None:
    """Return the action that stop stands for, None if it would say nothing now."""
    meant = table.game.sign(table.state)
    if meant is None or table.game.broken_rule(table.state, meant):
        return None
    return meant
