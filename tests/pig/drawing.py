"""Geometry for the screens: how full the trough is."""

LENGTH = 200
"""How long a full trough is drawn."""


def trough(pot, goal):
    """Return how long the pot is drawn."""
    return round(LENGTH * min(1, pot / goal))


HELPERS = {"trough": trough}
