"""Readers: pixels in, values out; they know no game."""

from os import environ

# Networks of a few thousand numbers: threads that share one product wait for each
# other longer than they work, on a busy machine ten times as long. It only counts if
# it is said before numpy is loaded.
environ.setdefault("OPENBLAS_NUM_THREADS", "1")
