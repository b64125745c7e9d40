"""How amulets are laid out, by the table or by the app."""

from __future__ import annotations

from math import comb
from typing import Any

from companion.core.rules import Rule
from companion.games.samsara import rules
from companion.games.samsara.actions import Lay
from companion.games.samsara.box import Amulet
from companion.games.samsara.state import Setting, State

LAYOUT_RULES = {
    1: rules.SOLO_SETUP,
    2: rules.SETUP_AMULETS_TWO_PLAYERS,
    5: rules.SETUP_AMULETS_FIVE_PLAYERS,
}
"""The rule about the amulets, where the number of players has one of its own."""


def layout(setting: Setting) -> tuple[int, int]:
    """Return how many gold and how many copper faces lie in each gap."""
    if setting.seats == 5:
        return (4, 2) if setting.quick else (5, 1)
    gold, copper = (4, 2) if setting.quick else (6, 0)
    times = 2 if setting.seats == 2 else 1
    return gold * times, copper * times


def layout_rule(setting: Setting) -> Rule:
    """Return the rule that says how the amulets are laid out."""
    return LAYOUT_RULES.get(setting.seats, rules.SETUP_AMULETS)


def deal_gap(state: State, gap: int, rng: Any) -> Lay:
    """Return amulets for a gap, drawn at random from those still in the box.

    Pieces without a gold face lie copper side up: never more than there are copper
    places, and never so few that the coming gaps could not take the others.
    """
    gold, copper = layout(state.setting)
    in_box, lying = _sorted_out(state)
    plains = [piece for piece in in_box if not piece.gold]
    others = [piece for piece in in_box if piece.gold]
    most = min(copper, len(plains))
    later = (state.setting.gaps - gap - 1) * copper
    least = min(most, max(0, len(plains) - later))
    number = _how_many(plains, others, gold + copper, range(least, most + 1), rng)
    drawn = rng.sample(plains, number) + _golden(
        others, lying, gold + copper - number, rng
    )
    up = (piece.copper if n < copper else piece.gold for n, piece in enumerate(drawn))
    return Lay(tuple(up))


def _how_many(
    plains: list[Amulet], others: list[Amulet], size: int, counts: range, rng: Any
) -> int:
    """Return how many plain pieces a draw of this size holds, by their chances."""
    if len(counts) == 1:
        return counts[0]
    chances = [comb(len(plains), n) * comb(len(others), size - n) for n in counts]
    return int(rng.choices(counts, chances)[0])


def _golden(
    others: list[Amulet], lying: list[Amulet], count: int, rng: Any
) -> list[Amulet]:
    """Draw pieces with a gold face.

    A box that runs short of them was misread, so pieces that seem to lie on the
    table stand in.
    """
    short = max(0, count - len(others))
    stand_ins = [piece for piece in lying if piece.gold]
    return [*rng.sample(others, count - short), *rng.sample(stand_ins, short)]


def _sorted_out(state: State) -> tuple[list[Amulet], list[Amulet]]:
    """Return the amulets still in the box, and those that lie on the table.

    A face that is in no box data takes no piece away. Two pieces are for five
    players only.
    """
    faces = [face for gap in state.gaps for face in gap]
    faces += [face for one in state.players for face in one.amulets + one.held]
    in_box, lying = [], []
    for piece in state.setting.box.amulets:
        sides = (piece.gold, piece.copper, piece.copper_back)
        side = next((side for side in sides if side and side in faces), None)
        if side:
            faces.remove(side)
            lying.append(piece)
        elif piece.gold or state.setting.seats == 5:
            in_box.append(piece)
    return in_box, lying
