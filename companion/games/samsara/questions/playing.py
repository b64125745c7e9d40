"""What the action of a card does."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.seats import Seat
from companion.core.turn import push
from companion.games.samsara.box import EVANESCENT as STAYS
from companion.games.samsara.questions.base import Things
from companion.games.samsara.questions.choosing import (
    DiscardCards,
    PutCardsBack,
    ReserveCard,
)
from companion.games.samsara.questions.gaining import DrawCards, GainBad, GainGood, draw
from companion.games.samsara.questions.taking import TakeSamsara
from companion.games.samsara.state import DISCARD, EVANESCENT, HAND, PLAY, State
from companion.games.samsara.supply import gain_good

DRAWS = {
    "jann": 2,
    "vikaas": 1,
    "bhaga-jann": 3,
    "bhaga-vikaas": 2,
    "durmangala-jann": 2,
}
MORE_ACTIONS = {
    "jann": 1,
    "vikaas": 2,
    "bhaga-jann": 1,
    "bhaga-vikaas": 2,
    "durmangala-vikaas": 2,
}
GOOD_GAINS = {
    "dhyann": (DISCARD, 2),
    "bhaga-dhyann": (HAND, 2),
    "durmangala-dhyann": (DISCARD, 1),
}
ASKS: dict[str, Callable[[Seat], Things]] = {
    "yugal": lambda seat: (PutCardsBack(seat, then=(TakeSamsara(seat, HAND),)),),
    "bhaga-yugal": lambda seat: (
        PutCardsBack(seat, then=(TakeSamsara(seat, HAND), GainGood(seat, HAND, 1))),
    ),
    "durmangala-yugal": lambda seat: (
        PutCardsBack(seat, "good", then=(TakeSamsara(seat, HAND),)),
    ),
    "gyaan": lambda seat: (ReserveCard(seat),),
    "bhaga-gyaan": lambda seat: (DrawCards(seat, 1), ReserveCard(seat)),
    "durmangala-gyaan": lambda seat: (ReserveCard(seat), GainBad(seat, 1)),
    "maut": lambda seat: (PutCardsBack(seat, "bad"),),
    "bhaga-maut": lambda seat: (PutCardsBack(seat, "bad", 2),),
    "durmangala-maut": lambda seat: (PutCardsBack(seat, "bad"), DiscardCards(seat)),
    "durmangala-kaam-kar": lambda seat: (DiscardCards(seat),),
    "durmangala-bachcha": lambda seat: (DiscardCards(seat),),
}
"""What the action of a card asks for, in order."""


def played(state: State, seat: Seat, card: str) -> State:
    """Lay a card down and let its action happen."""
    zone = EVANESCENT if card in STAYS else PLAY
    deck = state.players[seat].cards.shift(HAND, zone, card)
    actions = max(0, state.turn.actions - 1) + MORE_ACTIONS.get(card, 0)
    turn = state.turn._replace(actions=actions)
    state = state.with_cards(seat, deck)._replace(turn=turn)
    if card in GOOD_GAINS:
        zone, count = GOOD_GAINS[card]
        return gain_good(state, seat, zone, count)
    if card in DRAWS:
        return draw(state, seat, DRAWS[card])
    return push(state, *ASKS[card](seat)) if card in ASKS else state
