"""Short words for a turn: a whole throw at once, or only what the turn scored.

What lies on the table says which dice were thrown, so nobody has to announce them. A
table that only keeps the score leaves its rolls unseen, like unseen cards. Both may be
said whenever a throw is awaited, so that a table can change its mind at any turn; no
list offers them, for they say nothing that the long way could not.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.core.phrase import NameOf, Phrase, say
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.games.karma_dice import rules, words
from companion.games.karma_dice.actions import Landed, Rolled, Score
from companion.games.karma_dice.box import BONUS, TRACK
from companion.games.karma_dice.dice import fits
from companion.games.karma_dice.questions.base import A, KarmaDiceQuestion
from companion.games.karma_dice.questions.rolling import FALL
from companion.games.karma_dice.questions.throwing import ThrowOrStop, thrown
from companion.games.karma_dice.state import Die, KarmaDiceState, Summary


class Shortcut(KarmaDiceQuestion[A]):
    """Beside the question whether to throw, never on the stack."""

    __slots__ = ()

    instead = rules.NOTHING_THROWN

    def offers(self, state: KarmaDiceState) -> Iterable[A]:
        """List nothing."""
        del state
        return ()

    def actor(self, state: KarmaDiceState, answer: A) -> Seat:
        """Return whose turn it is."""
        del answer
        return state.turn.seat

    def prompt(self, state: KarmaDiceState, eyes: Seat | None) -> Phrase:
        """Say what the turn waits for; it is never the question on top."""
        del state, eyes
        return say(rules.NOTHING_THROWN.title)


@dataclass(frozen=True, slots=True)
class TellRoll(Shortcut[Rolled]):
    """Dice were thrown and lie there, colours and faces."""

    answers = (Rolled,)

    def broken(self, state: KarmaDiceState, answer: Rolled) -> Rule | None:
        """The dice must be there to be thrown, each with a face it has."""
        asked = state.todo[-1]
        assert isinstance(asked, KarmaDiceQuestion), "something is always asked"
        if not isinstance(asked, ThrowOrStop):
            return asked.instead
        if rule := asked.broken_throw(state, answer.dice):
            return rule
        if len(answer.dice) != len(answer.faces):
            return rules.EACH_DIE
        return None if fits(answer.dice, answer.faces) else rules.FACES

    def settle(self, state: KarmaDiceState, answer: Rolled) -> KarmaDiceState:
        """Throw the dice and lay them down."""
        seat = state.turn.seat
        flying = thrown(state.with_todo(state.todo[:-1]), seat, answer.dice)
        lying = flying.with_todo(flying.todo[:-1])
        return FALL[seat].settle(lying, Landed(answer.faces))

    def label(self, state: KarmaDiceState, answer: Rolled) -> Phrase:
        """Name each die with its face."""
        del state
        pairs = zip(answer.dice, answer.faces, strict=False)
        return words.shown([Die(die, face) for die, face in pairs])

    def tell(
        self,
        before: KarmaDiceState,
        answer: Rolled,
        after: KarmaDiceState,
        eyes: Seat | None,
    ) -> Phrase:
        """Tell the faces, and what a roll that settles itself comes to."""
        del eyes
        who, faces = NameOf(before.turn.seat), self.label(before, answer)
        said = say("{who} rolls {faces}.", who=who, faces=faces)
        return words.together((said, *words.came_of_roll(before, after)))

    def touches(self, state: KarmaDiceState, answer: Rolled) -> tuple[str, ...]:
        """Point to what a roll must do."""
        del answer
        return (rules.STRICTLY_HIGHER if state.turn.zones else rules.FIRST_ROLL,)


@dataclass(frozen=True, slots=True)
class TellScore(Shortcut[Score]):
    """The turn is over and only its points are told."""

    answers = (Score,)

    def broken(self, state: KarmaDiceState, answer: Score) -> Rule | None:
        """A turn that was not told so far, and points that a turn can bring."""
        asked = state.todo[-1]
        assert isinstance(asked, KarmaDiceQuestion), "something is always asked"
        if not isinstance(asked, ThrowOrStop):
            return asked.instead
        if state.turn.zones:
            return rules.STOP
        return None if answer.points in possible(state) else rules.SCORE_TOLD

    def settle(self, state: KarmaDiceState, answer: Score) -> KarmaDiceState:
        """Score the turn; its rolls stay unseen."""
        told = Summary(state.turn.seat, answer.points, False, ())
        state = state.with_todo(state.todo[:-1])
        return state.after_turn(told, state.todo)

    def label(self, state: KarmaDiceState, answer: Score) -> Phrase:
        """Name the points."""
        del state
        return say("{points} this turn", points=words.scores(answer.points))

    def tell(
        self,
        before: KarmaDiceState,
        answer: Score,
        after: KarmaDiceState,
        eyes: Seat | None,
    ) -> Phrase:
        """Tell who scored what."""
        del eyes, answer
        return words.together(words.came_of_stop(before, after))

    def touches(self, state: KarmaDiceState, answer: Score) -> tuple[str, ...]:
        """Point to what a turn scores."""
        del state, answer
        return (rules.TURN_SCORE,)


def possible(state: KarmaDiceState) -> tuple[int, ...]:
    """Return what the turn can score: a zone, or more for dice unused at the last."""
    unused = len(state.turn.left) - len(TRACK)
    last = TRACK[-1]
    return (0, *TRACK, *(last + BONUS * spare for spare in range(1, unused + 1)))
