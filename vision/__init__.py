"""Readers: pixels in, values out; they know no game."""
