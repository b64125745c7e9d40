"""The eight colours of dice and zones, each with the sign that stands for it."""

from __future__ import annotations

from enum import StrEnum


class Colour(StrEnum):
    """A colour of the palette, in the order of the rainbow."""

    RED = "red"
    ORANGE = "orange"
    YELLOW = "yellow"
    GREEN = "green"
    LIGHT_BLUE = "light-blue"
    DARK_BLUE = "dark-blue"
    VIOLET = "violet"
    WHITE = "white"


SIGNS = {
    Colour.RED: "circle",
    Colour.ORANGE: "triangle",
    Colour.YELLOW: "square",
    Colour.GREEN: "heart",
    Colour.LIGHT_BLUE: "diamond",
    Colour.DARK_BLUE: "star",
    Colour.VIOLET: "hexagon",
    Colour.WHITE: "ring",
}
"""Nothing is told by colour alone: each colour always comes with its sign."""

HEX = {
    Colour.RED: "#c62828",
    Colour.ORANGE: "#ef6c00",
    Colour.YELLOW: "#f9c80e",
    Colour.GREEN: "#2e7d32",
    Colour.LIGHT_BLUE: "#4fc3f7",
    Colour.DARK_BLUE: "#1a3f9c",
    Colour.VIOLET: "#7b1fa2",
    Colour.WHITE: "#f5f2ea",
}
"""What a screen shows for each colour; the style sheet holds the same values."""
