"""A table in words, so that a test reads like a turn: `throw red; landed 4`."""

from __future__ import annotations

from companion.core.colours import Colour
from companion.games.karma_dice import GAME
from companion.games.karma_dice.actions import (
    ChooseTrait,
    CopyFirst,
    Draft,
    Landed,
    MoveEye,
    Reroll,
    Score,
    Settle,
    Stop,
    Throw,
    UseTrait,
)
from companion.games.karma_dice.dice import sort_dice
from companion.games.karma_dice.questions import asked
from companion.games.karma_dice.state import Die, Turn, hand_of

FACTS: dict[str, list[str]] = {}
"""Which tests speak for which fact of the sheet."""


def fact(*labels):
    """Say which numbered facts a test checks."""

    def note(test):
        for label in labels:
            FACTS.setdefault(str(label), []).append(test.__name__)
        return test

    return note


WORDS = {
    "score": lambda points: Score(int(points)),
    "throw": lambda *rest: Throw(dice(" ".join(rest))),
    "landed": lambda *faces: Landed(tuple(map(int, faces))),
    "settle": lambda total: Settle(int(total)),
    "stop": Stop,
    "draft": lambda colour: Draft(Colour(colour)),
    "reroll": lambda place: Reroll(int(place)),
    "copy": lambda place, source: CopyFirst(int(place), int(source)),
    "trait": lambda seat, die, *text: ChooseTrait(
        int(seat), Colour(die), " ".join(text)
    ),
    "use": lambda seat, *effects: UseTrait(int(seat), **_effects(effects)),
    "eye": MoveEye,
}


def action(words):
    """Return the action that these words stand for."""
    kind, *rest = words.split()
    return WORDS[kind](*rest)


def _effects(words):
    found = {}
    for word in words:
        name, value = word.split("=")
        many = name in ("faces", "reroll")
        found[name] = tuple(map(int, value.split(","))) if many else int(value)
    return found


def dice(words):
    """Return dice by colour, `red*2 violet`, in rainbow order."""
    found = []
    for word in words.split():
        colour, _, count = word.partition("*")
        found += [Colour(colour)] * int(count or 1)
    return sort_dice(tuple(found))


def start(players=2, **options):
    return GAME.start({"players": players, **options})


def play(state, *lines):
    """Return the state after these words; a line may hold several, split by `;`."""
    for line in lines:
        for words in line.split(";"):
            state = GAME.apply(state, action(words.strip()))
    return state


def after(*lines, players=2, **options):
    return play(start(players, **options), *lines)


def asks(state):
    """Return what kind of question is open."""
    return type(asked(state))


def told(state, words, eyes=None):
    """Return the log line of an action and what came of it, as one seat reads it."""
    said = action(words)
    return str(GAME.tell(state, said, GAME.apply(state, said), eyes))


def holding(state, seat, words, yogi=False):
    """Return the state with these own dice in front of a seat that is to throw."""
    own = dice(words)
    player = state.players[seat]._replace(dice=own)
    reserve = list(state.reserve)
    for die in own:
        reserve.remove(die)
    players = (*state.players[:seat], player, *state.players[seat + 1 :])
    state = state._replace(players=players, reserve=tuple(reserve))
    state = state._replace(yogi=seat if yogi else state.yogi)
    turn = Turn(state.turn.seat, hand_of(state, state.turn.seat))
    return state._replace(turn=turn)


def roll(words):
    """Return dice as they lie, `violet:4 red:6`."""
    pairs = (word.split(":") for word in words.split())
    return tuple(Die(Colour(colour), int(face)) for colour, face in pairs)


def rolls(*results):
    """Return the words of a turn whose rolls have these results, one red die each."""
    return "; ".join(f"throw red; landed {result}" for result in results)


def short_turn(face=1):
    """Return the words of a turn that stops after one red die."""
    return f"throw red; landed {face}; stop"


def scores(state):
    return tuple(player.score for player in state.players)
