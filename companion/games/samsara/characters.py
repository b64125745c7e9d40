"""The characters and the powers on their boards."""

from __future__ import annotations

from companion.games.samsara.state import Setting

BASE = ("bikkhu", "vanarah", "ussagah", "dehnu", "ibah")
NEW = ("sukara", "kasyapa", "kuti", "muyarati", "khadgin", "marjari", "iriakie")

POWERS: dict[str, tuple[str, ...]] = {
    "bikkhu": ("three-good", "good-reserve", "purge"),
    "vanarah": ("evanescent-in-play", "good-next", "samsara-next"),
    "ussagah": ("purge-and-good", "samsara-next", "samsara-reserve"),
    "dehnu": ("two-more-cards", "purge", "two-samsara"),
    "ibah": ("keep-evanescent", "samsara-reserve", "two-samsara"),
    "sukara": ("appropriate", "other-1", "other-2", "other-3"),
    "kasyapa": ("swap-amulets", "hold-amulet", "other-1"),
    "kuti": ("steal-laid", "steal-hand", "other-1"),
    "muyarati": ("search-pile", "other-1", "other-2"),
    "khadgin": ("all-discard", "flip-amulet", "other-1"),
    "marjari": ("ask-card", "other-1", "other-2"),
    "iriakie": ("choose-three", "discard-three", "other-1"),
}
"""The powers on each board. `other` ones stand on player aids we do not have."""

KEEP = "keep-evanescent"
"""The only power that spares the Evanescent cards in play."""

APPROPRIATE = "appropriate"
"""The power that is another board's power."""

SUKARA_LEFT = frozenset({APPROPRIATE, "other-1"})
"""Sukara has a marker for each side of the board; which power is where is a default."""


def same_side(character: str, power: str, other: str) -> bool:
    """Tell whether one marker serves both powers of this board."""
    if character != "sukara":
        return True
    return (power in SUKARA_LEFT) == (other in SUKARA_LEFT)


def cast(setting: Setting) -> tuple[str, ...]:
    """Return the characters this table plays with."""
    return (*BASE, *NEW) if setting.characters else BASE


def is_other(power: str) -> bool:
    """Tell whether a power can only be read on the player's own aid."""
    return power.startswith("other")
