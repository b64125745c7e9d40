"""Cards on the move, and what is known of them afterwards.

Public knowledge and what a seat told the app are kept apart. A card that moves face
down from a Hand with publicly known cards makes these unknown again: nobody but the
owner can say which one it was.
"""

from __future__ import annotations

from collections import Counter

from companion.core.cards import Cards, Zone, bag, minus, plus
from companion.core.errors import Impossible
from companion.core.seats import Seat
from companion.games.karmaka.box import REACH
from companion.games.karmaka.state import Event, Life, State, heard, with_life


def told(life: Life) -> Counter[str]:
    """Return what only the owner may know and has told the app."""
    secret = Counter(life.row)
    secret.subtract(life.hand.seen)
    secret.update(life.dreams)
    secret.update(life.look)
    del secret[""]
    return secret


def told_any(life: Life) -> bool:
    """Tell whether the app knows anything of this life's hidden cards."""
    return any(life.row) or any(life.dreams) or bool(life.look)


def choices(state: State, seat: int) -> tuple[str, ...]:
    """Return every card that can be in a Hand, as far as its owner told us."""
    life = state.lives[seat]
    if not told_any(life):
        return tuple(dict.fromkeys(state.pool)) if life.row else ()
    known = set(life.row)
    if "" in known:
        known.update(Counter(state.pool) - told(life))
        known.discard("")
    return tuple(sorted(known))


def may_hold(state: State, seat: int, card: str) -> bool:
    """Tell whether a card can be in a Hand, as far as its owner told us."""
    life = state.lives[seat]
    if card in life.row:
        return bool(card)
    if "" not in life.row:
        return False
    free = state.pool.count(card)
    return free > 0 and free > life.dreams.count(card) + life.look.count(card)


def certain(state: State, seat: int) -> str:
    """Return the card a Hand must consist of, as everybody knows; or nothing."""
    hand = state.lives[seat].hand
    alike = not hand.unseen and len(set(hand.seen)) == 1
    return hand.seen[0] if alike else ""


def spend(state: State, seat: int, card: str) -> State:
    """Return the state without a card of a Hand, laid open.

    Raises:
        Impossible: if nobody has ever heard of it there.
    """
    life = state.lives[seat]
    hand, row = life.hand, _without(life.row, card)
    if card in hand.seen:
        hand = Zone(minus(hand.seen, card), hand.unseen)
        return with_life(state, seat, life._replace(hand=hand, row=row))
    if not hand.unseen:
        raise Impossible("There is no {card} there.", card=card)
    hand = Zone(hand.seen, hand.unseen - 1)
    if len(row) < len(hand):
        row = (*hand.seen, *("",) * hand.unseen)  # what was told cannot be true
    return reveal(with_life(state, seat, life._replace(hand=hand, row=row)), card)


def _without(row: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Return a row without a card: that one, an unknown one, or else none at all."""
    leaving = card if card in row else ""
    if leaving not in row:
        return ()
    place = row.index(leaving)
    return row[:place] + row[place + 1 :]


def reveal(state: State, card: str) -> State:
    """Return the state with a card out of the pool; what the table sees is true.

    Raises:
        Impossible: if every copy lies somewhere in sight.
    """
    state = state._replace(pool=minus(state.pool, card))
    left = state.pool.count(card)
    for seat, life in enumerate(state.lives):
        if told_any(life) and told(life)[card] > left:
            state = with_life(state, seat, doubted(life, card))
    return state


def doubted(life: Life, card: str) -> Life:
    """Return a life whose owner has told of one card too many, without that word."""
    if card in life.look:
        return life._replace(look=minus(life.look, card))
    if card in life.dreams:
        place = life.dreams.index(card)
        dreams = (*life.dreams[:place], "", *life.dreams[place + 1 :])
        return life._replace(dreams=dreams)
    place = life.row.index(card)
    return life._replace(row=(*life.row[:place], "", *life.row[place + 1 :]))


def slip(state: State, seat: int, card: str = "") -> tuple[State, str, str]:
    """Take a card out of a Hand face down, named for its owner only or not at all.

    Returns:
        The state, the card if everybody knows it, the card if only the owner does.

    Raises:
        Impossible: from an empty Hand.
    """
    life = state.lives[seat]
    size = len(life.hand)
    if not size:
        raise Impossible("There are not that many cards there.")
    if public := certain(state, seat):
        hand, pool = Zone(life.hand.seen[1:], 0), state.pool
        row, card = life.row[1:], ""
    else:
        hand, pool = Zone((), size - 1), state.pool
        if life.hand.seen:
            pool = bag(pool + life.hand.seen)
        row = _without(life.row, card) if card else ()
        if len(row) != size - 1:
            row, card = ("",) * (size - 1), card if card in life.row else ""
    state = with_life(state, seat, life._replace(hand=hand, row=row))
    return state._replace(pool=pool), public, card


def gain(life: Life, count: int = 1, card: str = "") -> Life:
    """Return a life with face-down cards in the Hand; the owner may have named one."""
    hand = Zone(life.hand.seen, life.hand.unseen + count)
    return life._replace(hand=hand, row=life.row + (card,) * count)


def gain_open(life: Life, card: str) -> Life:
    """Return a life with a card in the Hand that everybody knows to be there."""
    hand = Zone(plus(life.hand.seen, card), life.hand.unseen)
    return life._replace(hand=hand, row=(*life.row, card))


def receive(life: Life, public: str, secret: str) -> Life:
    """Return a life with one more card in the Hand, known to all, to one or nobody."""
    return gain_open(life, public) if public else gain(life, 1, secret)


def dream(life: Life, public: str, secret: str = "") -> Life:
    """Return a life with one more card on top of the Future Life."""
    return life._replace(
        future=(*life.future, public),
        dreams=(*life.dreams, "" if public else secret),
    )


def wake(life: Life, place: int) -> tuple[Life, str, str]:
    """Take a card out of the Future Life, counted from the top; the rest stays."""
    at = len(life.future) - 1 - place
    public, secret = life.future[at], life.dreams[at]
    rest = life._replace(
        future=life.future[:at] + life.future[at + 1 :],
        dreams=life.dreams[:at] + life.dreams[at + 1 :],
    )
    return rest, public, secret


def available(state: State) -> int:
    """Return how many cards can still come from the Well, a refill included."""
    return state.well + max(0, len(state.ruins) - REACH)


def refilled(state: State, needed: int) -> State:
    """Return the state with a Well that holds what is needed, if the Ruins allow.

    Whatever is left in the Well stays on top, so drawing first and refilling then is
    the same.
    """
    if needed <= state.well or len(state.ruins) <= REACH:
        return state
    cards = state.ruins[:-REACH]
    state = heard(state, Event("refill", state.turn, n=len(cards)))
    return state._replace(
        ruins=state.ruins[-REACH:],
        pool=bag(state.pool + cards),
        well=state.well + len(cards),
    )


def draw(state: State, seat: Seat, count: int) -> State:
    """Return the state after a draw from the Well into a Hand, as far as it goes."""
    state = refilled(state, count)
    drawn = min(count, state.well)
    if not drawn:
        return state
    state = with_life(state, seat, gain(state.lives[seat], drawn))
    return heard(state._replace(well=state.well - drawn), Event("draw", seat, n=drawn))


def feed(state: State, seat: Seat, count: int) -> State:
    """Return the state with cards of the Well on a Deck, as far as they go."""
    state = refilled(state, count)
    moved = min(count, state.well)
    if moved <= 0:
        return state
    life = state.lives[seat]
    state = with_life(state, seat, life._replace(deck=life.deck + moved))
    return heard(state._replace(well=state.well - moved), Event("feed", seat, n=moved))


def ruin(state: State, card: str) -> State:
    """Return the state with a card on top of the Ruins."""
    return state._replace(ruins=(*state.ruins, card))


def bare(life: Life) -> Cards:
    """Return the cards of a life that lie open or are publicly known."""
    return (*life.hand.seen, *filter(None, life.future), *life.deeds)
