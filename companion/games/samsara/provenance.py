"""How we know what we say about the box."""

from __future__ import annotations

from typing import Any, Generic, TypedDict, TypeVar

from companion.core.options import Provenance
from companion.core.phrase import Phrase, say
from companion.games.samsara.state import Setting

FACTS: tuple[tuple[str, str, Provenance, Phrase], ...] = (
    (
        "colours",
        "zone-colours",
        Provenance.DEFAULT,
        say("The colours of the zones are a guess: a rainbow from the rift."),
    ),
    (
        "symbols",
        "card-symbols",
        Provenance.DEDUCED,
        say("Two light and two dark symbols per card follow from the examples."),
    ),
    (
        "amulets",
        "amulet-faces",
        Provenance.DEFAULT,
        say("The faces of the amulets are a guess: enter what yours show."),
    ),
    (
        "ancestral",
        "ancestral-win",
        Provenance.DEFAULT,
        say("What an Ancestral Amulet costs is a guess: read it from yours."),
    ),
    (
        "powers",
        "other-power",
        Provenance.DEFAULT,
        say("Some powers of the new characters are only on the player aids."),
    ),
)
OWN_BOX = say("Read from the box of this table.")


W = TypeVar("W")


class Note(TypedDict, Generic[W]):
    """How we know one part of the box."""

    part: str
    rule: str
    provenance: str
    note: W


def notes(setting: Setting) -> list[Note[dict[str, Any]]]:
    """Return where the facts of this game come from, those that matter here."""
    needed = {"ancestral": setting.ancestral, "powers": setting.characters}
    return [
        Note(
            part=part,
            rule=f"samsara.{slug}",
            provenance="table" if part in setting.box.corrected else source.value,
            note=(OWN_BOX if part in setting.box.corrected else note).to_json(),
        )
        for part, slug, source, note in FACTS
        if needed.get(part, True)
    ]
