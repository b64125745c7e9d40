"""Rendered photographs of dice whose every face is known."""
