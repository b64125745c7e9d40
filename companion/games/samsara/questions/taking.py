"""Taking cards from the Samsara: phase 2, and whatever else takes one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, assert_never

from companion.core.errors import Impossible
from companion.core.phrase import Phrase, say
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.core.turn import push
from companion.games.samsara import actions as a
from companion.games.samsara import rules
from companion.games.samsara.box import EVANESCENT as STAYS
from companion.games.samsara.box import ZONES, distance
from companion.games.samsara.deck import in_play
from companion.games.samsara.questions.base import AskOpenly, Report
from companion.games.samsara.state import EVANESCENT, HAND, OFF_BOARD, Stack, State
from companion.games.samsara.supply import gain_good, hidden_outcomes
from companion.games.samsara.words import name, seat_name, zone_name


def reach(state: State, seat: int) -> tuple[int, ...]:
    """Return the zones this seat may take a card from, the own zone first."""
    player = state.players[seat]
    if player.pawn == OFF_BOARD:
        return ()
    far = in_play(player.cards, "kaam-kar")
    if not far:
        return (player.pawn,)
    zones = [zone for zone in range(8) if distance(zone, player.pawn) <= far]
    return tuple(sorted(zones, key=lambda zone: (distance(zone, player.pawn), zone)))


def obtain(state: State, seat: Seat, zone: int, target: int) -> State:
    """Take the top card of a stack; what it uncovers may have to be reported.

    Raises:
        Impossible: if there is no such stack, or nothing on it.
    """
    if zone not in range(len(ZONES)):
        raise Impossible("There is no such place.")
    stack = state.stacks[zone]
    if not len(stack):
        raise Impossible("There is no {card} there.", card=ZONES[zone])
    if stack.normal and (not stack.specials or stack.sure > 1):
        sure = stack.sure - 1 if stack.specials else 1
        return _normal(state, seat, zone, target, sure)
    below = len(stack) - 1 if stack.normal else len(stack)
    if len(stack.specials) == 1 and below == 1:
        return _uncovered(state, seat, zone, target, stack.specials[0])
    return push(state, Uncover(seat, zone, target))


def _uncovered(state: State, seat: int, zone: int, target: int, special: str) -> State:
    """Settle what lay under the card just taken: a special one, or nothing new."""
    stack = state.stacks[zone]
    if not special or (stack.normal and state.turn.special):
        return _normal(state, seat, zone, target, 1)
    specials = list(stack.specials)
    specials.remove(special)
    state = state.with_stack(zone, Stack(stack.normal, tuple(specials)))
    state = state._replace(turn=state.turn._replace(special=True))
    return state.with_cards(seat, state.players[seat].cards.put(target, special))


def _normal(state: State, seat: int, zone: int, target: int, sure: int) -> State:
    stack = state.stacks[zone]
    state = state.with_stack(zone, Stack(stack.normal - 1, stack.specials, sure))
    return state.with_cards(seat, state.players[seat].cards.put(target, ZONES[zone]))


Taking = a.Take | a.TakeGood | a.TakeNothing


@dataclass(frozen=True, slots=True)
class TakeCard(AskOpenly[Taking]):
    """Phase 2: the top card of the zone where the pawn stands, or of one in reach."""

    seat: Seat
    key = "take"
    stage = "take"
    reason = "take-card"
    theirs = say("{who} takes a card.")
    answers = (a.Take, a.TakeGood, a.TakeNothing)
    instead = rules.PHASES

    def offers(self, state: State) -> Iterator[Taking]:
        """List the stacks in reach, and what there is where one is empty."""
        zones = reach(state, self.seat)
        full = [zone for zone in zones if len(state.stacks[zone])]
        yield from map(a.Take, full)
        if len(full) < len(zones) and state.good:
            yield a.TakeGood()
        if not full or full[0] != zones[0]:
            yield a.TakeNothing()

    def broken(self, state: State, answer: Taking) -> Rule | None:
        """Name the rule: a stack in reach; something else only if it is empty."""
        zones = reach(state, self.seat)
        match answer:
            case a.Take(zone):
                if zone not in zones:
                    return rules.TAKE_CARD if len(zones) == 1 else rules.KAAM_KAR_REACH
                return None if len(state.stacks[zone]) else rules.EMPTY_STACK
            case a.TakeGood():
                if all(len(state.stacks[zone]) for zone in zones):
                    return rules.EMPTY_STACK
                return None if state.good else rules.SUPPLY_EMPTY
            case a.TakeNothing():
                own = zones and len(state.stacks[zones[0]])
                return rules.TAKE_CARD if own else None
            case _:
                assert_never(answer)

    def settle(self, state: State, answer: Taking) -> State:
        """Take it into the hand."""
        match answer:
            case a.Take(zone):
                return obtain(state, self.seat, zone, HAND)
            case a.TakeGood():
                return gain_good(state, self.seat, HAND, 1)
            case a.TakeNothing():
                return state
            case _:
                assert_never(answer)

    def ask(self, state: State) -> Phrase:
        """Ask for the card of this zone."""
        zone = state.players[self.seat].pawn
        if not len(state.stacks[zone]):
            return say("The {zone} stack is empty: choose.", zone=zone_name(zone))
        return say("Take a card: {zone}.", zone=zone_name(zone))

    def label(self, state: State, answer: Taking) -> Phrase:
        """Name the card."""
        del state
        match answer:
            case a.Take(zone):
                return say("Take {card}", card=zone_name(zone))
            case a.TakeGood():
                return say("Take a Good Karma instead")
            case a.TakeNothing():
                return say("Take nothing")
            case _:
                assert_never(answer)

    def tell(
        self, before: State, answer: Taking, after: State, eyes: Seat | None
    ) -> Phrase:
        """Tell which card was taken: everybody sees it."""
        del before, after, eyes
        who = seat_name(self.seat)
        match answer:
            case a.Take(zone):
                return say("{who} takes {card}", who=who, card=zone_name(zone))
            case a.TakeGood():
                return say("{who} takes a Good Karma instead", who=who)
            case a.TakeNothing():
                return say("{who} takes no card", who=who)
            case _:
                assert_never(answer)

    def matters(self, state: State, answer: Taking) -> tuple[str, ...]:
        """Return the rule about empty stacks."""
        del state
        return () if isinstance(answer, a.Take) else ("empty-stack",)


@dataclass(frozen=True, slots=True)
class TakeSamsara(AskOpenly[a.Take]):
    """An effect takes cards of any stack of the Samsara."""

    seat: Seat
    target: int
    """Where the card goes; in play come only cards that stay there."""

    count: int = 1
    key = "samsara"
    reason = "samsara-cards"
    answers = (a.Take,)

    def _open(self, state: State) -> Iterator[int]:
        for zone, stack in enumerate(state.stacks):
            fits = self.target != EVANESCENT or ZONES[zone] in STAYS
            if fits and len(stack):
                yield zone

    def idle(self, state: State) -> bool:
        """Tell whether no stack has a card that would do."""
        return next(self._open(state), None) is None

    def offers(self, state: State) -> Iterator[a.Take]:
        """List the stacks."""
        return map(a.Take, self._open(state))

    def broken(self, state: State, answer: a.Take) -> Rule | None:
        """Name the rule: a stack that has cards, of the right kind."""
        if answer.zone in self._open(state):
            return None
        if 0 <= answer.zone < 8 and len(state.stacks[answer.zone]):
            return rules.VANARAH
        return rules.SAMSARA_CARDS

    def settle(self, state: State, answer: a.Take) -> State:
        """Take it, then the next one."""
        if self.count > 1:
            state = push(state, replace(self, count=self.count - 1))
        return obtain(state, self.seat, answer.zone, self.target)

    def ask(self, state: State) -> Phrase:
        """Ask for a stack."""
        del state
        return say("Choose a card of the Samsara.")

    def label(self, state: State, answer: a.Take) -> Phrase:
        """Name the card."""
        del state
        return say("Take {card}", card=zone_name(answer.zone))

    def tell(
        self, before: State, answer: a.Take, after: State, eyes: Seat | None
    ) -> Phrase:
        """Tell which card was taken: everybody sees it."""
        del before, after, eyes
        card = zone_name(answer.zone)
        return say("{who} takes {card}", who=seat_name(self.seat), card=card)


@dataclass(frozen=True, slots=True)
class Uncover(Report[a.Uncovered]):
    """Under the card just taken a special one may come to light."""

    seat: Seat
    zone: int
    target: int
    key = "uncover"
    reason = "special-revealed"
    answers = (a.Uncovered,)

    def idle(self, state: State) -> bool:
        """Tell whether nothing is left there: the host took it away."""
        return not hidden_outcomes(state.stacks[self.zone])

    def broken(self, state: State, answer: a.Uncovered) -> Rule | None:
        """Name the rule: only what is in that stack can come to light."""
        possible = dict(hidden_outcomes(state.stacks[self.zone]))
        return None if answer.card in possible else rules.SPECIAL_REVEALED

    def settle(self, state: State, answer: a.Uncovered) -> State:
        """Take the special card instead, if there is one."""
        return _uncovered(state, self.seat, self.zone, self.target, answer.card)

    def sample(self, state: State, rng: Any) -> a.Uncovered:
        """Uncover any card of the stack."""
        outcomes = hidden_outcomes(state.stacks[self.zone])
        cards = [card for card, chances in outcomes for _ in range(chances)]
        return a.Uncovered(rng.choice(cards))

    def awaits(self, state: State) -> dict[str, Any]:
        """Return which stack, and what may lie there."""
        outcomes = hidden_outcomes(state.stacks[self.zone])
        return {
            "kind": "cards",
            "action": "uncovered",
            "seat": self.seat,
            "zone": ZONES[self.zone],
            "count": 1,
            "may": [card for card, _ in outcomes],
        }

    def ask(self, state: State) -> Phrase:
        """Ask what lies on top."""
        del state
        stack = zone_name(self.zone)
        return say("What is on top of the {zone} stack now?", zone=stack)

    def ask_others(self, state: State) -> Phrase:
        """Ask everybody alike: all of them see the stack."""
        return self.ask(state)

    def label(self, state: State, answer: a.Uncovered) -> Phrase:
        """Name what came to light."""
        del state
        if answer.card:
            return say("{card} came to light", card=name(answer.card))
        return say("A normal card lies on top now")

    def tell(
        self, before: State, answer: a.Uncovered, after: State, eyes: Seat | None
    ) -> Phrase:
        """Tell what came to light, and what must be done with it."""
        del after, eyes
        if not answer.card:
            return say("Nothing special came to light")
        card = name(answer.card)
        if before.turn.special and before.stacks[self.zone].normal:
            return say("{card} came to light too: shuffle that stack", card=card)
        return say(
            "{card} came to light: {who} takes it and puts the other card back",
            card=card,
            who=seat_name(self.seat),
        )

    def matters(self, state: State, answer: a.Uncovered) -> tuple[str, ...]:
        """Return the rules about special cards."""
        del state, answer
        return ("special-revealed", "special-once")
