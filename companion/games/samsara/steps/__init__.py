"""Every step of a game of Samsara, by the kind of task it settles."""

from companion.games.samsara.steps import (
    acting,
    amulets,
    ancestral,
    choosing,
    closing,
    moving,
    powers,
    setup,
    taking,
    thieves,
)
from companion.games.samsara.supply import auto_bad, auto_draw, auto_good

STEPS = {
    **setup.STEPS,
    **moving.STEPS,
    **taking.STEPS,
    **acting.STEPS,
    **choosing.STEPS,
    **powers.STEPS,
    **ancestral.STEPS,
    **thieves.STEPS,
    **amulets.STEPS,
    **closing.STEPS,
}

AUTO = {
    "good": auto_good,
    "bad": auto_bad,
    "draw": auto_draw,
    "extra": powers.auto_extra,
    "double": ancestral.auto_double,
    "new-hand": closing.auto_new_hand,
    "pass": closing.auto_pass,
}
"""What happens by itself when its time has come."""
