"""The turn machine: a stack of questions, the last one is what the table answers now.

All that belongs to a question stands in its class: who answers, what may be said,
which rule speaks against it, what happens then, and the words for all of it. Whatever
a table wants to know of a game follows from the question on top, the same way for
every game. An empty stack means that the game is over.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from functools import cache
from random import Random
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from companion.core.errors import IllegalMove
from companion.core.once import once
from companion.core.phrase import Phrase, say
from companion.core.rules import Rule
from companion.core.seats import Seat

S = TypeVar("S", bound="Stacked")
A = TypeVar("A")

Rng: TypeAlias = Random
"""A source of chance that somebody passes in; rooms never make one themselves."""


class Stacked(Protocol):
    """A state with things to settle; frozen, like every state."""

    @property
    def todo(self) -> tuple[Any, ...]:
        """What must be settled, the next thing last."""

    def with_todo(self: S, todo: tuple[Any, ...]) -> S:
        """Return the same state with another stack."""


class Question(ABC, Generic[S, A]):
    """One thing a seat must settle. Subclasses are frozen dataclasses with slots."""

    __slots__ = ()

    seat: Seat
    """Who answers."""

    answers: ClassVar[tuple[type, ...]]
    """The actions that answer it."""

    instead: ClassVar[Rule]
    """The rule against saying something else while this is open."""

    chance: ClassVar[bool] = False
    """Only the table can answer: dice fell, cards were drawn, pieces laid out."""

    moves_on: ClassVar[bool] = True
    """Whether an answer takes the game further, not only what the app knows of it."""

    @abstractmethod
    def offers(self, state: S) -> Iterable[A]:
        """List the legal answers, and no others, always in the same order."""

    @abstractmethod
    def broken(self, state: S, answer: A) -> Rule | None:
        """Name the rule that speaks against an answer of the right kind."""

    @abstractmethod
    def settle(self, state: S, answer: A) -> S:
        """Return the state after an answer; the question is off the stack already."""

    @abstractmethod
    def prompt(self, state: S, eyes: Seat | None) -> Phrase:
        """Ask it in one sentence, a physical thing to do."""

    @abstractmethod
    def label(self, state: S, answer: A) -> Phrase:
        """Return the words on the button that gives this answer."""

    @abstractmethod
    def tell(self, before: S, answer: A, after: S, eyes: Seat | None) -> Phrase:
        """Return the log line of an answer, for one pair of eyes."""

    def why(self, state: S) -> str | None:
        """Return the id of the rule that makes the table ask this."""
        del state
        return None

    def touches(self, state: S, answer: A) -> tuple[str, ...]:
        """Return the ids of the rules that matter for an answer, the nearest first."""
        del answer
        rule = self.why(state)
        return (rule,) if rule else ()

    def out_of_turn(self, state: S, action: Any) -> Rule:
        """Name the rule against an action that does not answer this."""
        del state, action
        return self.instead

    def actor(self, state: S, answer: A) -> Seat:
        """Return whose word an answer is."""
        del state, answer
        return self.seat

    def idle(self, state: S) -> bool:
        """Tell whether there is nothing to answer, as everybody can see: pass on."""
        del state
        return False

    def sole(self, state: S) -> A | None:
        """Return the answer that needs nobody: the only one, as everybody can see."""
        del state
        return None

    def pass_on(self, state: S) -> S | None:
        """Return the state without this question if it is idle, None if it is asked."""
        return state.with_todo(state.todo[:-1]) if self.idle(state) else None

    def go(self, state: S) -> S | None:
        """Return the state that comes without a word, None if one is needed."""
        if (passed := self.pass_on(state)) is not None:
            return passed
        answer = self.sole(state)
        if answer is None:
            return None
        return self.settle(state.with_todo(state.todo[:-1]), answer)


class ChanceQuestion(Question[S, A]):
    """A question that only dice, a deck or the pieces themselves can answer."""

    __slots__ = ()

    chance = True

    def offers(self, state: S) -> Iterable[A]:
        """List nothing: what chance may say is not for anybody to choose."""
        del state
        return ()

    @abstractmethod
    def sample(self, state: S, rng: Random) -> A:
        """Return one possible report, drawn as fairly as the real thing would."""

    @abstractmethod
    def awaits(self, state: S) -> dict[str, Any]:
        """Return what must be reported, with a `kind` such as `dice` or `cards`."""


class Happening(ABC, Generic[S]):
    """Something on the stack that happens by itself when its time has come."""

    __slots__ = ()

    @abstractmethod
    def happen(self, state: S) -> S:
        """Return the state after it; it is off the stack already."""

    def go(self, state: S) -> S | None:
        """Let it happen."""
        return self.happen(state.with_todo(state.todo[:-1]))

    def pass_on(self, state: S) -> S | None:
        """Let it happen: nobody can answer it."""
        return self.go(state)


Todo: TypeAlias = "tuple[Question[Any, Any] | Happening[Any], ...]"
"""A stack of things to settle, the next one last."""


class Answered(NamedTuple, Generic[S, A]):
    """A question and its answer: somebody's, or its own."""

    before: S
    question: Question[S, A]
    answer: A
    after: S


class Awaited(NamedTuple, Generic[S, A]):
    """What the table must report next. What it says of itself is no secret."""

    state: S
    question: ChanceQuestion[S, A]

    def sample(self, rng: Random) -> A:
        """Return one possible report."""
        return self.question.sample(self.state, rng)

    def admits(self, action: Any) -> bool:
        """Tell whether this report is possible now."""
        fits = isinstance(action, self.question.answers)
        return fits and self.question.broken(self.state, action) is None

    def to_json(self) -> dict[str, Any]:
        """Return what is awaited."""
        return self.question.awaits(self.state)


class TurnMachine(Generic[S, A]):
    """Listing, refusing, applying and wording for one game, from its questions."""

    def __init__(
        self,
        over: Rule,
        pretend: Callable[[S, A], Question[S, A]],
        standing: tuple[Question[S, Any], ...] = (),
        *,
        chains: bool = False,
    ) -> None:
        """Gather what is said of one game.

        `over` refuses after the end. `pretend` returns the question an action would
        have answered: the host may play it while another one is open, and somebody
        must find the words for it. `standing` questions may be answered at any time
        and are not on the stack: showing cards to the app, or a card that its owner
        may use in anybody's turn. `chains` says that some questions answer themselves.
        """
        self.over = over
        self._pretend = pretend
        self._standing = standing
        self._chains = chains
        self._aside = {kind: one for one in standing for kind in one.answers}

    def asked(self, state: S) -> Question[S, A] | None:
        """Return the question that is open now, None when the game is over."""
        return state.todo[-1] if state.todo else None

    def broken_rule(self, state: S, action: A) -> Rule | None:
        """Name the rule this action would break, or None if it is legal."""
        if not state.todo:
            return self.over
        question: Question[S, A] = self._aside.get(type(action)) or state.todo[-1]
        if isinstance(action, question.answers):
            return question.broken(state, action)
        return question.out_of_turn(state, action)

    def legal_actions(self, state: S) -> tuple[A, ...]:
        """List every action open now; none while chance is awaited."""
        if not state.todo or state.todo[-1].chance:
            return ()
        listed = tuple(state.todo[-1].offers(state))
        for question in self._standing:
            listed += tuple(question.offers(state))
        return listed

    def apply(self, state: S, action: A) -> S:
        """Return the state after the action.

        Raises:
            IllegalMove: naming the rule, if the action is not legal here.
        """
        if rule := self.broken_rule(state, action):
            raise IllegalMove(action, rule)
        return self.settle(state, action)

    def settle(self, state: S, action: A) -> S:
        """Return the state after an action that is known to be legal."""
        aside = self._aside.get(type(action))
        if aside is not None:
            # Said beside the turn, it takes no answer out of anybody's mouth.
            return _pass(aside.settle(state, action))
        todo = state.todo
        top: Question[S, A] = todo[-1]
        return advance(top.settle(state.with_todo(todo[:-1]), action))

    def chance(self, state: S) -> Awaited[S, A] | None:
        """Return what the table must report, if only it can say what comes next."""
        todo = state.todo
        return Awaited(state, todo[-1]) if todo and todo[-1].chance else None

    def actor(self, state: S, action: A) -> Seat:
        """Return whose word an action is; only that seat and the host may say it.

        Raises:
            IllegalMove: when the game is over, for then it is nobody's.
        """
        if not state.todo:
            raise IllegalMove(action, self.over)
        question: Question[S, A] = self._aside.get(type(action)) or state.todo[-1]
        if isinstance(action, question.answers):
            return question.actor(state, action)
        return question.seat

    def moves_on(self, action: A) -> bool:
        """Tell whether an action takes the game further."""
        aside = self._aside.get(type(action))
        return aside is None or aside.moves_on

    def label(self, state: S, action: A) -> Phrase:
        """Return the words on the button that would play this action."""
        return self._answered(state, action).label(state, action)

    def tell(self, before: S, action: A, after: S, eyes: Seat | None) -> Phrase:
        """Return the log line of an action and what followed, for one pair of eyes."""
        line, *rest = (
            one.question.tell(one.before, one.answer, one.after, eyes)
            for one in self.follow(before, action, after)
        )
        if not rest:
            return line
        then = rest[0]
        for more in rest[1:]:
            then = say("{what}; {then}", what=then, then=more)
        return say("{what} – nothing to choose: {then}", what=line, then=then)

    @once  # everybody at the table is told of the same step
    def follow(self, before: S, action: A, after: S) -> list[Answered[S, A]]:
        """Return an action that was played and the answers that came by themselves."""
        question = self._answered(before, action)
        whole = [Answered(before, question, action, after)]
        if not self._chains or before is after:
            return whole
        is_top = bool(before.todo) and question is before.todo[-1]
        below = before.with_todo(before.todo[:-1]) if is_top else before
        chain = [
            Answered(before, question, action, _pass(question.settle(below, action)))
        ]
        while (state := chain[-1].after) != after:
            sole = state.todo[-1].sole(state) if state.todo else None
            if sole is None:
                return whole  # the host's word went another way
            below = state.with_todo(state.todo[:-1])
            then = _pass(state.todo[-1].settle(below, sole))
            chain.append(Answered(state, state.todo[-1], sole, then))
        return chain

    def touches(self, state: S, action: A) -> tuple[str, ...]:
        """Return the ids of the rules that matter for this action."""
        return self._answered(state, action).touches(state, action)

    def _answered(self, state: S, action: A) -> Question[S, A]:
        """Return the question an action answers, or would have answered."""
        if aside := self._aside.get(type(action)):
            return aside
        if state.todo and isinstance(action, state.todo[-1].answers):
            top: Question[S, A] = state.todo[-1]
            return top
        return self._pretend(state, action)


def push(state: S, *things: Question[S, Any] | Happening[S]) -> S:
    """Return the state with things to settle first, in the order given."""
    return state.with_todo(state.todo + things[::-1])


def _pass(state: S) -> S:
    """Let everything happen up to the next answer, be it its own or somebody's."""
    while state.todo and (after := state.todo[-1].pass_on(state)) is not None:
        state = after
    return state


def advance(state: S) -> S:
    """Let everything happen that needs no word from anybody."""
    while state.todo:
        after = state.todo[-1].go(state)
        if after is None:
            break
        state = after
    return state


@cache
def name_of(question: type) -> str:
    """Return what screens call a question: `RollOrHold` is `roll-or-hold`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", question.__name__).lower()
