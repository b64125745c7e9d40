"""A solo game as its player knows it, in numbers: what the bot thinks about.

Cards are counted by kind: 0 to 7 are the Experience cards by zone, then Good Karma
and Bad Karma. The order of the draw pile is unknown, so it is a count like the others.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from companion.games.samsara.box import (
    BAD,
    GOAL,
    GOOD,
    SOLO_TURNS,
    ZONES,
    Box,
    Need,
    need,
)
from companion.games.samsara.characters import BASE
from companion.games.samsara.deck import in_play
from companion.games.samsara.payments import symbols_of
from companion.games.samsara.state import (
    DISCARD,
    DRAW,
    HAND,
    NEXT,
    OFF_BOARD,
    PLAY,
    RESERVE,
    Setting,
    State,
)

KINDS = (*ZONES, GOOD, BAD)
PLACE = {card: place for place, card in enumerate(KINDS)}
G, B = PLACE[GOOD], PLACE[BAD]
JANN, VIKAAS, KAAM_KAR, YUGAL, BACHCHA, GYAAN, DHYANN, MAUT = range(8)


class Symbols(NamedTuple):
    """Symbols of each zone's card, and of a Good Karma."""

    light: tuple[int, ...]
    dark: tuple[int, ...]
    joker_light: int
    joker_dark: int


@lru_cache(maxsize=16)
def plain_symbols(box: Box) -> Symbols | None:
    """Return the symbols of a box; None if a card shows another zone's."""
    table = symbols_of(box)
    cards = [table[zone] for zone in ZONES]
    for place, card in enumerate(cards):
        own = card.light[place] + card.dark[place]
        if sum(card.light) + sum(card.dark) != own or card.joker_light:
            return None
    return Symbols(
        tuple(card.light[place] for place, card in enumerate(cards)),
        tuple(card.dark[place] for place, card in enumerate(cards)),
        table[GOOD].joker_light,
        table[GOOD].joker_dark,
    )


class Life:
    """A position in numbers; copied before it is changed."""

    __slots__ = (
        "actions",
        "bachcha",
        "bad",
        "character",
        "discard",
        "extra",
        "faces",
        "good",
        "hand",
        "kaam_kar",
        "marker",
        "moves",
        "next",
        "pawn",
        "play",
        "pool",
        "reserve",
        "stacks",
        "symbols",
        "wins",
        "won",
    )

    hand: list[int]
    pool: list[int]
    """The draw pile."""

    discard: list[int]
    play: list[int]
    reserve: list[int]
    next: list[int]
    kaam_kar: int
    bachcha: int
    """Evanescent cards in play."""

    stacks: list[int]
    good: int
    bad: int
    pawn: int
    moves: int
    """Of the neutral pawn."""

    faces: tuple[str, ...]
    wins: int
    character: str
    marker: str
    actions: int
    won: bool
    extra: int
    symbols: Symbols

    def copy(self) -> Life:
        """Return a life that can be changed without changing this one."""
        other = Life.__new__(Life)
        other.hand, other.pool = self.hand[:], self.pool[:]
        other.discard, other.play = self.discard[:], self.play[:]
        other.reserve, other.next = self.reserve[:], self.next[:]
        other.kaam_kar, other.bachcha = self.kaam_kar, self.bachcha
        other.stacks, other.good, other.bad = self.stacks[:], self.good, self.bad
        other.pawn, other.moves = self.pawn, self.moves
        other.faces, other.wins = self.faces, self.wins
        other.character, other.marker = self.character, self.marker
        other.actions, other.won, other.extra = self.actions, self.won, self.extra
        other.symbols = self.symbols
        return other

    @property
    def over(self) -> bool:
        """Whether the fifth amulet is won."""
        return self.wins >= GOAL

    @property
    def turns_left(self) -> int:
        """Return how many turns are left, the present one too."""
        return SOLO_TURNS - self.moves

    @property
    def neutral(self) -> int:
        """Return where the neutral pawn stands."""
        return (self.moves - 1) % 8 if self.moves else OFF_BOARD

    def supply(self, kind: int) -> None:
        """Put a card of the hand back."""
        self.hand[kind] -= 1
        if kind == G:
            self.good += 1
        elif kind == B:
            self.bad += 1
        else:
            self.stacks[kind] += 1

    def gain_bad(self, pile: list[int], count: int) -> None:
        """Take Bad Karma, as many as there are."""
        count = min(count, self.bad)
        pile[B] += count
        self.bad -= count

    def gain_good(self, pile: list[int], count: int) -> None:
        """Take Good Karma, as many as there are."""
        count = min(count, self.good)
        pile[G] += count
        self.good -= count

    def drop_evanescent(self) -> None:
        """Discard what stayed in play."""
        self.discard[KAAM_KAR] += self.kaam_kar
        self.discard[BACHCHA] += self.bachcha
        self.kaam_kar = self.bachcha = 0


def counts(cards: Iterable[str]) -> list[int]:
    """Return how many cards of each kind."""
    found = [0] * len(KINDS)
    for card in cards:
        found[PLACE[card]] += 1
    return found


def understood(state: State) -> bool:
    """Tell whether the bot can play this game: its table, and its character."""
    return understood_setting(state.setting) and state.players[0].character in BASE


def understood_setting(setting: Setting) -> bool:
    """Tell whether the bot can play at this table: alone, with the base box."""
    more = setting.bhaga or setting.durmangala or setting.ancestral
    alone = setting.seats == 1 and not more
    return alone and plain_symbols(setting.box) is not None


def life_of(state: State) -> Life | None:
    """Return what the player knows; None if the app does not know the hand.

    What the app has not seen is taken for the draw pile: its cards are known, not
    their order, which nobody may know.
    """
    player, symbols = state.players[0], plain_symbols(state.setting.box)
    zones = player.cards.zones
    known = not zones[HAND].unseen and not zones[NEXT].unseen
    if not known or not understood(state) or symbols is None:
        return None
    life = Life.__new__(Life)
    life.symbols = symbols
    life.hand, life.pool = counts(zones[HAND].seen), counts(player.cards.pool)
    for card in zones[DRAW].seen:
        life.pool[PLACE[card]] += 1
    life.discard, life.play = counts(zones[DISCARD].seen), counts(zones[PLAY].seen)
    life.reserve, life.next = counts(zones[RESERVE].seen), counts(zones[NEXT].seen)
    life.kaam_kar = in_play(player.cards, "kaam-kar")
    life.bachcha = in_play(player.cards, "bachcha")
    life.stacks = [len(stack) for stack in state.stacks]
    life.good, life.bad = state.good, state.bad
    life.pawn, life.moves = player.pawn, state.neutral
    life.faces, life.wins = state.gaps[0], player.wins
    life.character = player.character
    life.marker = player.markers[0] if player.markers else ""
    life.actions, life.won = state.turn.actions, state.turn.won
    life.extra = state.turn.extra
    return life


@lru_cache(maxsize=1024)
def wants(face: str) -> tuple[tuple[int, int], ...]:
    """Return the zones an amulet asks for, each with its number."""
    needed: Need = need(face)
    return tuple((zone, count) for zone, count in enumerate(needed) if count)


def dark_for(life: Life, face: str, reserve: Iterable[int] = ()) -> int | None:
    """Return the dark symbols that hand and Reserve need; None if too few."""
    symbols, lack, short = life.symbols, 0, 0
    kept = tuple(reserve)
    good = life.hand[G] + kept.count(G)
    for zone, wanted in wants(face):
        held = life.hand[zone] + kept.count(zone)
        left = wanted - held * symbols.light[zone]
        if left > 0:
            lack += left
            short += max(0, left - held * symbols.dark[zone])
    if short > good * (symbols.joker_light + symbols.joker_dark):
        return None
    return max(0, lack - good * symbols.joker_light)
