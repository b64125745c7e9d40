"""How many taps a turn of Samsara costs: whole games by the buttons of the pages.

Run by hand: `python -m tests.games.samsara.taps [GAMES [PLAYERS...]]`.

Sensible people with real cards play; they tell the app nothing but what it asks for.
Every tap is one button that the phone of whoever is asked really shows; opening a
folded list is a tap, too. A payment that the page does not offer is made possible as
people do it: by naming the whole hand under *Me*.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser
from tempfile import TemporaryDirectory

from app import create_app
from companion.games.samsara import GAME
from companion.games.samsara import actions as a
from companion.games.samsara.questions.gaining import ReportDraw
from companion.games.samsara.questions.moving import BeReborn
from companion.games.samsara.state import HAND
from tests.games.samsara.company import whole_game

TAPS = 4.0
"""What a turn may cost on average."""

THERE_AND_BACK = 4
"""Taps to name a hand beside its cards: *Me*, unfold, confirm, *Table*."""


@dataclass
class Button:
    """Something to tap: what it says, and how many lists must be opened for it."""

    actions: list
    folds: int
    place: int
    """Which one it is among those that say something."""


class Buttons(HTMLParser):
    """Reads what can be tapped among the actions of a page."""

    def __init__(self, page):
        super().__init__()
        self.found, self.stack = [], []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag in VOID:
            return
        inside = bool(self.stack) and self.stack[-1][1]
        inside = inside or given.get("data-region") == "actions"
        folds = self.stack[-1][2] if self.stack else 0
        folds += tag == "details" and "open" not in given
        self.stack.append((tag, inside, folds))
        if inside and "data-action" in given:
            said = [json.loads(given["data-action"])]
            said += json.loads(given.get("data-then", "[]"))
            actions = [GAME.from_json(one) for one in said]
            self.found.append(Button(actions, folds, len(self.found)))

    def handle_endtag(self, tag):
        while self.stack and self.stack.pop()[0] != tag:
            pass


VOID = {"input", "br", "img", "meta", "link", "hr"}


class Phones:
    """A table on a server in this process, and what each phone shows."""

    def __init__(self, app, players, length, **options):
        self.client, self.said, self.drawn = app.test_client(), 0, {}
        names = ["Ana", "Ben", "Cleo", "Dario", "Eva"][:players]
        options["length"] = length
        wish = {"game": "samsara", "players": names, "options": options}
        made = self.client.post("/api/tables", json=wish).json
        self.table, self.version = made["table"], made["version"]
        self.host = made["host_ticket"]
        self.seats = [seat["ticket"] for seat in made["seats"]]

    def say(self, action, seat=None):
        """Say something, the host if no seat is given; return the page that comes."""
        self.said += 1
        head = self._head(seat)
        body = {"action": GAME.to_json(action), "seen": self.version}
        reply = self.client.post(
            f"/api/tables/{self.table}/actions",
            json=body | {"id": f"tap-{self.said}"},
            headers=head,
        )
        assert reply.status_code == 201, reply.text
        self.version += 1
        self.drawn = {seat: reply.text}

    def _head(self, seat, accept="text/html"):
        ticket = self.host if seat is None else self.seats[seat]
        return {"Authorization": f"Bearer {ticket}", "Accept": accept}

    def view(self, seat):
        """Return what a seat or the host may know."""
        head = self._head(seat, "application/json")
        return self.client.get(f"/api/tables/{self.table}", headers=head).json

    def page(self, seat):
        """Return what a phone shows: the answer to its last word, or a fresh look."""
        if seat not in self.drawn:
            head = self._head(seat)
            reply = self.client.get(f"/t/{self.table}/live", headers=head)
            assert reply.status_code == 200, reply.text
            self.drawn[seat] = reply.text
        return self.drawn[seat]

    def tap(self, seat, button):
        """Tap a button; return how often a finger touches the glass."""
        for action in button.actions:
            self.say(action, seat)
        return 1 + button.folds

    def name_hand(self, seat, unseen, hand):
        """Name a whole hand; return the same."""
        self.say(a.Show(seat, hand), seat)
        return len(unseen) + THERE_AND_BACK


@dataclass
class Counted:
    """Taps by what they said, and turns."""

    turns: int = 0
    taps: Counter = field(default_factory=Counter)

    def __add__(self, other):
        return Counted(self.turns + other.turns, self.taps + other.taps)

    @property
    def each(self):
        return self.taps.total() / self.turns


class Record:
    """A game that was played with open cards, to be said again at a private table."""

    def __init__(self, seed, players, length):
        self.steps = list(whole_game(seed, players, length))
        self.at = 0

    def due(self, state, at, *, first):
        """Return the place of what answers a question; None after a look at new cards.

        What the private table answers by itself is passed over.
        """
        while at < len(self.steps):
            there, action = self.steps[at]
            if isinstance(action, a.Drawn):
                if not first:
                    return None
            elif [one for one in there.todo if not isinstance(one, ReportDraw)] == list(
                state.todo
            ):
                return at
            at += 1
        return None

    def fits(self, state, actions):
        """Return the place and the state after these actions, None if not wanted."""
        at = self.at
        for number, action in enumerate(actions):
            place = self.due(state, at, first=not number)
            if place is None or self.steps[place][1] != action:
                return None
            state, at = GAME.apply(state, action), place + 1
        return at, state

    def swap(self, at):
        """Put back the second card of a reincarnation first: it is all the same."""
        (one, first), (_, second) = self.steps[at], self.steps[at + 1]
        again = GAME.apply(one, second)
        self.steps[at], self.steps[at + 1] = (one, second), (again, first)


class Table:
    """Plays one recorded game by the buttons of the pages."""

    def __init__(self, phones, record, players, length):
        self.phones, self.record = phones, record
        self.state = GAME.start({"players": players, "length": length})
        self.counted = Counted()

    def play(self):
        while GAME.outcome(self.state) is None:
            at = self.record.due(self.state, self.record.at, first=True)
            self.record.at = at
            action = self.record.steps[at][1]
            if self.state.asked.phase(self.state) is None:
                self.phones.say(action)
                self.state = GAME.apply(self.state, action)
                self.record.at += 1
            else:
                self.tap(self.state.asked.seat)
        return self.counted

    def tap(self, seat):
        found = self._wanted(Buttons(self.phones.page(seat)).found)
        if not found:
            return self._name_hand(seat)
        button, (self.record.at, self.state) = found
        touched = self.phones.tap(seat, button)
        self.counted.taps["unfold"] += touched - 1
        self.counted.taps[" + ".join(_kind(action) for action in button.actions)] += 1
        self.counted.turns += isinstance(button.actions[0], a.Move)
        return None

    def _wanted(self, buttons):
        """Return the button that says most of what is wanted, with what follows."""
        found = self._fitting(buttons)
        asked = self.state.asked
        if isinstance(asked, BeReborn) and asked.count > 1:
            at = self.record.at
            _, second = self.record.steps[at + 1]
            if isinstance(second, a.PutBack):
                most = found[0] if found else 0
                self.record.swap(at)
                again = self._fitting(buttons)
                if again and again[0] > most:
                    return again[1:]
                self.record.swap(at)
        return found[1:] if found else None

    def _fitting(self, buttons):
        best = None
        for button in buttons:
            fit = self.record.fits(self.state, button.actions)
            good = len(button.actions) - button.folds
            if fit and (best is None or good > best[0]):
                best = (good, button, fit)
        return best

    def _name_hand(self, seat):
        hand = self.record.steps[self.record.at][0].players[seat].cards.zones[HAND].seen
        shown = self.state.players[seat].cards.zones[HAND].seen
        unseen = Counter(hand) - Counter(shown)
        wanted = self.record.steps[self.record.at][1]
        assert unseen, f"{wanted} is not on the page of seat {seat}"
        self.counted.taps["name the hand"] += self.phones.name_hand(
            seat, list(unseen.elements()), hand
        )
        self.state = GAME.apply(self.state, a.Show(seat, hand))


def _kind(action):
    return GAME.to_json(action)["type"]


def count(phones, seed, players, length="normal"):
    """Return what a seeded game costs on these phones."""
    return Table(phones, Record(seed, players, length), players, length).play()


def told(players, games):
    """Return what is printed of some games."""
    whole = sum(games, Counted())
    each = sorted(game.each for game in games)
    lines = [
        f"samsara, {players} players: {whole.taps.total()} taps in {whole.turns} turns "
        f"of {len(games)} games, {whole.each:.2f} each "
        f"({each[0]:.2f} to {each[-1]:.2f} by game)"
    ]
    lines += [
        f"  {number / whole.turns:.2f}  {kind}"
        for kind, number in whole.taps.most_common()
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    with TemporaryDirectory() as folder:
        house = create_app({"DATA": folder, "TESTING": True})
        for several in map(int, sys.argv[2:] or (2, 3, 4)):
            games = [
                count(Phones(house, several, "normal"), seed, several)
                for seed in range(number)
            ]
            print(told(several, games), flush=True)
