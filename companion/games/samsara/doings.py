"""What hands must do because of a step: pieces moved, karma taken, cards drawn."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.doings import Doing
from companion.core.phrase import Phrase, say, say_n
from companion.core.seats import Seat
from companion.games.samsara import actions as a
from companion.games.samsara.box import BAD, GOOD
from companion.games.samsara.engine import TURNS
from companion.games.samsara.moves import INTO, SUPPLY, Step, moved, place_of
from companion.games.samsara.questions.ancestral import StrikeCard
from companion.games.samsara.questions.thieves import KeepCard, ReportStolen
from companion.games.samsara.state import DISCARD, DRAW, HAND, NEXT, RESERVE, State
from companion.games.samsara.words import name


def doings(
    before: State, action: a.Action, after: State, eyes: Seat | None
) -> tuple[Doing, ...]:
    """Return what hands must do now, as far as these eyes may know it."""
    found: list[Doing] = []
    for one in TURNS.follow(before, action, after):
        step, answer = Step(one.before, one.after, one.question, eyes), one.answer
        if not isinstance(answer, a.Show):
            found += (*moved(step, answer), *_gained(step, answer))
            found += _drawn(step, answer)
    return tuple(found)


def _gained(step: Step, action: a.Action) -> Iterator[Doing]:
    """Say who takes karma of the supply, in the order of play."""
    seats = step.before.setting.seats
    for place in range(seats):
        seat = Seat((step.seat + place) % seats)
        if step.before.players[seat].cards is step.after.players[seat].cards:
            continue
        for card in (GOOD, BAD):
            if (count := _from_supply(step, action, seat, card)) > 0:
                zone = _where(step, action, seat, card)
                many = say("{count} {card}", count=count, card=name(card))
                words = say(INTO[zone].one, card=many if count > 1 else name(card))
                yield Doing(seat, words, card, count, SUPPLY, place_of(seat, zone))


def _from_supply(step: Step, action: a.Action, seat: Seat, card: str) -> int:
    """Return how many more of a card a deck holds, but for what players moved."""
    held, now = (
        state.players[seat].cards.count(card) for state in (step.before, step.after)
    )
    giver, taker = _hands(step, action, card)
    return now - held + (seat == giver) - (seat == taker)


def _hands(step: Step, action: a.Action, card: str) -> tuple[Seat | None, Seat | None]:
    """Return whose deck a card left by the action itself, and whose it came into."""
    match step.question, action:
        case _, a.PutBack(moved) if moved == card:
            return step.seat, None
        case _, a.Give(moved, to) if moved == card:
            return step.seat, Seat(to)
        case StrikeCard(seat, True), a.Strike(owner, _, moved) if moved == card:
            return Seat(owner), seat
        case ReportStolen(owner, thief), a.Stolen(moved) if moved == card:
            return owner, thief
        case KeepCard(seat, owner), a.Kept(moved) if moved == card:
            return owner, seat
    return None, None


def _where(step: Step, action: a.Action, seat: Seat, card: str) -> int:
    """Return the zone that karma of the supply went to."""
    if card == BAD:
        return DISCARD if isinstance(action, a.Buy | a.BuyAncestral) else HAND
    zones = [state.players[seat].cards.zones for state in (step.before, step.after)]
    for zone in (RESERVE, NEXT, DISCARD):
        if zones[1][zone].seen.count(GOOD) > zones[0][zone].seen.count(GOOD):
            return zone
    return HAND


def _drawn(step: Step, action: a.Action) -> Iterator[Doing]:
    """Say what is drawn, with the shuffle where the pile runs out."""
    seat, count = step.seat, _new_cards(step, action)
    if count < 1:
        return
    pile, hand = place_of(seat, DRAW), place_of(seat, HAND)
    first = min(count, step.before.players[seat].cards.size(DRAW))
    if first:
        yield Doing(seat, _draw(first), "", first, pile, hand)
    if rest := count - first:
        words = say("Shuffle your discard into a new draw pile.")
        size = step.after.players[seat].cards.size(DRAW) + rest
        yield Doing(seat, words, "", size, place_of(seat, DISCARD), pile)
        yield Doing(seat, _draw(rest), "", rest, pile, hand)


def _draw(count: int) -> Phrase:
    return say_n("Draw {n} card.", "Draw {n} cards.", count)


def _new_cards(step: Step, action: a.Action) -> int:
    """Return how many cards came into the hand from the own pile."""
    if not isinstance(action, a.Play | a.Manual | a.EndTurn) or not step.after.todo:
        return 0
    before = step.before.players[step.seat].cards
    now = step.after.players[step.seat].cards.size(HAND)
    if isinstance(action, a.EndTurn):
        return now - before.size(NEXT)
    hand = place_of(step.seat, HAND)
    gained = [one for one in _gained(step, action) if one.target == hand]
    kept = before.size(HAND) - isinstance(action, a.Play)
    return now - kept - sum(one.count for one in gained)
