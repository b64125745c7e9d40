"""What a Samusara table can choose before the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.errors import Malformed
from companion.core.options import Option, Provenance, read_options
from companion.core.phrase import say
from companion.games.samusara.board import DEFAULT, Board, read_board, shipped
from companion.games.samusara.state import COLOURS, Setting

PLAYERS = range(1, 3)

QUIET_TURNS = 60
"""Turns of both players together, as the option offers it."""

OPTIONS = (
    Option(
        "board",
        DEFAULT,
        say("Board"),
        Provenance.DEFAULT,
        say("The picture of the printed board is lost: choose what looks like yours."),
        choices=(
            ("rhombus", say("rhombus of 49 cells, tips to the players")),
            ("diamond", say("square grid of 49 cells on its corner")),
            ("rectangle", say("5 by 7 with diagonals")),
        ),
    ),
    Option(
        "colour",
        "yellow",
        say("The first player has"),
        Provenance.RULEBOOK,
        say("Yellow always begins."),
        choices=(("yellow", say("yellow")), ("brown", say("brown"))),
    ),
    Option(
        "repetition",
        True,
        say("The same position for the third time is a draw"),
        Provenance.DEFAULT,
        say(
            "The rulebook mentions no draw, but cautious players could go on for ever."
        ),
    ),
    Option(
        "quiet",
        False,
        say("{n} turns without a capture or a return are a draw", n=QUIET_TURNS),
        Provenance.DEFAULT,
        say("The rulebook mentions no draw; most tables do without this one."),
    ),
    Option(
        "strength",
        "normal",
        say("How well the app plays"),
        Provenance.DEFAULT,
        say("The opponent for one player is ours, it is not in the rulebook."),
        choices=(
            ("easy", say("easy")),
            ("normal", say("normal")),
            ("hard", say("hard")),
        ),
        players=(1,),
    ),
    Option(
        "hints",
        False,
        say("The app may show a good move"),
        Provenance.DEFAULT,
        say("Whoever is in turn may ask for it; the log says so."),
    ),
)


def read_setting(options: Mapping[str, Any]) -> Setting:
    """Return what was agreed.

    Raises:
        Malformed: saying which option cannot be read, or what is wrong with a board.
    """
    seats, chosen = read_options(OPTIONS, PLAYERS, options, extra=("box",))
    return Setting(
        board=board_of(options.get("box"), str(chosen["board"])),
        alone=seats == 1,
        own=COLOURS.index(str(chosen["colour"])),
        repetition=bool(chosen["repetition"]),
        quiet=QUIET_TURNS if chosen["quiet"] else 0,
        strength=str(chosen["strength"]),
        hints=bool(chosen["hints"]),
    )


def board_of(box: Any, name: str = DEFAULT) -> Board:
    """Return the table's own board if it has drawn one, else a shipped one.

    Raises:
        Malformed: saying what is wrong with it.
    """
    if box is None:
        return shipped(name)
    if not isinstance(box, Mapping) or set(box) - {"board"}:
        raise Malformed("The box of this game holds one thing: a board.")
    return read_board(box["board"]) if box.get("board") else shipped(name)
