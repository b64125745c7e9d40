"""The powers of the character boards, chosen with every amulet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.core.phrase import Phrase, say
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.core.turn import Happening, push
from companion.games.samsara import actions as a
from companion.games.samsara import rules
from companion.games.samsara.characters import (
    APPROPRIATE,
    KEEP,
    POWERS,
    is_other,
    same_side,
)
from companion.games.samsara.deck import discard_evanescent
from companion.games.samsara.questions.aids import ReadAid
from companion.games.samsara.questions.amulets import (
    FlipAmulet,
    HoldAmulet,
    SwapAmulets,
)
from companion.games.samsara.questions.ancestral import StrikeCard
from companion.games.samsara.questions.base import AskOpenly, Effect, Things
from companion.games.samsara.questions.choosing import DiscardCards, PutCardsBack
from companion.games.samsara.questions.gaining import GainGood
from companion.games.samsara.questions.searching import PickFromPile
from companion.games.samsara.questions.taking import TakeSamsara
from companion.games.samsara.questions.thieves import ChooseTarget
from companion.games.samsara.state import (
    DISCARD,
    DRAW,
    EVANESCENT,
    NEXT,
    RESERVE,
    State,
    others,
)
from companion.games.samsara.words import POWER_NAMES, seat_name

MANUAL_STEPS = 6
"""How many things a power that we cannot read may do: none we know does more than
three, and the question must come to an end."""

SEARCHED = 3
"""Cards that Iriakie chooses from her pile."""


def _good(zone: int, count: int) -> Effect:
    return lambda state, seat: (GainGood(seat, zone, count),)


def _samsara(zone: int, count: int = 1) -> Effect:
    return lambda state, seat: (TakeSamsara(seat, zone, count),)


def _pick(zone: int) -> Effect:
    def picks(state: State, seat: Seat) -> Things:
        count = min(SEARCHED, state.players[seat].cards.size(DRAW))
        return (PickFromPile(seat, zone, count),)

    return picks


@dataclass(frozen=True, slots=True)
class DrawMore(Happening[State]):
    """The coming draw is larger."""

    count: int

    def happen(self, state: State) -> State:
        """Note it."""
        turn = state.turn._replace(extra=state.turn.extra + self.count)
        return state._replace(turn=turn)


EFFECTS: dict[str, Effect] = {
    "three-good": _good(DISCARD, 3),
    "good-reserve": _good(RESERVE, 1),
    "purge": lambda state, seat: (PutCardsBack(seat, "bad"),),
    "evanescent-in-play": _samsara(EVANESCENT),
    "good-next": _good(NEXT, 1),
    "samsara-next": _samsara(NEXT),
    "purge-and-good": lambda state, seat: (
        PutCardsBack(seat, "bad"),
        GainGood(seat, DISCARD, 1),
    ),
    "samsara-reserve": _samsara(RESERVE),
    "two-more-cards": lambda state, seat: (DrawMore(2),),
    "two-samsara": _samsara(DISCARD, 2),
    KEEP: lambda state, seat: (),
    APPROPRIATE: lambda state, seat: (CopyPower(seat, 1),),
    "swap-amulets": lambda state, seat: (SwapAmulets(seat, 2),),
    "hold-amulet": lambda state, seat: (HoldAmulet(seat),),
    "steal-laid": lambda state, seat: (StrikeCard(seat, steals=True),),
    "steal-hand": lambda state, seat: (ChooseTarget(seat, "steal"),),
    "search-pile": lambda state, seat: (ChooseTarget(seat, "search"),),
    "all-discard": lambda state, seat: tuple(
        DiscardCards(other, 2, forced=True) for other in others(state, seat)
    ),
    "flip-amulet": lambda state, seat: (FlipAmulet(seat),),
    "ask-card": lambda state, seat: (ChooseTarget(seat, "ask"),),
    "choose-three": _pick(NEXT),
    "discard-three": _pick(DISCARD),
}
"""What every power that we know does."""


def free_powers(state: State, seat: int) -> tuple[str, ...]:
    """Return the powers of a board that no marker covers."""
    player = state.players[seat]
    powers = POWERS.get(player.character, ())
    return tuple(power for power in powers if power not in player.markers)


def mark(state: State, seat: int, power: str) -> State:
    """Move the marker of that side of the board onto a power."""
    player = state.players[seat]
    others_left = tuple(
        covered
        for covered in player.markers
        if not same_side(player.character, power, covered)
    )
    markers = tuple(sorted((*others_left, power)))
    return state.with_player(seat, player._replace(markers=markers))


def release(state: State, seat: Seat, power: str, times: int) -> State:
    """Let a power happen; only one of them spares the Evanescent cards in play."""
    if power != KEEP:
        state = discard_evanescent(state, seat)
    if is_other(power):
        things: Things = (ReadAid(seat, MANUAL_STEPS),)
    else:
        things = EFFECTS[power](state, seat)
    return push(state, *(things * times))


@dataclass(frozen=True, slots=True)
class PickPower(AskOpenly[a.ChoosePower]):
    """Whoever wins an amulet puts the marker on a free power."""

    seat: Seat
    key = "power"
    reason = "activate-power"
    theirs = say("{who} chooses a power.")
    answers = (a.ChoosePower,)

    def offers(self, state: State) -> Iterator[a.ChoosePower]:
        """List the free powers of the own board."""
        return map(a.ChoosePower, free_powers(state, self.seat))

    def broken(self, state: State, answer: a.ChoosePower) -> Rule | None:
        """Name the rule: one of the own board, and not covered."""
        player = state.players[self.seat]
        if answer.power not in POWERS.get(player.character, ()):
            return rules.ACTIVATE_POWER
        return rules.POWER_COVERED if answer.power in player.markers else None

    def settle(self, state: State, answer: a.ChoosePower) -> State:
        """Move the marker and let the power happen."""
        state = mark(state, self.seat, answer.power)
        times = 1 + state.turn.twice
        copy = CopyPower(self.seat, times)
        if answer.power == APPROPRIATE and not copy.idle(state):
            return push(state, copy)
        return release(state, self.seat, answer.power, times)

    def ask(self, state: State) -> Phrase:
        """Ask for a power."""
        del state
        return say("Put your marker on a free power.")

    def label(self, state: State, answer: a.ChoosePower) -> Phrase:
        """Say what the power does."""
        del state
        return POWER_NAMES.get(answer.power, say("{power}", power=answer.power))

    def tell(
        self, before: State, answer: a.ChoosePower, after: State, eyes: Seat | None
    ) -> Phrase:
        """Tell which power is used."""
        del after, eyes
        what = self.label(before, answer)
        return say("{who} uses a power: {what}", who=seat_name(self.seat), what=what)

    def matters(self, state: State, answer: a.ChoosePower) -> tuple[str, ...]:
        """Return the page of the character, and the rules about markers."""
        own = state.players[self.seat].character
        page = "other-power" if is_other(answer.power) else own
        return (page, "activate-power", "power-covered", "evanescent-discarded")


@dataclass(frozen=True, slots=True)
class CopyPower(AskOpenly[a.Copy]):
    """Sukara uses a free power of an opponent."""

    seat: Seat
    times: int
    """How often it happens."""

    key = "copy"
    reason = "sukara"
    answers = (a.Copy,)

    def idle(self, state: State) -> bool:
        """Tell whether no opponent has a free power."""
        return next(self.offers(state), None) is None

    def offers(self, state: State) -> Iterator[a.Copy]:
        """List the free powers of all opponents."""
        for other in others(state, self.seat):
            for power in free_powers(state, other):
                if power != APPROPRIATE:
                    yield a.Copy(other, power)

    def broken(self, state: State, answer: a.Copy) -> Rule | None:
        """Name the rule: a free one of an opponent."""
        return None if answer in self.offers(state) else rules.SUKARA

    def settle(self, state: State, answer: a.Copy) -> State:
        """Move the opponent's marker there; the power is Sukara's."""
        state = mark(state, answer.seat, answer.power)
        return release(state, self.seat, answer.power, self.times)

    def ask(self, state: State) -> Phrase:
        """Ask for a power."""
        del state
        return say("Choose a free power of an opponent.")

    def label(self, state: State, answer: a.Copy) -> Phrase:
        """Say what it does and whose it is."""
        del state
        power, whom = POWER_NAMES[answer.power], seat_name(answer.seat)
        return say("{power}, from {whom}", power=power, whom=whom)

    def tell(
        self, before: State, answer: a.Copy, after: State, eyes: Seat | None
    ) -> Phrase:
        """Tell which power is used, and whose it is."""
        del before, after, eyes
        return say(
            "{who} appropriates a power of {whom}: {power}",
            who=seat_name(self.seat),
            whom=seat_name(answer.seat),
            power=POWER_NAMES[answer.power],
        )
