"""How good a solo position is between two turns: a rough model of the turns left."""

from __future__ import annotations

from math import exp, log
from typing import NamedTuple

from companion.games.samsara.box import DRAWN, GOAL
from companion.games.samsara.life import (
    DHYANN,
    GYAAN,
    JANN,
    MAUT,
    VIKAAS,
    YUGAL,
    B,
    G,
    Life,
    wants,
)

CERTAIN, HOPELESS = 30.0, -30.0
"""Odds of a won and of a lost game, as logarithms."""

DOUBT = 1e-6
"""Nothing is surer than a million to one, so that the odds stay numbers."""

SPREAD = 1.0
"""How steeply a chance grows with each symbol at hand: a usual hand of four or five
cards varies by about two symbols."""

TAKEN = 4
"""Symbols of a card taken for an amulet, dark ones too; half of them are light."""

DILUTION = 2.5
"""Bad Karma that an amulet before the fifth costs on average in games of the bot."""

STORED = 0.7
"""How often a Gyaan in hand finds a card worth keeping, and an action to be played."""

ACTS = (JANN, VIKAAS, GYAAN, YUGAL, DHYANN, MAUT)
ACT = BAD_KARMA = LONGER_REACH = 0.1
FREE_WAY = LONGER_HAND = 0.2
FAR_RIFT = 0.3
"""Small things that the model leaves out, in odds: they decide between turns that are
about as good. Cards that act, Bad Karma, a zone ahead without a toll, the way to the
rift, Bachcha and Kaam Kar in play."""


class Prospects(NamedTuple):
    """What hands will hold on average, by kind of card."""

    deck: list[float]
    """A usual hand of the whole deck."""

    coming: list[float]
    """The next one."""

    size: int
    """Cards of the deck."""


def worth(life: Life) -> float:
    """Return the logarithm of the odds to win from here, the turn being ended."""
    if life.wins >= GOAL:
        return CERTAIN
    if life.turns_left <= 1:
        return HOPELESS + life.wins
    ahead = prospects(life)
    return outlook(life, ahead) + _details(life, ahead)


def prospects(life: Life) -> Prospects:
    """Return what the coming hand and a usual one hold on average."""
    pool, rest = life.pool, life.discard
    drawn, others = sum(pool), sum(rest)
    size = max(1, drawn + others)
    hand = DRAWN + life.bachcha + life.extra
    deck = [DRAWN * (a + b) / size for a, b in zip(pool, rest, strict=True)]
    if drawn >= hand:
        part, more = hand / drawn, 0.0
    else:
        part, more = 1.0, min(1.0, (hand - drawn) / others) if others else 0.0
    coming = [
        part * a + more * b + aside
        for a, b, aside in zip(pool, rest, life.next, strict=True)
    ]
    return Prospects(deck, coming, size)


def outlook(life: Life, ahead: Prospects) -> float:
    """Return the odds in a model of the turns left.

    First come amulets that may be paid with dark symbols: so many turns as a usual
    hand needs for them. The turns that remain are tries for the fifth, from a deck
    with more Bad Karma and a Reserve that grows as often as Gyaan comes up.
    """
    deck, coming, size = ahead
    turns, before = life.turns_left - 1.0, GOAL - 1 - life.wins
    if before:
        ways = sorted(_dirty(life, face, deck) for face in life.faces)[::-1]
        for surplus in ways[:before]:
            turns -= 1 / max(0.05, _likely(surplus))
    fresh = size / (size + DILUTION * before)
    hand = 1.0 if before else (DRAWN + life.bachcha) / DRAWN
    growth = STORED * life.symbols.light[GYAAN] * deck[GYAAN] * fresh * hand
    surplus = max(_clean(life, face, deck, fresh * hand) for face in life.faces)
    lost = 1.0
    if not before:
        lost = 1 - _likely(max(_clean(life, face, coming, 1.0) for face in life.faces))
        turns -= 1
        surplus += growth
    while turns > 0:
        lost *= 1 - min(1.0, turns) * _likely(surplus)
        surplus += growth
        turns -= 1
    return log((1 - lost + DOUBT) / (lost + DOUBT))


def _likely(surplus: float) -> float:
    """Return the chance to have enough symbols, by how many more than needed."""
    return 1 / (1 + exp(-SPREAD * surplus))


def _dirty(life: Life, face: str, deck: list[float]) -> float:
    """Return the symbols beyond what an amulet asks for, dark ones too."""
    light, dark, joker, shade = life.symbols
    lack = 0.0
    for zone, wanted in wants(face):
        held = deck[zone] + life.reserve[zone]
        lack += max(0.0, wanted - held * (light[zone] + dark[zone]))
    return (joker + shade) * (deck[G] + life.reserve[G]) + TAKEN - lack


def _clean(life: Life, face: str, hand: list[float], share: float) -> float:
    """Return the light symbols beyond what an amulet asks for."""
    light = life.symbols.light
    lack = 0.0
    for zone, wanted in wants(face):
        held = share * hand[zone] + life.reserve[zone]
        lack += max(0.0, wanted - held * light[zone])
    good = share * hand[G] + life.reserve[G]
    return life.symbols.joker_light * good + TAKEN / 2 - lack


def _details(life: Life, ahead: Prospects) -> float:
    """Return what decides between turns that the model finds as good."""
    deck, coming, _ = ahead
    cards = ACT * sum(deck[kind] + coming[kind] for kind in ACTS)
    cards -= BAD_KARMA * (deck[B] + coming[B] / 2)
    stays = LONGER_HAND * life.bachcha + LONGER_REACH * life.kaam_kar
    neutral = life.moves % 8
    free = any(1 < (zone - neutral) % 8 < 7 for zone in range(life.pawn + 1, 8))
    return cards + stays + FREE_WAY * free + FAR_RIFT * (7 - life.pawn) / 7
