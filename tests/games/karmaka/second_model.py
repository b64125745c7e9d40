"""A second, tiny Karmaka written from the facts alone, as a bookkeeper would keep it.

It knows lives, turns, the offer and the Well, by counts and open cards, and nothing of
the room's code. What it cannot foresee (most powers) it is shown afterwards.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field

PRINTED = {
    "red": "panic 1 dwindle 1 crisis 2 roulette 2 hell's-heart 2 vengeance 3 spite 3",
    "green": "another-day 1 recycle 1 salvage 2 longevity 2 sowing 2 voyage 3 "
    "jubilee 3",
    "blue": "transmigrate 1 peek 1 destiny 2 stolen-dreams 2 denial 2 swindle 3 "
    "thievery 3",
    "mosaic": "embody 1 mimic 1",
}
"""The table of the 23 cards: colour, name, points."""

FACES = {
    name.replace("'", ""): (colour, int(points))
    for colour, line in PRINTED.items()
    for name, points in zip(line.split()[::2], line.split()[1::2], strict=True)
}
AGAIN = {"panic", "peek", "another-day", "voyage"}
COPIERS = {"denial", "embody", "mimic"}
DRAWS = {"another-day": 1, "voyage": 3}
NEEDED = [4, 5, 6, 7]


def worth(deeds: list[str]) -> int:
    """Fact 30: the best single colour and every mosaic."""
    sums = {"red": 0, "green": 0, "blue": 0, "mosaic": 0}
    for card in deeds:
        colour, points = FACES[card]
        sums[colour] += points
    return max(sums["red"], sums["green"], sums["blue"]) + sums["mosaic"]


@dataclass
class Person:
    """What lies in front of somebody."""

    hand: int
    deck: int
    future: int
    deeds: list[str]
    level: int
    rings: int


@dataclass
class Books:
    """The whole table as everybody may count it."""

    people: list[Person]
    well: int
    ruins: list[str]
    middle: str
    victim: int | None
    turn: int
    asked: tuple[str, int] | None
    """What is asked and of whom: `turn`, `again`, `death`, `offer`, `power`."""

    sides: list[set[int]] = field(default_factory=list)
    """Who plays together; empty if everybody is alone."""

    def foretold(self, word: dict) -> Books | None:
        """Return the books after a word, None if a power makes that hard to say."""
        after = deepcopy(self)
        kind, seat = self.asked
        me = after.people[seat]
        if kind in ("turn", "again") and word["type"] == "pass":
            after.next_turn()
        elif kind in ("turn", "again") and word["type"] == "play":
            return after.play(seat, word)
        elif kind == "death":
            after.die(seat, word["rings"])
        elif kind == "offer" and word["type"] == "accept":
            me.future += 1
            return after.offered()
        elif kind == "offer":
            return after.refused(seat)
        else:
            return None
        return after

    def play(self, seat: int, word: dict) -> Books | None:
        """Facts 10 to 12 and 68; a power only if all it does is draw."""
        me, use, card = self.people[seat], word["use"], word["card"]
        me.hand -= 1
        if use == "power":
            if card not in DRAWS:
                return None
            self.middle, self.victim = card, None
            me.hand += self.taken(DRAWS[card])
            self.asked = ("offer", self.rivals(seat)[0])
            return self
        if use == "deed":
            me.deeds.append(card)
        elif use == "future":
            me.future += 1
        else:
            self.people[self.mate(seat)].future += 1
        self.next_turn()
        return self

    def rivals(self, seat: int) -> list[int]:
        """Facts 19, 67, 74: everybody else from the left, but no partner."""
        n = len(self.people)
        round_ = [(seat + step) % n for step in range(1, n)]
        return [one for one in round_ if one != self.mate(seat)]

    def mate(self, seat: int) -> int:
        together = next((side for side in self.sides if seat in side), {seat})
        return next((one for one in together if one != seat), -1)

    def refused(self, seat: int) -> Books | None:
        """Facts 17 to 19: the next one is asked, or the card is ruined."""
        asked = self.rivals(self.turn)
        if self.victim is None and seat != asked[-1]:
            self.asked = ("offer", asked[asked.index(seat) + 1])
            return self
        self.ruins.append(self.middle)
        return self.offered()

    def offered(self) -> Books | None:
        """Facts 22 and 23: the used card is away, perhaps another may be played."""
        card, self.middle, self.victim = self.middle, "", None
        if card in COPIERS:
            return None
        if card in AGAIN and self.people[self.turn].hand:
            self.asked = ("again", self.turn)
        else:
            self.next_turn()
        return self

    def next_turn(self) -> None:
        """Facts 7 and 8."""
        self.turn = (self.turn + 1) % len(self.people)
        me = self.people[self.turn]
        if me.hand + me.deck == 0:
            self.asked = ("death", self.turn)
            return
        if me.deck:
            me.deck, me.hand = me.deck - 1, me.hand + 1
        self.asked = ("turn", self.turn)

    def taken(self, count: int) -> int:
        """Facts 48 and 49: one by one, refilled when empty, three Ruins stay."""
        got = 0
        for _ in range(count):
            if not self.well and len(self.ruins) > 3:
                self.well, self.ruins = len(self.ruins) - 3, self.ruins[-3:]
            if self.well:
                self.well, got = self.well - 1, got + 1
        return got

    def die(self, seat: int, spent: int) -> None:
        """Facts 29 to 42."""
        me = self.people[seat]
        me.rings -= spent
        if worth(me.deeds) + spent >= NEEDED[me.level]:
            me.level += 1
            if me.level == len(NEEDED):
                self.asked = None
                return
        elif sum(one.rings for one in self.people) < 12:
            me.rings += 1
        self.ruins += me.deeds
        me.deeds = []
        me.hand, me.future = me.future, 0
        me.deck = self.taken(max(0, 6 - me.hand))
        self.next_turn()
