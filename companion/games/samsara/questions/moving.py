"""Phase 1: the move, the reincarnation on the way and the toll on arrival."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from companion.core.phrase import Phrase, say, say_n
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.core.turn import push
from companion.games.samsara import actions as a
from companion.games.samsara import rules
from companion.games.samsara.box import distance
from companion.games.samsara.deck import lacking, not_bad
from companion.games.samsara.hands import (
    clean_from_hand,
    empty_handed,
    hand_over,
    lack_broken,
    usable,
)
from companion.games.samsara.questions.base import Ask, PutsBack
from companion.games.samsara.state import HAND, OFF_BOARD, State, others
from companion.games.samsara.supply import gain_bad, gain_good, put_back
from companion.games.samsara.words import (
    bad_karma,
    give_label,
    gives,
    join,
    put_back_label,
    puts_back,
    seat_name,
    zone_name,
)

TOLL_BAD = 2
"""Bad Karma that a toll costs."""

REBIRTH_CARDS = 2
"""Cards that a reincarnation costs."""


MOVES = tuple(map(a.Move, range(1, 9)))
"""Every move from the start; on the wheel all but the last."""


def longest(pawn: int) -> int:
    """Return the most steps a pawn may make: it never ends where it began."""
    return 8 if pawn == OFF_BOARD else 7


def crosses(pawn: int, steps: int) -> bool:
    """Tell whether a move passes the rift; entering the wheel does not count."""
    return pawn != OFF_BOARD and pawn + steps >= 8


def occupants(state: State, seat: int, zone: int) -> tuple[Seat, ...]:
    """Return the opponents whose pawns make a zone cost this seat a toll."""
    reach = 1 if state.setting.seats == 2 else 0
    return tuple(
        other
        for other in others(state, seat)
        if (pawn := state.players[other].pawn) != OFF_BOARD
        and distance(pawn, zone) <= reach
    )


def toll_due(state: State, seat: int, zone: int) -> bool:
    """Tell whether stopping on a zone costs this seat a toll."""
    if state.setting.seats > 1:
        return bool(occupants(state, seat, zone))
    neutral = state.neutral_zone
    return neutral != OFF_BOARD and distance(neutral, zone) <= 1


@dataclass(frozen=True, slots=True)
class MovePawn(Ask[a.Move]):
    """Every turn begins with a move clockwise."""

    seat: Seat
    key = "move"
    stage = "move"
    reason = "move-steps"
    theirs = say("{who} moves.")
    opens = True
    answers = (a.Move,)
    instead = rules.MOVE_COMPULSORY

    def offers(self, state: State) -> Iterator[a.Move]:
        """List every number of zones."""
        return iter(MOVES[: longest(state.players[self.seat].pawn)])

    def broken(self, state: State, answer: a.Move) -> Rule | None:
        """Name the rule: forward, and not back to where the pawn stands."""
        if answer.steps < 1:
            return rules.MOVE_COMPULSORY
        if answer.steps > longest(state.players[self.seat].pawn):
            return rules.MOVE_STEPS
        return None

    def settle(self, state: State, answer: a.Move) -> State:
        """Move; crossing the rift and arriving at somebody's cost something."""
        player = state.players[self.seat]
        zone = self.goal(state, answer)
        state = state.with_player(self.seat, player._replace(pawn=zone))
        if toll_due(state, self.seat, zone):
            state = push(state, PayToll(self.seat))
        if crosses(player.pawn, answer.steps):
            state = push(state, BeReborn(self.seat, REBIRTH_CARDS))
        return state

    def goal(self, state: State, answer: a.Move) -> int:
        """Return the zone a move leads to."""
        return (state.players[self.seat].pawn + answer.steps) % 8

    def ask(self, state: State) -> Phrase:
        """Ask for a move."""
        del state
        return say("Move your pawn clockwise, at least one zone.")

    def label(self, state: State, answer: a.Move) -> Phrase:
        """Name the zone, and warn of what it costs to go there."""
        zone = self.goal(state, answer)
        notes = [say("{steps} → {zone}", steps=answer.steps, zone=zone_name(zone))]
        if crosses(state.players[self.seat].pawn, answer.steps):
            notes.append(say("reincarnation"))
        if toll_due(state, self.seat, zone):
            notes.append(say("toll"))
        return join(notes)

    def tell(
        self, before: State, answer: a.Move, after: State, eyes: Seat | None
    ) -> Phrase:
        """Tell where the pawn went."""
        del after, eyes
        return say(
            "{who} moves {n} to {zone}",
            who=seat_name(self.seat),
            n=answer.steps,
            zone=zone_name(self.goal(before, answer)),
        )

    def matters(self, state: State, answer: a.Move) -> tuple[str, ...]:
        """Return the rules about the rift, where a move passes it."""
        pawn = state.players[self.seat].pawn
        if pawn == OFF_BOARD:
            return ("start-gap",)
        return ("rift", "reincarnation") if crosses(pawn, answer.steps) else ()


@dataclass(frozen=True, slots=True)
class BeReborn(PutsBack):
    """Whoever passes the rift puts back cards, as many as they can."""

    seat: Seat
    count: int
    key = "rebirth"
    stage = "move"
    reason = "reincarnation"
    theirs = say("{who} is reincarnated.")

    def in_sight(self, state: State) -> bool:
        """See that the hand is empty; else only its owner knows what it allows."""
        return empty_handed(state, self.seat) or Ask.in_sight(self, state)

    def offers(self, state: State) -> Iterator[a.PutBack | a.Lack]:
        """List the cards of the hand, and that there is none."""
        yield from map(a.PutBack, usable(state.players[self.seat], not_bad))
        if self.broken(state, a.Lack()) is None:
            yield a.Lack()

    def broken(self, state: State, answer: a.PutBack | a.Lack) -> Rule | None:
        """Name the rule: no Bad Karma, and no refusal while there are others."""
        player = state.players[self.seat]
        match answer:
            case a.PutBack(card):
                return clean_from_hand(player, card)
            case a.Lack():
                return lack_broken(player, not_bad, rules.REINCARNATION_COMPULSORY)
            case _:
                assert_never(answer)

    def settle(self, state: State, answer: a.PutBack | a.Lack) -> State:
        """Put it back; for every card that is missing comes a Bad Karma."""
        match answer:
            case a.PutBack(card):
                state = put_back(state, self.seat, card)
                left = replace(self, count=self.count - 1)
                return push(state, left) if left.count else state
            case a.Lack():
                cards = lacking(state.players[self.seat].cards, not_bad)
                state = state.with_cards(self.seat, cards)
                return gain_bad(state, self.seat, HAND, self.count)
            case _:
                assert_never(answer)

    def ask(self, state: State) -> Phrase:
        """Ask for the cards that are still due."""
        del state
        return say_n(
            "Reincarnation: put back {n} more card from your hand, no Bad Karma.",
            "Reincarnation: put back {n} cards from your hand, no Bad Karma.",
            self.count,
        )


Toll = a.Give | a.Grant | a.PutBack | a.TakeBad
TOLL_REASONS = {1: "toll-solo", 2: "toll-two-players", 5: "toll-five-players"}


@dataclass(frozen=True, slots=True)
class PayToll(Ask[Toll]):
    """Whoever stops where another pawn stands pays, once."""

    seat: Seat
    key = "toll"
    stage = "move"
    theirs = say("{who} pays the toll.")
    answers = (a.Give, a.Grant, a.PutBack, a.TakeBad)

    def in_sight(self, state: State) -> bool:
        """See that no card of the hand is given, or that there is none."""
        shown = grants(state) or empty_handed(state, self.seat)
        return shown or Ask.in_sight(self, state)

    def occupants(self, state: State) -> tuple[Seat, ...]:
        """Return the opponents who may be paid."""
        return occupants(state, self.seat, state.players[self.seat].pawn)

    def offers(self, state: State) -> Iterator[Toll]:
        """List the cards for each occupant, or what stands for them; then the rest."""
        if state.setting.seats == 1:
            yield from map(a.PutBack, usable(state.players[self.seat], not_bad))
        elif grants(state):
            yield from map(a.Grant, self.occupants(state))
        else:
            cards = tuple(usable(state.players[self.seat], not_bad))
            for to in self.occupants(state):
                yield from (a.Give(card, to) for card in cards)
        yield a.TakeBad()

    def broken(self, state: State, answer: Toll) -> Rule | None:
        """Name the rule: how a toll is paid depends on the number of players."""
        match answer:
            case a.TakeBad():
                return None
            case a.PutBack(card):
                alone = state.setting.seats == 1
                player = state.players[self.seat]
                return clean_from_hand(player, card) if alone else rules.TOLL
            case a.Give() | a.Grant():
                return self._paid_broken(state, answer)
            case _:
                assert_never(answer)

    def _paid_broken(self, state: State, answer: a.Give | a.Grant) -> Rule | None:
        if state.setting.seats == 1:
            return rules.TOLL_SOLO
        if isinstance(answer, a.Grant) != grants(state):
            return rules.TOLL_FIVE_PLAYERS
        if answer.to not in self.occupants(state):
            return rules.TOLL_OCCUPANT
        if isinstance(answer, a.Give):
            return clean_from_hand(state.players[self.seat], answer.card)
        return None

    def settle(self, state: State, answer: Toll) -> State:
        """Pay."""
        match answer:
            case a.TakeBad():
                return gain_bad(state, self.seat, HAND, TOLL_BAD)
            case a.PutBack(card):
                return put_back(state, self.seat, card)
            case a.Grant(to):
                return gain_good(state, to, HAND, 1)
            case a.Give(card, to):
                return hand_over(state, self.seat, to, card, HAND)
            case _:
                assert_never(answer)

    def ask(self, state: State) -> Phrase:
        """Ask for the toll of this number of players."""
        bad = bad_karma(TOLL_BAD, state.bad)
        if state.setting.seats == 1:
            return say("Toll: put back a card from your hand, or take {bad}.", bad=bad)
        if grants(state):
            return say(
                "Toll: let a player here take a Good Karma, or take {bad}.", bad=bad
            )
        return say("Toll: give a card to a player here, or take {bad}.", bad=bad)

    def label(self, state: State, answer: Toll) -> Phrase:
        """Name what is paid, and to whom."""
        match answer:
            case a.TakeBad():
                return say("Take {bad}", bad=bad_karma(TOLL_BAD, state.bad))
            case a.PutBack(card):
                return put_back_label(card)
            case a.Grant(to):
                return say("{whom} takes a Good Karma", whom=seat_name(to))
            case a.Give(card, to):
                return give_label(card, to)
            case _:
                assert_never(answer)

    def tell(
        self, before: State, answer: Toll, after: State, eyes: Seat | None
    ) -> Phrase:
        """Tell what was paid; a card that is given is a secret of two."""
        del after
        who = seat_name(self.seat)
        match answer:
            case a.TakeBad():
                return say(
                    "{who} takes {bad}", who=who, bad=bad_karma(TOLL_BAD, before.bad)
                )
            case a.PutBack(card):
                return puts_back(self.seat, card)
            case a.Grant(to):
                whom = seat_name(to)
                return say("{who} lets {whom} take a Good Karma", who=who, whom=whom)
            case a.Give(card, to):
                return gives(self.seat, to, card, public=eyes in (self.seat, to))
            case _:
                assert_never(answer)

    def why(self, state: State) -> str:
        """Return the rule for this number of players."""
        return "samsara." + TOLL_REASONS.get(state.setting.seats, "toll")

    def matters(self, state: State, answer: Toll) -> tuple[str, ...]:
        """Return the rules about the cards that are paid."""
        del state
        match answer:
            case a.TakeBad():
                return ("bad-karma",)
            case a.PutBack():
                return ("put-back",)
            case a.Give():
                return ("bad-karma-sticks",)
            case a.Grant():
                return ()
            case _:
                assert_never(answer)


def grants(state: State) -> bool:
    """Tell whether the toll brings an occupant a Good Karma instead of a card."""
    return state.setting.seats == 5 and state.good > 0
