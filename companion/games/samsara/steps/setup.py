"""Before the first turn: amulets, characters, Ancestral Amulets, opening hands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core.cards import Spread
from companion.core.rules import Rule
from companion.games.samsara import rules
from companion.games.samsara.actions import (
    ChooseAncestral,
    ChooseCharacter,
    Drawn,
    Lay,
    PlaceAncestral,
)
from companion.games.samsara.box import ANCESTRAL_PIECES, is_gold, need
from companion.games.samsara.characters import BASE, NEW
from companion.games.samsara.deck import shown, was_uniform
from companion.games.samsara.state import (
    HAND,
    Setting,
    State,
    Task,
    push,
    with_cards,
    with_player,
)
from companion.games.samsara.steps.base import Step
from companion.games.samsara.steps.winning import with_gap


def layout(setting: Setting) -> tuple[int, int]:
    """Return how many gold and how many copper faces lie in each gap."""
    if setting.seats == 5:
        return (4, 2) if setting.quick else (5, 1)
    gold, copper = (4, 2) if setting.quick else (6, 0)
    times = 2 if setting.seats == 2 else 1
    return gold * times, copper * times


def setup_rule(setting: Setting) -> Rule:
    """Return the rule that says how the amulets are laid out."""
    special = {
        1: rules.SOLO_SETUP,
        2: rules.SETUP_AMULETS_TWO_PLAYERS,
        5: rules.SETUP_AMULETS_FIVE_PLAYERS,
    }
    return special.get(setting.seats, rules.SETUP_AMULETS)


def is_face(face: str) -> bool:
    """Tell whether a text is a face of an amulet: eight symbols or six."""
    try:
        return sum(need(face)) in (6, 8)
    except ValueError:
        return False


def _lay_broken(state: State, task: Task, action: Lay) -> Rule | None:
    if not all(map(is_face, action.faces)):
        return rules.AMULET_FACES
    golden = sum(map(is_gold, action.faces))
    laid = (golden, len(action.faces) - golden)
    return None if laid == layout(state.setting) else setup_rule(state.setting)


def _lay_settle(state: State, task: Task, action: Lay) -> State:
    return with_gap(state, task.n, action.faces)


def cast(setting: Setting) -> tuple[str, ...]:
    """Return the characters this table plays with."""
    return (*BASE, *NEW) if setting.characters else BASE


def _free(state: State, seat: int) -> Iterator[str]:
    others = enumerate(state.players)
    taken = {player.character for other, player in others if other != seat}
    return (name for name in cast(state.setting) if name not in taken)


def _character_offers(state: State, task: Task) -> Iterator[ChooseCharacter]:
    yield from map(ChooseCharacter, _free(state, task.seat))


def _character_broken(state: State, task: Task, action: ChooseCharacter) -> Rule | None:
    if action.character in _free(state, task.seat):
        return None
    new = action.character in NEW and not state.setting.characters
    return rules.EXPANSION if new else rules.CHOOSING_CHARACTERS


def _character_settle(state: State, task: Task, action: ChooseCharacter) -> State:
    player = state.players[task.seat]._replace(character=action.character)
    return with_player(state, task.seat, player)


def _pieces_left(state: State) -> Iterator[int]:
    placed = {int(amulet[-1]) for amulet, _ in state.ancestral}
    return (piece for piece in range(1, ANCESTRAL_PIECES + 1) if piece not in placed)


def _ancestral_offers(state: State, task: Task) -> Iterator[ChooseAncestral]:
    for piece in _pieces_left(state):
        yield ChooseAncestral(piece, "silver")
        yield ChooseAncestral(piece, "red")


def _ancestral_broken(state: State, task: Task, action: ChooseAncestral) -> Rule | None:
    return None if action.piece in _pieces_left(state) else rules.ANCESTRAL_SETUP


def _ancestral_settle(state: State, task: Task, action: ChooseAncestral) -> State:
    amulet = f"{action.face}-{action.piece}"
    return push(state, Task("place-ancestral", task.seat, 0, (amulet,)))


def _place_offers(state: State, task: Task) -> Iterator[PlaceAncestral]:
    yield from map(PlaceAncestral, range(8))


def _place_broken(state: State, task: Task, action: PlaceAncestral) -> Rule | None:
    return None if 0 <= action.zone < 8 else rules.ANCESTRAL_SETUP


def _place_settle(state: State, task: Task, action: PlaceAncestral) -> State:
    placed = (*state.ancestral, (task.more[0], action.zone))
    return state._replace(ancestral=tuple(sorted(placed)))


def opening_broken(state: State, seat: int, after: Spread) -> Rule | None:
    """Return the rule against an opening hand of four identical cards."""
    player = state.players[seat]
    if not player.opening or was_uniform(player.cards) or not was_uniform(after):
        return None
    return rules.OPENING_HAND


def unreported(state: State, seat: int) -> int:
    """Return how many cards of a hand nobody has shown."""
    return state.players[seat].cards.zones[HAND].unseen


def _drawn_broken(state: State, task: Task, action: Drawn) -> Rule | None:
    if len(action.cards) != unreported(state, task.seat):
        return rules.REPORT_CARDS
    cards = state.players[task.seat].cards
    after = shown(cards, cards.zones[HAND].seen + action.cards)
    if after is None:
        return rules.CARD_IN_HAND
    return opening_broken(state, task.seat, after)


def _drawn_settle(state: State, task: Task, action: Drawn) -> State:
    cards = state.players[task.seat].cards
    return with_cards(state, task.seat, cards.show(HAND, action.cards))


def _nothing(state: State, task: Task) -> tuple[Any, ...]:
    return ()


STEPS = {
    "lay": Step((Lay,), _nothing, _lay_broken, _lay_settle, chance=True),
    "character": Step(
        (ChooseCharacter,), _character_offers, _character_broken, _character_settle
    ),
    "ancestral": Step(
        (ChooseAncestral,), _ancestral_offers, _ancestral_broken, _ancestral_settle
    ),
    "place-ancestral": Step(
        (PlaceAncestral,), _place_offers, _place_broken, _place_settle
    ),
    "drawn": Step(
        (Drawn,),
        _nothing,
        _drawn_broken,
        _drawn_settle,
        chance=True,
        idle=lambda state, task: not unreported(state, task.seat),
    ),
}
