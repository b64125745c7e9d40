"""The rules of Karmaka: how a game begins, goes on and ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from companion.core.cards import bag
from companion.core.game import Outcome
from companion.core.phrase import say
from companion.core.seats import Seat
from companion.core.turn import TurnMachine, advance
from companion.games.karmaka import rules
from companion.games.karmaka.actions import Action
from companion.games.karmaka.box import DECK, RINGS, TOP
from companion.games.karmaka.options import first_state
from companion.games.karmaka.piles import bare, told
from companion.games.karmaka.powers import TABLE
from companion.games.karmaka.pretending import pretend
from companion.games.karmaka.questions.showing import Showing
from companion.games.karmaka.questions.using import POWERS
from companion.games.karmaka.rival import HUMAN, entrusted
from companion.games.karmaka.seating import partner
from companion.games.karmaka.state import NOBODY, Life, State
from companion.games.karmaka.words import who

POWERS.update(TABLE)  # questions start powers and powers ask questions


class Turns(TurnMachine[State, Action]):
    """The turn machine of Karmaka: it forgets old news before each word."""

    def settle(self, state: State, action: Action) -> State:
        """Return the state after an action that is known to be legal."""
        return entrusted(super().settle(state._replace(news=()), action))

    def actor(self, state: State, action: Action) -> Seat:
        """Return whose word an action is; people speak for the app's own seat."""
        seat = super().actor(state, action)
        return HUMAN if seat == state.setting.rival else seat


TURNS = Turns(rules.GAME_OVER, pretend, standing=(Showing(),))


def start(options: Mapping[str, Any]) -> State:
    """Return the first position for these options; raises Malformed."""
    return entrusted(advance(first_state(options)))


def outcome(state: State) -> Outcome | None:
    """Return who reached Transcendence, with their partner."""
    if state.todo:
        return None
    top = next(Seat(s) for s, life in enumerate(state.lives) if life.level == TOP)
    mate = partner(state.setting, top)
    winners = (top,) if mate == NOBODY else tuple(sorted((top, mate)))
    return Outcome(
        winners,
        tuple(life.level for life in state.lives),
        "transcendence",
        say("{who} reaches Transcendence.", who=who(top)),
    )


def faults(state: State) -> tuple[str, ...]:
    """Return every invariant this position breaks."""
    wrong = [] if everything(state) == DECK else ["a card is lost or doubled"]
    unseen = state.well + sum(_unseen(life) for life in state.lives)
    if unseen != len(state.pool):
        wrong.append(f"{unseen} unseen places for {len(state.pool)} cards")
    if state.pool != bag(state.pool) or state.well < 0:
        wrong.append("the pool or the Well is out of order")
    if sum(life.rings for life in state.lives) > RINGS:
        wrong.append("more Rings than the box holds")
    for seat, life in enumerate(state.lives):
        wrong += [f"seat {seat}: {fault}" for fault in _life_faults(state, life)]
    return tuple(wrong)


def everything(state: State) -> tuple[str, ...]:
    """Return all cards of the table, wherever they lie."""
    cards = [*state.pool, *state.ruins]
    for life in state.lives:
        cards += bare(life)
    if state.using and state.using.card:
        cards.append(state.using.card)
    return bag(cards)


def _unseen(life: Life) -> int:
    return life.hand.unseen + life.deck + life.future.count("")


def _life_faults(state: State, life: Life) -> list[str]:
    checks = {
        "less than no cards": life.deck < 0 or life.hand.unseen < 0,
        "a Hand out of order": life.hand.seen != bag(life.hand.seen),
        "a row that is not the Hand": len(life.row) != len(life.hand)
        or bool(Counter(life.hand.seen) - Counter(life.row)),
        "dreams that are not the Future Life": len(life.dreams) != len(life.future),
        "dreams of cards in sight": any(
            a and b for a, b in zip(life.future, life.dreams, strict=False)
        ),
        "told of cards that lie elsewhere": bool(told(life) - Counter(state.pool)),
        "off the Ladder": not 0 <= life.level <= TOP,
        "less than no Rings": life.rings < 0,
    }
    return [fault for fault, is_so in checks.items() if is_so]
