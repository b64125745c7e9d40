"""Every question of a game of Samsara, one file per family."""

from __future__ import annotations

from typing import Any, assert_never

from companion.core.turn import Question
from companion.games.samsara import actions as a
from companion.games.samsara.questions.acting import Act
from companion.games.samsara.questions.aids import ReadAid
from companion.games.samsara.questions.amulets import (
    FlipAmulet,
    HoldAmulet,
    ShiftAmulet,
)
from companion.games.samsara.questions.ancestral import StrikeCard, TriggerAmulets
from companion.games.samsara.questions.choosing import (
    DiscardCards,
    PutCardsBack,
    ReserveCard,
)
from companion.games.samsara.questions.closing import MoveNeutral
from companion.games.samsara.questions.gaining import ReportDraw
from companion.games.samsara.questions.moving import MovePawn, PayToll
from companion.games.samsara.questions.powers import CopyPower, PickPower
from companion.games.samsara.questions.relaying import RelayAmulets
from companion.games.samsara.questions.searching import PickFromPile
from companion.games.samsara.questions.setup import (
    LayAmulets,
    PickAncestral,
    PickCharacter,
    PlaceAncestral,
)
from companion.games.samsara.questions.showing import ShowHand
from companion.games.samsara.questions.taking import TakeCard, TakeSamsara, Uncover
from companion.games.samsara.questions.thieves import (
    ChooseTarget,
    KeepCard,
    ReportStolen,
)
from companion.games.samsara.state import HAND, NEXT, State


# One case per kind of action, so that mypy sees when one is missing: long, not complex.
def pretend(state: State, action: a.Action) -> Question[State, Any]:  # noqa: C901, PLR0912
    """Return the question an action would have answered, for the player in turn."""
    seat = state.seat
    match action:
        case a.Lay() | a.Dealt():
            return LayAmulets(seat, 0)
        case a.Relay():
            return RelayAmulets()
        case a.ChooseCharacter():
            return PickCharacter(seat)
        case a.ChooseAncestral():
            return PickAncestral(seat)
        case a.PlaceAncestral():
            return PlaceAncestral(seat, "silver-1")
        case a.Drawn():
            return ReportDraw(seat)
        case a.Show():
            return ShowHand()
        case a.Move():
            return MovePawn(seat)
        case a.Give() | a.Grant() | a.TakeBad():
            return PayToll(seat)
        case a.PutBack() | a.Lack():
            return PutCardsBack(seat)
        case a.Reserve():
            return ReserveCard(seat)
        case a.Discard():
            return DiscardCards(seat)
        case a.Take():
            return TakeSamsara(seat, HAND)
        case a.TakeGood() | a.TakeNothing():
            return TakeCard(seat)
        case a.Uncovered():
            return Uncover(seat, 0, HAND)
        case a.Play() | a.Buy() | a.BuyAncestral() | a.EndTurn():
            return Act(seat)
        case a.Trigger():
            return TriggerAmulets(seat, ())
        case a.ChoosePower():
            return PickPower(seat)
        case a.Copy():
            return CopyPower(seat, 1)
        case a.Target():
            return ChooseTarget(seat, "ask")
        case a.Strike():
            return StrikeCard(seat)
        case a.Stolen():
            return ReportStolen(seat, seat)
        case a.Kept():
            return KeepCard(seat, seat)
        case a.Pick():
            return PickFromPile(seat, NEXT, 1)
        case a.PickAmulet():
            return HoldAmulet(seat)
        case a.Flip():
            return FlipAmulet(seat)
        case a.MoveAmulet():
            return ShiftAmulet(seat, 0, "")
        case a.Manual() | a.Enough():
            return ReadAid(seat, 1)
        case a.MoveNeutral():
            return MoveNeutral(seat)
        case _:
            assert_never(action)
