"""Which question an action would have answered, when another one is open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.seats import Seat
from companion.core.turn import Question
from companion.games.karmaka import actions as a
from companion.games.karmaka.questions.blind import KeepOne, PickBlind, TurnUp
from companion.games.karmaka.questions.choosing import Discard, DrawUpTo, Gamble
from companion.games.karmaka.questions.copying import Embodying
from companion.games.karmaka.questions.dying import Death
from companion.games.karmaka.questions.hidden import Foresee, Sowing
from companion.games.karmaka.questions.offering import Offer
from companion.games.karmaka.questions.picking import Fetch
from companion.games.karmaka.questions.playing import Main
from companion.games.karmaka.questions.using import Target
from companion.games.karmaka.seating import rivals
from companion.games.karmaka.state import State

Asked = Question[State, Any]


def pretend(state: State, action: a.Action) -> Asked:
    """Return the question an action would have answered in this turn."""
    rival = rivals(state.setting, state.turn)[0]
    return _PRETENDED[type(action)](state.turn, rival)


_PRETENDED: dict[type, Callable[[Seat, Seat], Asked]] = {
    a.Play: lambda seat, rival: Main(seat),
    a.Pass: lambda seat, rival: Main(seat),
    a.Aim: lambda seat, rival: Target(seat, "vengeance"),
    a.Put: lambda seat, rival: Discard(seat),
    a.Enough: lambda seat, rival: Gamble(seat),
    a.Draw: lambda seat, rival: DrawUpTo(seat, 3),
    a.Pick: lambda seat, rival: Fetch(seat, "salvage"),
    a.Copy: lambda seat, rival: Embodying(seat),
    a.Sow: lambda seat, rival: Sowing(seat, 2),
    a.Destine: lambda seat, rival: Foresee(seat, 3),
    a.Turned: lambda seat, rival: TurnUp(seat, rival, "hand", 2, "spite"),
    a.Picked: PickBlind,
    a.Keep: lambda seat, rival: KeepOne(seat, rival, ()),
    a.Accept: lambda seat, rival: Offer(rival, seat),
    a.Refuse: lambda seat, rival: Offer(rival, seat),
    a.Reborn: lambda seat, rival: Death(seat),
}
