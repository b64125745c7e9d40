"""What happens by itself, in words: for the log, and for the hands that must move."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.doings import Doing
from companion.core.phrase import Phrase, say, say_n
from companion.core.seats import Seat
from companion.games.karmaka.actions import Action
from companion.games.karmaka.state import Event, State
from companion.games.karmaka.words import LEVEL_NAMES, name, together, who

Worder = Callable[[State, Event], Phrase]


def told_with(line: Phrase, after: State) -> Phrase:
    """Return a log line with everything that followed without a choice."""
    more = (
        DONE[event.kind](after, event) for event in after.news if event.kind in DONE
    )
    return together(line, *more)


def doings(
    before: State, action: Action, after: State, eyes: Seat | None
) -> tuple[Doing, ...]:
    """Return what hands must do now; only what everybody may know is named."""
    del before, action, eyes
    return tuple(
        Doing(
            event.seat,
            DO[event.kind](after, event),
            event.card,
            event.n or 1,
            *_ways(event),
        )
        for event in after.news
        if event.kind in DO
    )


def _ways(event: Event) -> tuple[str, str]:
    source, target = WAYS[event.kind]
    return (
        source.format(seat=event.seat, whom=event.whom),
        target.format(seat=event.seat, whom=event.whom),
    )


WAYS: dict[str, tuple[str, str]] = {
    "deck": ("deck:{seat}", "hand:{seat}"),
    "draw": ("well", "hand:{seat}"),
    "feed": ("well", "deck:{seat}"),
    "refill": ("ruins", "well"),
    "deed-ruined": ("deeds:{seat}", "ruins"),
    "deed-taken": ("deeds:{seat}", "hand:{whom}"),
    "dream-taken": ("future:{seat}", "future:{whom}"),
    "dream-ruined": ("future:{seat}", "ruins"),
    "hand-ruined": ("hand:{seat}", "ruins"),
    "fetched": ("ruins", "hand:{seat}"),
    "recycled": ("ruins", "future:{seat}"),
    "awake": ("future:{seat}", "hand:{seat}"),
    "shown": ("hand:{seat}", "hand:{seat}"),
    "refused": ("middle", "ruins"),
    "climbed": ("ladder", "ladder"),
    "ring": ("rings", "rings:{seat}"),
    "spent": ("rings:{seat}", "rings"),
    "laid-down": ("deeds:{seat}", "ruins"),
    "reborn": ("future:{seat}", "hand:{seat}"),
}
"""Where pieces come from and go to, in the words of the view."""

DO: dict[str, Worder] = {
    "deck": lambda state, e: say("Draw a card from your Deck."),
    "draw": lambda state, e: say_n(
        "Draw {n} card from the Well.", "Draw {n} cards from the Well.", e.n
    ),
    "feed": lambda state, e: say_n(
        "Put {n} card from the Well face down on your Deck.",
        "Put {n} cards from the Well face down on your Deck, one by one.",
        e.n,
    ),
    "refill": lambda state, e: say(
        "The Well is empty: leave the top three Ruins, shuffle all others and lay them "
        "down as the new Well."
    ),
    "deed-ruined": lambda state, e: say(
        "Put your Deed {card} on the Ruins.", card=name(state, e.card)
    ),
    "deed-taken": lambda state, e: say(
        "Give your Deed {card} to {whom}.", card=name(state, e.card), whom=who(e.whom)
    ),
    "dream-taken": lambda state, e: say(
        "Put the top card of your Future Life face down on the Future Life of {whom}.",
        whom=who(e.whom),
    ),
    "dream-ruined": lambda state, e: say(
        "Put the top card of your Future Life, {card}, on the Ruins.",
        card=name(state, e.card),
    ),
    "hand-ruined": lambda state, e: say(
        "Put {card} from your Hand on the Ruins.", card=name(state, e.card)
    ),
    "fetched": lambda state, e: say(
        "Take {card} from the Ruins into your Hand.", card=name(state, e.card)
    ),
    "recycled": lambda state, e: say(
        "Put {card} from the Ruins face down on your Future Life.",
        card=name(state, e.card),
    ),
    "awake": lambda state, e: say(
        "Take the only card of your Future Life into your Hand."
    ),
    "shown": lambda state, e: say("Show your Hand to {whom} alone.", whom=who(e.whom)),
    "refused": lambda state, e: say(
        "Put {card} face up on the Ruins.", card=name(state, e.card)
    ),
    "climbed": lambda state, e: say(
        "Move your pawn up to {level}.", level=LEVEL_NAMES[e.n]
    ),
    "ring": lambda state, e: say("Take a Karmic Ring."),
    "spent": lambda state, e: say_n(
        "Put {n} Ring back into the supply.", "Put {n} Rings back into the supply.", e.n
    ),
    "laid-down": lambda state, e: say(
        "Square up your Deeds and put them on the Ruins as they lie."
    ),
    "reborn": lambda state, e: say("Take your whole Future Life into your Hand."),
}
"""Orders, to one pair of hands."""

DONE: dict[str, Worder] = {
    "draw": lambda state, e: say_n(
        "{who} draws {n} card from the Well.",
        "{who} draws {n} cards from the Well.",
        e.n,
        who=who(e.seat),
    ),
    "feed": lambda state, e: say_n(
        "{n} card from the Well goes on the Deck of {who}.",
        "{n} cards from the Well go on the Deck of {who}.",
        e.n,
        who=who(e.seat),
    ),
    "refill": lambda state, e: say_n(
        "{n} card of the Ruins becomes the new Well.",
        "{n} cards of the Ruins become the new Well.",
        e.n,
    ),
    "deed-ruined": lambda state, e: say(
        "{who} loses the Deed {card} to the Ruins.",
        who=who(e.seat),
        card=name(state, e.card),
    ),
    "deed-taken": lambda state, e: say(
        "{whom} takes the Deed {card} of {who}.",
        who=who(e.seat),
        whom=who(e.whom),
        card=name(state, e.card),
    ),
    "dream-taken": lambda state, e: say(
        "The top card of {who}'s Future Life goes to {whom}.",
        who=who(e.seat),
        whom=who(e.whom),
    ),
    "dream-ruined": lambda state, e: say(
        "{card} leaves the Future Life of {who} for the Ruins.",
        who=who(e.seat),
        card=name(state, e.card),
    ),
    "hand-ruined": lambda state, e: say(
        "{who} ruins {card}.", who=who(e.seat), card=name(state, e.card)
    ),
    "fetched": lambda state, e: say(
        "{who} takes {card} from the Ruins.", who=who(e.seat), card=name(state, e.card)
    ),
    "recycled": lambda state, e: say(
        "{who} puts {card} from the Ruins on the Future Life.",
        who=who(e.seat),
        card=name(state, e.card),
    ),
    "awake": lambda state, e: say(
        "{who} takes the only card of the Future Life into the Hand.", who=who(e.seat)
    ),
    "shown": lambda state, e: say(
        "{whom} looks at the Hand of {who}.", who=who(e.seat), whom=who(e.whom)
    ),
    "copied": lambda state, e: say(
        "The power of {card} is copied.", card=name(state, e.card)
    ),
    "nothing": lambda state, e: say("Nothing happens."),
    "no-ring": lambda state, e: say("There is no Ring left to give."),
}
"""What the log adds to the word that caused it."""
