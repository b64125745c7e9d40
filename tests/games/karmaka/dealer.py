"""A table with real cards: hands that do what the app says, and tell it the truth."""

from __future__ import annotations

from collections import Counter

from companion.games.karmaka import GAME
from companion.games.karmaka import actions as a
from companion.games.karmaka.box import DECK, HAND, PILE
from companion.games.karmaka.questions.blind import PickBlind, TurnUp
from companion.games.karmaka.questions.choosing import Celebrate
from companion.games.karmaka.questions.picking import Fetch, Forsake
from companion.games.karmaka.seating import partner
from companion.games.karmaka.state import asked


class Dealer:
    """Moves real cards by the app's instructions alone and compares the piles."""

    def __init__(self, rng, options, telling):
        """`telling` is how likely a seat shows the app its cards after a step."""
        self.rng, self.telling = rng, telling
        self.state = GAME.start(options)
        seats = range(self.state.setting.seats)
        cards = list(DECK)
        rng.shuffle(cards)
        self.piles = {"well": cards, "ruins": [], "middle": []}
        for seat in seats:
            for pile in ("hand", "deck", "future", "deeds"):
                self.piles[f"{pile}:{seat}"] = []
        for seat in seats:
            self._move("well", f"hand:{seat}", HAND)
            self._move("well", f"deck:{seat}", PILE)
        self._follow(self.state)

    def _move(self, source, target, count=1):
        for _ in range(count):
            self.piles[target].append(self.piles[source].pop())

    def _named(self, source, target, card):
        pile = self.piles[source]
        at = len(pile) - 1 - pile[::-1].index(card)
        self.piles[target].append(pile.pop(at))

    def play(self, most=3000):
        """Play a whole game; every step is checked."""
        for _ in range(most):
            if GAME.outcome(self.state):
                return True
            self.step()
        return False

    def step(self):
        action = self.answer()
        assert GAME.broken_rule(self.state, action) is None, (self.state, action)
        after = GAME.apply(self.state, action)
        self._do(asked(self.state), action)
        before, self.state = self.state, after
        self._follow(after, before, action)
        self.check()
        for seat in range(after.setting.seats):
            if after.todo and self.rng.random() < self.telling:
                self.tell(seat)

    def answer(self):
        """A true answer at random; the app's list must hold it."""
        top = asked(self.state)
        if isinstance(top, TurnUp):
            return a.Turned(tuple(self._turned(top)))
        if isinstance(top, PickBlind):
            cards = self.rng.sample(
                self.piles[f"hand:{top.owner}"], top.count(self.state)
            )
            named = self.rng.random() < self.telling
            self.kept = self.rng.choice(cards)
            return a.Picked(tuple(cards)) if named else a.Picked()
        legal = GAME.legal_actions(self.state)
        return self.rng.choice([x for x in legal if self._true(top, x)])

    def _turned(self, top):
        pile = self.piles[f"{top.place}:{top.owner}"]
        count = top.count(self.state)
        if top.place == "hand":
            return self.rng.sample(pile, count)
        return pile[::-1][:count]

    def _true(self, top, action):
        own = self.piles[f"hand:{top.seat}"]
        if isinstance(action, a.Play | a.Put):
            return not action.card or action.card in own
        if isinstance(action, a.Sow):
            return not Counter(action.cards) - Counter(own)
        if isinstance(action, a.Destine):
            looked = self.piles["well"][-top.seen :]
            return not Counter(action.cards) - Counter(looked)
        return True

    def _do(self, top, action):
        """What the hands do that gave the answer."""
        own = f"hand:{top.seat}"
        match action:
            case a.Play():
                self._play(top.seat, action)
            case a.Put(card):
                laid = isinstance(top, Celebrate)
                self._named(own, f"deeds:{top.seat}" if laid else "ruins", card)
            case a.Accept():
                self._move("middle", f"future:{top.seat}")
            case a.Pick(place):
                self._pick(top, place)
            case a.Sow() | a.Destine():
                self._place(top, action)
            case _:
                self._blind(top, action)

    def _play(self, me, action):
        targets = {
            a.Use.DEED: f"deeds:{me}",
            a.Use.POWER: "middle",
            a.Use.FUTURE: f"future:{me}",
            a.Use.PARTNER: f"future:{partner(self.state.setting, me)}",
        }
        card = action.card or self.rng.choice(self.piles[f"hand:{me}"])
        self._named(f"hand:{me}", targets[action.use], card)

    def _place(self, top, action):
        source = f"hand:{top.seat}" if isinstance(action, a.Sow) else "well"
        if isinstance(action, a.Sow):
            there, count = self.piles[source], top.count
        else:
            there, count = self.piles[source][-top.seen :], action.count
        chosen = action.cards or self.rng.sample(there, min(count, len(there)))
        for card in chosen:
            self._named(source, f"future:{top.seat}", card)
        if source == "well":
            tops = [self.piles["well"].pop() for _ in range(top.seen - count)]
            self.rng.shuffle(tops)
            self.piles["well"] += tops

    def _blind(self, top, action):
        if isinstance(action, a.Turned):
            for card in action.cards:
                self._named(f"{top.place}:{top.owner}", "ruins", card)
        elif isinstance(action, a.Keep):
            self._named(f"hand:{top.owner}", f"hand:{top.seat}", action.card)
        elif isinstance(action, a.Picked) and len(set(action.cards)) < 2:
            self._named(f"hand:{top.owner}", f"hand:{top.seat}", self.kept)

    def _pick(self, top, place):
        if isinstance(top, Forsake):
            source, target = f"deeds:{top.seat}", "ruins"
        elif isinstance(top, Fetch):
            zone = "hand" if top.power == "salvage" else "future"
            source, target = "ruins", f"{zone}:{top.seat}"
        else:
            source, target = f"future:{top.seat}", f"hand:{top.seat}"
        self.piles[target].append(self.piles[source].pop(-1 - place))

    def _follow(self, after, before=None, action=None):
        """What the app tells hands to do, and nothing else."""
        for doing in GAME.doings(before or after, action, after, None):
            where = (doing.source, doing.target)
            if "place" in dict(doing.words.values):
                continue  # a card of a row: whoever gave the answer has moved it
            if doing.source in ("ladder", "rings") or doing.target == "rings":
                continue
            if doing.source == doing.target:
                continue
            if where == ("ruins", "well"):
                self._refill()
            elif doing.source.startswith("deeds:") and not doing.piece:
                self.piles["ruins"] += self.piles[doing.source]
                self.piles[doing.source].clear()
            elif where[0].startswith("deeds:") or where[0] == "ruins":
                self._named(*where, doing.piece)
            else:
                self._move(*where, doing.count)

    def _refill(self):
        heap = self.piles["ruins"]
        rest, self.piles["ruins"] = heap[:-3], heap[-3:]
        self.rng.shuffle(rest)
        self.piles["well"] = rest + self.piles["well"]

    def tell(self, seat):
        """Show the app a Hand or a Future Life as it is."""
        real = self.piles[f"hand:{seat}"]
        half = len(real) // 2 if self.telling < 1 else len(real)
        shown = self.rng.sample(real, self.rng.choice([len(real), half]))
        row = [card for card in self.state.lives[seat].row if card]
        if len(shown) < len(real):  # some cards more, on top of what is known
            shown = list((Counter(shown) | Counter(row)).elements())
        self.show(a.Show(seat, a.Place.HAND, tuple(shown)))
        dreams = tuple(self.piles[f"future:{seat}"])
        self.show(a.Show(seat, a.Place.FUTURE, dreams))
        top = asked(self.state)
        if getattr(top, "because", "") == "destiny" and top.seat == seat:
            looked = tuple(self.piles["well"][-top.seen :])
            self.show(a.Show(seat, a.Place.WELL, looked))

    def show(self, action):
        rule = GAME.broken_rule(self.state, action)
        assert rule is None, (rule, action, self.state)
        self.state = GAME.apply(self.state, action)
        assert GAME.faults(self.state) == ()

    def check(self):
        """The app's counts and open piles are those on the table."""
        state, piles = self.state, self.piles
        assert GAME.faults(state) == ()
        assert tuple(piles["ruins"]) == state.ruins
        assert len(piles["well"]) == state.well
        middle = state.using.card if state.using else ""
        assert "".join(piles["middle"]) == middle
        for seat, life in enumerate(state.lives):
            real = piles[f"hand:{seat}"]
            assert tuple(piles[f"deeds:{seat}"]) == life.deeds
            assert len(piles[f"deck:{seat}"]) == life.deck
            assert len(real) == len(life.row)
            assert not Counter(filter(None, life.row)) - Counter(real)
            future = piles[f"future:{seat}"]
            known = [x or y for x, y in zip(life.future, life.dreams, strict=True)]
            assert len(future) == len(known)
            assert all(k in ("", c) for k, c in zip(known, future, strict=True))
