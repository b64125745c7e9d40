"""Which amulets a seat could win now, and the cheapest way."""

from __future__ import annotations

from typing import Any

from companion.core.cards import Cards
from companion.games.samsara.box import need
from companion.games.samsara.payments import Payment
from companion.games.samsara.state import State
from companion.games.samsara.steps.winning import (
    ancestral_in_reach,
    in_reach,
    price,
    ways,
)


def payable(state: State, seat: int) -> list[dict[str, Any]]:
    """Return the amulets this seat could pay for, the cheapest payment of each.

    A payment is sure if every card of it has been seen in the hand or Reserve.
    """
    found = []
    for gap, face in in_reach(state, seat):
        if pays := ways(state, seat, need(face)):
            action = {"type": "buy", "gap": gap, "face": face}
            found.append(_offer(action, pays))
    for amulet in ancestral_in_reach(state, seat):
        if pays := ways(state, seat, price(state, amulet)):
            action = {"type": "buy-ancestral", "amulet": amulet}
            found.append(_offer(action, pays))
    found.sort(key=lambda offer: (not offer["sure"], offer["dark"], offer["jokers"]))
    return found


def _offer(action: dict[str, Any], pays: tuple[Payment, ...]) -> dict[str, Any]:
    pay = next((pay for pay in pays if not pay.unseen), pays[0])
    cards = {"hand": _list(pay.hand), "reserve": _list(pay.reserve)}
    return {
        "action": {**action, **cards},
        "sure": not pay.unseen,
        "dark": pay.dark,
        "jokers": pay.jokers,
        "ways": len(pays),
    }


def _list(cards: Cards) -> list[str]:
    return list(cards)
