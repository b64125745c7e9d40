"""What every question of Samsara has in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from itertools import islice
from typing import Any, ClassVar, TypeAlias, TypeVar

from companion.core.phrase import Phrase, say
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.core.turn import ChanceQuestion, Happening, Question
from companion.games.samsara import actions as a
from companion.games.samsara import rules
from companion.games.samsara.state import State
from companion.games.samsara.words import (
    I_HAVE_NONE,
    has_none,
    put_back_label,
    puts_back,
    seat_name,
    together,
)

A = TypeVar("A")

Things: TypeAlias = tuple[Question[State, Any] | Happening[State], ...]
"""What an effect asks of whom and lets happen, in order."""

Effect: TypeAlias = Callable[[State, Seat], Things]
"""What something does for a seat."""


class Ask(Question[State, A]):
    """A question to one seat; the others only hear that it is being answered."""

    __slots__ = ()

    key: ClassVar[str]
    """What the screens call it."""

    reason: ClassVar[str]
    """The rule that makes the table ask it, without the name of the game."""

    stage: ClassVar[str] = ""
    """The phase it always belongs to, `setup` before the first turn; empty if it
    depends on when it is asked."""

    theirs: ClassVar[Phrase] = say("{who} has to choose.")
    """What the other seats read."""

    opens: ClassVar[bool] = False
    """Whether a player of the last round should be told here that it is the last."""

    instead: ClassVar[Rule] = rules.SETTLE_FIRST

    def in_sight(self, state: State) -> bool:
        """Tell whether everybody sees what may be answered: alone, one always does."""
        return state.setting.seats == 1

    def sole(self, state: State) -> A | None:
        """Return the single possible answer, unless that it is so gives a hand away."""
        if self.chance or not state.setting.chains or not self.in_sight(state):
            return None
        first, *more = (*islice(self.offers(state), 2), None)
        return None if more[:-1] else first

    @abstractmethod
    def ask(self, state: State) -> Phrase:
        """Say what to do, to whoever has to do it."""

    def prompt(self, state: State, eyes: Seat | None) -> Phrase:
        """Ask it in one sentence, a physical thing to do."""
        mine = eyes == self.seat or state.setting.seats == 1
        sentence = self.ask(state) if mine else self.ask_others(state)
        if self.opens and state.ended is not None:
            ended = seat_name(state.ended)
            last = say("Last round: {who} has five amulets.", who=ended)
            return together(last, sentence)
        return sentence

    def ask_others(self, state: State) -> Phrase:
        """Say to everybody else what is going on."""
        del state
        return say(self.theirs.one, who=seat_name(self.seat))

    def phase(self, state: State) -> str | None:
        """Return the phase of the turn this belongs to, None before the first."""
        if self.stage:
            return None if self.stage == "setup" else self.stage
        if len(state.todo) > 1 and isinstance(state.todo[-2], AfterTurn):
            return "draw"
        if state.turn.won:
            return "amulet"
        return "take" if before_actions(state) else "action"

    def why(self, state: State) -> str:
        """Return the id of the rule that makes the table ask this."""
        del state
        return f"samsara.{self.reason}"

    def matters(self, state: State, answer: A) -> tuple[str, ...]:
        """Return the rules that matter for an answer beside that one."""
        del state, answer
        return ()

    def touches(self, state: State, answer: A) -> tuple[str, ...]:
        """Return the ids of the rules that matter for an answer, the nearest first."""
        ids = (f"samsara.{slug}" for slug in self.matters(state, answer))
        return tuple(dict.fromkeys((*ids, self.why(state))))


class AskOpenly(Ask[A]):
    """A question about what lies on the table: everybody sees what may be answered."""

    __slots__ = ()

    def in_sight(self, state: State) -> bool:
        """See everything."""
        del state
        return True


class PutsBack(Ask[a.PutBack | a.Lack]):
    """A question for a card that goes back to its supply, in words of its own."""

    __slots__ = ()

    answers = (a.PutBack, a.Lack)

    def label(self, state: State, answer: a.PutBack | a.Lack) -> Phrase:
        """Name the card."""
        del state
        if isinstance(answer, a.PutBack):
            return put_back_label(answer.card)
        return I_HAVE_NONE

    def tell(
        self, before: State, answer: a.PutBack | a.Lack, after: State, eyes: Seat | None
    ) -> Phrase:
        """Tell which card went back: everybody sees it."""
        del before, after, eyes
        if isinstance(answer, a.PutBack):
            return puts_back(self.seat, answer.card)
        return has_none(self.seat)

    def matters(self, state: State, answer: a.PutBack | a.Lack) -> tuple[str, ...]:
        """Return the rule about putting back."""
        del state
        return ("put-back",) if isinstance(answer, a.PutBack) else ()


class Report(Ask[A], ChanceQuestion[State, A]):
    """A question that only the cards or the pieces can answer."""

    __slots__ = ()

    instead: ClassVar[Rule] = rules.REPORT_CARDS


class AfterTurn:
    """Marks what comes when the new hand is drawn: the next turn."""

    __slots__ = ()


def before_actions(state: State) -> bool:
    """Tell whether the move or the taking of a card is still to come."""
    early = ("move", "take")
    return any(isinstance(one, Ask) and one.stage in early for one in state.todo)


def cards_awaited(action: str, seat: int, count: int, owner: int) -> dict[str, Any]:
    """Return what is awaited when somebody has to name cards."""
    return {
        "kind": "cards",
        "action": action,
        "seat": seat,
        "owner": owner,
        "count": count,
    }
