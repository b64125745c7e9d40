"""What one pair of eyes may see of a game of Karmaka, ready for JSON."""

from __future__ import annotations

from collections import Counter
from typing import Any, TypedDict

from companion.core.phrase import say
from companion.core.seats import Seat
from companion.core.turn import name_of
from companion.games.karmaka.box import (
    CARDS,
    DESIGNS,
    LEVELS,
    NEED,
    REACH,
    RINGS,
    TOP,
    best,
    score,
)
from companion.games.karmaka.camera import subject
from companion.games.karmaka.engine import TURNS
from companion.games.karmaka.piles import choices, told
from companion.games.karmaka.questions.blind import KeepOne
from companion.games.karmaka.questions.dying import short_of
from companion.games.karmaka.questions.hidden import Foresee, looked_at
from companion.games.karmaka.seating import partner, rivals
from companion.games.karmaka.state import NOBODY, State, asked
from companion.games.karmaka.words import LEVEL_NAMES, name


class Card(TypedDict):
    """A card as a screen draws it."""

    card: str
    name: dict[str, Any]
    colour: str
    points: int


class Player(TypedDict):
    """What everybody may know of a player."""

    seat: int
    level: int
    rings: int
    hand: int
    deck: int
    future: int
    deeds: list[Card]
    """From the oldest to the exposed one."""

    points: int
    colour: str
    need: int
    short: int
    partner: int | None
    rivals: list[int]


class Mine(TypedDict):
    """What only the owner of a seat may know."""

    seat: int
    hand: list[Card | None]
    """In the order it came; None for what the app was not told."""

    future: list[Card | None]
    """From bottom to top."""

    open_future: list[bool]
    """Which of these everybody knows."""

    unseen: list[Card]
    """Every card that can be where nobody sees it, as far as the Hand was told."""

    looking: int
    """How many cards of the Well this seat looks at now."""

    look: list[Card]
    choices: list[Card]
    """Every card that can be in this Hand."""

    picked: list[Card]
    """The cards just picked by Swindle."""


class Middle(TypedDict):
    """The card being used."""

    card: Card
    victim: int | None


class Pile(TypedDict):
    """The Ruins."""

    count: int
    top: list[Card]
    """What powers can reach, the top card first."""


class Rung(TypedDict):
    """One level of the Ladder."""

    key: str
    name: dict[str, Any]
    need: int | None
    seats: list[int]


class Board(TypedDict):
    """The whole table for one pair of eyes."""

    asking: str | None
    player: int
    well: int
    ruins: Pile
    middle: Middle | None
    rings: int
    ladder: list[Rung]
    players: list[Player]
    me: Mine | None
    teams: bool
    wolf: int | None
    rival: int | None
    """The seat the app plays."""

    pictured: str | None
    """What a photo taken now shows."""


def card_json(state: State, card: str) -> Card:
    """Return a card with its name, colour and points."""
    design = DESIGNS[card]
    return {
        "card": card,
        "name": name(state, card).to_json(),
        "colour": design.colour.value,
        "points": design.points,
    }


def view(state: State, seat: Seat | None) -> dict[str, Any]:
    """Return the table as one seat (or a watcher) may see it."""
    top = TURNS.asked(state)
    open_now = asked(state)
    prompt = top.prompt(state, seat) if top else say("The game is over.")
    return {
        "turn": open_now.seat if open_now else None,
        "prompt": prompt.to_json(),
        "why": top.why(state) if top else None,
        "scores": [
            {"seat": place, "score": life.level}
            for place, life in enumerate(state.lives)
        ],
        "board": board(state, seat),
    }


def board(state: State, seat: Seat | None) -> Board:
    """Return every zone: cards where they lie open, counts where they do not."""
    rings = RINGS - sum(life.rings for life in state.lives)
    top = asked(state)
    return {
        "asking": name_of(type(top)) if top else None,
        "player": state.turn,
        "well": state.well,
        "ruins": {
            "count": len(state.ruins),
            "top": [card_json(state, card) for card in state.ruins[-REACH:][::-1]],
        },
        "middle": _middle(state),
        "rings": rings,
        "ladder": [_rung(state, level) for level in range(len(LEVELS))],
        "players": [_player(state, Seat(place)) for place in range(len(state.lives))],
        "me": None if seat in (None, state.setting.rival) else _mine(state, seat),
        "teams": state.setting.teams,
        "wolf": None if state.setting.wolf == NOBODY else state.setting.wolf,
        "rival": None if state.setting.rival == NOBODY else state.setting.rival,
        "pictured": subject(state, seat),
    }


def _middle(state: State) -> Middle | None:
    using = state.using
    if using is None or not using.card:
        return None
    victim = None if using.victim == NOBODY else using.victim
    return {"card": card_json(state, using.card), "victim": victim}


def _rung(state: State, level: int) -> Rung:
    return {
        "key": LEVELS[level],
        "name": LEVEL_NAMES[level].to_json(),
        "need": NEED[level] if level < TOP else None,
        "seats": [s for s, life in enumerate(state.lives) if life.level == level],
    }


def _player(state: State, seat: Seat) -> Player:
    life, mate = state.lives[seat], partner(state.setting, seat)
    return {
        "seat": seat,
        "level": life.level,
        "rings": life.rings,
        "hand": len(life.row),
        "deck": life.deck,
        "future": len(life.future),
        "deeds": [card_json(state, card) for card in life.deeds],
        "points": score(life.deeds),
        "colour": best(life.deeds).value,
        "need": NEED[min(life.level, TOP - 1)],
        "short": short_of(state, seat),
        "partner": None if mate == NOBODY else mate,
        "rivals": list(rivals(state.setting, seat)),
    }


def _mine(state: State, seat: Seat) -> Mine:
    life = state.lives[seat]
    future = [a or b for a, b in zip(life.future, life.dreams, strict=True)]
    top = asked(state)
    picked = top.cards if isinstance(top, KeepOne) and top.seat == seat else ()
    foresees = isinstance(top, Foresee) and top.seat == seat
    unseen = Counter(state.pool) - told(life._replace(dreams=()))
    return {
        "seat": seat,
        "hand": [card_json(state, card) if card else None for card in life.row],
        "future": [card_json(state, card) if card else None for card in future],
        "open_future": [bool(card) for card in life.future],
        "unseen": [card_json(state, card) for card in CARDS if unseen[card]],
        "looking": looked_at(state) if foresees else 0,
        "look": [card_json(state, card) for card in life.look],
        "choices": [card_json(state, card) for card in choices(state, seat)],
        "picked": [card_json(state, card) for card in picked],
    }
