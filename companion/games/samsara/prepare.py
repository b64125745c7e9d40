"""What to take out of the box, and where to put it."""

from __future__ import annotations

from companion.core.phrase import Phrase, say
from companion.games.samsara.box import (
    ANCESTRAL_PIECES,
    BAD_IN_BOX,
    GOOD_IN_BOX,
    STACKS,
    STARTING,
)
from companion.games.samsara.dealing import layout
from companion.games.samsara.state import Setting, State
from companion.games.samsara.words import seat_name


def setup(state: State) -> tuple[Phrase, ...]:
    """Return what to take out of the box for this game, step by step."""
    setting = state.setting
    return (
        say("Put the board in the middle of the table."),
        say(
            "Lay {n} cards of each of the 8 Experience types beside the zone of the "
            "same colour.",
            n=STACKS[setting.seats],
        ),
        *_specials(setting),
        say(
            "Put {good} Good Karma and {bad} Bad Karma on the board.",
            good=GOOD_IN_BOX - STARTING * setting.seats,
            bad=BAD_IN_BOX - STARTING * setting.seats,
        ),
        _amulets(setting),
        *_players(setting),
        say(
            "Each player shuffles {n} Good Karma and {n} Bad Karma and draws 4 cards. "
            "Four identical cards: shuffle and draw again.",
            n=STARTING,
        ),
    )


def _specials(setting: Setting) -> tuple[Phrase, ...]:
    kinds = setting.bhaga + setting.durmangala
    if not kinds:
        return ()
    which = (
        say("its Bhaga and its Durmangala card")
        if kinds == 2
        else say("its Bhaga card")
        if setting.bhaga
        else say("its Durmangala card")
    )
    return (
        say(
            "In each stack {which} takes the place of a normal one: shuffle the "
            "stack until a normal card is on top.",
            which=which,
        ),
    )


def _amulets(setting: Setting) -> Phrase:
    faces = _faces(*layout(setting))
    if setting.gaps == 1:
        return say(
            "Lay out amulets at random where everybody reaches them: {faces}.",
            faces=faces,
        )
    return say(
        "Between each two neighbours lay amulets at random: {faces}.", faces=faces
    )


def _faces(gold: int, copper: int) -> Phrase:
    if not copper:
        return say("{gold} with the gold face up", gold=gold)
    return say(
        "{gold} with the gold face up, {copper} with the copper face up",
        gold=gold,
        copper=copper,
    )


def _players(setting: Setting) -> tuple[Phrase, ...]:
    if setting.seats == 1:
        pawns = say("Put your pawn and a neutral pawn between Maut and Jann.")
        return (say("Choose a character with its board and marker."), pawns)
    steps = [
        say("{who} takes the first-player token.", who=seat_name(setting.first)),
        say(
            "The last player chooses a character first, then the one before, and so on."
        ),
        say("All pawns stand between Maut and Jann."),
    ]
    if setting.ancestral:
        ready = say(
            "Keep the {n} Ancestral Amulets ready: each player will place one.",
            n=ANCESTRAL_PIECES,
        )
        steps.insert(2, ready)
    return tuple(steps)
