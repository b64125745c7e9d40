"""The end of a life: the score, the Ladder, and the next life."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.cards import Zone, bag
from companion.core.phrase import Phrase, say, say_n
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.games.karmaka import rules
from companion.games.karmaka.actions import Reborn
from companion.games.karmaka.box import LIFE, NEED, RINGS, TOP, best, score
from companion.games.karmaka.piles import feed
from companion.games.karmaka.questions.base import Worded
from companion.games.karmaka.state import Event, State, heard, with_life
from companion.games.karmaka.words import COLOUR_NAMES, LEVEL_NAMES, who


def short_of(state: State, seat: int) -> int:
    """Return how many points a life lacks to climb, none if it has enough."""
    life = state.lives[seat]
    return max(0, NEED[min(life.level, TOP - 1)] - score(life.deeds))


@dataclass(frozen=True, slots=True)
class Death(Worded[Reborn]):
    """A player without Hand and Deck dies, scores and is reborn."""

    seat: Seat
    answers = (Reborn,)
    instead = rules.DEATH
    because = "death"

    def offers(self, state: State) -> tuple[Reborn, ...]:
        """List how many Rings can be spent: none if the points suffice."""
        rings = state.lives[self.seat].rings if short_of(state, self.seat) else 0
        return tuple([Reborn(count) for count in range(rings + 1)])

    def broken(self, state: State, answer: Reborn) -> Rule | None:
        """Refuse Rings nobody has, or nobody needs."""
        rings = state.lives[self.seat].rings if short_of(state, self.seat) else 0
        return None if 0 <= answer.rings <= rings else rules.RINGS

    def settle(self, state: State, answer: Reborn) -> State:
        """Spend, climb or take a Ring, and be reborn unless the game is won."""
        seat, life = self.seat, state.lives[self.seat]
        enough = short_of(state, seat) <= answer.rings
        life = life._replace(rings=life.rings - answer.rings)
        if answer.rings:
            state = heard(state, Event("spent", seat, n=answer.rings))
        if enough:
            life = life._replace(level=life.level + 1)
            state = heard(with_life(state, seat, life), _climbed(seat, life.level))
            return state.with_todo(()) if life.level == TOP else reborn(state, seat)
        if sum(one.rings for one in state.lives) - answer.rings < RINGS:
            life = life._replace(rings=life.rings + 1)
            state = heard(state, Event("ring", seat))
        else:
            state = heard(state, Event("no-ring", seat))
        return reborn(with_life(state, seat, life), seat)

    def prompt(self, state: State, eyes: Seat | None) -> Phrase:
        """Lay out the score."""
        del eyes
        life = state.lives[self.seat]
        points = score(life.deeds)
        return say_n(
            "{who}, this life ends with {n} point in {colour}; {need} are needed.",
            "{who}, this life ends with {n} points in {colour}; {need} are needed.",
            points,
            who=who(self.seat),
            colour=COLOUR_NAMES[best(life.deeds)],
            need=NEED[min(life.level, TOP - 1)],
        )

    def label(self, state: State, answer: Reborn) -> Phrase:
        """Say what the Rings bring."""
        short = short_of(state, self.seat)
        if not short:
            return say("Climb one level")
        if not answer.rings:
            return say("Spend no Ring and stay on this level")
        if answer.rings < short:
            return say_n(
                "Spend {n} Ring in vain", "Spend {n} Rings in vain", answer.rings
            )
        return say_n(
            "Spend {n} Ring and climb", "Spend {n} Rings and climb", answer.rings
        )

    def line(self, before: State, answer: Reborn, eyes: Seat | None) -> Phrase:
        """Tell how a life ended."""
        del eyes
        life = before.lives[self.seat]
        climbs = short_of(before, self.seat) <= answer.rings
        worth = say_n("{n} point", "{n} points", score(life.deeds))
        if answer.rings:
            spent = say_n("{n} Ring spent", "{n} Rings spent", answer.rings)
            worth = say("{points} and {rings}", points=worth, rings=spent)
        level = LEVEL_NAMES[min(life.level + climbs, TOP)]
        if climbs:
            return say(
                "{who} dies with {worth}: up to {level}.",
                who=who(self.seat),
                worth=worth,
                level=level,
            )
        return say(
            "{who} dies with {worth}: again {level}.",
            who=who(self.seat),
            worth=worth,
            level=level,
        )


def _climbed(seat: Seat, level: int) -> Event:
    return Event("climbed", seat, n=level)


def reborn(state: State, seat: Seat) -> State:
    """Return the state with a new life: Deeds away, Future Life in Hand, a new Deck."""
    life = state.lives[seat]
    if life.deeds:
        # The Deeds are squared up, not dealt: the exposed one stays on top.
        state = state._replace(ruins=state.ruins + life.deeds)
        state = heard(state, Event("laid-down", seat, n=len(life.deeds)))
    if life.future:
        state = heard(state, Event("reborn", seat, n=len(life.future)))
    seen = bag(filter(None, life.future))
    hand = Zone(seen, len(life.future) - len(seen))
    known = tuple(a or b for a, b in zip(life.future, life.dreams, strict=True))
    row = known[::-1]  # dealt out from the top, as a row on the table would be
    life = life._replace(hand=hand, row=row, future=(), dreams=(), deeds=())
    return feed(with_life(state, seat, life), seat, LIFE - len(row))
