"""What a Karma Dice table chooses before the game."""

from __future__ import annotations

from companion.core.options import Option, Provenance
from companion.core.phrase import say

PLAYERS = range(1, 5)
SEVERAL = (2, 3, 4)

OPTIONS = (
    Option(
        key="end",
        default="reserve-empty",
        label=say("End of the game"),
        provenance=Provenance.DEFAULT,
        note=say(
            "The rulebook page on the end of the game is lost. Most tables play one "
            "last round once the reserve is empty: 7 rounds, or 6 with traits. If "
            "your rulebook says otherwise, the printed rule decides."
        ),
        choices=(
            ("reserve-empty", say("one last round, reserve empty")),
            ("rounds", say("after a fixed number of rounds")),
            ("target", say("in the round a score is reached")),
        ),
        players=SEVERAL,
    ),
    Option(
        key="rounds",
        default=7,
        label=say("Rounds, if their number is fixed"),
        provenance=Provenance.DEFAULT,
        least=1,
        most=20,
        players=SEVERAL,
    ),
    Option(
        key="target",
        default=50,
        label=say("Score to reach, if there is one"),
        provenance=Provenance.DEFAULT,
        least=5,
        most=200,
        players=SEVERAL,
    ),
    Option(
        key="traits",
        default=False,
        label=say("Character trait cards"),
        provenance=Provenance.RULEBOOK,
        note=say(
            "The rulebook advises to leave them out of a first game. The app does "
            "not know their texts: you type what your card does."
        ),
    ),
    Option(
        key="yogi",
        default=True,
        label=say("The Yogi die helps the player with the lowest score"),
        provenance=Provenance.DEFAULT,
        note=say(
            "When it changes hands is not written: here after every round, together "
            "with the draft; nobody has it in the first round."
        ),
    ),
    Option(
        key="rotate_first",
        default=False,
        label=say("The first-player token moves on every round"),
        provenance=Provenance.DEFAULT,
        note=say("No rule moves it, so it stays by default."),
        players=SEVERAL,
    ),
    Option(
        key="oracle",
        default=False,
        label=say("Oracle: show the chances of every throw"),
        provenance=Provenance.DEFAULT,
    ),
    Option(
        key="eye",
        default="fair",
        label=say("Speed of the Evil Eye"),
        provenance=Provenance.DEFAULT,
        note=say(
            "The official solo rules were not found. This chase is a variant of "
            "this project, tuned so that following the oracle wins about 70, 50 or "
            "30 games in 100."
        ),
        choices=(
            ("gentle", say("easy")),
            ("fair", say("normal")),
            ("harsh", say("hard")),
        ),
        players=(1,),
    ),
    Option(
        key="entry",
        default="dice",
        label=say("What the phones are told"),
        provenance=Provenance.DEFAULT,
        note=say("Either can be said at any turn; this is what the phone asks first."),
        choices=(
            ("dice", say("every roll")),
            ("score", say("only what a turn scores")),
        ),
    ),
)
