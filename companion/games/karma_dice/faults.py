"""Promises that every position keeps; a broken one is a bug."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from companion.core.colours import Colour
from companion.games.karma_dice.box import CHAKRA, RED_DICE, TRACK
from companion.games.karma_dice.state import (
    KarmaDiceState,
    Phase,
    hand_of,
)


def faults(state: KarmaDiceState) -> tuple[str, ...]:
    """Return every promise this position breaks, in words for a programmer."""
    return (*_dice(state), *_turn(state), *_draft(state), *_phase(state))


def _dice(state: KarmaDiceState) -> list[str]:
    owned = Counter(die for player in state.players for die in player.dice)
    there = owned + Counter(state.reserve)
    meant = Counter({colour: state.setup.players for colour in CHAKRA})
    found = []
    if there != meant:
        found.append(f"dice lost or doubled: {there} instead of {meant}")
    if state.yogi is not None and not state.setup.yogi:
        found.append("the Yogi is out of play but somebody holds it")
    if Colour.RED in there or Colour.WHITE in there:
        found.append("red dice and the Yogi belong to nobody")
    return found


def _turn(state: KarmaDiceState) -> list[str]:
    turn = state.turn
    seen = [die.colour for zone in turn.zones for die in zone.dice]
    seen += [die.colour for die in turn.roll] + list(turn.left)
    found = []
    if Counter(seen) != Counter(hand_of(state, turn.seat)):
        found.append("the dice of the turn are not the dice of its seat")
    if Counter(seen)[Colour.RED] != len(RED_DICE):
        found.append("there are six red dice")
    results = [zone.total for zone in turn.zones]
    if any(b <= a for a, b in pairwise(results)):
        found.append(f"results do not rise: {results}")
    if len(turn.zones) > len(TRACK):
        found.append("more zones than the track has")
    return found


def _draft(state: KarmaDiceState) -> list[str]:
    found = []
    if (state.phase is Phase.DRAFT) != bool(state.picking):
        found.append("somebody picks exactly while there is a draft")
    if len(state.picking) > len(state.reserve):
        found.append("more pickers than dice")
    if state.picking and state.turn.seat != state.picking[0]:
        found.append("the draft goes in order")
    if not state.setup.solo and state.eye:
        found.append("the Eye moves only in a solo game")
    return found


def _phase(state: KarmaDiceState) -> list[str]:
    turn = state.turn
    rolling = state.phase in (Phase.AIR, Phase.SETTLE)
    found = []
    if bool(turn.roll) != rolling:
        found.append("a roll lies there exactly while it is rolled or settled")
    if bool(turn.air) != (state.phase is Phase.AIR):
        found.append("dice are in the air exactly while faces are awaited")
    if state.phase is Phase.THROW and not turn.left:
        found.append("a turn without dice goes on")
    if any(player.trait and not state.setup.traits for player in state.players):
        found.append("a trait card at a table without traits")
    return found
