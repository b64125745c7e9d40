"""What a table agrees on before a game of Samsara."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.errors import Malformed
from companion.core.options import Option, Provenance, read_options
from companion.core.phrase import say
from companion.core.seats import Seat
from companion.games.samsara.calibrate import read_box
from companion.games.samsara.state import (
    EVERY_DRAW,
    OPEN_REPORT,
    PRIVATE,
    Setting,
)

PLAYERS = range(1, 6)
SEVERAL = (5, 4, 3, 2)

SINGLE, TAKEN, ASKED = "single", "taken", "asked"
"""What happens to a single possible choice. Tables of before were asked for each."""

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
            ("easy", say("Easy: some copper amulets")),
        ),
        only=(("fast", SEVERAL), ("easy", (1,))),
    ),
    Option(
        "hands",
        PRIVATE,
        say("What the app is told about hands"),
        Provenance.DEFAULT,
        say("A hand may be shown at any time; every draw entered lets all be checked."),
        choices=(
            (PRIVATE, say("Nothing has to be entered")),
            (EVERY_DRAW, say("Every draw is entered")),
        ),
    ),
    Option(
        "coach",
        True,
        say("Coach: advice for whoever asks"),
        Provenance.DEFAULT,
        say(
            "A hint or the reasoning, with what our own bot achieves. Nothing is kept."
        ),
        players=(1,),
    ),
    Option(
        "first",
        1,
        say("Who begins"),
        Provenance.RULEBOOK,
        say("By default the last person to have been reincarnated."),
        least=1,
        most=5,
        seat=True,
        players=SEVERAL,
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
    before = options.get("hands") == OPEN_REPORT
    given = {**options, "hands": EVERY_DRAW} if before else options
    seats, chosen = read_options(OPTIONS, PLAYERS, given, extra=("box", SINGLE))
    single = options.get(SINGLE, TAKEN)
    if single not in (TAKEN, ASKED):
        names = f"{TAKEN}, {ASKED}"
        raise Malformed("Option {key} takes one of: {names}.", key=SINGLE, names=names)
    first = Seat(int(chosen["first"]) - 1)
    if first >= seats:
        raise Malformed("Nobody sits on place {place}.", place=first + 1)
    return Setting(
        seats=seats,
        first=first,
        quick=chosen["length"] != "normal",
        hands=OPEN_REPORT if before else str(chosen["hands"]),
        bhaga=bool(chosen["bhaga"]),
        durmangala=bool(chosen["durmangala"]),
        ancestral=bool(chosen["ancestral"]),
        characters=bool(chosen["characters"]),
        box=read_box(options.get("box")),
        coach=bool(chosen["coach"]),
        chains=single == TAKEN,
    )
