"""Where cards lie, at one glance: a small network marks middles, corners and edges."""

STRIDE = 4
"""Pixels of the network's input per cell of its answer."""

VECTOR = 32.0
"""Pixels that one unit of the way to a corner stands for."""
