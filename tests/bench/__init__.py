"""Measurements, none of them a test."""

import vision  # noqa: F401 - it keeps linear algebra on one thread, told before numpy
