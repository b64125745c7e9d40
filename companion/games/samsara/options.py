"""What a table agrees on before a game of Samsara, and the first position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.cards import deal
from companion.core.errors import Malformed
from companion.core.options import Option, Provenance, read_options
from companion.core.phrase import say
from companion.games.samsara.box import (
    BAD,
    BAD_IN_BOX,
    GOOD,
    GOOD_IN_BOX,
    HAND,
    STACKS,
    STARTING,
)
from companion.games.samsara.calibrate import read_box
from companion.games.samsara.state import (
    DRAW,
    ZONE_NAMES,
    Player,
    Setting,
    State,
    Task,
)
from companion.games.samsara.state import HAND as IN_HAND
from companion.games.samsara.supply import starting_stacks

PLAYERS = range(1, 6)

OPTIONS = (
    Option(
        "length",
        "normal",
        say("Length of the game"),
        Provenance.RULEBOOK,
        say("Copper amulets make the game faster; alone, they make it easier."),
        choices=(
            ("fast", say("Fast: some copper amulets")),
            ("normal", say("Normal")),
            ("easy", say("Easy (alone): some copper amulets")),
        ),
    ),
    Option(
        "hands",
        "private",
        say("What the app is told about hands"),
        Provenance.DEFAULT,
        say("A hand may be shown at any time; every draw entered lets all be checked."),
        choices=(
            ("private", say("Nothing has to be entered")),
            ("open-report", say("Every draw is entered")),
        ),
    ),
    Option(
        "first",
        1,
        say("Who begins: the player with this number"),
        Provenance.RULEBOOK,
        say("By default the last person to have been reincarnated."),
        least=1,
        most=5,
        players=(5, 4, 3, 2),
    ),
    Option("bhaga", False, say("Bhaga cards (expansion)"), Provenance.RULEBOOK),
    Option(
        "durmangala", False, say("Durmangala cards (expansion)"), Provenance.RULEBOOK
    ),
    Option(
        "ancestral",
        False,
        say("Ancestral Amulets (expansion)"),
        Provenance.RULEBOOK,
        say("What they cost is not in the rulebook: read it from your box."),
    ),
    Option(
        "characters",
        False,
        say("The seven new characters (expansion)"),
        Provenance.RULEBOOK,
        say("Some of their powers are only printed on the player aids."),
    ),
)


def read_setting(options: Mapping[str, Any]) -> Setting:
    """Return what was agreed.

    Raises:
        Malformed: saying which option cannot be read.
    """
    seats, chosen = read_options(OPTIONS, PLAYERS, options, extra=("box",))
    first = int(chosen["first"]) - 1
    if first >= seats:
        raise Malformed("Nobody sits on place {place}.", place=first + 1)
    return Setting(
        seats=seats,
        first=first,
        quick=chosen["length"] != "normal",
        open=chosen["hands"] == "open-report",
        bhaga=bool(chosen["bhaga"]),
        durmangala=bool(chosen["durmangala"]),
        ancestral=bool(chosen["ancestral"]),
        characters=bool(chosen["characters"]),
        box=read_box(options.get("box")),
    )


def first_state(options: Mapping[str, Any]) -> State:
    """Return the position before anything is laid out."""
    setting = read_setting(options)
    cards = deal([GOOD] * STARTING + [BAD] * STARTING, len(ZONE_NAMES), DRAW)
    player = Player(cards.shift_unseen(DRAW, IN_HAND, HAND))
    return State(
        setting=setting,
        players=(player,) * setting.seats,
        stacks=starting_stacks(setting, STACKS[setting.seats]),
        good=GOOD_IN_BOX - STARTING * setting.seats,
        bad=BAD_IN_BOX - STARTING * setting.seats,
        gaps=((),) * setting.gaps,
        seat=setting.first,
        todo=_preparations(setting)[::-1],
    )


def _preparations(setting: Setting) -> tuple[Task, ...]:
    """Return everything to settle before and with the first turn, in order."""
    order = [(setting.first + step) % setting.seats for step in range(setting.seats)]
    tasks = [Task("lay", setting.first, gap) for gap in range(setting.gaps)]
    tasks += [Task("character", seat) for seat in reversed(order)]
    if setting.ancestral:
        tasks += [Task("ancestral", seat) for seat in reversed(order)]
    if setting.open:
        tasks += [Task("drawn", seat) for seat in order]
    return (*tasks, Task("move", setting.first))
