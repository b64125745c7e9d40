"""New characters who swap, hold, flip and move amulets, and powers we cannot read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from companion.core.phrase import Phrase, say
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.core.turn import push
from companion.games.samsara import actions as a
from companion.games.samsara import rules
from companion.games.samsara.box import Box, is_face
from companion.games.samsara.purchases import gaps_of, without
from companion.games.samsara.questions.base import Ask
from companion.games.samsara.state import State
from companion.games.samsara.words import (
    THAT_IS_ALL,
    amulet,
    amulet_in_gap,
    announced,
    has_done,
    points_at,
    seat_name,
)


def lying(state: State) -> Iterator[a.PickAmulet]:
    """Return every amulet that lies in a gap."""
    for gap, faces in enumerate(state.gaps):
        for face in dict.fromkeys(faces):
            yield a.PickAmulet(gap, face)


@dataclass(frozen=True, slots=True)
class SwapAmulets(Ask[a.PickAmulet | a.Enough]):
    """Kasyapa swaps two amulets of different gaps, up to twice."""

    seat: Seat
    count: int
    first: a.PickAmulet | None = None
    """The amulet that waits for the other one."""

    key = "swap"
    reason = "kasyapa"
    answers = (a.PickAmulet, a.Enough)

    def offers(self, state: State) -> Iterator[a.PickAmulet | a.Enough]:
        """List the first amulet to swap, then the second from another gap."""
        first = self._waiting(state)
        for choice in lying(state) if state.setting.gaps > 1 else ():
            if first is None or choice.gap != first.gap:
                yield choice
        yield a.Enough()

    def _waiting(self, state: State) -> a.PickAmulet | None:
        # Somebody may have told meanwhile that something else lies in that gap.
        return next((one for one in lying(state) if one == self.first), None)

    def broken(self, state: State, answer: a.PickAmulet | a.Enough) -> Rule | None:
        """Name the rule: amulets that lie in gaps, in two of them."""
        if answer in self.offers(state):
            return None
        there = any(answer == choice for choice in lying(state))
        return rules.KASYAPA if there else rules.AMULETS_IMMUNE

    def settle(self, state: State, answer: a.PickAmulet | a.Enough) -> State:
        """Remember the first, swap with the second."""
        first = self._waiting(state)
        match answer:
            case a.Enough():
                return state
            case a.PickAmulet() if first is None:
                return push(state, replace(self, first=answer))
            case a.PickAmulet(gap, face):
                state = _swapped(state, first, gap, face)
                left = SwapAmulets(self.seat, self.count - 1)
                return push(state, left) if left.count else state
            case _:
                assert_never(answer)

    def ask(self, state: State) -> Phrase:
        """Ask for the amulets."""
        del state
        return say("Choose the amulets to swap, or stop.")

    def label(self, state: State, answer: a.PickAmulet | a.Enough) -> Phrase:
        """Name the amulet and its gap."""
        del state
        if isinstance(answer, a.PickAmulet):
            return amulet_in_gap(answer.face, answer.gap)
        return THAT_IS_ALL

    def tell(
        self,
        before: State,
        answer: a.PickAmulet | a.Enough,
        after: State,
        eyes: Seat | None,
    ) -> Phrase:
        """Tell which one was chosen."""
        del after, eyes
        if isinstance(answer, a.PickAmulet):
            return points_at(self.seat, self.label(before, answer))
        return has_done(self.seat)


def _swapped(state: State, one: a.PickAmulet, gap: int, face: str) -> State:
    first = (*without(state.gaps[one.gap], one.face), face)
    second = (*without(state.gaps[gap], face), one.face)
    return state.with_gap(one.gap, first).with_gap(gap, second)


@dataclass(frozen=True, slots=True)
class HoldAmulet(Ask[a.PickAmulet]):
    """Kasyapa sets an amulet beside her aside; only she may win it."""

    seat: Seat
    key = "hold"
    reason = "kasyapa"
    answers = (a.PickAmulet,)

    def idle(self, state: State) -> bool:
        """Tell whether no amulet lies beside her."""
        return next(self.offers(state), None) is None

    def offers(self, state: State) -> Iterator[a.PickAmulet]:
        """List the amulets of both gaps beside her."""
        near = gaps_of(state, self.seat)
        return (choice for choice in lying(state) if choice.gap in near)

    def broken(self, state: State, answer: a.PickAmulet) -> Rule | None:
        """Name the rule: one of those."""
        return None if answer in self.offers(state) else rules.KASYAPA

    def settle(self, state: State, answer: a.PickAmulet) -> State:
        """Move it to her board."""
        left = without(state.gaps[answer.gap], answer.face)
        player = state.players[self.seat]
        held = tuple(sorted((*player.held, answer.face)))
        state = state.with_gap(answer.gap, left)
        return state.with_player(self.seat, player._replace(held=held))

    def ask(self, state: State) -> Phrase:
        """Ask for an amulet."""
        del state
        return say("Choose an amulet beside you to set aside.")

    def label(self, state: State, answer: a.PickAmulet) -> Phrase:
        """Name the amulet and its gap."""
        del state
        return amulet_in_gap(answer.face, answer.gap)

    def tell(
        self, before: State, answer: a.PickAmulet, after: State, eyes: Seat | None
    ) -> Phrase:
        """Tell which one it was."""
        del after, eyes
        return points_at(self.seat, self.label(before, answer))


def other_side(box: Box, face: str) -> str:
    """Return what lies under a face, as far as the box data tells; else empty."""
    for piece in box.amulets:
        sides = [side for side in (piece.gold, piece.copper, piece.copper_back) if side]
        if face in sides:
            return sides[1 - sides.index(face)]
    return ""


@dataclass(frozen=True, slots=True)
class FlipAmulet(Ask[a.Flip]):
    """Khadgin turns an amulet over."""

    seat: Seat
    key = "flip"
    reason = "khadgin"
    answers = (a.Flip,)

    def idle(self, state: State) -> bool:
        """Tell whether no amulet lies in any gap."""
        return next(lying(state), None) is None

    def in_sight(self, state: State) -> bool:
        """Ask even alone: only whoever turns an amulet over sees what is under it."""
        del state
        return False

    def offers(self, state: State) -> Iterator[a.Flip]:
        """List every amulet with what should be under it."""
        for choice in lying(state):
            under = other_side(state.setting.box, choice.face)
            yield a.Flip(choice.gap, choice.face, under or choice.face)

    def broken(self, state: State, answer: a.Flip) -> Rule | None:
        """Name the rule: an amulet that lies there, and a face there can be."""
        if a.PickAmulet(answer.gap, answer.face) not in lying(state):
            return rules.AMULETS_IMMUNE
        return None if is_face(answer.shows) else rules.AMULET_FACES

    def settle(self, state: State, answer: a.Flip) -> State:
        """Turn it over, to move it next."""
        faces = (*without(state.gaps[answer.gap], answer.face), answer.shows)
        state = state.with_gap(answer.gap, faces)
        if state.setting.gaps == 1:
            return state
        return push(state, ShiftAmulet(self.seat, answer.gap, answer.shows))

    def ask(self, state: State) -> Phrase:
        """Ask for an amulet."""
        del state
        return say("Choose an amulet to turn over.")

    def label(self, state: State, answer: a.Flip) -> Phrase:
        """Name both faces."""
        del state
        return say(
            "Turn over {amulet}: now {shows}",
            amulet=amulet(answer.face),
            shows=amulet(answer.shows),
        )

    def tell(
        self, before: State, answer: a.Flip, after: State, eyes: Seat | None
    ) -> Phrase:
        """Tell what it shows now."""
        del after, eyes
        return announced(self.seat, self.label(before, answer))


@dataclass(frozen=True, slots=True)
class ShiftAmulet(Ask[a.MoveAmulet]):
    """Khadgin moves the amulet to another gap, or leaves it."""

    seat: Seat
    gap: int
    face: str
    key = "shift"
    reason = "khadgin"
    answers = (a.MoveAmulet,)

    def idle(self, state: State) -> bool:
        """Tell whether somebody told meanwhile that something else lies there."""
        return self.face not in state.gaps[self.gap]

    def offers(self, state: State) -> Iterator[a.MoveAmulet]:
        """List the gaps, its own first."""
        if self.idle(state):
            return
        yield a.MoveAmulet(self.gap)
        for gap in range(state.setting.gaps):
            if gap != self.gap:
                yield a.MoveAmulet(gap)

    def broken(self, state: State, answer: a.MoveAmulet) -> Rule | None:
        """Name the rule: a gap of this table."""
        return None if 0 <= answer.gap < state.setting.gaps else rules.KHADGIN

    def settle(self, state: State, answer: a.MoveAmulet) -> State:
        """Move it."""
        state = state.with_gap(self.gap, without(state.gaps[self.gap], self.face))
        return state.with_gap(answer.gap, (*state.gaps[answer.gap], self.face))

    def ask(self, state: State) -> Phrase:
        """Ask for a gap."""
        del state
        return say("Move the amulet to a gap, or leave it.")

    def label(self, state: State, answer: a.MoveAmulet) -> Phrase:
        """Name the gap."""
        del state
        return say("Into gap {gap}", gap=answer.gap + 1)

    def tell(
        self, before: State, answer: a.MoveAmulet, after: State, eyes: Seat | None
    ) -> Phrase:
        """Tell where it lies now."""
        del after, eyes
        what = self.label(before, answer)
        return say("{who} puts the amulet: {what}", who=seat_name(self.seat), what=what)
