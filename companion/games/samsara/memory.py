"""What of a game of Samsara is remembered: cards played, amulets won, kind draws.

Luck is counted in Bad Karma: how many of them were to be expected in a draw, less how
many came. It is only known where every draw is entered, and zero on average.
"""

from __future__ import annotations

from typing import Any

from companion.core.phrase import say
from companion.core.remembering import Remembered
from companion.core.seats import Seat
from companion.games.samsara.actions import Buy, BuyAncestral, Drawn, Play
from companion.games.samsara.box import BAD
from companion.games.samsara.questions.base import before_actions
from companion.games.samsara.questions.gaining import ReportDraw
from companion.games.samsara.state import State
from companion.games.samsara.words import name


def remember(before: State, action: Any, after: State) -> tuple[Remembered, ...]:
    """Return the luck of a draw, or what was done."""
    del after
    match action:
        case Drawn(cards):
            return _draw(before, cards)
        case Play(card):
            return (Remembered(before.seat, deed=name(card)),)
        case Buy() | BuyAncestral():
            return (Remembered(before.seat, deed=say("amulet won")),)
    return ()


def _draw(before: State, cards: tuple[str, ...]) -> tuple[Remembered, ...]:
    asked = before.todo[-1] if before.todo else None
    # The opening hand is drawn until it is fit to play: that is not luck.
    if not isinstance(asked, ReportDraw) or before_actions(before):
        return ()
    pool = before.players[asked.seat].cards.pool
    expected = len(cards) * pool.count(BAD) / len(pool)
    return (Remembered(Seat(asked.seat), luck=expected - cards.count(BAD)),)
