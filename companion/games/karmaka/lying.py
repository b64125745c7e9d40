"""Cards that lie open while a question is about them: what a photo of them means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from companion.core.mismatch import Mismatch
from companion.core.phrase import Phrase, say
from companion.games.karmaka.actions import Action, Copy, Pick, Reborn
from companion.games.karmaka.box import REACH
from companion.games.karmaka.questions.copying import Embodying
from companion.games.karmaka.questions.dying import Death, short_of
from companion.games.karmaka.questions.picking import Fetch, Forsake
from companion.games.karmaka.state import State, asked
from companion.games.karmaka.words import name, who


def lying(state: State) -> tuple[str, ...]:
    """Return the open cards that the question is about, from bottom to top."""
    top = asked(state)
    if isinstance(top, Fetch):
        return state.ruins[-REACH:]
    if isinstance(top, Death | Forsake | Embodying):
        return state.lives[top.seat].deeds
    return ()


def meant_by(state: State, cards: tuple[str, ...]) -> Iterator[tuple[Action, float]]:
    """Yield what a photo of these cards answers: one is chosen, all are laid out."""
    top, pile = asked(state), lying(state)
    whole = Counter(cards) == Counter(pile)
    if isinstance(top, Death):
        if whole:
            yield from _counted(state, top)
    elif whole or len(cards) == 1:
        places = [at for at, card in enumerate(pile[::-1]) if card in cards]
        for at in places:
            copied = isinstance(top, Embodying)
            chosen = Copy(pile[::-1][at]) if copied else Pick(at)
            yield chosen, 1 / len(places)


def _counted(state: State, top: Death) -> Iterator[tuple[Action, float]]:
    """Yield how a life may end whose Deeds are laid out: Rings are a choice."""
    short, rings = short_of(state, top.seat), state.lives[top.seat].rings
    worth = sorted({0, short} if short <= rings else {0})
    for spent in reversed(worth):
        yield Reborn(spent), 1 / len(worth)


def compared(state: State, seen: tuple[str, ...]) -> Mismatch | None:
    """Return how the cards on the table differ from those the app believes there.

    One card of several is a choice, not a pile.
    """
    pile = lying(state)
    if len(seen) == 1 < len(pile) and not isinstance(asked(state), Death):
        return None
    extra, missing = Counter(seen) - Counter(pile), Counter(pile) - Counter(seen)
    return Mismatch(
        tuple(_steps(state, extra, missing)), None, _patch(state, extra, missing)
    )


def _steps(
    state: State, extra: Counter[str], missing: Counter[str]
) -> Iterator[Phrase]:
    top = asked(state)
    owner = None if top is None or isinstance(top, Fetch) else who(top.seat)
    for card in extra.elements():
        one = name(state, card)
        yield (
            say("Take {card} away from the Deeds of {who}.", card=one, who=owner)
            if owner
            else say("Take {card} away from the top of the Ruins.", card=one)
        )
    for card in missing.elements():
        one = name(state, card)
        yield (
            say("Put {card} with the Deeds of {who}.", card=one, who=owner)
            if owner
            else say("Put {card} on the Ruins, near the top.", card=one)
        )


def _patch(
    state: State, extra: Counter[str], missing: Counter[str]
) -> dict[str, Any] | None:
    """Return how the host takes the Deeds as they lie; None if nobody can say how.

    A Deed that is missing lies in the Ruins, and one too many came from there: where
    else a card may have come from, only people know.
    """
    top = asked(state)
    if top is None or isinstance(top, Fetch) or not (extra or missing):
        return None
    if extra - Counter(state.ruins):
        return None
    deeds = f"deeds:{top.seat}"
    moved = [_moved(card, "ruins", deeds) for card in extra.elements()]
    moved += [_moved(card, deeds, "ruins") for card in missing.elements()]
    return {"cards": moved}


def _moved(card: str, source: str, target: str) -> dict[str, str]:
    return {"card": card, "from": source, "to": target}
