"""What a table of Pig can choose."""

from __future__ import annotations

from companion.core.options import Option, Provenance
from companion.core.phrase import say

PLAYERS = range(1, 5)
OPTIONS = (
    Option(
        "goal",
        20,
        say("Play to"),
        Provenance.DEFAULT,
        note=say("Most tables play to a hundred."),
        least=5,
        most=500,
    ),
)
