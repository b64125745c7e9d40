"""Powers we cannot read: they stand on player aids that no rulebook shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, assert_never

from companion.core.errors import Impossible
from companion.core.phrase import Phrase, say
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.core.turn import Happening, Question, push
from companion.games.samsara import actions as a
from companion.games.samsara import rules
from companion.games.samsara.questions.base import Ask
from companion.games.samsara.questions.choosing import (
    DiscardCards,
    PutCardsBack,
    ReserveCard,
)
from companion.games.samsara.questions.gaining import DrawCards, GainBad, GainGood
from companion.games.samsara.questions.taking import TakeSamsara
from companion.games.samsara.state import DISCARD, HAND, NEXT, RESERVE, State, others
from companion.games.samsara.words import (
    MANUAL_NAMES,
    THAT_IS_ALL,
    has_done,
    seat_name,
)

Thing = Question[State, Any] | Happening[State]

OWN: dict[str, Callable[[Seat], Thing]] = {
    "draw": lambda seat: DrawCards(seat, 1),
    "good-hand": lambda seat: GainGood(seat, HAND, 1),
    "good-discard": lambda seat: GainGood(seat, DISCARD, 1),
    "good-reserve": lambda seat: GainGood(seat, RESERVE, 1),
    "good-next": lambda seat: GainGood(seat, NEXT, 1),
    "samsara-hand": lambda seat: TakeSamsara(seat, HAND),
    "samsara-discard": lambda seat: TakeSamsara(seat, DISCARD),
    "samsara-reserve": lambda seat: TakeSamsara(seat, RESERVE),
    "samsara-next": lambda seat: TakeSamsara(seat, NEXT),
    "bad-back": lambda seat: PutCardsBack(seat, "bad"),
    "put-back": PutCardsBack,
    "reserve": ReserveCard,
    "bad-hand": lambda seat: GainBad(seat, 1),
}
"""What a power that we cannot read may do to its owner, piece by piece."""

AGAINST: dict[str, Callable[[Seat], Thing]] = {
    "opponent-bad": lambda seat: GainBad(seat, 1),
    "opponent-discard": lambda seat: DiscardCards(seat, 1, forced=True),
    "opponent-put-back": PutCardsBack,
}
"""What it may do to an opponent."""


@dataclass(frozen=True, slots=True)
class ReadAid(Ask[a.Manual | a.Enough]):
    """A power that stands on a player aid we do not have: its owner says it."""

    seat: Seat
    count: int
    key = "manual"
    reason = "other-power"
    theirs = say("{who} uses a power of the player aid.")
    answers = (a.Manual, a.Enough)

    def offers(self, state: State) -> Iterator[a.Manual | a.Enough]:
        """List every piece a power can be made of."""
        yield a.Enough()
        yield from map(a.Manual, OWN)
        for other in others(state, self.seat):
            yield from (a.Manual(effect, other) for effect in AGAINST)

    def broken(self, state: State, answer: a.Manual | a.Enough) -> Rule | None:
        """Name the rule: one of those pieces."""
        return None if answer in self.offers(state) else rules.OTHER_POWER

    def settle(self, state: State, answer: a.Manual | a.Enough) -> State:
        """Let that piece happen, then ask on.

        Raises:
            Impossible: if no power is made of such a piece.
        """
        match answer:
            case a.Enough():
                return state
            case a.Manual(effect, seat):
                if self.count > 1:
                    state = push(state, replace(self, count=self.count - 1))
                if effect in OWN:
                    return push(state, OWN[effect](self.seat))
                if effect in AGAINST and 0 <= seat < state.setting.seats:
                    return push(state, AGAINST[effect](Seat(seat)))
                raise Impossible("This cannot be done with these pieces.")
            case _:
                assert_never(answer)

    def ask(self, state: State) -> Phrase:
        """Ask what the aid says."""
        del state
        return say("Read the power on your aid and enter what it does.")

    def label(self, state: State, answer: a.Manual | a.Enough) -> Phrase:
        """Name the piece."""
        del state
        if isinstance(answer, a.Enough):
            return THAT_IS_ALL
        unknown = say("{effect}", effect=answer.effect)
        effect = MANUAL_NAMES.get(answer.effect, unknown)
        if answer.seat < 0:
            return effect
        return say(effect.one, whom=seat_name(answer.seat))

    def tell(
        self,
        before: State,
        answer: a.Manual | a.Enough,
        after: State,
        eyes: Seat | None,
    ) -> Phrase:
        """Tell what the power does."""
        del after, eyes
        if isinstance(answer, a.Enough):
            return has_done(self.seat)
        who, what = seat_name(self.seat), self.label(before, answer)
        return say("{who} (by the player aid): {what}", who=who, what=what)
