"""What a table agrees on before a game of Karmaka, and the first position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.cards import Zone
from companion.core.errors import Malformed
from companion.core.options import Option, Provenance, read_options
from companion.core.phrase import say
from companion.core.seats import Seat
from companion.games.karmaka.box import DECK, DESIGNS, HAND, PILE, WOLF
from companion.games.karmaka.questions.playing import Turn
from companion.games.karmaka.state import NOBODY, Life, Setting, State

PLAYERS = range(2, 5)

LONGEST_NAME = 40
"""No card of the box has a longer title."""

OPTIONS = (
    Option(
        "first",
        1,
        say("Who begins"),
        Provenance.RULEBOOK,
        say("The rulebook lets the unluckiest player begin."),
        least=1,
        most=4,
        seat=True,
        players=(4, 3, 2),
    ),
    Option(
        "rival",
        "nobody",
        say("Player 2 is the app: a rival for one"),
        Provenance.DEFAULT,
        say("An opponent of this app's own making, with real cards."),
        choices=(
            ("nobody", say("No, people only")),
            ("easy", say("Easy")),
            ("normal", say("Normal")),
            ("strong", say("Strong")),
        ),
        players=(2,),
    ),
    Option(
        "teams",
        False,
        say("Two teams: partners sit opposite each other"),
        Provenance.RULEBOOK,
        players=(4,),
    ),
    Option(
        "wolf",
        "nobody",
        say("Big Bad Wolf: one against two"),
        Provenance.RULEBOOK,
        choices=(
            ("nobody", say("No, everybody for themselves")),
            ("1", say("Player 1 is the Wolf")),
            ("2", say("Player 2 is the Wolf")),
            ("3", say("Player 3 is the Wolf")),
        ),
        seat=True,
        players=(3,),
    ),
    Option(
        "pair_future",
        False,
        say("The two against the Wolf may put cards on each other's Future Life"),
        Provenance.DEFAULT,
        say("The rulebook gives this way of playing to teams of two against two only."),
        players=(3,),
        unless=("wolf", "nobody"),
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
    played_so = {
        "teams": bool(chosen["teams"]),
        "wolf": chosen["wolf"] != "nobody",
        "rival": chosen["rival"] != "nobody",
    }
    for key, played in played_so.items():
        needed = next(option.players[0] for option in OPTIONS if option.key == key)
        if played and seats != needed:
            raise Malformed("Option {key} needs {n} players.", key=key, n=needed)
    return Setting(
        seats=seats,
        first=Seat(first),
        teams=bool(chosen["teams"]),
        wolf=_wolf(chosen),
        pair_future=bool(chosen["pair_future"]),
        rival=Seat(1) if played_so["rival"] else NOBODY,
        strength=str(chosen["rival"]) if played_so["rival"] else "normal",
        names=read_names(options.get("box")),
    )


def _wolf(chosen: Mapping[str, Any]) -> Seat:
    return NOBODY if chosen["wolf"] == "nobody" else Seat(int(chosen["wolf"]) - 1)


def read_names(given: Any) -> tuple[tuple[str, str], ...]:
    """Return the card names a table has taught: `{"names": {"sowing": "Semina"}}`.

    Raises:
        Malformed: if it names a card that is not in the box.
    """
    if given is None:
        return ()
    names = given.get("names", {}) if isinstance(given, Mapping) else None
    if not isinstance(names, Mapping) or set(given) - {"names"}:
        raise Malformed("A box holds the names of cards.")
    for card, text in names.items():
        if card not in DESIGNS:
            raise Malformed("There is no card called {card}.", card=str(card)[:40])
        if not isinstance(text, str) or not 0 < len(text.strip()) <= LONGEST_NAME:
            raise Malformed(
                "A card needs a name of at most {n} letters.", n=LONGEST_NAME
            )
    return tuple(sorted((card, text.strip()) for card, text in names.items()))


def first_state(options: Mapping[str, Any]) -> State:
    """Return the position when all cards are dealt; raises Malformed."""
    setting = read_setting(options)
    life = Life(hand=Zone((), HAND), row=("",) * HAND, deck=PILE)
    lives = tuple(
        life._replace(level=WOLF) if seat == setting.wolf else life
        for seat in range(setting.seats)
    )
    return State(
        setting=setting,
        lives=lives,
        well=len(DECK) - (HAND + PILE) * setting.seats,
        pool=DECK,
        turn=setting.first,
        todo=(Turn(setting.first),),
    )
