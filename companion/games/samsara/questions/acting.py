"""Phases 3 to 5: play cards, win an amulet, end the turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from companion.core.phrase import Phrase, say, say_n
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.core.turn import push
from companion.games.samsara import actions as a
from companion.games.samsara import rules
from companion.games.samsara.box import BAD, DRAWN, GOAL, GOOD, ZONE_OF, effect_of
from companion.games.samsara.deck import clear_table, new_hand_size
from companion.games.samsara.hands import empty_handed, opening_broken
from companion.games.samsara.purchases import (
    HELD,
    Purchase,
    dark_of,
    last_one,
    listed,
    paid,
    purchase_broken,
    without,
)
from companion.games.samsara.questions.ancestral import TriggerAmulets
from companion.games.samsara.questions.base import Ask, Things
from companion.games.samsara.questions.playing import played
from companion.games.samsara.questions.powers import PickPower
from companion.games.samsara.state import (
    HAND,
    Player,
    State,
)
from companion.games.samsara.words import (
    amulet,
    ancestral,
    announced,
    bad_karma,
    cards,
    handful,
    name,
    seat_name,
    together,
)


def won(state: State, seat: Seat, action: Purchase) -> State:
    """Take an amulet that was paid, and begin what it sets off."""
    state = state._replace(turn=state.turn._replace(won=True))
    player = state.players[seat]
    things: Things = (PickPower(seat),)
    match action:
        case a.BuyAncestral(piece):
            player = player._replace(ancestral=(*player.ancestral, piece))
            left = tuple(entry for entry in state.ancestral if entry[0] != piece)
            state = state._replace(ancestral=left)
            things = (TriggerAmulets(seat, player.ancestral), *things)
        case a.Buy(gap, face) if gap == HELD:
            player = _own(player._replace(held=without(player.held, face)), face)
        case a.Buy(gap, face):
            state = state.with_gap(gap, without(state.gaps[gap], face))
            player = _own(player, face)
        case _:
            assert_never(action)
    state = push(state.with_player(seat, player), *things)
    first = player.wins >= GOAL and state.ended is None
    return state._replace(ended=seat) if first else state


def _own(player: Player, face: str) -> Player:
    return player._replace(amulets=(*player.amulets, face))


Acting = a.Play | a.Buy | a.BuyAncestral | a.EndTurn


class _LateTurn(Ask[Acting]):
    """What is said in the last phases of a turn, before or after an amulet."""

    __slots__ = ()

    answers = (a.Play, a.Buy, a.BuyAncestral, a.EndTurn)
    instead = rules.PHASES

    def settle(self, state: State, answer: Acting) -> State:
        """Play on until the turn is ended: then everything is discarded."""
        match answer:
            case a.Play(card):
                return played(push(state, Act(self.seat)), self.seat, card)
            case a.Buy() | a.BuyAncestral():
                state = push(paid(state, self.seat, answer), EndTurn(self.seat))
                return won(state, self.seat, answer)
            case a.EndTurn():
                player = state.players[self.seat]
                cleared = clear_table(player.cards)
                cleared_player = player._replace(cards=cleared, opening=False)
                return state.with_player(self.seat, cleared_player)
            case _:
                assert_never(answer)

    def label(self, state: State, answer: Acting) -> Phrase:
        """Name the card, the amulet with its price, or the end of the turn."""
        match answer:
            case a.Play(card):
                return say("Play {card}", card=name(card))
            case a.Buy() | a.BuyAncestral():
                return _bill(state, answer)
            case a.EndTurn():
                count = cards(new_hand_size(state, self.seat))
                return say(
                    "End the turn: discard everything, draw {cards}", cards=count
                )
            case _:
                assert_never(answer)

    def tell(
        self, before: State, answer: Acting, after: State, eyes: Seat | None
    ) -> Phrase:
        """Tell what was done: all of it lies open."""
        del after, eyes
        who = seat_name(self.seat)
        match answer:
            case a.Play(card):
                return say("{who} plays {card}", who=who, card=name(card))
            case a.Buy() | a.BuyAncestral():
                line = announced(self.seat, self.label(before, answer))
                if not last_one(before.players[self.seat]):
                    return line
                return together(line, say("It is the fifth: this round is the last."))
            case a.EndTurn():
                return self._tell_end(before)
            case _:
                assert_never(answer)

    def _tell_end(self, state: State) -> Phrase:
        who, count = seat_name(self.seat), new_hand_size(state, self.seat)
        if count == DRAWN and not state.players[self.seat].cards.size(HAND):
            return say("{who} draws a new hand", who=who)
        return say("{who} discards and draws {cards}", who=who, cards=cards(count))

    def matters(self, state: State, answer: Acting) -> tuple[str, ...]:
        """Return the page of the card, or the rules about paying."""
        match answer:
            case a.Play(card):
                return (card,)
            case a.Buy():
                golden = last_one(state.players[self.seat])
                first = ("golden-rule",) if golden else ()
                return (*first, "payment-cards", *PAYING)
            case a.BuyAncestral():
                return ("ancestral-win", "payment-cards", "payment-dark")
            case a.EndTurn():
                return ("discard-phase", "new-hand", "reshuffle")
            case _:
                assert_never(answer)


PAYING = ("payment-light", "payment-dark", "payment-joker")


def _bill(state: State, action: Purchase) -> Phrase:
    """Say what is won, with which cards, and what it costs."""
    match action:
        case a.Buy(_, face):
            what = amulet(face)
        case a.BuyAncestral(piece):
            what = ancestral(piece, effect_of(piece))
        case _:
            assert_never(action)
    with_cards, dark = handful(action.hand + action.reserve), dark_of(state, action)
    if not dark:
        return say("Win {amulet} with {cards}", amulet=what, cards=with_cards)
    told = say("as many Bad Karma")
    if state.bad < dark:
        told = bad_karma(dark, state.bad)
    return say(
        "Win {amulet} with {cards}, {dark} dark: {bad}",
        amulet=what,
        cards=with_cards,
        dark=dark,
        bad=told,
    )


@dataclass(frozen=True, slots=True)
class Act(_LateTurn):
    """Phases 3 and 4: play a card, win an amulet, or end the turn."""

    seat: Seat
    key = "act"
    theirs = say("{who} plays a card, wins an amulet or ends the turn.")
    opens = True

    def in_sight(self, state: State) -> bool:
        """See that the hand is empty; else only its owner knows what it allows."""
        return empty_handed(state, self.seat) or Ask.in_sight(self, state)

    def offers(self, state: State) -> Iterator[Acting]:
        """List the cards that have an action, amulets with payments, and the end."""
        if state.turn.actions:
            player = state.players[self.seat]
            for card in player.cards.choices(HAND):
                playable = card in ZONE_OF
                if playable and self._shows_nothing(state, player, card):
                    yield a.Play(card)
        yield from listed(state, self.seat)
        yield a.EndTurn()

    def _shows_nothing(self, state: State, player: Player, card: str) -> bool:
        if not player.opening:
            return True
        after = played(state, self.seat, card).players[self.seat].cards
        return opening_broken(player, after) is None

    def broken(self, state: State, answer: Acting) -> Rule | None:
        """Name the rule against a card, a purchase or the end."""
        match answer:
            case a.Play(card):
                return self._play_broken(state, card)
            case a.Buy() | a.BuyAncestral():
                return purchase_broken(state, self.seat, answer)
            case a.EndTurn():
                return None
            case _:
                assert_never(answer)

    def _play_broken(self, state: State, card: str) -> Rule | None:
        if card in (GOOD, BAD):
            return rules.NO_ACTION_ON_KARMA
        if card not in ZONE_OF:
            return rules.CARD_IN_HAND
        if state.turn.actions < 1:
            return rules.ONE_ACTION
        player = state.players[self.seat]
        if not player.cards.may_hold(HAND, card):
            return rules.CARD_IN_HAND
        clean = self._shows_nothing(state, player, card)
        return None if clean else rules.OPENING_HAND

    def ask(self, state: State) -> Phrase:
        """Ask what comes next, an amulet only if one could be paid."""
        payable = next(listed(state, self.seat), None) is not None
        if not state.turn.actions:
            amulet = say("Win an amulet, or end your turn.")
            return amulet if payable else say("End your turn.")
        if not payable:
            return say_n(
                "Play a card ({n} action), or end your turn.",
                "Play a card ({n} actions), or end your turn.",
                state.turn.actions,
            )
        return say_n(
            "Play a card ({n} action), win an amulet, or end your turn.",
            "Play a card ({n} actions), win an amulet, or end your turn.",
            state.turn.actions,
        )

    def phase(self, state: State) -> str | None:
        """Return the action phase, or what is left when all are used up."""
        return "action" if state.turn.actions and not state.turn.won else "amulet"

    def why(self, state: State) -> str:
        """Return the rule about actions, or about amulets when none is left."""
        slug = "one-action" if state.turn.actions else "one-amulet-per-turn"
        return f"samsara.{slug}"


@dataclass(frozen=True, slots=True)
class EndTurn(_LateTurn):
    """An amulet was won: the turn can only be ended."""

    seat: Seat
    key = "close"
    stage = "discard"
    reason = "discard-phase"
    theirs = say("{who} discards and draws.")

    def in_sight(self, state: State) -> bool:
        """See that nothing else is left."""
        del state
        return True

    def offers(self, state: State) -> Iterator[Acting]:
        """List the end of the turn."""
        del state
        yield a.EndTurn()

    def broken(self, state: State, answer: Acting) -> Rule | None:
        """Name the rule: one amulet per turn, and no more actions after it."""
        del state
        match answer:
            case a.Buy() | a.BuyAncestral():
                return rules.ONE_AMULET_PER_TURN
            case a.Play():
                return rules.PHASES
            case a.EndTurn():
                return None
            case _:
                assert_never(answer)

    def ask(self, state: State) -> Phrase:
        """Ask for the end of the turn."""
        count = new_hand_size(state, self.seat)
        return say("Discard everything and draw {cards}.", cards=cards(count))
