"""What a bearer may say at a table now: each word alone, and several with one tap."""

from __future__ import annotations

from typing import Any, Generic, TypeAlias, TypedDict, TypeVar

from companion.core.game import Game
from companion.core.once import once
from companion.core.seats import Seat
from companion.table.bearer import Bearer, Role
from companion.table.table import Table

W = TypeVar("W")

Wording: TypeAlias = "dict[str, Any] | str"
"""Words on their way out: a phrase as JSON, or a text that was spoken before."""


class Together(TypedDict, Generic[W]):
    """Several words that one tap may say, each with what its own button says."""

    actions: list[dict[str, Any]]
    labels: list[W]


def open_to(table: Table, bearer: Bearer) -> tuple[Any, ...]:
    """Return the moves this bearer may make now; the host makes everybody's."""
    if bearer.role is Role.WATCH:
        return ()
    return tuple(
        action
        for action, actor in moves_of(table.game, table.state)
        if bearer.may_speak_for(actor)
    )


@once
def moves_of(game: Game[Any, Any], state: Any) -> tuple[tuple[Any, Seat], ...]:
    """Return every move that is open now, with whose it is."""
    return tuple(
        (action, game.actor(state, action)) for action in game.legal_actions(state)
    )


def said_together(
    table: Table, bearer: Bearer, turn: int | None
) -> list[Together[Wording]]:
    """Return what one tap may say: for whoever is in turn, and the host for them."""
    if turn is None or not bearer.may_speak_for(Seat(turn)):
        return []
    game, state = table.game, table.state
    return [
        {
            "actions": [game.to_json(action) for action, _ in words],
            "labels": [label.to_json() for _, label in words],
        }
        for words in game.together(state, Seat(turn))
    ]
