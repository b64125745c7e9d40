"""Cards of a hand that somebody names: which ones can be, and what it gives away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.cards import Spread, minus
from companion.core.rules import Rule
from companion.games.samsara import rules
from companion.games.samsara.box import BAD, STARTING
from companion.games.samsara.deck import Wanted, lacking, may_lack
from companion.games.samsara.state import DRAW, HAND, Player, State


def was_uniform(cards: Spread) -> bool:
    """Tell whether the opening hand turns out to have been four identical cards.

    Nothing was drawn since, and the pile holds all four cards of the other kind.
    """
    untouched = len(cards.pool) == cards.size(DRAW) == STARTING
    return untouched and cards.pool[0] == cards.pool[-1]


def opening_broken(player: Player, after: Spread) -> Rule | None:
    """Return the rule if this deck shows an opening hand that should not exist."""
    if not player.opening or was_uniform(player.cards) or not was_uniform(after):
        return None
    return rules.OPENING_HAND


def names_uniform(player: Player, named: Sequence[str]) -> bool:
    """Tell whether naming these cards would show an uniform opening hand.

    The same as `opening_broken` with the cards gone, but without making that deck:
    every card that is listed is asked about.
    """
    cards = player.cards
    if not player.opening or cards.size(DRAW) != STARTING:
        return False
    secret = len(cards.pool) - STARTING
    if not 0 < secret <= len(named):
        return False
    seen, pool = list(cards.zones[HAND].seen), cards.pool
    for card in named:
        if card in seen:
            seen.remove(card)
        else:
            pool = minus(pool, card)
    return len(pool) == STARTING and pool[0] == pool[-1]


def from_hand(player: Player, card: str) -> Rule | None:
    """Return the rule against using a card that this hand cannot hold."""
    if not player.cards.may_hold(HAND, card):
        return rules.CARD_IN_HAND
    return rules.OPENING_HAND if names_uniform(player, (card,)) else None


def clean_from_hand(player: Player, card: str) -> Rule | None:
    """Return the rule against a card that must not be Bad Karma."""
    return rules.BAD_KARMA_STICKS if card == BAD else from_hand(player, card)


def usable(player: Player, wanted: Wanted) -> Iterator[str]:
    """Return the different wanted cards that this hand can hold, in order."""
    opening = player.opening
    for card in player.cards.choices(HAND):
        if wanted(card) and not (opening and names_uniform(player, (card,))):
            yield card


def lack_broken(player: Player, wanted: Wanted, rule: Rule) -> Rule | None:
    """Return the rule against declaring that a hand holds no wanted card."""
    if not may_lack(player.cards, wanted):
        return rule
    if not player.opening:
        return None
    return opening_broken(player, lacking(player.cards, wanted))


def hand_over(state: State, giver: int, taker: int, card: str, zone: int) -> State:
    """Move a card from one player's hand to another player."""
    state = state.with_cards(giver, state.players[giver].cards.take(HAND, card))
    return state.with_cards(taker, state.players[taker].cards.put(zone, card))


def empty_handed(state: State, seat: int) -> bool:
    """Tell whether everybody can see that a hand is empty."""
    return not state.players[seat].cards.size(HAND)
