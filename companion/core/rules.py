"""Rules as an engine names them; their full texts live in `companion.rulebook`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that can speak against an action."""

    id: str
    """Stable address in the catalogue, e.g. `pig.empty-pot`."""

    title: str
    """The rule in one English sentence; the catalogue holds every language."""
