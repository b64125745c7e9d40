"""What the view offers and what the page draws are the same, in whole seeded games.

A word that one tap may say has a button on the phone of whoever is in turn and on the
host's page; every button can be said to its end; nobody else gets either.
"""

from random import Random

import pytest

from app import create_app
from companion.games.samsara import GAME
from companion.games.samsara import actions as a
from tests.games.samsara.taps import Buttons, Phones
from tests.web.conftest import gather

pytestmark = pytest.mark.slow

EVERYTHING = {"bhaga": True, "durmangala": True, "ancestral": True, "characters": True}

HURRY = (a.Buy, a.BuyAncestral)
"""Taken whenever they are open, so that a game by chance comes to its end."""

OFTEN = 5
"""One position of so many is drawn; a game has some hundred."""


class Walk:
    """A seeded game that the host enters, and what the phones show meanwhile."""

    def __init__(self, app, players, seed, **options):
        wish = {"length": "fast", **options}
        self.phones = Phones(app, players, **wish)
        self.state = GAME.start({"players": players, **wish})
        self.rng = Random(f"offered {players} {seed}")
        self.joined = 0

    def play(self, longest):
        """Play to the end, or so many words; check what is drawn on the way."""
        for said in range(longest):
            if GAME.outcome(self.state):
                break
            if self.state.asked.chance is False and said % OFTEN == 0:
                self.check()
            action = self._next()
            self.phones.say(action)
            self.state = GAME.apply(self.state, action)

    def _next(self):
        chance = GAME.chance(self.state)
        if chance:
            return chance.sample(self.rng)
        legal = GAME.legal_actions(self.state)
        won = [action for action in legal if isinstance(action, HURRY)]
        return self.rng.choice(won or legal)

    def check(self):
        turn = self.state.asked.seat
        offered = self._offered(turn)
        self.joined += len(offered)
        for who in (turn, None):
            assert self._offered(who) == offered
            drawn = self._drawn(who)
            joined = [words for words in drawn if len(words) > 1]
            assert sorted(map(str, joined)) == sorted(map(str, offered)), "each once"
            for words in drawn:
                self._said(words)
        other = (turn + 1) % self.state.setting.seats
        assert other == turn or self._offered(other) == self._drawn(other) == []

    def _offered(self, seat):
        return [_words(one["actions"]) for one in self.phones.view(seat)["together"]]

    def _drawn(self, seat):
        buttons = Buttons(self.phones.page(seat)).found
        return [tuple(button.actions) for button in buttons]

    def _said(self, words):
        state = self.state
        for action in words:
            assert GAME.broken_rule(state, action) is None, words
            state = GAME.apply(state, action)


def _words(actions):
    return tuple(GAME.from_json(action) for action in actions)


@pytest.fixture
def app(tmp_path):
    return create_app({"DATA": str(tmp_path), "TESTING": True})


@pytest.mark.parametrize("players", range(1, 6))
def test_every_word_that_is_offered_has_a_button_and_every_button_is_legal(
    app, players
):
    walk = Walk(app, players, 1, **EVERYTHING)
    walk.play(600)
    assert walk.joined >= 5


def test_only_whoever_is_in_turn_and_the_host_get_joined_words(app):
    party = gather(app, ("Ana", "Ben"), game="samsara", first=1, length="fast")
    ends = False
    while not ends:
        view = party.host.look()
        ends = view["board"]["task"] == "act" and bool(view["together"])
        if not ends and view["awaiting"]:
            assert party.host.say("/chance").status_code == 201
        elif not ends:
            word = view["legal"][0]
            assert party.host.say("/actions", action=word).status_code == 201
    turn = view["turn"]
    assert view["together"] == party.seats[turn].look()["together"]
    for someone in (party.seats[1 - turn], party.watcher):
        assert someone.look()["together"] == []
    for someone, path in (
        (party.seats[1 - turn], "live"),
        (party.watcher, "live"),
        (party.watcher, "screen"),
        (party.host, "screen"),
    ):
        page = someone.client.get(
            f"/t/{party.table}/{path}",
            headers={**someone.headers(), "Accept": "text/html"},
        )
        assert page.status_code == 200
        assert "data-then" not in page.text
