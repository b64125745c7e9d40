"""What is printed on the cards, and what to take out of the box."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.calibration import (
    Calibration,
    PrintedField,
    PrintedPart,
    PrintedPiece,
    Sheet,
)
from companion.core.options import Provenance
from companion.core.phrase import Phrase, say
from companion.core.seats import Seat
from companion.games.karmaka.box import DESIGNS, HAND, PILE, RINGS
from companion.games.karmaka.options import read_names
from companion.games.karmaka.seating import partner
from companion.games.karmaka.state import NOBODY, State
from companion.games.karmaka.words import CARD_NAMES, POWER_TEXTS, who


def sheet(given: Any) -> Sheet:
    """Return the cards with the names a table has taught; raises Malformed."""
    taught = dict(read_names(given))
    pieces = tuple(
        PrintedPiece(
            (PrintedField(f"name-{card}", taught.get(card, ""), CARD_NAMES[card]),),
            note=POWER_TEXTS[card],
        )
        for card in DESIGNS
    )
    part = PrintedPart(
        key="names",
        title=say("Names on your cards"),
        provenance="table" if taught else Provenance.RULEBOOK.value,
        note=say("Not every name of every edition is known to us."),
        rule="karmaka.cards",
        pieces=pieces,
        hint=say("Leave a field empty to keep the name above it."),
    )
    return (part,)


def corrections(typed: Mapping[str, str]) -> dict[str, Any]:
    """Return the names a filled-in form teaches, as the option takes them."""
    names = {card: typed.get(f"name-{card}", "").strip() for card in DESIGNS}
    told = {card: text for card, text in names.items() if text}
    return {"names": told} if told else {}


CALIBRATION = Calibration(sheet, corrections)


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
