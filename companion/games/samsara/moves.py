"""Which pieces an action moves, in the imperative.

Places are called as a correction calls them: `0:hand`, `supply`, `gap:1`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from companion.core.doings import Doing
from companion.core.phrase import Phrase, say
from companion.core.seats import Seat
from companion.games.samsara import actions as a
from companion.games.samsara.box import EVANESCENT as STAYS
from companion.games.samsara.box import ZONES, effect_of
from companion.games.samsara.purchases import HELD, Purchase
from companion.games.samsara.questions.amulets import (
    HoldAmulet,
    ShiftAmulet,
    SwapAmulets,
)
from companion.games.samsara.questions.ancestral import (
    GiveBadKarma,
    PurgeDiscard,
    StrikeCard,
)
from companion.games.samsara.questions.searching import PickFromPile
from companion.games.samsara.questions.setup import LayAmulets, PlaceAncestral
from companion.games.samsara.questions.taking import TakeSamsara, Uncover
from companion.games.samsara.questions.thieves import (
    GiveAsked,
    KeepCard,
    ReportStolen,
)
from companion.games.samsara.state import (
    DISCARD,
    DRAW,
    EVANESCENT,
    HAND,
    NEXT,
    OFF_BOARD,
    PLAY,
    RESERVE,
    ZONE_NAMES,
    State,
)
from companion.games.samsara.words import (
    CHARACTER_NAMES,
    POWER_NAMES,
    amulet,
    ancestral,
    handful,
    name,
    seat_name,
    zone_name,
)

SUPPLY, BOX = "supply", "box"

INTO: dict[int, Phrase] = {
    HAND: say("Take {card} into your hand."),
    DISCARD: say("Put {card} on your discard."),
    RESERVE: say("Put {card} into your Reserve."),
    NEXT: say("Set {card} aside for your next hand."),
    EVANESCENT: say("Slide {card} under your board."),
    PLAY: say("Lay {card} in front of you."),
}
"""What is done with a card, by where it goes."""


LAID = say("Lay these amulets there, this face up.")
GUESSED = say(
    "Lay amulets there. Their faces are our guess: photograph or enter what they show."
)


class Step(NamedTuple):
    """One step of the game, and for whose eyes it is told."""

    before: State
    after: State
    question: Any
    eyes: Seat | None

    @property
    def seat(self) -> Seat:
        """Whose step it is."""
        return Seat(self.question.seat)

    def one(self, words: Phrase, piece: str, source: str, target: str) -> Doing:
        """Return one piece for the hands of whoever answered."""
        return Doing(self.seat, words, piece, 1, source, target)

    def into(self, zone: int, card: str, source: str = "") -> Doing:
        """Return a card for one of the own zones, out of the hand or elsewhere."""
        words = say(INTO[zone].one, card=name(card))
        place = source or place_of(self.seat, HAND)
        return self.one(words, card, place, place_of(self.seat, zone))

    def secret(self, zone: int, card: str, source: str, *knowing: Seat) -> Doing:
        """Return the same for a card that only some may know."""
        if card and self.eyes in knowing:
            return self.into(zone, card, source)
        words = say(INTO[zone].one, card=say("a card"))
        return self.one(words, "", source, place_of(self.seat, zone))


def place_of(seat: int, zone: int) -> str:
    """Return what a zone of a seat is called."""
    return f"{seat}:{ZONE_NAMES[zone]}"


def _zone(zone: int) -> str:
    return "start" if zone == OFF_BOARD else f"zone:{zone}"


# One case per kind of action that moves a piece: long, not complex.
def moved(step: Step, action: a.Action) -> Iterator[Doing]:  # noqa: C901, PLR0912
    """Say what the action itself moves."""
    match action:
        case a.Lay() | a.Dealt() | a.ChooseCharacter() | a.PlaceAncestral():
            yield from _laid_out(step, action)
        case a.Move() | a.MoveNeutral():
            yield _pawn(step, action)
        case a.PutBack(card):
            zone = DISCARD if isinstance(step.question, PurgeDiscard) else HAND
            words = say("Put {card} back on its supply.", card=name(card))
            yield step.one(words, card, place_of(step.seat, zone), SUPPLY)
        case a.Give(card, to):
            yield _given(step, card, to)
        case a.Take(zone):
            yield from _taken(step, zone)
        case a.Uncovered(card):
            yield from _uncovered(step, card)
        case a.Play(card):
            yield step.into(EVANESCENT if card in STAYS else PLAY, card)
        case a.Reserve(card):
            yield step.into(RESERVE, card)
        case a.Discard(card):
            yield step.into(DISCARD, card)
        case a.Buy() | a.BuyAncestral():
            yield from _won(step, action)
        case a.ChoosePower(power):
            yield from _marked(step, step.seat, power)
        case a.Copy(seat, power):
            yield from _marked(step, Seat(seat), power)
        case a.Strike() | a.Stolen() | a.Kept() | a.Pick():
            yield from _robbed(step, action)
        case a.PickAmulet() | a.Flip() | a.MoveAmulet():
            yield from _shifted(step, action)
        case a.EndTurn():
            yield from _cleared(step)


def _laid_out(
    step: Step, action: a.Lay | a.Dealt | a.ChooseCharacter | a.PlaceAncestral
) -> Iterator[Doing]:
    question = step.question
    if isinstance(action, a.Lay | a.Dealt) and isinstance(question, LayAmulets):
        words = LAID if isinstance(action, a.Lay) else GUESSED
        target = f"gap:{question.gap}"
        yield Doing(step.seat, words, "", len(action.faces), BOX, target)
    elif isinstance(action, a.ChooseCharacter):
        who = CHARACTER_NAMES[action.character]
        words = say("Take the board and the marker of {character}.", character=who)
        yield step.one(words, action.character, BOX, f"{step.seat}:board")
    elif isinstance(action, a.PlaceAncestral) and isinstance(question, PlaceAncestral):
        piece = question.amulet
        words = say(
            "Lay {amulet} between {zone} and {next}.",
            amulet=ancestral(piece, effect_of(piece)),
            zone=zone_name(action.zone),
            next=zone_name(action.zone + 1),
        )
        yield step.one(words, piece, BOX, f"edge:{action.zone}")


def _pawn(step: Step, action: a.Move | a.MoveNeutral) -> Doing:
    if isinstance(action, a.MoveNeutral):
        source, target = step.before.neutral_zone, step.after.neutral_zone
        words = say("Move the neutral pawn to {zone}.", zone=zone_name(target))
        return step.one(words, "neutral", _zone(source), _zone(target))
    source = step.before.players[step.seat].pawn
    target = step.after.players[step.seat].pawn
    words = say("Move your pawn to {zone}.", zone=zone_name(target))
    return step.one(words, "pawn", _zone(source), _zone(target))


def _given(step: Step, card: str, to: int) -> Doing:
    zone = NEXT if isinstance(step.question, GiveAsked) else HAND
    source, target = place_of(step.seat, HAND), place_of(to, zone)
    public = isinstance(step.question, GiveBadKarma)
    if public or step.eyes in (step.seat, to):
        words = say("Give {card} to {whom}.", card=name(card), whom=seat_name(to))
        return step.one(words, card, source, target)
    words = say("Give a card to {whom}.", whom=seat_name(to))
    return step.one(words, "", source, target)


def _taken(step: Step, zone: int) -> Iterator[Doing]:
    """Say which card is taken: a special one, if it surely comes to light."""
    if isinstance(step.after.asked, Uncover) and not step.before.stacks[zone].normal:
        return
    question = step.question
    target = question.target if isinstance(question, TakeSamsara) else HAND
    held, now = (
        state.players[step.seat].cards.count for state in (step.before, step.after)
    )
    specials = step.before.stacks[zone].specials
    grown = (card for card in specials if now(card) > held(card))
    yield step.into(target, next(grown, ZONES[zone]), SUPPLY)


def _uncovered(step: Step, card: str) -> Iterator[Doing]:
    """Say what a special card under the one just taken makes hands do."""
    question = step.question
    if not card or not isinstance(question, Uncover):
        return
    deck = [state.players[step.seat].cards for state in (step.before, step.after)]
    if deck[1].count(card) == deck[0].count(card):
        words = say("Shuffle the {zone} stack.", zone=zone_name(question.zone))
        yield step.one(words, card, SUPPLY, SUPPLY)
        return
    if step.before.stacks[question.zone].normal:
        first = ZONES[question.zone]
        words = say("Put {card} back on its supply.", card=name(first))
        yield step.one(words, first, place_of(step.seat, question.target), SUPPLY)
    yield step.into(question.target, card, SUPPLY)


def _won(step: Step, action: Purchase) -> Iterator[Doing]:
    for zone, cards in ((HAND, action.hand), (RESERVE, action.reserve)):
        if cards:
            words = say(INTO[PLAY].one, card=handful(cards))
            places = place_of(step.seat, zone), place_of(step.seat, PLAY)
            yield Doing(step.seat, words, "", len(cards), *places)
    if isinstance(action, a.BuyAncestral):
        piece, source = action.amulet, "board"
        what = ancestral(piece, effect_of(piece))
    else:
        piece, what = action.face, amulet(action.face)
        held = action.gap == HELD
        source = f"{step.seat}:held" if held else f"gap:{action.gap}"
    words = say("Take {amulet}.", amulet=what)
    yield step.one(words, piece, source, f"{step.seat}:amulets")


def _marked(step: Step, whose: Seat, power: str) -> Iterator[Doing]:
    words = say("Put your marker on: {power}.", power=POWER_NAMES[power])
    board = f"{whose}:board"
    yield Doing(whose, words, "marker", 1, board, board)
    laid, left = (
        state.players[step.seat].cards.zones[EVANESCENT].seen
        for state in (step.before, step.after)
    )
    if laid and not left:
        words = say("Put your Evanescent cards on your discard.")
        places = place_of(step.seat, EVANESCENT), place_of(step.seat, DISCARD)
        yield Doing(step.seat, words, "", len(laid), *places)


def _robbed(
    step: Step, action: a.Strike | a.Stolen | a.Kept | a.Pick
) -> Iterator[Doing]:
    """Say who moves a card that an effect has hit."""
    match step.question, action:
        case StrikeCard(_, steals), a.Strike(owner, zone, card):
            goal = step.seat if steals else Seat(owner)
            words = say(INTO[DISCARD].one, card=name(card))
            target = place_of(goal, DISCARD)
            yield Doing(goal, words, card, 1, f"{owner}:{zone}", target)
        case ReportStolen(owner, thief), a.Stolen(card):
            words = say(INTO[DISCARD].one, card=name(card))
            places = place_of(owner, HAND), place_of(thief, DISCARD)
            yield Doing(thief, words, card, 1, *places)
        case KeepCard(seat, owner), a.Kept(card):
            source = place_of(owner, DRAW)
            yield step.secret(HAND, card, source, seat, owner)
            words = say("Put the others back on top of that pile.")
            yield step.one(words, "", source, source)
        case PickFromPile(seat, target), a.Pick(card):
            yield step.secret(target, card, place_of(seat, DRAW), seat)


def _shifted(
    step: Step, action: a.PickAmulet | a.Flip | a.MoveAmulet
) -> Iterator[Doing]:
    """Say which amulets change places or sides."""
    match step.question, action:
        case HoldAmulet(seat), a.PickAmulet(gap, face):
            words = say("Put {amulet} on your board.", amulet=amulet(face))
            yield step.one(words, face, f"gap:{gap}", f"{seat}:held")
        case SwapAmulets(_, _, a.PickAmulet() as first), a.PickAmulet(gap, face):
            yield _shift(step, first.face, first.gap, gap)
            yield _shift(step, face, gap, first.gap)
        case _, a.Flip(gap, face):
            words = say("Turn over {amulet}.", amulet=amulet(face))
            yield step.one(words, face, f"gap:{gap}", f"gap:{gap}")
        case ShiftAmulet(_, old, face), a.MoveAmulet(gap) if gap != old:
            yield _shift(step, face, old, gap)


def _shift(step: Step, face: str, old: int, gap: int) -> Doing:
    words = say("Move {amulet} to gap {gap}.", amulet=amulet(face), gap=gap + 1)
    return step.one(words, face, f"gap:{old}", f"gap:{gap}")


def _cleared(step: Step) -> Iterator[Doing]:
    cards = step.before.players[step.seat].cards
    for zone, words in (
        (PLAY, say("Put what you played on your discard.")),
        (HAND, say("Put your hand on your discard.")),
    ):
        if size := cards.size(zone):
            places = place_of(step.seat, zone), place_of(step.seat, DISCARD)
            yield Doing(step.seat, words, "", size, *places)
    if step.after.todo and cards.size(NEXT):
        words = say("Take what was set aside into your hand.")
        places = place_of(step.seat, NEXT), place_of(step.seat, HAND)
        yield Doing(step.seat, words, "", cards.size(NEXT), *places)
