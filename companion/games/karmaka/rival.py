"""A seat that the app plays with real cards: what it decides is told to the table.

Its Hand lies face down in a row; new cards come to the right end. A camera may see
them before they are laid down, the people at the table do not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.doings import Doing
from companion.core.phrase import Phrase, say
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.core.turn import ChanceQuestion, Question, name_of
from companion.games.karmaka import actions as a
from companion.games.karmaka import news
from companion.games.karmaka.bot import choose
from companion.games.karmaka.questions.choosing import Celebrate
from companion.games.karmaka.state import NOBODY, State, asked
from companion.games.karmaka.words import name, who

HUMAN = Seat(0)
"""Whose hands move the rival's cards."""


@dataclass(frozen=True, slots=True)
class ByRival(ChanceQuestion[State, Any]):
    """A question for the app's own seat: people only carry out what it answers."""

    seat: Seat
    """Who may let the app decide."""

    inner: Question[State, Any]
    answers: tuple[type, ...]  # type: ignore[misc]  # the wrapped question's own
    instead: Rule  # type: ignore[misc]

    def broken(self, state: State, answer: Any) -> Rule | None:
        """Name the rule that speaks against an answer."""
        return self.inner.broken(state, answer)

    def settle(self, state: State, answer: Any) -> State:
        """Return the state after the answer."""
        return self.inner.settle(state, answer)

    def idle(self, state: State) -> bool:
        """Pass on what the wrapped question passes on."""
        return self.inner.idle(state)

    def sample(self, state: State, rng: Any) -> Any:
        """Return the answer the app decides for."""
        return choose(state, state.setting.rival, state.setting.strength, rng)

    def awaits(self, state: State) -> dict[str, Any]:
        """Return what the app decides, and which of its cards it does not know."""
        return {
            "kind": "rival",
            "question": name_of(type(self.inner)),
            "unknown": unknown(state),
        }

    def prompt(self, state: State, eyes: Seat | None) -> Phrase:
        """Ask for the card it does not know, or let it decide."""
        del eyes
        rival, places = who(state.setting.rival), unknown(state)
        if places:
            return say(
                "Let the camera see card {place} in the row of {who}, without looking "
                "at it yourself; or let the app decide.",
                who=rival,
                place=places[0],
            )
        return say("{who} plays: let the app decide.", who=rival)

    def label(self, state: State, answer: Any) -> Phrase:
        """Return the words of the wrapped question."""
        return self.inner.label(state, answer)

    def tell(
        self, before: State, answer: Any, after: State, eyes: Seat | None
    ) -> Phrase:
        """Return the log line of the wrapped question."""
        hidden = None if eyes == before.setting.rival else eyes
        return self.inner.tell(before, answer, after, hidden)

    def why(self, state: State) -> str | None:
        """Return the rule of the wrapped question."""
        return self.inner.why(state)

    def touches(self, state: State, answer: Any) -> tuple[str, ...]:
        """Return the rules of the wrapped question."""
        return self.inner.touches(state, answer)


def entrusted(state: State) -> State:
    """Return the state with a question for the app's seat in the app's hands."""
    rival, top = state.setting.rival, state.todo[-1] if state.todo else None
    if rival == NOBODY or not isinstance(top, Question) or top.chance:
        return state
    if top.seat != rival:
        return state
    wrapped = ByRival(HUMAN, top, top.answers, top.instead)
    return state.with_todo((*state.todo[:-1], wrapped))


def unknown(state: State) -> list[int]:
    """Return the places in the rival's row the app does not know, from 1."""
    row = state.lives[state.setting.rival].row
    return [place for place, card in enumerate(row, 1) if not card]


def doings(
    before: State, action: Any, after: State, eyes: Seat | None
) -> tuple[Doing, ...]:
    """Return what hands must do now, for people and for the app's own seat."""
    return row_doings(before, action) + news.doings(before, action, after, eyes)


def row_doings(before: State, action: Any) -> tuple[Doing, ...]:
    """Return which card of the row is meant; face down it keeps its name a secret."""
    top, rival = asked(before), before.setting.rival
    if rival == NOBODY or top is None or top.seat != rival:
        return ()
    if isinstance(action, a.Sow):
        cards = action.cards
    elif isinstance(action, a.Play | a.Put):
        cards = (action.card,)
    else:
        return ()
    target = _target(top, action)
    row, moved = list(before.lives[rival].row), []
    for card in cards:
        place = row.index(card) if card in row else 0
        del row[place : place + 1]
        moved.append(_taken(before, place + 1, card, target))
    return tuple(moved)


def _target(top: Any, action: Any) -> str:
    """Return where a card of the row goes."""
    if isinstance(action, a.Put):
        return f"deeds:{top.seat}" if isinstance(top, Celebrate) else "ruins"
    use = action.use if isinstance(action, a.Play) else a.Use.FUTURE
    if use is a.Use.POWER:
        return "middle"
    return f"deeds:{top.seat}" if use is a.Use.DEED else f"future:{top.seat}"


def _taken(state: State, place: int, card: str, target: str) -> Doing:
    rival = state.setting.rival
    if target.startswith("future"):
        card = ""
        words = say(
            "Put card {place} in the row of {who} on its Future Life, without looking.",
            place=place,
            who=who(rival),
        )
    else:
        words = say(
            "Turn over card {place} in the row of {who}: {card}.",
            place=place,
            who=who(rival),
            card=name(state, card),
        )
    return Doing(HUMAN, words, card, 1, f"hand:{rival}", target)
