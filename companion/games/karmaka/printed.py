"""What is printed on the cards, and what to take out of the box."""

from __future__ import annotations

from typing import Any

from companion.core.options import Provenance
from companion.core.phrase import Phrase, say, verbatim
from companion.core.seats import Seat
from companion.games.karmaka.box import DESIGNS, HAND, LEVELS, PILE, RINGS
from companion.games.karmaka.options import read_names
from companion.games.karmaka.seating import partner
from companion.games.karmaka.state import NOBODY, State
from companion.games.karmaka.words import CARD_NAMES, LEVEL_NAMES, POWER_TEXTS, who


def printed(given: Any) -> dict[str, Any]:
    """Return every card as it is printed, with the names a table has taught.

    Raises:
        Malformed: if a name is given to no card.
    """
    taught = dict(read_names(given))
    return {
        "cards": [
            {
                "card": card,
                "name": (
                    verbatim(taught[card]) if card in taught else CARD_NAMES[card]
                ).to_json(),
                "colour": design.colour.value,
                "points": design.points,
                "copies": design.copies,
                "power": POWER_TEXTS[card].to_json(),
                "provenance": "table" if card in taught else Provenance.RULEBOOK.value,
            }
            for card, design in DESIGNS.items()
        ],
        "levels": [
            {"key": key, "name": LEVEL_NAMES[step].to_json()}
            for step, key in enumerate(LEVELS)
        ],
    }


def setup(state: State) -> tuple[Phrase, ...]:
    """Return what to take out of the box for this game, step by step."""
    setting = state.setting
    lines = [
        say("Lay the Ladder in the middle and {rings} Rings beside it.", rings=RINGS),
        say("Shuffle all 64 cards: face down they are the Well."),
        say(
            "Deal everybody {hand} cards as a Hand, then {deck} more face down as a "
            "Deck nobody looks at.",
            hand=HAND,
            deck=PILE,
        ),
    ]
    if setting.wolf == NOBODY:
        lines.append(say("Every pawn starts on Dung Beetle."))
    else:
        lines.append(
            say(
                "The pawn of {who} starts on Wolf, the two others on Dung Beetle.",
                who=who(setting.wolf),
            )
        )
    if setting.teams:
        lines += [
            say(
                "{who} and {whom} sit opposite each other and are a team.",
                who=who(seat),
                whom=who(partner(setting, seat)),
            )
            for seat in (Seat(0), Seat(1))
        ]
    return (*lines, say("{who} begins.", who=who(setting.first)))
