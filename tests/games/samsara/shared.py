"""Positions for the Samsara tests, made without losing a card."""

from __future__ import annotations

from random import Random

import pytest

from companion.core.cards import EMPTY, Spread, Zone, bag
from companion.core.errors import IllegalMove
from companion.games.samsara import GAME
from companion.games.samsara.actions import ChooseCharacter
from companion.games.samsara.box import BAD, GOOD, ZONE_OF, ZONES
from companion.games.samsara.questions import (
    acting,
    aids,
    amulets,
    ancestral,
    choosing,
    closing,
    gaining,
    moving,
    powers,
    searching,
    setup,
    taking,
    thieves,
)
from companion.games.samsara.state import HAND, NEXT, ZONE_NAMES, Stack, State, Turn

CHARACTERS = ("bikkhu", "vanarah", "ussagah", "dehnu", "ibah")


QUESTIONS = {
    "lay": lambda seat: setup.LayAmulets(seat, 0),
    "character": setup.PickCharacter,
    "ancestral": setup.PickAncestral,
    "place-ancestral": lambda seat: setup.PlaceAncestral(seat, "red-1"),
    "drawn": gaining.ReportDraw,
    "move": moving.MovePawn,
    "rebirth": lambda seat: moving.BeReborn(seat, 2),
    "toll": moving.PayToll,
    "take": taking.TakeCard,
    "samsara": lambda seat: taking.TakeSamsara(seat, HAND),
    "uncover": lambda seat: taking.Uncover(seat, 1, HAND),
    "act": acting.Act,
    "close": acting.EndTurn,
    "put-back": choosing.PutCardsBack,
    "reserve": choosing.ReserveCard,
    "discard": choosing.DiscardCards,
    "power": powers.PickPower,
    "copy": lambda seat: powers.CopyPower(seat, 1),
    "trigger": lambda seat: ancestral.TriggerAmulets(seat, ("red-1",)),
    "purge-discard": ancestral.PurgeDiscard,
    "strike": ancestral.StrikeCard,
    "give-bad": ancestral.GiveBadKarma,
    "target": lambda seat: thieves.ChooseTarget(seat, "ask"),
    "stolen": lambda seat: thieves.ReportStolen(seat, 1),
    "search": lambda seat: thieves.KeepCard(seat, 1),
    "asked": lambda seat: thieves.GiveAsked(seat, 1),
    "pick": lambda seat: searching.PickFromPile(seat, NEXT, 1),
    "swap": lambda seat: amulets.SwapAmulets(seat, 1),
    "hold": amulets.HoldAmulet,
    "flip": amulets.FlipAmulet,
    "shift": lambda seat: amulets.ShiftAmulet(seat, 1, "J4V4"),
    "manual": lambda seat: aids.ReadAid(seat, 1),
    "neutral": closing.MoveNeutral,
}
"""One question of every kind, by the name the screens know it by."""


def fresh(players: int = 3, **options) -> State:
    """A table before anything is laid out; it is asked even for single choices."""
    return GAME.start({"players": players, "single": "asked", **options})


def ready(players: int = 3, cast=CHARACTERS, **options) -> State:
    """A table at its first move: amulets laid, seat n plays the nth character."""
    state, rng = fresh(players, **options), Random(1)
    while state.asked.key != "move":
        if (chance := GAME.chance(state)) is not None:
            state = GAME.apply(state, chance.sample(rng))
        elif state.asked.key == "character":
            state = do(state, ChooseCharacter(cast[state.asked.seat]))
        else:
            state = GAME.apply(state, GAME.legal_actions(state)[0])
    return state


def hold(state: State, seat: int = 0, **zones) -> State:
    """Let a seat's whole deck be these cards, taken from (and given to) the supply.

    A zone is a text of card names; `unseen=2` in the hand is written `hand="2 jann"`:
    numbers stand for unseen cards, which `pool` must then name.
    """
    state = _give_back(state, seat)
    pool = bag(zones.pop("pool", "").split())
    places = []
    for name in ZONE_NAMES:
        words = zones.pop(name, "").split()
        unseen = sum(int(word) for word in words if word.isdecimal())
        places.append(Zone(bag(w for w in words if not w.isdecimal()), unseen))
    assert not zones, f"no such zone: {zones}"
    spread = Spread(pool, tuple(places))
    assert spread.faults() == (), spread
    for card in spread.everything():
        state = _from_supply(state, card)
    player = state.players[seat]._replace(cards=spread, opening=False)
    return state.with_player(seat, player)


def _give_back(state: State, seat: int) -> State:
    player = state.players[seat]
    for card in player.cards.everything():
        state = _supply(state, card, 1)
    empty = Spread((), (EMPTY,) * len(ZONE_NAMES))
    return state.with_player(seat, player._replace(cards=empty))


def _from_supply(state: State, card: str) -> State:
    return _supply(state, card, -1)


def _supply(state: State, card: str, change: int) -> State:
    if card == GOOD:
        return state._replace(good=state.good + change)
    if card == BAD:
        return state._replace(bad=state.bad + change)
    stacks = list(state.stacks)
    place = ZONE_OF[card]
    stack = stacks[place]
    if card in ZONES:
        stacks[place] = Stack(stack.normal + change, stack.specials, stack.sure)
    else:
        left = [*stack.specials, card] if change > 0 else list(stack.specials)
        if change < 0:
            left.remove(card)
        stacks[place] = Stack(stack.normal, bag(left), stack.sure)
    return state._replace(stacks=tuple(stacks))


def at(state: State, *pawns) -> State:
    """Put the pawns on these zones, by name; None is the start gap."""
    for seat, zone in enumerate(pawns):
        pawn = -1 if zone is None else ZONES.index(zone)
        state = state.with_player(seat, state.players[seat]._replace(pawn=pawn))
    return state


def now(state: State, kind: str, seat: int = 0, **turn) -> State:
    """Let a seat be at this point of its turn."""
    finish, act, take, _ = closing.phases(seat)
    below = {
        "move": (finish, act, take),
        "take": (finish, act),
        "act": (finish,),
        "close": (finish,),
        "neutral": (),
    }
    todo = (*below.get(kind, (finish, acting.EndTurn(seat))), QUESTIONS[kind](seat))
    return state._replace(seat=seat, turn=Turn(**turn), todo=todo)


def own(state: State, seat: int, amulets: int) -> State:
    """Let a seat own some amulets, taken from the gap on its left."""
    gap = seat if state.setting.gaps > 1 else 0
    faces = state.gaps[gap]
    gaps = list(state.gaps)
    gaps[gap] = faces[amulets:]
    player = state.players[seat]
    player = player._replace(amulets=player.amulets + faces[:amulets])
    return state._replace(gaps=tuple(gaps)).with_player(seat, player)


def lay(state: State, gap: int, *faces: str) -> State:
    """Let these amulets lie in a gap, as many others away as come new."""
    gaps = list(state.gaps)
    gaps[gap] = tuple(sorted((*faces, *gaps[gap][len(faces) :])))
    return state._replace(gaps=tuple(gaps))


def drain(state: State, zone: str, left: int = 0) -> State:
    """Hand all but some cards of a stack to the last seat's discard."""
    place = ZONES.index(zone)
    count = state.stacks[place].normal - left
    seat = state.setting.seats - 1
    player = state.players[seat]
    cards = player.cards
    for _ in range(count):
        cards = cards.put(ZONE_NAMES.index("discard"), zone)
    stacks = list(state.stacks)
    stacks[place] = Stack(left, stacks[place].specials, stacks[place].sure)
    state = state._replace(stacks=tuple(stacks))
    return state.with_player(seat, player._replace(cards=cards))


def drain_karma(state: State, good: int | None = None, bad: int | None = None) -> State:
    """Hand all but so many karma cards of the supply to the last seat's discard."""
    seat = state.setting.seats - 1
    player = state.players[seat]
    cards = player.cards
    for card, left, has in ((GOOD, good, state.good), (BAD, bad, state.bad)):
        for _ in range(has - left if left is not None else 0):
            cards = cards.put(ZONE_NAMES.index("discard"), card)
    state = state.with_player(seat, player._replace(cards=cards))
    return state._replace(
        good=state.good if good is None else good,
        bad=state.bad if bad is None else bad,
    )


def do(state: State, *actions) -> State:
    """Play actions one after the other; the books must balance after each."""
    assert GAME.faults(state) == ()
    for action in actions:
        state = GAME.apply(state, action)
        assert GAME.faults(state) == (), action
    return state


def refused(state: State, action) -> str:
    """Try an action that must be refused; return the slug of the rule."""
    with pytest.raises(IllegalMove) as refusal:
        GAME.apply(state, action)
    assert refusal.value.rule in GAME.rules
    return refusal.value.rule.id.removeprefix("samsara.")


def zone(state: State, seat: int, name: str) -> str:
    """The cards seen in a zone, as a text; unseen ones as a number."""
    place = state.players[seat].cards.zones[ZONE_NAMES.index(name)]
    words = [*place.seen, *([str(place.unseen)] if place.unseen else [])]
    return " ".join(words)


def hand(state: State, seat: int = 0) -> str:
    return zone(state, seat, "hand")


def legal(state: State, kind: type) -> list:
    return [action for action in GAME.legal_actions(state) if isinstance(action, kind)]
